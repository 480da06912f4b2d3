import { describe, expect, it } from 'vitest'
import { compile, sql } from '../db/sql.ts'
import { type OutEvent, outbox } from './events.ts'

/** An event of a dish, with so many values that the batch alone knows. */
const event = (id: string, fills = 0): OutEvent =>
  ({
    event: 'menuItemUpdated',
    tableId: '*',
    data: { item: { _id: id } },
    fill: Object.fromEntries(Array.from({ length: fills }, (_, n) => [`$.item.f${n}`, sql`${n}`])),
  }) as unknown as OutEvent

const written = (events: readonly OutEvent[]) => outbox('r', events, '2026-11-26T12:00:00.000Z').map(compile)
/** The dishes that each statement writes. */
const dishes = (events: readonly OutEvent[]) =>
  written(events)
    .slice(1)
    .map(({ params }) => params.flatMap((p) => /^\{"item":\{"_id":"(.+?)"/.exec(String(p))?.[1] ?? []))

describe('outbox', () => {
  it('writes nothing for no event', () => {
    expect(outbox('r', [], '')).toEqual([])
  })

  it('raises the counter once and writes a send’s events with one statement', () => {
    const [counter, rows, ...more] = written([event('a'), event('b', 3)])
    expect([counter?.params, more]).toEqual([['r', 2], []])
    expect(dishes([event('a'), event('b', 3)])).toEqual([['a', 'b']])
    expect(rows?.text.match(/\?/g)).toHaveLength(rows?.params.length ?? 0)
  })

  it('keeps the order of 400 events, and each statement within the 100 values that D1 takes', () => {
    const ids = Array.from({ length: 400 }, (_, n) => `d${n}`)
    const events = ids.map((id, n) => event(id, n % 7))
    expect(dishes(events).flat()).toEqual(ids)
    expect(written(events).length).toBeLessThan(80)
    expect(Math.max(...written(events).map(({ params }) => params.length))).toBeLessThanOrEqual(100)
  })

  it('gives an event that fills a statement a statement of its own', () => {
    expect(dishes([event('a'), event('b', 45), event('c')])).toEqual([['a'], ['b'], ['c']])
  })
})
