import type { items } from '#domain/api/menu/items.ts'
import { type SQL, sql } from '../db/sql.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import { notFound } from '#domain/errors.ts'
import { type AddonGroup, fromTemplate, NO_TEMPLATE } from '#domain/menuWrite.ts'
import { toPaise } from '#domain/money.ts'
import { addonTemplates } from '../db/outlets.ts'
import { type Read, rows } from '../db/reads.ts'

/** A dish's addon groups, and the templates that they are copies of. */

type SentGroup = NonNullable<BodyOf<typeof items, 'PUT /menus/item'>['addonGroups']>[number]

export type AddonTemplate = typeof addonTemplates.$inferSelect

export const readTemplates = (restaurantId: string, groups: readonly SentGroup[] | undefined): Read<AddonTemplate[]> =>
  rows(
    addonTemplates,
    sql`SELECT * FROM addon_templates WHERE restaurant_id = ${restaurantId} AND id IN (SELECT value FROM json_each(${JSON.stringify((groups ?? []).flatMap((g) => g.templateId ?? []))}))`,
  )

/** Groups as they are stored: a group that names a template becomes a copy of it. Throws 404 for a template that the restaurant doesn't have. */
export const groupsOf = (sent: readonly SentGroup[], templates: readonly AddonTemplate[]): AddonGroup[] =>
  sent.map(({ templateId, ...own }) => {
    if (templateId === undefined) return { ...own, addons: own.addons.map((a) => ({ name: a.name, price: toPaise(a.price) })) }
    const template = templates.find((t) => t.id === templateId)
    if (!template) throw notFound(NO_TEMPLATE)
    return fromTemplate(template)
  })

/** The condition that a template is as it was read. It has no version, so its columns are compared. */
export const unchanged = (restaurantId: string, { id, name, min, max, addons }: AddonTemplate): SQL =>
  sql`id = ${id} AND restaurant_id = ${restaurantId} AND name = ${name} AND min = ${min} AND max = ${max} AND addons = ${sql.param(addons, addonTemplates.addons)}`

/** A guard: fails when a template was edited since it was read, so that no dish stores its old state. */
export const templatesStand = (restaurantId: string, templates: readonly AddonTemplate[]): SQL[] =>
  templates.map(
    (t) =>
      sql`INSERT INTO guard (version) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM addon_templates WHERE ${unchanged(restaurantId, t)})`,
  )
