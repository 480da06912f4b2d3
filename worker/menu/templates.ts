import { type SQL, sql } from '../db/sql.ts'
import type { templates as contract } from '#domain/api/menu/templates.ts'
import { conflict, invalid, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { checkDish, groupProblem, NO_TEMPLATE, type Template, withoutTemplate, withTemplate } from '#domain/menuWrite.ts'
import { toPaise, toRupees } from '#domain/money.ts'
import { command } from '../command/command.ts'
import { addonTemplates } from '../db/outlets.ts'
import { must, read, rows } from '../db/reads.ts'
import { column, columns, insert, mustHaveChanged, pick, update } from '../db/rows.ts'
import { readNamed } from '../db/sameName.ts'
import { mustBeAsSeen } from '../db/seen.ts'
import type { Handlers } from '../http/implement.ts'
import { readItems } from './store.ts'
import { unchanged } from './addons.ts'
import { updateMany } from './changes.ts'

/** Whether the dish `m` uses a template. */
const carries = (templateId: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(m.addon_groups) g WHERE json_extract(g.value, '$.templateId') = ${templateId})`
/** A guard: still as many dishes use the template as were read. Another one would keep the template's old state. */
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
/** The templates of a name, without one. */
const namedLike = (restaurantId: string, name: string | undefined, but = '') =>
  readNamed(
    pick(addonTemplates, 'id', 'name'),
    sql`SELECT id, name FROM addon_templates WHERE restaurant_id = ${restaurantId} AND id <> ${but}`,
    name,
  )
const templateById = (restaurantId: string, id: string) =>
  must(rows(addonTemplates, sql`SELECT * FROM addon_templates WHERE restaurant_id = ${restaurantId} AND id = ${id}`), NO_TEMPLATE)

export const templateHandlers: Handlers<typeof contract> = {
  'GET /menus/addon-templates': async (c, { query }) => {
    const { restaurantId } = c.where
    if (query.restaurantId !== undefined && query.restaurantId !== restaurantId) throw notFound('Restaurant details not found')
    const { templates, uses } = await read(c.db, {
      templates: rows(addonTemplates, sql`SELECT * FROM addon_templates WHERE restaurant_id = ${restaurantId} ORDER BY created_at, id`),
      uses: rows(
        columns({ template: column.text('template'), n: column.number('n') }),
        sql`SELECT json_extract(g.value, '$.templateId') AS template, count(DISTINCT m.id) AS n FROM menu_items m, json_each(m.addon_groups) g WHERE m.restaurant_id = ${restaurantId} GROUP BY template`,
      ),
    })
    const used = new Map(uses.map((u) => [u.template, u.n]))
    return { templates: templates.map((t) => templateJson(t, used.get(t.id) ?? 0)) }
  },
  'POST /menus/addon-template/create': (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { others: namedLike(restaurantId, body.name) },
      decide: ({ others }) => {
        const template = { id: randomId(), name: body.name, min: body.min, max: body.max, addons: addonsOf(body.addons) }
        checkTemplate(template)
        if (others.rows.length > 0) throw duplicate(body.name)
        return {
          statements: [...others.asRead, insert(addonTemplates, { ...template, restaurantId, createdAt: c.at })],
          body: { template: templateJson(template, 0) },
        }
      },
    })
  },
  'PUT /menus/addon-template/:id': (c, { params: { id }, body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: {
        prev: templateById(restaurantId, id),
        items: readItems(restaurantId, carries(id)),
        others: namedLike(restaurantId, body.name, id),
      },
      decide: ({ prev, items, others }) => {
        const now = templateJson(prev, items.length)
        if (body.addons) mustBeAsSeen('addons', now.addons, body.addonsBefore, { template: now })
        const next = {
          ...prev,
          name: body.name ?? prev.name,
          min: body.min ?? prev.min,
          max: body.max ?? prev.max,
          addons: body.addons ? addonsOf(body.addons) : prev.addons,
        }
        checkTemplate(next)
        if (body.name !== undefined && body.name !== prev.name && others.rows.length > 0) throw duplicate(body.name)
        const dishes = items.map((item) => ({ prev: item, next: { addonGroups: withTemplate(item.addonGroups, next) } }))
        // A dish may have a group of the new name of its own.
        for (const dish of dishes) checkDish({ ...dish.prev, ...dish.next })
        return {
          statements: [
            ...others.asRead,
            update(addonTemplates, { name: next.name, min: next.min, max: next.max, addons: next.addons }, unchanged(restaurantId, prev)),
            mustHaveChanged('version'),
            stillCarriedBy(restaurantId, id, dishes.length),
            ...updateMany(c, dishes),
          ],
          emitsEvents: dishes.length > 0,
          body: { template: templateJson(next, dishes.length) },
        }
      },
    })
  },
  'DELETE /menus/addon-template/delete/:id': (c, { params: { id } }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { template: templateById(restaurantId, id), items: readItems(restaurantId, carries(id)) },
      decide: ({ template, items }) => {
        const dishes = items.map((item) => ({ prev: item, next: { addonGroups: withoutTemplate(item.addonGroups, id) } }))
        return {
          statements: [
            sql`DELETE FROM addon_templates WHERE id = ${id} AND restaurant_id = ${restaurantId}`,
            mustHaveChanged('version'),
            stillCarriedBy(restaurantId, id, dishes.length),
            ...updateMany(c, dishes),
          ],
          emitsEvents: dishes.length > 0,
          body: { message: `The addon template "${template.name}" was deleted. Dishes keep their copy.` },
        }
      },
    })
  },
}
