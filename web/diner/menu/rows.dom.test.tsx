import { beforeEach, expect, it } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { filter, keepPainted, showAll } from './filter.ts'
import { dishChanged, dishNow, type MenuData, showMenu } from './page.ts'
import { listen } from './presses.ts'
import { paint, paintTable, type Shows } from './rows.ts'

/** The rows as worker/diner/html.ts writes them, shortened. */
const row = (id: string, name: string, { veg = false, off = false } = {}) =>
  `<li class="dish${off ? ' off' : ''}" data-item="${id}"${veg ? ' data-veg' : ''}><div class="grow"><h3 class="name"><button type="button" data-open>${name}</button></h3><p class="price"><span class="num">Rs. 100.00</span><span class="sold">Sold out</span></p></div><button class="heart" aria-pressed="false"></button><button class="add"></button></li>`
const BODY = `<div class="find"><input type="search" id="search"><input type="checkbox" id="veg-only"></div><div id="searches"></div><nav class="chips"><a href="#c-popular">Popular</a><a href="#c-mains">Mains</a><a href="#c-bar">Bar</a></nav><main>
  <section id="c-popular"><h2>Popular</h2><ul>${row('dosa', 'Masala Dosa', { veg: true })}</ul></section>
  <section id="c-mains"><h2>Mains</h2><ul>${row('dosa', 'Masala Dosa', { veg: true })}${row('wings', 'Chicken Wings')}</ul></section>
  <section id="c-bar"><h2>Bar</h2><ul>${row('beer', 'Beer')}</ul></section><div id="no-match" hidden><p>No dish fits.</p><button type="button">Show all dishes</button></div></main>`

const dish = (id: string, name: string, more: Partial<MenuItemShape> = {}) =>
  ({
    _id: id,
    name,
    price: 100,
    variants: [],
    addonGroups: [],
    available: true,
    remaining: null,
    version: 1,
    ...more,
  }) as unknown as MenuItemShape

let made = 0
const data = (): MenuData => ({
  access: 'menu',
  restaurantId: 'r1',
  name: 'Yard',
  etag: `"${++made}"`,
  theme: '',
  head: '<header class="head"><div class="actions"></div></header>',
  facts: '',
  body: BODY,
  categories: [
    {
      _id: 'mains',
      name: 'Mains',
      description: '',
      station: null,
      subcategories: [],
      menuItems: [dish('dosa', 'Masala Dosa'), dish('wings', 'Chicken Wings'), dish('beer', 'Beer')],
    },
  ],
  orders: true,
})

const menu = () => document.getElementById('menu') as HTMLElement
const rows = (id: string) => [...menu().querySelectorAll<HTMLElement>(`[data-item="${id}"]`)]
const show = (shows: Partial<Shows> = {}) => paint(menu(), { inCart: () => 0, isSaved: () => false, search: '', vegOnly: false, ...shows })
const visible = () =>
  [...menu().querySelectorAll<HTMLElement>('section:not([hidden]) [data-item]:not([hidden])')].map((r) => r.dataset.item)

beforeEach(() => {
  document.body.innerHTML = '<div id="menu"></div><div id="app"></div>'
  showMenu(data())
})

it('shows on each row of a dish how many are in the cart, and takes the number away with the last', () => {
  show({ inCart: (id) => (id === 'dosa' ? 2 : 0) })
  expect(rows('dosa').map((r) => r.querySelector('.add b')?.textContent)).toEqual(['2', '2'])
  expect(rows('wings')[0]?.querySelector('.add b')).toBeNull()
  show()
  expect(menu().querySelector('.add b')).toBeNull()
})

it('fills the hearts of saved dishes', () => {
  show({ isSaved: (id) => id === 'wings' })
  expect(rows('wings')[0]?.querySelector('.heart')?.getAttribute('aria-pressed')).toBe('true')
  expect(rows('dosa')[0]?.querySelector('.heart')?.getAttribute('aria-pressed')).toBe('false')
})

