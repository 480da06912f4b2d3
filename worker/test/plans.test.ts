import { expect, it } from 'vitest'
import type { Read } from '../db/reads.ts'
import { type SQL, sql } from '../db/sql.ts'
import { carry, deductSale, movedBy } from '../inventory/ledger.ts'
import { itemsByIds, itemsForSend } from '../menu/store.ts'
import { readPayments } from '../orders/history.ts'
import { PLANNED, plansOf } from './plan.ts'

/**
 * What an order needs is found by its ids. SQLite knows nothing of a table's size, so it may choose the index of the restaurant instead and read all dishes,
 * materials or payments that the restaurant has; the answers are the same.
 */

const { c, line, recipe } = PLANNED

const found: [string, readonly (SQL | Read<unknown>)[]][] = [
  ['the dishes of a send', [itemsForSend('r', ['i'], ['k'])]],
  ['dishes by their ids', [itemsByIds('r', ['i'])]],
  ['the materials of a sale', deductSale(c, 'o', [line], [recipe])],
  ['the materials of other moves', carry(c, movedBy(c, ['k']))],
  ['the payments of a page', [readPayments('r', sql`SELECT id FROM orders WHERE restaurant_id = ${'r'} LIMIT 20`)]],
]

it.each(found)('%s are found by their keys, not among all of the restaurant’s', async (_name, list) => {
  for (const plan of await plansOf(list)) {
    expect(
      plan.filter((d) => /^SEARCH (m|menu_items|raw_materials|payments) USING (?!.*\((id|order_id)=\?)/.test(d)),
      plan.join('\n'),
    ).toEqual([])
  }
})
