import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, signIn } from '#web/test/dom.tsx'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { Tile } from './Tile.tsx'

const dish = { _id: 'i1', name: 'Wings', price: 100, dietType: 'veg', available: false, remaining: null, variants: [], addonGroups: [] }
const none = () => undefined

it('a dish that is sold out while it is in the cart has room for the whole word beside its count, because the icon is left out', async () => {
  await signIn({ role: 'cashier' })
  const tile = (count: number) => (
    <Tile item={dish as unknown as MenuItemShape} count={count} tabbable id="i1" onPick={none} onMenu={none} onFocus={none} />
  )
  const signs = () => screen.getByText('Sold out').parentElement?.querySelectorAll('svg').length
  const free = mount(tile(0))
  expect(signs()).toBe(1)
  free.unmount()
  mount(tile(1))
  expect(signs()).toBe(0)
})

it('a dish whose variants cost differently has the price of its cheapest one and a plus, so that it is no other price than its guests read', async () => {
  await signIn({ role: 'cashier' })
  const variants = [
    { name: 'Half', additionalPrice: -40 },
    { name: 'Full', additionalPrice: 0 },
  ]
  const item = { ...dish, available: true, variants } as unknown as MenuItemShape
  mount(<Tile item={item} count={0} tabbable id="i1" onPick={none} onMenu={none} onFocus={none} />)
  expect(screen.getByText('Wings').parentElement?.textContent).toContain('Rs. 60.00+')
})
