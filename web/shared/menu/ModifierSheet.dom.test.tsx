import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { NewDraftLine } from '#domain/ticket.ts'
import { mount, signIn } from '#web/test/dom.tsx'
import { countUses } from './addons.ts'
import { ModifierSheet } from './ModifierSheet.tsx'

const addons = (...names: string[]) => names.map((name) => ({ name, price: 20 }))
const burger = {
  _id: 'burger',
  name: 'Burger',
  price: 300,
  dietType: 'nonVeg',
  isAlcohol: false,
  available: true,
  remaining: null,
  variants: [],
  addonGroups: [
    { name: 'Extras', min: 0, max: 0, addons: addons('Cheese', 'Bacon', 'Egg', 'Jalapeno', 'Onion', 'Pickles') },
    { name: 'Side', min: 1, max: 1, addons: addons('Fries', 'Salad') },
  ],
} as unknown as MenuItemShape

async function sheet() {
  await signIn()
  const onSubmit = vi.fn<(line: NewDraftLine) => void>()
  const page = mount(<ModifierSheet item={burger} onSubmit={onSubmit} onClose={() => undefined} />)
  return { page, onSubmit, press: (name: string | RegExp) => page.user.click(screen.getByRole('button', { name })) }
}

it('asks for what is required first, and keeps the kitchen note outside of what scrolls', async () => {
  await sheet()
  const headings = screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)
  expect(headings[0]).toContain('Side')
  expect(headings[1]).toContain('Extras')
  const add = screen.getByRole('button', { name: /^Add Rs/ })
  const note = screen.getByRole('group', { name: 'Kitchen note' })
  expect(add.closest('.grid')?.contains(note)).toBe(true)
})

it('offers the addons that are chosen most on this device as chips', async () => {
  await signIn()
  countUses('burger', { Extras: { Pickles: 1, Bacon: 1, Egg: 1 } })
  countUses('burger', { Extras: { Pickles: 1 } })
  countUses('burger', { Extras: { Pickles: 1 } })
  const first = await sheet()
  await first.page.user.click(screen.getByRole('radio', { name: /Fries/ }))
  await first.page.user.click(screen.getByRole('checkbox', { name: /Bacon/ }))
  await first.press(/^Add Rs/)
  first.page.unmount()
  const { page, press, onSubmit } = await sheet()
  const often = screen.getByRole('group', { name: 'Often chosen' })
  expect(
    within(often)
      .getAllByRole('button')
      .map((b) => b.textContent?.replace(/Rs.*/, '').trim()),
  ).toEqual(['Pickles', 'Bacon'])
  await page.user.click(within(often).getByRole('button', { name: /Bacon/ }))
  await page.user.click(screen.getByRole('radio', { name: /Salad/ }))
  await press(/^Add Rs/)
  expect(onSubmit.mock.lastCall?.[0].addonGroups).toEqual([
    { name: 'Extras', addons: [{ name: 'Bacon', quantity: 1, price: 20 }] },
    { name: 'Side', addons: [{ name: 'Salad', quantity: 1, price: 20 }] },
  ])
})
