import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { forgetSession } from '#web/core/session.ts'
import { refusal, serve } from '#web/test/dom.tsx'
import { cart, cartNow } from '../cart.ts'
import { leavePlace, setPlace } from '../place.ts'
import { MenuPage } from './MenuPage.tsx'
import { type MenuData, showMenu } from './page.ts'
import { listen } from './presses.ts'

/** On a slow line the menu's HTML can be read and pressed before its data has come. */
const dishes = ['Masala Dosa', 'Filter Coffee'].map((name) => aMenuItem({ _id: name, name, variants: [], addonGroups: [] }))
const rows = dishes
  .map(
    ({ _id, name }) =>
      `<li data-item="${_id}"><button data-open>${name}</button><button class="add" aria-label="Add ${name}"></button></li>`,
  )
  .join('')
const menu = {
  access: 'menu',
  restaurantId: 'r1',
  name: 'Smash Yard',
  etag: '"1"',
  theme: '',
  head: '<header class="head"><div class="actions"></div></header>',
  facts: '',
  body: `<div id="searches"></div><main><section id="c-1"><ul>${rows}</ul></section></main>`,
  categories: [{ _id: 'c1', name: 'All', description: '', station: null, subcategories: [], menuItems: dishes }],
  orders: true,
} as unknown as MenuData

afterEach(() => {
  cart.clear('r1')
  cleanup()
  leavePlace()
  forgetSession()
  document.body.innerHTML = ''
})

it('each dish that is added before the data of the menu has come is in the cart once it has', () => {
  vi.stubGlobal('scrollTo', () => undefined)
  serve(({ path }) => refusal(404, 'not_found', path))
  setPlace({ restaurantId: 'r1', restaurantName: 'Smash Yard', tableId: 't7', tableNumber: '7', qrToken: 'q' })
  document.body.innerHTML = `<div id="menu" data-restaurant="r1">${menu.head}${menu.body}</div><div id="app"></div>`
  render(<MenuPage shown />, { container: document.getElementById('app')! })
  for (const { name } of dishes) fireEvent.click(screen.getByRole('button', { name: `Add ${name}` }))
  const inCart = () => cartNow('r1').draft?.lines.map(({ itemName }) => itemName) ?? []
  expect(inCart()).toEqual([])
  act(() => showMenu(menu))
  expect(inCart()).toEqual(['Masala Dosa', 'Filter Coffee'])
})

it('what was pressed before the script ran is done once, in order', () => {
  const menu = document.body.appendChild(document.createElement('div'))
  menu.innerHTML = rows
  const [first, second] = [...menu.querySelectorAll('.add')]
  window.tawaPressed = [second!, first!]
  const add = vi.fn()
  const nothing = () => undefined
  const presses = { add, open: nothing, save: nothing, notHere: nothing, all: nothing }
  const once = listen(menu, presses)
  once.begin()
  expect(add.mock.calls.flat()).toEqual(['Filter Coffee', 'Masala Dosa'])
  once.stop()
  listen(menu, presses).begin()
  expect(add).toHaveBeenCalledTimes(2)
})

it('a press that still waits when the menu is left is done once it is shown again', () => {
  const menu = document.body.appendChild(document.createElement('div'))
  menu.innerHTML = rows
  const button = menu.querySelector<HTMLElement>('.add')!
  const [add, nothing] = [vi.fn(), () => undefined]
  const presses = { add, open: nothing, save: nothing, notHere: nothing, all: nothing }
  const left = listen(menu, presses)
  fireEvent.click(button)
  left.stop()
  const { begin, stop } = listen(menu, presses)
  begin()
  expect([button.dataset.waits, add.mock.calls.length]).toEqual([undefined, 1])
  stop()
  expect(window.tawaPressed).toBeUndefined()
})

it('a press that waits for the data of the menu is seen at once, with how often, until it is done', () => {
  const menu = document.body.appendChild(document.createElement('div'))
  menu.innerHTML = rows
  const button = menu.querySelector<HTMLElement>('.add')!
  const [add, nothing] = [vi.fn(), () => undefined]
  const { begin, stop } = listen(menu, { add, open: nothing, save: nothing, notHere: nothing, all: nothing })
  for (let i = 0; i < 2; i++) fireEvent.click(button)
  expect([button.dataset.waits, add.mock.calls.length]).toEqual(['2', 0])
  begin()
  expect([button.dataset.waits, add.mock.calls.length]).toEqual([undefined, 2])
  fireEvent.click(button)
  expect([button.dataset.waits, add.mock.calls.length]).toEqual([undefined, 3])
  stop()
})
