import { MalformedCsv, parseCsv } from '#domain/csv.ts'
import type { importing as contract } from '#domain/api/menu/importing.ts'
import { conflict, invalid } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { recipesGone } from '#domain/menuWrite.ts'
import { menuCsv, type Plan, planImport } from '#domain/menuCsv.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { command } from '../command/command.ts'
import { read } from '../db/reads.ts'
import type { Handlers } from '../http/implement.ts'
import { type Menu, type MenuItem, readMenu, readVariantRecipes, type VariantRecipes } from './store.ts'
import { type MenuPlan, planId, planStatements } from './plan.ts'

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

/** Its plan names what it does to the dishes of the file, not how many others there are. */
const answerOf = (plan: Plan<MenuItem>, recipes: VariantRecipes) => {
  const does = {
    results: plan.results,
    clearsIngredients: plan.updated.filter(({ prev }) => prev.ingredients.length > 0).length,
    deletesRecipes: plan.updated.flatMap(({ prev, next }) => recipesGone(recipes, prev, next.variants)).length,
  }
  return {
    ...does,
    plan: planId(does),
    unknownColumns: plan.unknownColumns,
    notInFile: plan.notInFile,
    withoutDiet: plan.withoutDiet,
    created: plan.created.length,
    updated: plan.updated.length,
    failed: plan.results.filter((r) => !r.ok).length,
  }
}

/** A valid row's dish with what an import changes of it: SPEC §5, an update always clears the ingredients. */
const planOf = (plan: Plan<MenuItem>): MenuPlan => ({
  ...plan,
  updated: plan.updated.map(({ prev, next }) => ({ prev, next: { ...next, ingredients: [] } })),
})

export const importHandlers: Handlers<typeof contract> = {
  'GET /menus/export': async (c) => menuCsv(inOrder(await read(c.db, readMenu(c.where.restaurantId)))),
  'POST /menus/import': async (c, { body }) => {
    const records = recordsOf(body.csv)
    const reads = { ...readMenu(c.where.restaurantId), recipes: readVariantRecipes(c.where.restaurantId) }
    const { stations } = printSettingsOf(c.restaurant.printSettings)
    const planned = (found: Menu & { recipes: VariantRecipes }) => {
      const menu = inOrder(found)
      const plan = planImport(records, { ...menu, stations }, randomId)
      return { menu, plan, answer: answerOf(plan, found.recipes) }
    }
    if (body.dryRun) return planned(await read(c.db, reads)).answer
    return command(c, {
      reads,
      decide: (found) => {
        const { menu, plan, answer } = planned(found)
        if (body.plan !== undefined && body.plan !== answer.plan)
          throw conflict('menu_changed', 'The menu was changed since. Look at what would change now.', { preview: answer })
        const changes = plan.created.length + plan.updated.length > 0
        return { statements: changes ? planStatements(c, planOf(plan), menu) : [], emitsEvents: changes, body: answer }
      },
    })
  },
}