it('a search shows the dishes that fit, each once, and hides empty categories with their chips', () => {
  expect(show({ search: 'dos' })).toBe(1)
  expect(visible()).toEqual(['dosa'])
  expect(menu().querySelector<HTMLElement>('.chips a[href="#c-bar"]')?.hidden).toBe(true)
  expect(menu().querySelector<HTMLElement>('.chips a[href="#c-mains"]')?.hidden).toBe(false)
  expect(show({ search: 'nothing like it' })).toBe(0)
  expect(menu().querySelector<HTMLElement>('#no-match')?.hidden).toBe(false)
  show()
  expect(visible()).toEqual(['dosa', 'dosa', 'wings', 'beer'])
  expect(menu().querySelector<HTMLElement>('#no-match')?.hidden).toBe(true)
})

it('where no dish fits, one press clears the search and the veg filter', () => {
  const none = () => undefined
  const stops = [listen(menu(), { add: none, open: none, save: none, notHere: none, all: showAll }).stop, keepPainted('r1')]
  const field = menu().querySelector<HTMLInputElement>('#search')!
  const veg = menu().querySelector<HTMLInputElement>('#veg-only')!
  const clear = menu().querySelector<HTMLElement>('#no-match button')!
  field.value = 'beer'
  filter.set({ search: 'beer', vegOnly: false })
  veg.click()
  expect(visible()).toEqual([])
  expect(clear.closest('[hidden]')).toBeNull()
  clear.click()
  expect(visible()).toEqual(['dosa', 'dosa', 'wings', 'beer'])
  expect([field.value, veg.checked, clear.closest('[hidden]') !== null]).toEqual(['', false, true])
  for (const stop of stops) stop()
})

it('a category’s name finds its dishes', () => {
  show({ search: 'bar' })
  expect(visible()).toEqual(['beer'])
})

it('the veg filter shows only dishes marked veg', () => {
  show({ vegOnly: true })
  expect(visible()).toEqual(['dosa', 'dosa'])
})

it('a change by the socket is on the row: price, sold out with its + closed, on sale again, and gone', () => {
  dishChanged(dish('wings', 'Chicken Wings', { price: 120, available: false, version: 2 }))
  show()
  const [wings] = rows('wings')
  expect(wings?.className).toContain('off')
  expect(wings?.querySelector('.num')?.textContent).toBe('Rs. 120.00')
  expect(wings?.querySelector('.add')?.getAttribute('aria-disabled')).toBe('true')
  dishChanged(dish('wings', 'Chicken Wings', { price: 120, version: 3 }))
  show()
  expect(wings?.className).not.toContain('off')
  expect(wings?.querySelector('.add')?.hasAttribute('aria-disabled')).toBe(false)
  dishChanged(dish('wings', 'Chicken Wings', { version: 4 }), true)
  show()
  expect(wings?.hidden).toBe(true)
  expect(dishNow('wings')).toBeNull()
})

it('an older change never replaces a newer one, not even when the shared page is fetched again, which may be older', () => {
  dishChanged(dish('beer', 'Beer', { price: 300, version: 9 }))
  dishChanged(dish('beer', 'Beer', { price: 200, version: 8 }))
  showMenu(data())
  show()
  expect(rows('beer')[0]?.querySelector('.num')?.textContent).toBe('Rs. 300.00')
  expect(dishNow('beer')?.price).toBe(300)
})

it('new HTML keeps the typed text, the focus and the places that React fills', () => {
  const before = menu().querySelector('.actions')
  const field = menu().querySelector<HTMLInputElement>('#search')
  if (!field) throw new Error('no search')
  field.value = 'dosa'
  field.focus()
  showMenu({ ...data(), body: BODY.replace('>Beer<', '>Ale<') })
  const after = menu().querySelector<HTMLInputElement>('#search')
  expect(after).not.toBe(field)
  expect(after?.value).toBe('dosa')
  expect(document.activeElement).toBe(after)
  expect(menu().querySelector('.actions')).toBe(before)
})

