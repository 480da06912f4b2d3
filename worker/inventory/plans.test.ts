import { sql, type SQL } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Order } from '#domain/order.ts'
import type { Read } from '../db/reads.ts'
import { itemsForSend } from '../menu/store.ts'
import { PLANNED, plansOf } from '../test/plan.ts'
import { book, carry, deductSale, movedBy, newLot, settleCancelled, takeFromLots } from './ledger.ts'
import { sorted } from './sorting.ts'
import {
  countLots,
  readLowStock,
  materialNow,
  readConversions,
  readLots,
  readLotsById,
  readMaterial,
  readMaterials,
  hasMove,
  readMoves,
  SOONEST,
} from './store.ts'

const { c, line, recipe } = PLANNED
const order = (status: string, prepared: boolean) =>
  ({ id: 'o', orderStatus: 'pending', tickets: [{ lines: [{ ...line, status, prepared }] }] }) as unknown as Order

const statements: [string, (SQL | Read<unknown>)[]][] = [
  ['a sale', deductSale(c, 'o', [line], [recipe])],
  [
    'a cancellation',
    [
      ...settleCancelled(c, order('Preparing', false), order('Cancelled', false)),
      ...settleCancelled(c, order('Ready', false), order('Cancelled', true)),
    ],
  ],
  [
    'a purchase',
    [
      ...book(c, [{ key: 'k', rawMaterialId: 'm', kind: 'purchase', delta: 5 }]),
      ...newLot(c, { id: 's', rawMaterialId: 'm', quantity: 5 }),
      ...carry(c, movedBy(c, ['k'])),
    ],
  ],
  ['taking out', takeFromLots(c, movedBy(c, ['k']))],
  ['a send’s dishes with their recipes', [itemsForSend('r', ['i'], ['k'])]],
  [
    'lists',
    [
      readMaterials('r'),
      readMaterial('r', 'm'),
      readLots('r'),
      readLots('r', sql`s.raw_material_id = ${'m'}`),
      countLots('r', sql`true`),
      readConversions('r'),
      readLowStock('r'),
      sql`SELECT ${materialNow('r', 'm')}`,
    ],
  ],
  ['the ledger', [readMoves('r', 'm', 51), readMoves('r', 'm', 51, 'sale-l'), hasMove('r', 'm', 'sale-l')]],
  ['one lot', [readLotsById('r', ['s'])]],
  [
    'sorted',
    [readLots('r', sql`true`, sorted({ stockQuantity: sql`s.quantity` }, { sort: 'stockQuantity', order: 'desc' }, SOONEST, sql`s.id`))],
  ],
]

/** Temporary results of a statement, not tables. */
const OF_THE_COMMAND = new Set([
  ...['moved', 'drawn', 'taken', 'lot', 'given', 'reaching', 'asked', 'placed', 'resting', 'filled'],
  ...['dishes', 'uses'],
])

/** Used-up lots, moves, lines and tickets grow for ever: each is found by an index, and lots that are used up by no read at all. */
it.each(statements)('%s never scans a whole table', async (_name, list) => {
  for (const plan of await plansOf(list)) {
    const scans = plan.filter((d) => /^SCAN (?!.* VIRTUAL TABLE|CONSTANT|\()/.test(d) && !OF_THE_COMMAND.has(d.split(' ')[1] ?? ''))
    expect(scans, plan.join('\n')).toEqual([])
    const walked = plan.filter(
      (d) =>
        /SEARCH (s|x|b|k|l|stocks|stock_moves) USING/.test(d) &&
        !/\((row|line_)?id=\?\)|key=\?|stocks_left|raw_material_id=\?|kot_id=\?|order_id=\?/.test(d),
    )
    expect(walked, plan.join('\n')).toEqual([])
  }
})
