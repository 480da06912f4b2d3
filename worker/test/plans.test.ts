import { expect, it } from 'vitest'
import type { Line } from '#domain/order.ts'
import { all } from '../db/index.ts'
import type { Read } from '../db/reads.ts'
import { type SQL, sql } from '../db/sql.ts'
import type { Context } from '../http/context.ts'
import { carry, deductSale } from '../inventory/ledger.ts'
import { itemsByIds, itemsForSend } from '../menu/store.ts'
import { readPayments } from '../orders/history.ts'
import { testEnv } from './world.ts'

/**
 * What an order needs is found by its ids. SQLite knows nothing of a table's size, so it may choose the index of the restaurant instead and read all dishes, materials or payments
 * that the restaurant has; the answers are the same.
 */

const c = {
  where: { restaurantId: 'r', shard: 'OUTLETS_0' },
  restaurant: { id: 'r', kotSettings: { deductStock: true } },
  by: 'Asha',
  today: '2026-11-21',
  at: '2026-11-21T10:00:00.000Z',
} as unknown as Context
const line = { lineId: 'l', itemId: 'i', variants: [], quantity: 2, status: 'Preparing' } as unknown as Line
const recipe = { menuItemId: 'i', variant: '', ingredients: [{ rawMaterialId: 'm', quantity: 5, unit: 'g' }] }

const found: [string, readonly (SQL | Read<unknown>)[]][] = [
  ['the dishes of a send', [itemsForSend('r', ['i'], ['k'])]],
  ['dishes by their ids', [itemsByIds('r', ['i'])]],
  ['the materials of a sale', deductSale(c, 'o', [line], [recipe])],
  ['the materials of other moves', carry(c, ['k'])],
  ['the payments of a page', [readPayments('r', sql`SELECT id FROM orders WHERE restaurant_id = ${'r'} LIMIT 20`)]],
]

it.each(found)('%s are found by their keys, not among all of the restaurant’s', async (_name, list) => {
  for (const statement of list.flatMap((x) => ('statements' in x ? x.statements : [x]))) {
    const plan = (await all<{ detail: string }>(testEnv.OUTLETS_0, sql`EXPLAIN QUERY PLAN ${statement}`)).map((r) => r.detail)
    expect(
      plan.filter((d) => /^SEARCH (m|menu_items|raw_materials|payments) USING (?!.*\((id|order_id)=\?)/.test(d)),
      plan.join('\n'),
    ).toEqual([])
  }
})
