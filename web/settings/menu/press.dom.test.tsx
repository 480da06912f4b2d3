import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { holdFrames } from '#web/test/frames.ts'
import MenuPage from './MenuPage.tsx'

/** What a press does comes after the frame that shows it (web/app/afterPaint.ts). Here frames are painted when the test says so. */

let paint: () => Promise<void>
beforeEach(() => void (paint = holdFrames()))

async function open() {
  const menuItems = ['Paneer', 'Papad'].map((name) => aMenuItem({ _id: name, name, price: 100, categoryId: 'c1', categoryName: 'Tawa' }))
  const category = { _id: 'c1', name: 'Tawa', description: '', station: null, subcategories: [], menuItems }
  serve(({ path }) => ({
    status: 200,
    body:
      path === '/v1/menus/restaurant'
        ? { menu: { categories: [category] } }
        : { restaurant: { hasPartner: false, printSettings: { stations: [] } }, templates: [] },
  }))
  await signIn({ role: 'superuser' })
  const view = mount(<MenuPage />)
  return { ...view, dish: await screen.findByRole('button', { name: 'Paneer' }) }
}

it('a pressed dish looks pressed, then its sheet opens with the focus; Escape before that frame closes it, too', async () => {
  const { user, address, dish } = await open()
  const row = dish.closest('li')!
  await user.click(dish)
  expect([row.dataset.pressed, screen.queryByRole('dialog')]).toEqual(['', null])
  await paint()
  expect(row.dataset.pressed).toBeUndefined()
  const sheet = screen.getByRole('dialog', { name: 'Paneer' })
  expect(document.activeElement).toBe(sheet)
  expect(within(sheet).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Paneer')
  await user.keyboard('{Escape}')
  await paint()
  expect([screen.queryByRole('dialog'), address(), document.activeElement]).toEqual([null, '/', dish])

  await user.click(dish)
  await user.keyboard('{Escape}')
  await paint()
  expect([screen.queryByRole('dialog'), address(), document.activeElement]).toEqual([null, '/', dish])
})

it('the heading of a category shows a press, then its dishes go or come; pressed again before that frame, it is as it was', async () => {
  const { user, dish } = await open()
  const heading = screen.getByRole('button', { name: /^Tawa/ })
  const state = () => [heading.getAttribute('aria-expanded'), dish.closest('[hidden]') === null]
  await user.click(heading)
  expect(state()).toEqual(['false', true])
  await paint()
  expect(state()).toEqual(['false', false])
  await user.click(heading)
  expect(state()).toEqual(['true', false])
  await user.click(heading)
  expect(state()).toEqual(['false', true])
  await paint()
  expect(state()).toEqual(['false', false])
})
