import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount } from '#web/test/dom.tsx'
import { MenuRow } from './MenuRow.tsx'

const row = (available: boolean, onAdd: () => void) => (
  <ul>
    <MenuRow
      item={aMenuItem({ name: 'Ghee rice', available })}
      quantity={0}
      onAdd={onAdd}
      onLess={() => undefined}
      onHold={() => undefined}
    />
  </ul>
)

it('a row adds by a press anywhere on it; a sold-out row is not tappable', async () => {
  const add = vi.fn()
  const { user, unmount } = mount(row(true, add))
  await user.click(screen.getByText('Ghee rice'))
  expect(add).toHaveBeenCalledOnce()
  unmount()
  add.mockClear()
  const out = mount(row(false, add))
  await out.user.click(screen.getByText('Ghee rice'))
  expect(screen.getByText('Sold out')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(add).not.toHaveBeenCalled()
})

const variant = (name: string, additionalPrice: number) => ({ ...aMenuItem().variants[0], _id: name, name, additionalPrice }) as never
it.each([
  ['with variants', [variant('Full', 120), variant('Half', 20)], 'Rs. 120.00+ · 2 choices'],
  ['with one variant', [variant('Full', 50)], 'Rs. 150.00 · Full'],
  ['without variants', [], 'Rs. 100.00'],
])('a dish %s shows the lowest price that it is sold at', (_, variants, words) => {
  mount(
    <ul>
      <MenuRow
        item={aMenuItem({ name: 'Biryani', price: 100, variants, dietType: 'veg' })}
        quantity={0}
        onAdd={() => undefined}
        onLess={() => undefined}
        onHold={() => undefined}
      />
    </ul>,
  )
  expect(screen.getByText('Biryani').nextElementSibling?.textContent?.replace(/\s/g, ' ')).toBe(words)
})
