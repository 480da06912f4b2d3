import { sql } from '../db/sql.ts'
import type { chainMenu as contract } from '#domain/api/chainMenu.ts'
import { addsTax, type ChainPlan, type ChainRow, countRows, inChain, masterOf, planPush } from '#domain/chainMenu.ts'
import { conflict, invalid, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { recipesGone } from '#domain/menuWrite.ts'
import { toRupees } from '#domain/money.ts'
import { forbiddenPending } from '../access/authorise.ts'
import { closedTo, type Restaurant } from '../access/session.ts'
import { command } from '../command/command.ts'
import { all, outletDb } from '../db/index.ts'
import { menuItems, menuPushes } from '../db/outlets.ts'
import { restaurants } from '../db/platform.ts'
import { read, rows } from '../db/reads.ts'
import { column, decode, insert, pick, shape } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { type Menu, type MenuItem, readMenu, readVariantRecipes, type VariantRecipes } from '../menu/store.ts'
import { planId, planStatements } from '../menu/plan.ts'
import { outletOf, partnerOf } from './routes.ts'

/** The chain menu: what of the source's menu each of the partner's outlets has, and the push to one of them. */

const OUTLET = pick(restaurants, 'id', 'establishmentName', 'shard')
type Outlet = (typeof OUTLET)['row']

/** The partner's outlets, the oldest first. */
const outletsOf = async (c: Context, partnerId: string): Promise<Outlet[]> =>
  (
    await all(
      c.env.PLATFORM,
      sql`SELECT id, establishment_name, shard FROM restaurants WHERE partner_id = ${partnerId} AND deleted_at IS NULL ORDER BY created_at, id`,
    )
  ).map((row) => decode(OUTLET, row as Record<string, unknown>))

/** Reads something of several outlets, one batch for each database that they are in. */
async function ofEach<T>(c: Context, outlets: readonly Outlet[], reading: (db: D1Database, ids: string) => Promise<T[]>): Promise<T[]> {
  const shards = Map.groupBy(outlets, (o) => o.shard)
  const found = await Promise.all([...shards].map(([shard, of]) => reading(outletDb(c.env, shard), JSON.stringify(of.map((o) => o.id)))))
  return found.flat()
}

const COUNTS = shape(pick(menuItems, 'restaurantId'), { dishes: column.number('dishes'), copies: column.number('copies') })

const idsOf = (outlets: readonly Outlet[]) => JSON.stringify(outlets.map((o) => o.id))
/** Of `menu_items`: a copy in this partner's chain. What another partner pushed is none (`inChain`). */
const copiedBy = (partnerId: string) =>
  sql`master_id IS NOT NULL AND coalesce(json_extract(chain, '$.partnerId'), ${partnerId}) = ${partnerId}`

/** How many dishes and copies each of a partner's outlets has, and its last push from one of them: a former partner's pushes are not this one's to see. */
const statesOf = (c: Context, partnerId: string, outlets: readonly Outlet[]) =>
  ofEach(c, outlets, async (db, ids) => {
    const { counts, pushes } = await read(db, {
      counts: rows(
        COUNTS,
        sql`SELECT restaurant_id, count(*) AS dishes, count(*) FILTER (WHERE ${copiedBy(partnerId)}) AS copies FROM menu_items WHERE restaurant_id IN (SELECT value FROM json_each(${ids})) GROUP BY restaurant_id`,
      ),
      pushes: rows(
        menuPushes,
        sql`SELECT p.* FROM json_each(${ids}) o JOIN menu_pushes p ON p.id = (SELECT id FROM menu_pushes WHERE restaurant_id = o.value AND source_id IN (SELECT value FROM json_each(${idsOf(outlets)})) ORDER BY at DESC, id DESC LIMIT 1)`,
      ),
    })
    return (JSON.parse(ids) as string[]).map((id) => ({
      id,
      dishes: counts.find((k) => k.restaurantId === id)?.dishes ?? 0,
      copies: counts.find((k) => k.restaurantId === id)?.copies ?? 0,
      push: pushes.find((p) => p.restaurantId === id),
    }))
  })

/** Dishes that the source no longer has and outlets still sell as its copies. */
async function goneFrom(c: Context, partnerId: string, sourceId: string, masters: readonly string[], outlets: readonly Outlet[]) {
  const copies = await ofEach(c, outlets, async (db, ids) => {
    const { left } = await read(db, {
      left: rows(
        pick(menuItems, 'masterId', 'name'),
        sql`SELECT master_id, name FROM menu_items WHERE restaurant_id IN (SELECT value FROM json_each(${ids})) AND ${copiedBy(partnerId)} AND available = 1
            AND json_extract(chain, '$.sourceId') = ${sourceId} AND master_id NOT IN (SELECT value FROM json_each(${JSON.stringify(masters)})) ORDER BY name`,
      ),
    })
    return left
  })
  return [...Map.groupBy(copies, (k) => k.masterId ?? '')].map(([_id, of]) => ({ _id, name: of[0]?.name ?? '', outlets: of.length }))
}

const readMenuOf = (c: Context, { id, shard }: Outlet): Promise<Menu> => read(outletDb(c.env, shard), readMenu(id))

/** What a push is planned from at an outlet. */
const readsOf = (outletId: string) => ({ ...readMenu(outletId), recipes: readVariantRecipes(outletId) })

/** The menu's dishes in the order of the guests' menu: a category's own first, then its subcategories'. */
function inMenuOrder({ categories, subcategories, items }: Menu): MenuItem[] {
  const places = [...categories.flatMap((k) => [k.id, ...subcategories.filter((s) => s.categoryId === k.id).map((s) => s.id)])]
  const rank = new Map(places.map((id, i) => [id, i]))
  const rankOf = (i: MenuItem) => rank.get(i.subCategoryId ?? i.categoryId) ?? -1
  return items.toSorted((a, b) => rankOf(a) - rankOf(b) || a.position - b.position)
}

const pushedFrom = ({ id, partnerId, taxPercentages }: InChain, menu: Menu) => ({
  id,
  partnerId,
  taxes: taxPercentages,
  items: inMenuOrder(menu),
  categories: menu.categories,
})

const dishJson = (item: MenuItem) => ({
  _id: masterOf(item),
  name: item.name,
  price: toRupees(item.price),
  available: item.available,
  dietType: item.dietType,
  isAlcohol: item.isAlcohol,
})
const inRupees = (price: number | null) => (price === null ? null : toRupees(price))
const rowJson = (row: ChainRow, deletesRecipes: string[]) => ({
  ...row,
  deletesRecipes,
  price: inRupees(row.price),
  nextPrice: inRupees(row.nextPrice),
  chainPrice: inRupees(row.chainPrice),
})

/** A plan as shown in the preview. */
async function previewOf(
  from: ReturnType<typeof pushedFrom>,
  { id: outletId, taxPercentages }: Restaurant,
  plan: ChainPlan<MenuItem>,
  recipes: VariantRecipes,
) {
  const gone = new Map(plan.updated.map(({ prev, next }) => [prev.id, recipesGone(recipes, prev, next.variants)]))
  const shown = plan.rows.map((row) => rowJson(row, gone.get(row.itemId ?? '') ?? []))
  const adds = addsTax(from, plan.rows, taxPercentages)
  const taxed = adds === undefined ? {} : { addsTax: adds }
  return { outletId, plan: planId([shown, plan.unshown, ...Object.values(taxed)]), counts: countRows(plan.rows), ...taxed, rows: shown }
}

/** Throws 422 `same_outlet`. */
function mustDiffer(sourceId: string, outletIds: readonly string[], path: string): void {
  const message = 'Choose another outlet than the one whose menu it is.'
  if (outletIds.includes(sourceId)) throw invalid(message, [{ path, message }], 'same_outlet')
}

type InChain = Restaurant & { partnerId: string }

/** An outlet of the caller's partner whose menu is pushed, for an administrator any with a partner. Throws 404. */
async function sourceOf(c: Context, id: string): Promise<InChain> {
  const outlet = await outletOf(c, id)
  if (outlet.partnerId === null) throw notFound('Restaurant details not found')
  return { ...outlet, partnerId: outlet.partnerId }
}

/** An outlet of the caller's partner, which for an administrator too is the partner of the source: menus never leave their chain. Throws 404. */
async function sisterOf(c: Context, source: InChain, id: string): Promise<Restaurant> {
  const outlet = await outletOf(c, id)
  if (outlet.partnerId !== source.partnerId) throw notFound('Restaurant details not found')
  return outlet
}

/** The outlet that a push writes to. One that waits for approval or was rejected is closed to its partner, as in every other call that writes there (CONTRACT §2). */
async function targetOf(c: Context, source: InChain, id: string): Promise<Restaurant> {
  const outlet = await sisterOf(c, source, id)
  const closed = closedTo({ principal: c.principal, restaurant: outlet, entered: true })
  if (closed) throw forbiddenPending(closed)
  return outlet
}

export const chainMenuHandlers: Handlers<typeof contract> = {
  'GET /partner/menu': async (c, { query }) => {
    const partnerId = query.sourceId === undefined ? partnerOf(c) : (await outletOf(c, query.sourceId)).partnerId
    if (partnerId === null) return { outlets: [], source: null }
    const outlets = await outletsOf(c, partnerId)
    const states = new Map((await statesOf(c, partnerId, outlets)).map((state) => [state.id, state]))
    const pushes = [...states.values()].flatMap(({ push }) => push ?? [])
    const latest = pushes.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]
    const dishes = ({ id }: Outlet) => states.get(id)?.dishes ?? 0
    const fullest = outlets.toSorted((a, b) => dishes(b) - dishes(a))[0]
    const sourceId = query.sourceId ?? latest?.sourceId ?? fullest?.id
    const source = outlets.find((o) => o.id === sourceId)
    const shown = outlets.map((outlet) => {
      const { copies = 0, push } = states.get(outlet.id) ?? {}
      const lastPush = push ? { at: push.at, by: push.by, sourceId: push.sourceId, counts: push.counts } : null
      return { _id: outlet.id, name: outlet.establishmentName, dishes: dishes(outlet), copies, lastPush }
    })
    if (!source) return { outlets: shown, source: null }
    const menu = await readMenuOf(c, source)
    const items = inChain(partnerId, inMenuOrder(menu))
    const dishesOf = (categoryId: string, subCategoryId: string | null) =>
      items.filter((i) => i.categoryId === categoryId && i.subCategoryId === subCategoryId).map(dishJson)
    return {
      outlets: shown,
      source: {
        _id: source.id,
        name: source.establishmentName,
        categories: menu.categories.map(({ id, name }) => ({
          _id: id,
          name,
          dishes: dishesOf(id, null),
          subcategories: menu.subcategories
            .filter((s) => s.categoryId === id)
            .map((s) => ({ _id: s.id, name: s.name, dishes: dishesOf(id, s.id) })),
        })),
        gone: await goneFrom(c, partnerId, source.id, items.map(masterOf), outlets),
      },
    }
  },
  'GET /partner/menu/pushes': async (c) => {
    const outlets = await outletsOf(c, partnerOf(c))
    const names = new Map(outlets.map((o) => [o.id, o.establishmentName]))
    const pushes = await ofEach(c, outlets, async (db, ids) => {
      const { last } = await read(db, {
        last: rows(
          menuPushes,
          sql`SELECT * FROM menu_pushes WHERE restaurant_id IN (SELECT value FROM json_each(${ids})) AND source_id IN (SELECT value FROM json_each(${idsOf(outlets)})) ORDER BY at DESC, id DESC LIMIT 100`,
        ),
      })
      return last
    })
    return {
      pushes: pushes
        .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
        .slice(0, 100)
        .map(({ id, at, by, sourceId, restaurantId, counts }) => ({
          _id: id,
          at,
          by,
          sourceName: names.get(sourceId) ?? '',
          outletId: restaurantId,
          outletName: names.get(restaurantId) ?? '',
          counts,
        })),
    }
  },
  'POST /partner/menu/preview': async (c, { body: { sourceId, outletIds, dishes } }) => {
    mustDiffer(sourceId, outletIds, 'outletIds')
    const source = await sourceOf(c, sourceId)
    const outlets = await Promise.all([...new Set(outletIds)].map((id) => sisterOf(c, source, id)))
    const menu = await readMenuOf(c, source)
    const chosen = new Set(dishes)
    const from = pushedFrom(source, menu)
    return {
      previews: await Promise.all(
        outlets.map(async (outlet) => {
          const { recipes, ...there } = await read(outletDb(c.env, outlet.shard), readsOf(outlet.id))
          return previewOf(from, outlet, planPush(from, there, chosen, randomId), recipes)
        }),
      ),
    }
  },
  'POST /partner/menu/push': async (c, { body: { sourceId, outletId, dishes, plan: shown } }) => {
    mustDiffer(sourceId, [outletId], 'outletId')
    const source = await sourceOf(c, sourceId)
    const outlet = await targetOf(c, source, outletId)
    // The source may be in another database, so it is read once; later changes of it belong to the next push.
    const sold = await readMenuOf(c, source)
    const from = pushedFrom(source, sold)
    const chosen = new Set(dishes)
    const at = c.inside(outlet)
    return command(at, {
      reads: readsOf(outlet.id),
      decide: async ({ recipes, ...menu }) => {
        // Asked again each time: a command that loses races goes on for seconds, in which the outlet may go to another partner.
        const now = await targetOf(c, source, outletId)
        const plan = planPush(from, menu, chosen, randomId)
        const preview = await previewOf(from, now, plan, recipes)
        if (shown !== undefined && shown !== preview.plan)
          throw conflict('menu_changed', `The menu was changed since. Look at what would change at ${outlet.establishmentName} now.`, {
            preview,
          })
        const changes = plan.created.length + plan.updated.length > 0
        const push = {
          id: randomId(),
          restaurantId: outlet.id,
          sourceId: source.id,
          at: c.at,
          by: c.principal.name,
          counts: preview.counts,
        }
        return {
          statements: [...(changes ? planStatements(at, movesOf(plan, menu), menu) : []), insert(menuPushes, push)],
          emitsEvents: changes,
          body: { push: { _id: push.id, at: push.at, outletId: outlet.id, counts: push.counts } },
        }
      },
    })
  },
}

/** Converts the plan for the menu's writes: a dish that moves comes after the others, and every update clears the ingredients (SPEC §5). */
function movesOf(plan: ChainPlan<MenuItem>, { items }: Menu) {
  const end = items.reduce((most, i) => Math.max(most, i.position), -1) + 1 + plan.created.length
  return {
    ...plan,
    updated: plan.updated.map(({ prev, next, categoryName, subCategoryName }, i) => ({
      prev,
      next: {
        ...next,
        ingredients: [],
        position: next.categoryId === prev.categoryId && next.subCategoryId === prev.subCategoryId ? prev.position : end + i,
      },
      names: { categoryName, subCategoryName },
    })),
  }
}
