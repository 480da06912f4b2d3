import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { lineOf } from '#domain/ticket.ts'
import { aMenuItem as dish, aWrittenOffer } from '#domain/test/shapes.ts'
import { fakeStorage } from '#web/test/storage.ts'

const storage = fakeStorage()
type Module = typeof import('./cart.ts')
let here: Module
/** The page opened again: nothing is left but what is stored on the phone. */
async function reload(): Promise<void> {
  vi.resetModules()
  here = await import('./cart.ts')
}

const R = 'r1'
const naan = dish({ _id: 'naan', name: 'Naan', price: 40 })
const dal = dish({
  _id: 'dal',
  name: 'Dal',
  price: 200,
  variants: [
    { name: 'Half', additionalPrice: 0 },
    { name: 'Full', additionalPrice: 90 },
  ],
})
const lines = () =>
  here
    .cartNow(R)
    .draft?.lines.map(
      (l) => `${l.quantity} ${[l.itemName, ...l.variants.map((v) => v.name), l.additionalItemNote].filter(Boolean).join(' ')}`,
    ) ?? []
const send = () => here.cart.begin(R, (draft) => here.orderBody(here.cartNow(R), draft, { restaurantId: R, tableId: 't7' }))

beforeEach(async () => {
  storage.clear()
  vi.useRealTimers()
  await reload()
})

describe('the cart', () => {
  it('counts the same dish with the same choices and note as one line, and others as lines of their own', () => {
    here.cart.add(R, lineOf(naan))
    here.cart.add(R, lineOf(naan))
    here.cart.add(R, lineOf(naan, { note: 'no butter' }))
    here.cart.add(R, lineOf(dal, { variant: 'Half' }))
    here.cart.add(R, lineOf(dal, { variant: 'Full' }))
    expect(lines()).toEqual(['2 Naan', '1 Naan no butter', '1 Dal Half', '1 Dal Full'])
    expect([here.inCart(here.cartNow(R), 'naan'), here.cartCount(here.cartNow(R))]).toEqual([3, 5])
  })

  it('is of one restaurant, and is still there after a reload', async () => {
    here.cart.add(R, lineOf(naan, { quantity: 2 }))
    here.cart.note(R, 'Birthday')
    here.cart.add('r2', lineOf(dal, { variant: 'Half' }))
    await reload()
    expect(lines()).toEqual(['2 Naan'])
    expect(here.cartNow(R).note).toBe('Birthday')
    here.cart.clear(R)
    await reload()
    expect([lines(), here.cartCount(here.cartNow('r2'))]).toEqual([[], 1])
  })

  it('is empty again when nobody touched it for six hours', async () => {
    here.cart.add(R, lineOf(naan))
    const { updatedAt } = here.cartNow(R)
    vi.useFakeTimers({ now: Date.parse(updatedAt) + 6 * 3_600_000 - 1 })
    await reload()
    expect(lines()).toEqual(['1 Naan'])
    vi.setSystemTime(Date.parse(updatedAt) + 6 * 3_600_000)
    await reload()
    expect(lines()).toEqual([])
  })

  it('loses the line with its last portion, and all lines of a dish that can’t be sold', () => {
    here.cart.add(R, lineOf(naan))
    here.cart.add(R, lineOf(naan, { note: 'no butter' }))
    here.cart.add(R, lineOf(dal, { variant: 'Half' }))
    here.cart.less(R, here.cartNow(R).draft!.lines[0]!.key)
    expect(lines()).toEqual(['1 Naan no butter', '1 Dal Half'])
    here.cart.removeDishes(R, ['naan'])
    expect(lines()).toEqual(['1 Dal Half'])
  })
})

