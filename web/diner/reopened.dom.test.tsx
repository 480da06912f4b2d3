import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '#domain/api/auth.ts'
import { lineOf } from '#domain/ticket.ts'
import { refusal, serve } from '#web/test/dom.tsx'
import { cart } from './cart.ts'
import { take } from './live.ts'
import { leaveSitting, sitDown } from './sitting.ts'
import { burger, order, place, user } from './test/table.ts'

/** What a phone shows that opens its page again after its visit has ended: nothing is left but what it has stored. */
const seat = (who: object = user) => sitDown({ token: 'a.b.guest', user: who as SessionUser }, place)
const account = { ...user, email: 'diner:9876500011', isGuest: undefined }

/** Opens the page, at the table of a printed code if one is given. The server refuses the token that is kept. */
async function reopen([restaurantId, number]: [string, string] | [] = []) {
  vi.resetModules()
  document.body.innerHTML = '<div id="menu"></div>'
  if (restaurantId && number)
    Object.assign(document.getElementById('menu')!.dataset, {
      restaurant: restaurantId,
      name: restaurantId === 'r1' ? 'Smash Yard' : 'Dosa House',
      table: `t${number}`,
      number,
      code: 'q',
    })
  serve(({ path }) => (path.endsWith('/auth/me') ? refusal(401, 'session_expired', 'Session expired') : refusal(404, 'not_found', path)))
  const page = {
    ...(await import('#web/core/session.ts')),
    ...(await import('./menu/document.ts')),
    ...(await import('./end.ts')),
    ...(await import('./place.ts')),
    ...(await import('./sitting.ts')),
    ...(await import('./visit.ts')),
    ...(await import('./cart.ts')),
    ...(await import('#web/core/navigate.ts')),
  }
  page.startMenu()
  page.watchEnd()
  page.startSession()
  await page.verifySession()
  return page
}

describe('a visit that ended while the page was closed, and whose token is refused', () => {
  afterEach(() => localStorage.clear())

  it('a guest who scans the table again is new there, and signed out', async () => {
    await seat()
    take(order())
    const page = await reopen(['r1', '7'])
    expect([page.sessionNow().status, page.keptSitting(), page.placeNow()?.tableId]).toEqual(['out', null, 't7'])
    expect(document.cookie).not.toContain('a.b.guest')
    expect(page.receiptNow()).toMatchObject({ order: { _id: 'o1' }, guestName: 'Ananya', isFinal: false })
  })

  it('a guest who scans the first table again after a move is new there, and not where the order was', async () => {
    await seat()
    take(order({ _id: 'o9' }))
    take(order({ _id: 'o9', version: 2, tableId: 't9', tableNumber: '9' }))
    const page = await reopen(['r1', '7'])
    expect([page.sessionNow().status, page.keptSitting(), page.placeNow()?.tableId]).toEqual(['out', null, 't7'])
  })

  it('a guest who opens the old tab is told so, and keeps the menu', async () => {
    await seat()
    const page = await reopen()
    expect([page.sessionNow().status, page.keptSitting(), page.placeNow()]).toEqual([
      'out',
      null,
      { ...place, tableId: null, tableNumber: null, qrToken: null },
    ])
    expect(page.visit.get().ended?.text).toContain('has ended')
  })

  it('an account whose token has run out is signed out too', async () => {
    await seat(account)
    const page = await reopen(['r1', '7'])
    expect([page.sessionNow().status, page.keptSitting(), page.placeNow()?.tableId]).toEqual(['out', null, 't7'])
    expect(document.cookie).not.toContain('a.b.guest')
  })

  it('a guest without a visit stays on the menu, where nobody asks to sign in', async () => {
    await seat()
    leaveSitting()
    const page = await reopen(['r1', '7'])
    expect([page.sessionNow().status, page.placeNow()?.tableId]).toEqual(['out', 't7'])
  })

  it('an account without a visit, on a scanned menu, is led to the diners’ sign-in, not to the staff’s', async () => {
    await seat(account)
    leaveSitting()
    // Of the person nothing is remembered, only that the token is this page's own.
    const { tail } = JSON.parse(localStorage.getItem('tawa_user') ?? '{}') as { tail: string }
    localStorage.setItem('tawa_user', JSON.stringify({ tail }))
    history.replaceState(null, '', '/t/q')
    vi.useFakeTimers()
    const went = vi.fn<(path: string) => void>()
    const page = await reopen(['r1', '7'])
    page.setNavigator(went)
    await vi.advanceTimersByTimeAsync(1500)
    vi.useRealTimers()
    expect(went.mock.calls[0]?.[0]).toBe('/user/login?token_expired=true')
  })

  it('a guest who scans a table of another restaurant has the receipt of the first under its own name, and sits at the second', async () => {
    await seat()
    take(order())
    cart.add('r1', lineOf(burger))
    cart.begin('r1', () => ({}) as never)
    const page = await reopen(['r2', '3'])
    expect(page.receiptNow()).toMatchObject({ order: { restaurantId: 'r1' }, restaurant: { establishment_name: 'Smash Yard' } })
    expect([page.sessionNow().status, page.placeNow()?.restaurantId, page.placeNow()?.tableId]).toEqual(['out', 'r2', 't3'])
    expect(page.visit.get().ended).toBeNull()
    expect(page.cartNow('r1').unanswered).toBeNull()
  })
})
