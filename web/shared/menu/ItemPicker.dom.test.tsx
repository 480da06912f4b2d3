import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { NewDraftLine } from '#domain/ticket.ts'
import { mount, signIn } from '#web/test/dom.tsx'
import { useItemPicker } from './ItemPicker.tsx'

const pasta = {
  _id: 'pasta',
  name: 'Pasta',
  price: 300,
  dietType: 'veg',
  isAlcohol: false,
  available: true,
  remaining: null,
  variants: [
    { name: 'Half', additionalPrice: 0 },
    { name: 'Full', additionalPrice: 120 },
  ],
  addonGroups: [],
} as unknown as MenuItemShape
const side = { name: 'Side', min: 1, max: 1, addons: [{ name: 'Fries', price: 20 }] }

/** A page on which "pick" was pressed for two of the dish. */
async function twoOf(item: MenuItemShape) {
  await signIn()
  const add = vi.fn<(line: NewDraftLine) => void>()
  function Page() {
    const picker = useItemPicker({ add })
    return (
      <>
        <button onClick={() => picker.pick(item, null, 2)}>pick</button>
        {picker.element}
      </>
    )
  }
  const { user } = mount(<Page />)
  await user.click(screen.getByRole('button', { name: 'pick' }))
  return { user, add }
}

it('says with the variants how many will be added', async () => {
  const { user, add } = await twoOf(pasta)
  await screen.findByRole('dialog')
  expect(screen.getByRole('dialog').textContent).toContain('2 × Pasta')
  await user.click(screen.getByRole('button', { name: /^Full/ }))
  expect(add.mock.lastCall?.[0]).toMatchObject({ variants: [{ name: 'Full' }], quantity: 2 })
})

it('says on the button of the addons how many will be added', async () => {
  const { user, add } = await twoOf({ ...pasta, variants: [], addonGroups: [side] } as unknown as MenuItemShape)
  await user.click(await screen.findByRole('radio', { name: /^Fries/ }))
  const button = screen.getByRole('button', { name: /^Add/ })
  expect(button.textContent).toMatch(/^Add 2 · Rs\.\s640\.00$/)
  await user.click(button)
  expect(add.mock.lastCall?.[0]).toMatchObject({ quantity: 2 })
})
