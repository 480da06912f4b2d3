import { type SQL, sql } from 'drizzle-orm'
import type { templates as contract } from '#domain/api/menu/templates.ts'
import { conflict, invalid, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { checkDish, groupProblem, type Template, withoutTemplate, withTemplate } from '#domain/menuWrite.ts'
import { toPaise, toRupees } from '#domain/money.ts'
import { batch } from '../db/index.ts'
import { addonTemplates } from '../db/outlets.ts'
import { insert, mustHaveChanged, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { itemOf, readItems } from './store.ts'
import { change, templateOf, updateMany } from './write.ts'

/** Whether the dish `m` carries a template. */
const carries = (templateId: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(m.addon_groups) g WHERE json_extract(g.value, '$.templateId') = ${templateId})`
/** The dishes that carry it are still just those that were read: one more would keep the old state. */
const stillCarriedBy = (restaurantId: string, templateId: string, n: number): SQL =>
  sql`INSERT INTO guard (version) SELECT NULL WHERE (SELECT count(*) FROM menu_items m WHERE m.restaurant_id = ${restaurantId} AND ${carries(templateId)}) <> ${n}`

const templateJson = ({ id, name, min, max, addons }: Template, usedBy: number) => ({
  _id: id,
  name,
  min,
  max,
  addons: addons.map((a) => ({ name: a.name, price: toRupees(a.price) })),
  usedBy,
})

/** Throws 422 for bounds that can't be met, or an addon named twice. */
function checkTemplate(template: Template): void {
  const problem = groupProblem(template)
  if (problem) throw invalid(problem, [{ path: template.max > 0 && template.max < template.min ? 'max' : 'addons', message: problem }])
}

const addonsOf = (sent: readonly { name: string; price: number }[]) => sent.map((a) => ({ name: a.name, price: toPaise(a.price) }))
const duplicate = (name: string) => conflict('duplicate', `An addon template named "${name}" is there already.`)
const sameNamed = (restaurantId: string, name: string | undefined, id = '') =>
  sql`SELECT id FROM addon_templates WHERE restaurant_id = ${restaurantId} AND lower(name) = lower(${name ?? ''}) AND id <> ${id}`

export const templateHandlers: Handlers<typeof contract> = {
  'GET /menus/addon-templates': async (c, { query }) => {
    const { restaurantId } = c.where
    if (query.restaurantId !== undefined && query.restaurantId !== restaurantId) throw notFound('Restaurant details not found')
    const [rows, uses] = await batch(c.db, [
      sql`SELECT * FROM addon_templates WHERE restaurant_id = ${restaurantId} ORDER BY created_at, id`,
      sql`SELECT json_extract(g.value, '$.templateId') AS template, count(DISTINCT m.id) AS n FROM menu_items m, json_each(m.addon_groups) g WHERE m.restaurant_id = ${restaurantId} GROUP BY template`,
    ])
    const used = new Map((uses ?? []).map((u) => [u.template, Number(u.n)]))
    return { templates: (rows ?? []).map((row) => templateJson(templateOf(row), used.get(row.id) ?? 0)) }
  },
  'POST /menus/addon-template/create': (c, { body }) => {
    const { restaurantId } = c.where
    return change(c, [sameNamed(restaurantId, body.name)], ([others]) => {
      const template = { id: randomId(), name: body.name, min: body.min, max: body.max, addons: addonsOf(body.addons) }
      checkTemplate(template)
      if (others?.[0]) throw duplicate(body.name)
      return {
        statements: [insert(addonTemplates, { ...template, restaurantId, createdAt: c.at })],
        events: [],
        status: 201,
        body: { template: templateJson(template, 0) },
      }
    })
  },
  'PUT /menus/addon-template/:id': (c, { params: { id }, body }) => {
    const { restaurantId } = c.where
    const one = sql`SELECT * FROM addon_templates WHERE restaurant_id = ${restaurantId} AND id = ${id}`
    return change(c, [one, readItems(restaurantId, carries(id)), sameNamed(restaurantId, body.name, id)], ([rows, itemRows, others]) => {
      if (!rows?.[0]) throw notFound('Addon template not found')
      const prev = templateOf(rows[0])
      const next: Template = {
        ...prev,
        name: body.name ?? prev.name,
        min: body.min ?? prev.min,
        max: body.max ?? prev.max,
        addons: body.addons ? addonsOf(body.addons) : prev.addons,
      }
      checkTemplate(next)
      if (body.name !== undefined && others?.[0]) throw duplicate(body.name)
      const dishes = (itemRows ?? [])
        .map(itemOf)
        .map((item) => ({ prev: item, next: { addonGroups: withTemplate(item.addonGroups, next) } }))
      // A dish may have a group of the new name of its own.
      for (const dish of dishes) checkDish({ ...dish.prev, ...dish.next })
      return {
        statements: [
          update(
            addonTemplates,
            { name: next.name, min: next.min, max: next.max, addons: next.addons },
            sql`id = ${id} AND restaurant_id = ${restaurantId} AND name = ${prev.name} AND min = ${prev.min} AND max = ${prev.max} AND addons = ${rows[0].addons}`,
          ),
          mustHaveChanged('version'),
          stillCarriedBy(restaurantId, id, dishes.length),
          ...updateMany(c, dishes),
        ],
        events: [],
        tells: dishes.length > 0,
        status: 200,
        body: { template: templateJson(next, dishes.length) },
      }
    })
  },
  'DELETE /menus/addon-template/delete/:id': (c, { params: { id } }) => {
    const { restaurantId } = c.where
    return change(
      c,
      [sql`SELECT * FROM addon_templates WHERE restaurant_id = ${restaurantId} AND id = ${id}`, readItems(restaurantId, carries(id))],
      ([rows, itemRows]) => {
        if (!rows?.[0]) throw notFound('Addon template not found')
        const dishes = (itemRows ?? [])
          .map(itemOf)
          .map((item) => ({ prev: item, next: { addonGroups: withoutTemplate(item.addonGroups, id) } }))
        return {
          statements: [
            sql`DELETE FROM addon_templates WHERE id = ${id} AND restaurant_id = ${restaurantId}`,
            mustHaveChanged('version'),
            stillCarriedBy(restaurantId, id, dishes.length),
            ...updateMany(c, dishes),
          ],
          events: [],
          tells: dishes.length > 0,
          status: 200,
          body: { message: `The addon template "${templateOf(rows[0]).name}" was deleted. Dishes keep their copy.` },
        }
      },
    )
  },
}