it('the same page again leaves the document as it is', () => {
  const page = data()
  showMenu(page)
  const [before] = rows('beer')
  showMenu({ ...page })
  expect(rows('beer')[0]).toBe(before)
})

it('a newer page replaces earlier changes from the socket', () => {
  dishChanged(dish('beer', 'Beer', { available: false, version: 13 }))
  show()
  expect(rows('beer')[0]?.classList.contains('off')).toBe(true)
  const newer = data()
  newer.categories[0]!.menuItems[2] = dish('beer', 'Beer', { version: 14 })
  showMenu(newer)
  show()
  expect(rows('beer')[0]?.classList.contains('off')).toBe(false)
})

it('the table’s line follows the phone: another table after a move, none once the visit is over', () => {
  menu().innerHTML =
    '<p class="facts"><span><b data-table hidden></b> <span>Open now</span></span><button data-not-here hidden></button></p>'
  const shown = () => [...menu().querySelectorAll<HTMLElement>('b, button')].map((e) => (e.hidden ? null : e.textContent))
  for (const [number, expected] of [
    ['7', ['Table 7', 'Not Table 7?']],
    ['Roof 2', ['Roof 2', 'Not Roof 2?']],
    [null, [null, null]],
  ] as const) {
    paintTable(menu(), number)
    expect(shown()).toEqual(expected)
  }
})

it('what was told before a page was asked for that is at least as new gives way to it: a countdown leaves the version as it is', () => {
  dishChanged(dish('beer', 'Beer', { remaining: 4, version: 20 }))
  const page = data()
  page.categories[0]!.menuItems[2] = dish('beer', 'Beer', { remaining: 0, version: 20 })
  // A shared page may be 25 s old.
  showMenu(page, Date.now() + 25_000)
  show()
  expect([rows('beer')[0]?.classList.contains('off'), dishNow('beer')?.remaining]).toEqual([false, 4])
  showMenu(page, Date.now() + 25_001)
  show()
  expect([rows('beer')[0]?.classList.contains('off'), dishNow('beer')?.remaining]).toEqual([true, 0])
  // And back on sale, by a page with the same HTML as before.
  page.categories[0]!.menuItems[2] = dish('beer', 'Beer', { remaining: 1, version: 20 })
  showMenu(page, Date.now() + 25_001)
  show()
  expect(rows('beer')[0]?.classList.contains('off')).toBe(false)
})

it('a search doesn’t look at words that every row has, such as "Sold out" and "Rs."', () => {
  expect(['sold', 'out', 'rs', '100'].map((search) => show({ search }))).toEqual([0, 0, 0, 0])
  expect(show({ search: 'dosa' })).toBe(1)
})

it('the + says how many are in the cart', () => {
  const label = () => rows('dosa')[0]?.querySelector('.add')?.getAttribute('aria-label')
  show({ inCart: () => 2 })
  expect(label()).toBe('Add Masala Dosa, 2 in your cart')
  show()
  expect(label()).toBe('Add Masala Dosa')
})

it('a page with the same HTML, as after each portion that is sold, leaves the rows alone; newer HTML leaves the focus where it was', () => {
  const page = data()
  showMenu(page)
  const add = () => menu().querySelector<HTMLElement>('#c-mains [data-item="dosa"] .add')
  const before = add()
  before?.focus()
  showMenu({ ...page, etag: '"sold"' })
  expect([add() === before, document.activeElement === before]).toEqual([true, true])
  showMenu({ ...page, etag: '"new"', body: page.body.replace('Chicken Wings', 'Wings') })
  expect([add() === before, document.activeElement === add()]).toEqual([false, true])
  const chip = () => menu().querySelector<HTMLElement>('.chips a[href="#c-bar"]')
  chip()?.focus()
  showMenu({ ...page, etag: '"newer"' })
  expect(document.activeElement).toBe(chip())
})
