import { describe, expect, it } from 'vitest'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { newsOf, orderedAt, progressOf, statusOf } from './words.ts'

const line = (lineId: string, status: string, more: Partial<OrderItem> = {}): OrderItem =>
  ({ lineId, itemName: lineId, quantity: 1, status, cancelReason: null, ...more }) as OrderItem
const kot = (items: OrderItem[], more: Partial<Kot> = {}): Kot => ({ kotId: 'k1', sentBy: 'Diner', held: false, items, ...more }) as Kot
const order = (...kots: Kot[]): OrderShape => ({ kots }) as OrderShape

describe('a line’s state in a guest’s words; unknown status reads "Being prepared"', () => {
  it.each([
    ['Preparing', false, 'Being prepared'],
    ['Ready', false, 'Ready'],
    ['Served', false, 'Served'],
    ['Cancelled', true, 'Cancelled'],
    ['In Cart', true, 'Waiting for the staff'],
    ['Flambéed', false, 'Being prepared'],
  ])('%s (held: %s) reads %s', (status, held, word) => {
    expect(statusOf({ status: status as OrderItem['status'] }, { held }).word).toBe(word)
  })
})

it('"since you ordered" counts from the first ticket, also where a merge brought it into a younger order', () => {
  const [older, younger] = ['2026-11-21T14:00:00.000Z', '2026-11-21T14:30:00.000Z']
  expect(orderedAt({ ...order(kot([], { createdAt: younger }), kot([], { createdAt: older })), createdAt: younger })).toBe(older)
  expect(orderedAt({ ...order(), createdAt: younger })).toBe(younger)
})

describe('the headline', () => {
  it('counts portions, without what was cancelled', () => {
    expect(progressOf(order(kot([line('a', 'Served', { quantity: 3 }), line('b', 'Preparing'), line('c', 'Cancelled')])))).toEqual({
      headline: 'Being prepared',
      served: 3,
      portions: 4,
    })
  })
  it.each([
    [[kot([line('a', 'Served')])], 'Everything is served'],
    [[kot([line('a', 'Ready'), line('b', 'Preparing')])], 'Ready to be served'],
    [[kot([line('a', 'In Cart')], { held: true })], 'Waiting for the staff'],
    [[kot([line('a', 'In Cart')], { held: true }), kot([line('b', 'Preparing')])], 'Being prepared'],
    [[kot([line('a', 'Cancelled')])], 'Nothing ordered'],
  ])('%#', (kots, headline) => expect(progressOf(order(...kots)).headline).toBe(headline))
})

describe('what is new in an order', () => {
  const before = order(kot([line('Fries', 'Preparing'), line('Cola', 'Preparing', { quantity: 2 })]))
  it.each([
    ['nothing', before, null],
    ['a state', order(kot([line('Fries', 'Ready'), line('Cola', 'Preparing', { quantity: 2 })])), 'Fries: ready'],
    ['several', order(kot([line('Fries', 'Served'), line('Cola', 'Served', { quantity: 2 })])), 'Fries: served, and 1 more'],
    [
      'what the staff added',
      order(...before.kots, kot([line('Beer', 'Preparing', { quantity: 2 })], { kotId: 'k2', sentBy: '' })),
      'The staff added 2 × Beer',
    ],
    ['what another phone added', order(...before.kots, kot([line('Naan', 'Preparing')], { kotId: 'k2' })), 'Added to your table: Naan'],
    ['what this phone is sending', order(...before.kots, kot([line('Naan', 'Preparing')], { kotId: 'own' })), null],
  ])('%s', (_name, after, text) => expect(newsOf(before, after, 'own')).toBe(text))

  it.each([
    ['with its ticket', order(kot([line('Fries', 'Cancelled')], { held: true }))],
    ['while the rest of its ticket is accepted', order(kot([line('Fries', 'Cancelled')]))],
  ])('says that the staff declined what waited, %s', (_name, after) => {
    expect(newsOf(order(kot([line('Fries', 'In Cart')], { held: true })), after)).toBe('The staff declined Fries')
  })

  it('says of what was accepted that it was cancelled', () => {
    expect(newsOf(before, order(kot([line('Fries', 'Cancelled'), line('Cola', 'Preparing', { quantity: 2 })])))).toBe('Fries: cancelled')
  })

  it('says of some portions of a dish that they were declined', () => {
    const held = order(kot([line('Fries', 'In Cart', { quantity: 2 })], { held: true }))
    expect(newsOf(held, order(kot([line('Fries', 'In Cart'), line('Fries 2', 'Cancelled')], { held: true })))).toBe(
      'The staff declined Fries 2',
    )
  })

  it('says when a ticket that waited was accepted', () => {
    const held = order(kot([line('Fries', 'In Cart')], { held: true }))
    expect(newsOf(held, order(kot([line('Fries', 'Preparing')])))).toBe('Fries: being prepared')
  })
})
