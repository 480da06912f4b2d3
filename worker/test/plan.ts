import type { Line } from '#domain/order.ts'
import { all } from '../db/index.ts'
import type { Read } from '../db/reads.ts'
import { type SQL, sql } from '../db/sql.ts'
import type { Context } from '../http/context.ts'
import { testEnv } from './world.ts'

/** A command's context, a sold line and its recipe: enough to make statements whose plans a test reads. They are never run. */
export const PLANNED = {
  c: {
    where: { restaurantId: 'r', shard: 'OUTLETS_0' },
    restaurant: { id: 'r', kotSettings: { deductStock: true } },
    by: 'Asha',
    today: '2026-11-21',
    at: '2026-11-21T10:00:00.000Z',
  } as unknown as Context,
  line: { lineId: 'l', itemId: 'i', variants: [], quantity: 2, status: 'Preparing' } as unknown as Line,
  recipe: { menuItemId: 'i', variant: '', ingredients: [{ rawMaterialId: 'm', quantity: 5, unit: 'g' }] },
}

/** How SQLite would run each statement: one list of steps for each. */
export function plansOf(list: readonly (SQL | Read<unknown>)[]): Promise<string[][]> {
  const statements = list.flatMap((x) => ('statements' in x ? x.statements : [x]))
  return Promise.all(
    statements.map(async (statement) =>
      (await all<{ detail: string }>(testEnv.OUTLETS_0, sql`EXPLAIN QUERY PLAN ${statement}`)).map(({ detail }) => detail),
    ),
  )
}