describe('an order without an answer', () => {
  it('is sent again as it was, with its key, also after a reload and although the cart has changed', async () => {
    here.cart.add(R, lineOf(naan))
    here.cart.note(R, 'Birthday')
    const first = send()
    await reload()
    here.cart.add(R, lineOf(naan))
    here.cart.note(R, 'No hurry')
    expect(send()).toEqual(first)
    expect(first?.order.kots[0]?.items).toMatchObject([{ _id: 'naan', quantity: 1 }])
  })

  it('once it has arrived, leaves only what was added since, as another ticket', () => {
    here.cart.add(R, lineOf(naan))
    const sent = send()!
    here.cart.add(R, lineOf(naan))
    here.cart.add(R, lineOf(dal, { variant: 'Half' }))
    here.cart.arrived(R, sent)
    expect(lines()).toEqual(['1 Naan', '1 Dal Half'])
    const next = send()!
    expect(next.key).not.toBe(sent.key)
    expect(next.draft.kotId).not.toBe(sent.draft.kotId)
  })

  it('once it has arrived, leaves a note and an offer that were not sent with it', () => {
    here.cart.add(R, lineOf(naan))
    here.cart.note(R, ' Birthday ')
    here.cart.offer(R, { id: 'o1' })
    const sent = send()!
    here.cart.note(R, 'No peanuts')
    here.cart.offer(R, { id: 'o2' })
    here.cart.arrived(R, sent)
    expect(here.cartNow(R)).toMatchObject({ draft: null, note: 'No peanuts', offer: { id: 'o2' } })
  })

  it.each([{ id: 'o1' }, { code: 'YARD100', offer: aWrittenOffer('Yard') }])(
    'once it has arrived, takes the note and the offer with it that it was sent with: %j',
    (offer) => {
      here.cart.add(R, lineOf(naan))
      here.cart.note(R, ' Birthday ')
      here.cart.offer(R, offer)
      here.cart.arrived(R, send()!)
      expect(here.cartNow(R)).toMatchObject({ draft: null, note: '', offer: null })
    },
  )

  it('is known to have arrived when the table’s order has its ticket', () => {
    here.cart.add(R, lineOf(naan))
    const { draft } = send()!
    const order = (kotId: string) => ({ kots: [{ kotId }] }) as unknown as OrderShape
    expect(here.settleArrived(R, order('another'))).toBe(false)
    expect(lines()).toEqual(['1 Naan'])
    expect(here.settleArrived(R, order(draft.kotId))).toBe(true)
    expect([lines(), here.cartNow(R).unanswered]).toEqual([[], null])
  })

  it('that was refused is no longer the same order: the next one has a key of its own', () => {
    here.cart.add(R, lineOf(naan))
    const refused = send()!
    here.cart.refused(R)
    expect(lines()).toEqual(['1 Naan'])
    expect(send()!.key).not.toBe(refused.key)
  })

  it('whose visit has ended becomes another ticket, with all that is in the cart', () => {
    here.cart.add(R, lineOf(naan))
    const before = send()!
    here.cart.add(R, lineOf(naan))
    here.cart.renew(R)
    expect([lines(), here.cartNow(R).unanswered]).toEqual([['2 Naan'], null])
    const next = send()!
    expect([next.key === before.key, next.draft.kotId === before.draft.kotId]).toEqual([false, false])
    here.cart.clear(R)
    here.cart.renew(R)
    expect(here.cartNow(R).draft).toBeNull()
  })
})

describe('the order that is sent', () => {
  it('has ids and choices, the note and the offer, and no price', () => {
    here.cart.add(R, lineOf(dal, { variant: 'Full', quantity: 2, note: 'less salt' }))
    here.cart.note(R, '  Birthday ')
    here.cart.offer(R, { code: 'YARD100', offer: aWrittenOffer('Yard') })
    const { order } = send()!
    expect(order).toMatchObject({ restaurantId: R, tableId: 't7', orderType: 'Dine In', additionalNote: 'Birthday', offerCode: 'YARD100' })
    expect(order.kots[0]?.items).toEqual([
      { _id: 'dal', quantity: 2, variants: [{ name: 'Full' }], addonGroups: [], additionalItemNote: 'less salt' },
    ])
    here.cart.refused(R)
    here.cart.offer(R, { id: 'o1' })
    expect(send()!.order).toMatchObject({ offerId: 'o1' })
  })
})
