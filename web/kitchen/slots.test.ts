import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { ItemStatus } from '#domain/order.ts'
import { at, item, kot, order } from './testOrders.ts'
import { openTickets, type Slots, step, type Step, undoSeconds } from './slots.ts'
import { ticketsOf } from './tickets.ts'

const T0 = Date.parse(at(0))
const EMPTY: Slots = new Map()

/** A board with tickets `a` and `b`, of two lines each. */
const lines: Record<string, ItemStatus> = {}
function orders(changes: Record<string, ItemStatus> = {}): OrderShape[] {
  return ['a', 'b'].map((id, n) =>
    order({
      _id: id,
      kots: [
        kot({
          kotId: id,
          kotNumber: n + 1,
          createdAt: at(9 - n),
          items: [1, 2].map((i) => item({ lineId: `${id}${i}`, status: { ...lines, ...changes }[`${id}${i}`] ?? 'Preparing' })),
        }),
      ],
    }),
  )
}
const ready = { a1: 'Ready', a2: 'Ready' } as const
const tickets = (changes: Record<string, ItemStatus> = {}, seen: string[] = [], cleared: string[] = []) =>
  ticketsOf(orders(changes), { acknowledged: new Set(seen), cleared: new Set(cleared) })
const phases = (slots: Slots) => Object.fromEntries([...slots].map(([id, s]) => [id, s.phase]))
const go = (slots: Slots, changes: Record<string, ItemStatus>, ms: number, more: Partial<Step> = {}) =>
  step(slots, tickets(changes), { now: T0 + ms, ...more })

