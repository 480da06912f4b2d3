import { sql } from 'drizzle-orm'
import { MalformedCsv, parseCsv } from '#domain/csv.ts'
import type { importing as contract } from '#domain/api/menu/importing.ts'
import { invalid } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { menuCsv, type Plan, planImport } from '#domain/menuCsv.ts'
import type { Context } from '../http/context.ts'
import { command } from '../command/command.ts'
import { categories, menuItems, subcategories } from '../db/outlets.ts'
import { read } from '../db/reads.ts'
import { insertMany } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { type Menu, type MenuItem, readMenu } from './store.ts'
import { itemChanged, tellMany, updateMany } from './changes.ts'

/** The menu in the order that a guest reads it: a category's own dishes first, then its subcategories'. */
function inOrder({ categories: places, subcategories: subs, items }: Menu): Menu {
  const [rank, subRank] = [new Map(places.map((p, i) => [p.id, i])), new Map(subs.map((s, i) => [s.id, i]))]
  const order = (i: MenuItem): [number, number] => [
    rank.get(i.categoryId) ?? -1,
    i.subCategoryId === null ? -1 : (subRank.get(i.subCategoryId) ?? -1),
  ]
  return {
    categories: places,
    subcategories: subs,
    items: items.toSorted((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1] || a.position - b.position),
  }
}

/** Throws 422 `malformed_csv`. */
function recordsOf(csv: string): string[][] {
  try {
    return parseCsv(csv)
  } catch (error) {
    if (!(error instanceof MalformedCsv)) throw error
    throw invalid(error.message, [{ path: 'csv', message: error.message }], 'malformed_csv')
  }
}

const answerOf = (plan: Plan<MenuItem>) => ({
  results: plan.results,
  unknownColumns: plan.unknownColumns,
  notInFile: plan.notInFile,
  clearsIngredients: plan.updated.filter(({ prev }) => prev.ingredients.length > 0).length,
  created: plan.created.length,
  updated: plan.updated.length,
  failed: plan.results.filter((r) => !r.ok).length,
})

/** The statements of all rows that are valid, for one batch. */
function statementsOf(c: Context, plan: Plan<MenuItem>, { categories: places, subcategories: subs, items }: Menu) {
  const { restaurantId } = c.where
  const last = (positions: readonly number[]) => positions.reduce((most, p) => Math.max(most, p), -1)
  const categoryNames = new Map([...places, ...plan.categories].map((p) => [p.id, p.name]))
  const subNames = new Map([...subs, ...plan.subcategories].map((s) => [s.id, s.name]))
  const rows = plan.created.map((dish, i) => ({
    ...dish,
    restaurantId,
    remaining: null,
    image: null,
    ingredients: [],
    position: last(items.map((item) => item.position)) + 1 + i,
    version: 1,
    unavailableSince: dish.available ? null : c.at,
  }))
  const parts = <T>(list: readonly T[]) =>
    Array.from({ length: Math.ceil(list.length / 200) }, (_, i) => list.slice(i * 200, (i + 1) * 200))
  /** Breaks when a category or subcategory of the plan has been deleted since. */
  const stand = (table: 'categories' | 'subcategories', ids: readonly string[]) => {
    const distinct = [...new Set(ids)]
    return sql`INSERT INTO guard (version) SELECT NULL WHERE (SELECT count(*) FROM ${sql.identifier(table)} WHERE restaurant_id = ${restaurantId} AND id IN (SELECT value FROM json_each(${JSON.stringify(distinct)}))) <> ${distinct.length}`
  }
  return [
    ...parts(plan.categories.map((p, i) => ({ ...p, restaurantId, position: last(places.map((x) => x.position)) + 1 + i }))).map((part) =>
      insertMany(categories, part),
    ),
    ...parts(plan.subcategories.map((s, i) => ({ ...s, restaurantId, position: last(subs.map((x) => x.position)) + 1 + i }))).map((part) =>
      insertMany(subcategories, part),
    ),
    ...parts(rows).map((part) => insertMany(menuItems, part)),
    stand(
      'categories',
      rows.map((r) => r.categoryId),
    ),
    stand(
      'subcategories',
      rows.flatMap((r) => r.subCategoryId ?? []),
    ),
    ...updateMany(
      c,
      plan.updated.map(({ prev, next }) => ({
        prev,
        // SPEC §5: an update always clears the ingredients.
        next: { ...next, ingredients: [] },
      })),
    ),
    ...tellMany(
      c,
      rows.map((r) =>
        itemChanged(c, {
          ...r,
          categoryName: categoryNames.get(r.categoryId) ?? '',
          subCategoryName: r.subCategoryId === null ? null : (subNames.get(r.subCategoryId) ?? null),
        }),
      ),
    ),
  ]
}

export const importHandlers: Handlers<typeof contract> = {
  'GET /menus/export': async (c) => menuCsv(inOrder(await read(c.db, readMenu(c.where.restaurantId)))),
  'POST /menus/import': async (c, { body }) => {
    const records = recordsOf(body.csv)
    const reads = readMenu(c.where.restaurantId)
    if (body.dryRun) return answerOf(planImport(records, inOrder(await read(c.db, reads)), randomId))
    return command(c, {
      reads,
      decide: (found) => {
        const menu = inOrder(found)
        const plan = planImport(records, menu, randomId)
        const changes = plan.created.length + plan.updated.length > 0
        return { statements: changes ? statementsOf(c, plan, menu) : [], emitsEvents: changes, body: answerOf(plan) }
      },
    })
  },
}
