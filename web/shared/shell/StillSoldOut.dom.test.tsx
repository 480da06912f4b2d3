import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { aMenuItem } from '#domain/test/shapes.ts'
import { lineOf } from '#domain/ticket.ts'
import { draftActions } from '#web/shared/order/drafts.ts'
import { mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import StillSoldOut from './StillSoldOut.tsx'

const LONG_AGO = '2020-01-02T10:00:00.000Z'
const off = (name: string, more: Partial<MenuItemShape> = {}) =>
  aMenuItem({ _id: name, name, available: false, unavailableSince: LONG_AGO, ...more })
const restaurant = { timezone: 'Asia/Kolkata', kotSettings: { resetTime: '00:00' } }
const LISTED = 'tawa_still_sold_out:r1'

/** The notice for a menu of these dishes. The server switches dishes on, unless `refused` says why not. */
function open(items: MenuItemShape[], refused: (id: string) => Reply | null = () => null) {
  const dishes = new Map(items.map((one) => [one._id, one]))
  const asked = serve(({ path, method }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant } }
    if (path === '/v1/menus/restaurant') {
      const categories = [{ _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems: [...dishes.values()] }]
      return { status: 200, body: { menu: { categories } } }
    }
    const id = /item\/(.*)\/availability/.exec(path)?.[1] ?? ''
    const dish = dishes.get(id)
    if (method !== 'PATCH' || !dish) return { status: 200, body: {} }
    const said = refused(id)
    if (said) return said
    const item = { ...dish, available: true, unavailableSince: null, version: dish.version + 1 }
    dishes.set(id, item)
    return { status: 200, body: { item } }
  })
  const changed = () => asked.filter((r) => r.method === 'PATCH').map((r) => [/item\/(.*)\/avail/.exec(r.path)?.[1], r.body])
  return { ...mount(<StillSoldOut />), changed }
}
const on = (id: string) => [id, { available: true }]
/** The first one waits for the script of snackbars. */
const notice = (n: string) => screen.findByText(`${n} still sold out from an earlier day`, undefined, { timeout: 4000 })
const noNotice = () => waitFor(() => expect(screen.queryByText(/still sold out from/)).toBeNull())
/** Presses a button by its words. Found without roles, which take jsdom long. */
const press = (name: string) => {
  const found = [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
  if (!found) throw new Error(`no button ${name}`)
  fireEvent.click(found)
}

beforeEach(() => signIn({ role: 'cashier' }))

it('names what is still off from an earlier day, one press each, and closes with the last', async () => {
  const { changed } = open([
    off('Rabri'),
    off('Kheer', { available: true, remaining: 0 }),
    off('Today', { unavailableSince: null }),
    aMenuItem(),
  ])
  await notice('2 dishes')
  expect(screen.queryByRole('dialog')).toBeNull()
  press('Review')
  expect(await screen.findByText(/None left since/)).toBeTruthy()
  expect(screen.queryByText('Today')).toBeNull()
  press('Back on the menu: Kheer')
  await waitFor(() => expect(screen.queryByText('Kheer')).toBeNull())
  expect(changed()).toEqual([on('Kheer')])
  press('Leave off: Rabri')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changed()).toEqual([on('Kheer')])
})

// Dishes of its own: what a test has put back is remembered as newer than the next test’s menu.
it('puts all back at once; a dish that fails stays in the list with a message', async () => {
  const { changed } = open([off('Misal'), off('Puri'), off('Halwa')], (id) =>
    id === 'Halwa' ? refusal(403, 'forbidden', 'The kitchen is closed.') : null,
  )
  await notice('3 dishes')
  press('Review')
  await screen.findByText('Misal')
  press('All back on the menu')
  expect(await screen.findByText('2 dishes are back on the menu')).toBeTruthy()
  expect(await screen.findByText('The kitchen is closed.')).toBeTruthy()
  expect(changed()).toEqual([on('Misal'), on('Puri'), on('Halwa')])
  await waitFor(() => expect(screen.queryByText('Misal')).toBeNull())
  expect(screen.getByText('Halwa')).toBeTruthy()
})

it('is listed once a business day: a press or a dismissal is remembered, yesterday’s is not', async () => {
  localStorage.setItem(LISTED, JSON.stringify('2020-01-05'))
  const first = open([off('Rabri')])
  await notice('1 dish')
  press('Dismiss')
  await noNotice()
  const remembered = localStorage.getItem(LISTED)
  expect(remembered).toMatch(/^"2\d{3}-\d\d-\d\d"$/)
  expect(remembered).not.toBe('"2020-01-05"')
  first.unmount()
  const again = open([off('Rabri')])
  await waitFor(() => expect(again.container).toBeTruthy())
  await act(async () => {
    await Promise.resolve()
  })
  expect(screen.queryByText(/still sold out from/)).toBeNull()
})

it('waits while a ticket is being written, and doesn’t count as shown', async () => {
  const ticket = draftActions('parcel:1')
  act(() => void ticket.add(lineOf(aMenuItem())))
  open([off('Rabri')])
  await noNotice()
  act(() => ticket.clear())
  await notice('1 dish')
  act(() => void ticket.add(lineOf(aMenuItem())))
  await noNotice()
  expect(localStorage.getItem(LISTED)).toBeNull()
})