describe('a ticket on the board', () => {
  it('is open until bumped, green with Undo for 10 s, an empty gap for 2 s, then removed', () => {
    let slots = step(EMPTY, tickets(), { now: T0, first: true })
    expect(phases(slots)).toEqual({ a: 'open', b: 'open' })
    slots = go(slots, ready, 1000)
    expect(phases(slots)).toEqual({ a: 'ready', b: 'open' })
    expect(slots.get('a')!.finished.lineIds).toEqual(['a1', 'a2'])
    expect(undoSeconds(slots.get('a')!, T0 + 3500)).toBe(8)
    slots = go(slots, ready, 10_900)
    expect(phases(slots).a).toBe('ready')
    slots = go(slots, ready, 11_000)
    expect(phases(slots).a).toBe('gap')
    slots = go(slots, ready, 12_900)
    expect(phases(slots).a).toBe('gap')
    slots = go(slots, ready, 13_000)
    expect(phases(slots)).toEqual({ b: 'open' })
  })

  it('recalled in time is open again in its place, whoever recalled it', () => {
    let slots = step(EMPTY, tickets(), { now: T0, first: true })
    slots = go(slots, ready, 1000)
    slots = go(slots, {}, 5000)
    expect(phases(slots)).toEqual({ a: 'open', b: 'open' })
    expect([...slots.keys()]).toEqual(['a', 'b'])
    expect(slots.get('a')!.arrivedAt).toBeNull()
    slots = go(slots, ready, 6000)
    slots = go(slots, ready, 16_500)
    expect(phases(slots).a).toBe('gap')
    expect(phases(go(slots, {}, 17_000)).a).toBe('open')
  })

  it('stays open when one of its items is ready, and Undo after the last item takes back only that item', () => {
    let slots = step(EMPTY, tickets(), { now: T0, first: true })
    slots = go(slots, { a1: 'Ready' }, 1000)
    expect(phases(slots).a).toBe('open')
    slots = go(slots, ready, 2000)
    expect(slots.get('a')!.finished.lineIds).toEqual(['a2'])
  })

  it('is new only if it arrived while the board was open', () => {
    const [first, second] = orders()
    let slots = step(EMPTY, ticketsOf([first!]), { now: T0, first: true })
    slots = step(slots, ticketsOf([first!, second!]), { now: T0 + 1000 })
    expect(slots.get('a')!.arrivedAt).toBeNull()
    expect(slots.get('b')!.arrivedAt).toBe(T0 + 1000)
  })

  it('that was bumped before the board was opened is not shown', () => {
    expect(phases(step(EMPTY, tickets(ready), { now: T0, first: true }))).toEqual({ b: 'open' })
  })

  it('stays while its bump is not synced, even after a reload', () => {
    const unsynced = new Set(['a'])
    let slots = step(EMPTY, tickets(), { now: T0, first: true })
    slots = go(slots, ready, 1000, { unsynced })
    slots = go(slots, ready, 60_000, { unsynced })
    expect(phases(slots).a).toBe('ready')
    expect(undoSeconds(slots.get('a')!, T0 + 60_000)).toBe(0)
    expect(phases(go(slots, ready, 60_100)).a).toBe('gap')
    expect(phases(step(EMPTY, tickets(ready), { now: T0, first: true, unsynced }))).toEqual({ a: 'ready', b: 'open' })
  })

  it('with a cancelled line waits for the OK, and Undo shows the cancellation again', () => {
    let slots = step(EMPTY, tickets(), { now: T0, first: true })
    const state = { a1: 'Ready', a2: 'Cancelled' } as const
    slots = go(slots, state, 1000)
    expect(phases(slots).a).toBe('open')
    slots = step(slots, tickets(state, ['a2']), { now: T0 + 2000 })
    expect(phases(slots).a).toBe('ready')
    expect(slots.get('a')!.finished).toEqual({ lineIds: [], seen: ['a2'] })
    expect(phases(go(slots, state, 3000)).a).toBe('open')
  })

  it('with only cancelled lines becomes a gap when they are acknowledged', () => {
    const state = { a1: 'Cancelled', a2: 'Cancelled' } as const
    let slots = step(EMPTY, tickets(), { now: T0, first: true })
    slots = go(slots, state, 1000)
    expect(phases(slots).a).toBe('open')
    for (const ms of [2000, 3000]) slots = step(slots, tickets(state, ['a1', 'a2']), { now: T0 + ms })
    expect(phases(slots).a).toBe('gap')
    slots = step(slots, tickets(state, ['a1', 'a2']), { now: T0 + 5000 })
    expect(phases(slots)).toEqual({ b: 'open' })
  })

  it('with only cancelled lines has Undo for 10 s when they are cleared', () => {
    const state = { a1: 'Cancelled', a2: 'Cancelled' } as const
    const all = ['a1', 'a2']
    let slots = go(step(EMPTY, tickets(), { now: T0, first: true }), state, 1000)
    slots = step(slots, tickets(state, ['a1'], ['a1']), { now: T0 + 2000 })
    expect(phases(slots).a).toBe('open')
    slots = step(slots, tickets(state, all, all), { now: T0 + 3000 })
    expect(phases(slots).a).toBe('ready')
    expect(slots.get('a')!.finished).toEqual({ lineIds: [], seen: ['a2'] })
    expect(phases(step(slots, tickets(state, ['a1'], ['a1']), { now: T0 + 4000 })).a).toBe('open')
    slots = step(slots, tickets(state, all, all), { now: T0 + 13_000 })
    expect(phases(slots).a).toBe('gap')
    expect(phases(step(slots, tickets(state, all), { now: T0 + 15_000 }))).toEqual({ b: 'open' })
  })

  it('cancelled while the board was closed is shown if that was recent, or the ticket was on this board', () => {
    const news = (minutes: number, prepared = false) => [
      order({
        kots: [kot({ kotId: 'x', items: [item({ status: 'Cancelled', statusAt: at(minutes), prepared }), item({ status: 'Served' })] })],
      }),
    ]
    const shown = (o: OrderShape[], watched?: Set<string>) => step(EMPTY, ticketsOf(o), { now: T0, first: true, watched }).size
    expect(shown(news(5))).toBe(1)
    expect(shown(news(45))).toBe(0)
    expect(shown(news(5, true))).toBe(0)
    expect(shown(news(45), new Set(['x']))).toBe(1)
  })

  it('stays in place when its order leaves the list for a moment, as during a merge', () => {
    const all = tickets()
    let slots = step(EMPTY, all, { now: T0, first: true })
    slots = step(slots, [all[1]!], { now: T0 + 100 })
    expect(phases(slots)).toEqual({ a: 'open', b: 'open' })
    slots = step(slots, all, { now: T0 + 200 })
    expect(slots.get('a')!.lostAt).toBeNull()
    for (const ms of [1000, 2000]) slots = step(slots, [all[1]!], { now: T0 + ms })
    expect(phases(slots)).toEqual({ a: 'gap', b: 'open' })
  })

  it('keeps the same map when nothing changed', () => {
    const all = tickets()
    const slots = step(EMPTY, all, { now: T0, first: true })
    expect(step(slots, all, { now: T0 + 5000 })).toBe(slots)
  })

  it('counts as open until it is bumped', () => {
    const slots = go(step(EMPTY, tickets(), { now: T0, first: true }), ready, 1000)
    expect(openTickets(slots).map((t) => t.kotId)).toEqual(['b'])
  })

  it('does not count as open when all of it was cancelled: nothing is to be cooked, and it is not late', () => {
    const slots = go(step(EMPTY, tickets(), { now: T0, first: true }), { a1: 'Cancelled', a2: 'Cancelled' }, 1000)
    expect(phases(slots).a).toBe('open')
    expect(openTickets(slots).map((t) => t.kotId)).toEqual(['b'])
  })

  it('does not count as open when its other lines are ready: only its cancelled ones wait for their OK', () => {
    const slots = go(step(EMPTY, tickets(), { now: T0, first: true }), { a1: 'Ready', a2: 'Cancelled' }, 1000)
    expect(phases(slots).a).toBe('open')
    expect(openTickets(slots).map((t) => t.kotId)).toEqual(['b'])
  })
})

describe('a ticket whose order moves to another table', () => {
  it('says for a minute where it was', () => {
    const at = (tableNumber: string) =>
      ticketsOf([order({ _id: 'm', tableNumber, kots: [kot({ kotId: 'm', items: [item({ lineId: 'm1' })] })] })])
    const from = (slots: Slots) => slots.get('m')?.moved?.from ?? null
    let slots = step(EMPTY, at('7'), { now: T0, first: true })
    expect(from(slots)).toBeNull()
    slots = step(slots, at('9'), { now: T0 + 1000 })
    expect(from(slots)).toBe('T7')
    slots = step(slots, at('9'), { now: T0 + 60_000 })
    expect(from(slots)).toBe('T7')
    slots = step(slots, at('9'), { now: T0 + 61_000 })
    expect(from(slots)).toBeNull()
  })
})
