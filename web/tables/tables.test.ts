import { describe, expect, test } from 'vitest'
import { aKot, anItem } from '#domain/test/shapes.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { summaryOf } from '#web/shared/order/held.ts'
import { nextBox } from './arrows.ts'
import { waits } from '#web/shared/order/held.ts'
import { inOrder, isDone } from './kots.ts'
import { news } from './news.ts'

const entry = (label: string, ready: number) => ({ table: { _id: label }, label, state: { ready } }) as unknown as FloorTable

describe('news of the floor', () => {
  test('is empty at first', () => expect(news(null, [entry('T1', 2)])).toBe(''))
  test('names what became ready', () =>
    expect(news([entry('T1', 1), entry('T2', 3), entry('T3', 0)], [entry('T1', 2), entry('T2', 1), entry('T3', 0)])).toBe('T1: 2 ready.'))
})

describe('arrows', () => {
  // Two rows of three, then a row of two.
  const boxes = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({ left: (i % 3) * 160, top: Math.floor(i / 3) * 120, width: 150, height: 112 }))
  test.each([
    [0, 'ArrowRight', 1],
    [2, 'ArrowRight', -1],
    [4, 'ArrowLeft', 3],
    [1, 'ArrowDown', 4],
    [5, 'ArrowDown', 7],
    [7, 'ArrowUp', 4],
    [0, 'ArrowUp', -1],
    [9, 'ArrowUp', -1],
  ] as const)('from %i %s to %i', (from, key, to) => expect(nextBox(boxes, from, key)).toBe(to))
})

describe('KOTs in the drawer', () => {
  const at = (time: string) => ({ createdAt: time, sentAt: time })
  test('held first, then those in progress, the oldest on top, then the finished ones', () => {
    const old = aKot([anItem({ status: 'Preparing' })], at('2026-11-21T10:00:00.000Z'))
    const recent = aKot([anItem({ status: 'Ready' })], at('2026-11-21T11:00:00.000Z'))
    const served = aKot([anItem({ status: 'Served' })], at('2026-11-21T12:00:00.000Z'))
    const held = aKot([anItem({ status: 'In Cart' })], { ...at('2026-11-21T09:00:00.000Z'), held: true })
    expect(inOrder([served, old, held, recent])).toEqual([held, old, recent, served])
  })
  test('a declined ticket is done: it no longer waits and is below those in progress', () => {
    const declined = aKot([anItem({ status: 'Cancelled' })], { ...at('2026-11-21T12:00:00.000Z'), held: true })
    const cooking = aKot([anItem({ status: 'Preparing' })], at('2026-11-21T10:00:00.000Z'))
    expect([waits(declined), isDone(declined)]).toEqual([false, true])
    expect(inOrder([declined, cooking])).toEqual([cooking, declined])
  })
  test('a KOT is done when every line is served or cancelled', () => {
    expect(isDone(aKot([anItem({ status: 'Served' }), anItem({ status: 'Cancelled' })]))).toBe(true)
    expect(isDone(aKot([anItem({ status: 'Served' }), anItem({ status: 'Ready' })]))).toBe(false)
  })
  test('its summary leaves out cancelled lines', () =>
    expect(
      summaryOf(
        aKot([
          anItem({ quantity: 2, itemName: 'Burger' }),
          anItem({ itemName: 'Coke', status: 'Cancelled' }),
          anItem({ quantity: 1, itemName: 'Fries' }),
        ]),
      ),
    ).toBe('2 Burger, 1 Fries'))
})
