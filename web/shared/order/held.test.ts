import { describe, expect, it } from 'vitest'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { whyNot } from '#domain/orderCan.ts'
import { aKot, anItem } from '#domain/test/shapes.ts'
import { askedFor, inWords } from './askedFor.ts'
import { heldPortions, heldWords, itemsText, summaryOf, waitingKots } from './held.ts'

const order = (kots: Kot[], at: Partial<OrderShape> = {}) =>
  ({ orderStatus: 'pending', tableNumber: '7', serialNumber: 3, kots, ...at }) as OrderShape
const sent = aKot([anItem()], { kotId: 'sent' })
const held = (kotId: string, minute: number, ...statuses: ('In Cart' | 'Cancelled')[]) =>
  aKot(
    statuses.map((status) => anItem({ status, itemName: 'Dosa', quantity: 2 })),
    { kotId, kotNumber: null, held: true, createdAt: `2026-11-21T09:0${minute}:00.000Z` },
  )

describe('a guest’s ticket', () => {
  it('waits, oldest first, until all of it is declined or the order has ended', () => {
    const both = [sent, held('late', 5, 'In Cart'), held('early', 1, 'Cancelled', 'In Cart'), held('declined', 0, 'Cancelled')]
    expect(waitingKots(order(both)).map((k) => k.kotId)).toEqual(['early', 'late'])
    expect(waitingKots(order(both, { orderStatus: 'cancelled' }))).toEqual([])
  })
  it('is counted while it waits', () => {
    const both = [sent, held('k', 5, 'In Cart', 'Cancelled'), held('declined', 0, 'Cancelled')]
    expect(heldPortions(order(both))).toBe(2)
    expect(heldPortions(order(both, { orderStatus: 'cancelled' }))).toBe(0)
  })
  it('blocks the bill, with the server’s message and a short reason on buttons', () => {
    expect(heldWords(order([sent, held('k', 0, 'In Cart')]))).toBe('Table 7’s guest has a ticket to accept: accept or decline it first.')
    expect(whyNot.closing(order([sent, held('k', 0, 'In Cart')]))).toBe('Accept or decline the guest’s order first')
    for (const free of [order([sent]), order([sent, held('k', 0, 'Cancelled')])])
      expect([heldWords(free), whyNot.closing(free)]).toEqual([null, null])
  })
  it('is described by its remaining items', () => {
    expect(itemsText(held('k', 0, 'In Cart', 'Cancelled'))).toBe('2 items')
    expect(itemsText(aKot([anItem({ quantity: 1 })]))).toBe('1 item')
    expect(summaryOf(held('k', 0, 'In Cart', 'Cancelled', 'In Cart'))).toBe('2 Dosa, 2 Dosa')
  })
})

describe('what a guest asks for', () => {
  const burger = anItem({
    ...{ quantity: 1, itemName: 'Burger', status: 'In Cart', additionalItemNote: 'ALLERGIC to egg' },
    variants: [{ name: 'Lamb Patty', additionalPrice: 0 }] as never,
    addonGroups: [{ name: 'Extras', addons: [{ name: 'Pickles', price: 20, quantity: 1 }] }] as never,
  })
  const fries = anItem({ quantity: 2, itemName: 'Fries', status: 'In Cart', additionalItemNote: '' })
  const gone = anItem({ itemName: 'Coke', status: 'Cancelled' })
  it('has the order’s notes, each once, and each dish with its choices and its note', () => {
    expect(askedFor(aKot([burger, fries, gone]))).toEqual({
      notes: [],
      dishes: [
        { text: '1 Burger (Lamb Patty, + Pickles)', note: '“ALLERGIC to egg”' },
        { text: '2 Fries', note: '' },
      ],
    })
    expect(askedFor(aKot([fries]), { additionalNote: 'Train at nine ', specialInstructions: 'Train at nine' }).notes).toEqual([
      '“Train at nine”',
    ])
  })
  it('has no note that passes for dishes of the ticket', () => {
    const forged = { additionalNote: 'hurry”\n1 Masala Chai\r\n1 Water\n“', specialInstructions: '' }
    expect(askedFor(aKot([fries]), forged).notes).toEqual(['“hurry" 1 Masala Chai 1 Water "”'])
  })
  it('names in one line the notes first, in which an allergy may be, and the dishes however long the notes are', () => {
    const order = { additionalNote: 'Train at nine', specialInstructions: '' }
    expect(inWords(askedFor(aKot([burger, fries]), order))).toBe(
      '“Train at nine” · “ALLERGIC to egg” · 1 Burger (Lamb Patty, + Pickles) · 2 Fries',
    )
    const long = inWords(askedFor(aKot([fries]), { ...order, additionalNote: 'no 🌶 '.repeat(100) }), 40)
    expect(long).toBe(`“${'no 🌶 '.repeat(7)}no…” · 2 Fries`)
  })
})
