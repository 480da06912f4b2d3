import type { items as contract } from '#domain/api/menu/items.ts'
import { type SQL, sql } from '../db/sql.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import { chainAfter, chainValues } from '#domain/chainMenu.ts'
import { conflict, mustBeVersion } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { isSoldOut } from '#domain/menu.ts'
import { checkDish, codeTaken } from '#domain/menuWrite.ts'
import { toPaise } from '#domain/money.ts'
import { sameName } from '#domain/text.ts'
import { command } from '../command/command.ts'
import { menuItems } from '../db/outlets.ts'
import { must, none, rows } from '../db/reads.ts'
import { given, insert, mustHaveChanged, pick, update } from '../db/rows.ts'
import { readMaybeNamed } from '../db/sameName.ts'
import type { Answer } from '../http/answer.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { readTemplates, groupsOf, templatesStand } from './addons.ts'
import { deleteItems, itemChanged, lastPosition, recipesFollow, tell } from './changes.ts'
import { duplicate, listedStation, type Place, placeIsThere, placeOf, readPlaces } from './places.ts'
import { COUNT_ENDS, countedNow, itemJson, type MenuItem, readItems, soldOutSince } from './store.ts'

/** The dishes that may have a name, in any category. */
const readSameNamed = (restaurantId: string, name: SQL | string) =>
  readMaybeNamed(
    pick(menuItems, 'id', 'name', 'categoryId', 'subCategoryId'),
    sql`SELECT id, name, category_id, sub_category_id FROM menu_items WHERE restaurant_id = ${restaurantId}`,
    name,
  )

/** Throws 409 `duplicate` when the place has another dish of the name. */
function mustBeAlone(
  sameNamed: readonly Pick<MenuItem, 'id' | 'name' | 'categoryId' | 'subCategoryId'>[],
  place: Place,
  name: string,
  id?: string,
): void {
  const isThere = (i: Pick<Place, 'categoryId' | 'subCategoryId'>) =>
    i.categoryId === place.categoryId && i.subCategoryId === place.subCategoryId
  if (sameNamed.some((i) => i.id !== id && sameName(i.name, name) && isThere(i))) throw duplicate('A dish', name)
}

/** The dish that has a code, in any case. */
const readSameCode = (restaurantId: string, code: string | null | undefined) =>
  code
    ? rows(
        pick(menuItems, 'id', 'name'),
        sql`SELECT id, name FROM menu_items WHERE restaurant_id = ${restaurantId} AND lower(code) = lower(${code}) AND code IS NOT NULL`,
      )
    : none

/** Throws 409 `duplicate_code` when another dish has the code. */
function mustHaveOwnCode(found: readonly Pick<MenuItem, 'id' | 'name'>[] | null, code: string | null | undefined, id?: string): void {
  const other = found?.find((i) => i.id !== id)
  if (other) throw conflict('duplicate_code', codeTaken(code ?? '', other.name), { itemId: other.id, itemName: other.name })
}

const variantsOf = (sent: readonly { name: string; additionalPrice: number }[]) =>
  sent.map((v) => ({ name: v.name, additionalPrice: toPaise(v.additionalPrice) }))

/**
 * `remaining` after an edit: the number sent or, if `remainingWas` (what the caller saw) is sent too, changed by the difference, because portions may have
 * been sold or cancelled since. undefined leaves the column alone (docs/decisions/015-lots-and-countdowns.md).
 */
function leftAfter({ remaining, remainingWas }: BodyOf<typeof contract, 'PUT /menus/item'>): SQL | number | null | undefined {
  if (typeof remaining !== 'number' || typeof remainingWas !== 'number') return remaining
  return sql`coalesce(max(0, remaining + ${remaining - remainingWas}), ${remaining})`
}

const deleteItem = (c: Context, id: string): Promise<Answer> =>
  command(c, {
    reads: { item: must(readItems(c.where.restaurantId, sql`m.id = ${id}`), 'Item not found') },
    decide: ({ item }) => ({
      statements: deleteItems(c.where.restaurantId, [item.id]),
      events: [tell(itemChanged(c, { ...item, version: item.version + 1 }, true))],
      body: { message: `"${item.name}" was deleted.` },
    }),
  })

export const itemHandlers: Handlers<typeof contract> = {
  'POST /menus/createMenuItem': (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: {
        ...readPlaces(restaurantId),
        sameNamed: readSameNamed(restaurantId, body.name),
        sameCode: readSameCode(restaurantId, body.code),
        templates: readTemplates(restaurantId, body.addonGroups),
      },
      decide: ({ sameNamed, sameCode, templates, ...places }) => {
        const place = placeOf(places, body.categoryId, body.subCategoryId ?? null)
        const row = {
          id: randomId(),
          restaurantId,
          categoryId: place.categoryId,
          subCategoryId: place.subCategoryId,
          name: body.name,
          description: body.description,
          price: toPaise(body.price),
          available: body.available,
          remaining: body.remaining ?? null,
          dietType: body.dietType,
          isAlcohol: body.isAlcohol,
          gstRate: body.gstRate ?? null,
          taxIncluded: body.taxIncluded ?? null,
          image: body.image || null,
          station: listedStation(c, body.station),
          variants: variantsOf(body.variants),
          addonGroups: groupsOf(body.addonGroups, templates),
          ingredients: body.ingredients,
          version: 1,
          unavailableSince: isSoldOut({ available: body.available, remaining: body.remaining ?? null }) ? c.at : null,
          code: body.code || null,
          printName: body.printName || null,
          calories: body.calories ?? null,
          allergens: body.allergens,
          masterId: null,
          chain: null,
        }
        checkDish(row)
        mustBeAlone(sameNamed.rows, place, row.name)
        mustHaveOwnCode(sameCode, row.code)
        const item: MenuItem = { ...row, ...place, position: 0 }
        return {
          statements: [
            placeIsThere(restaurantId, place.categoryId, place.subCategoryId),
            ...templatesStand(restaurantId, templates),
            ...sameNamed.asRead,
            insert(menuItems, {
              ...row,
              position: lastPosition(menuItems, sql`restaurant_id = ${restaurantId} AND category_id = ${place.categoryId}`),
            }),
          ],
          events: [tell(itemChanged(c, item))],
          body: { item: itemJson(item) },
        }
      },
    })
  },
  'PUT /menus/item': (c, { query, body }) => {
    const { restaurantId } = c.where
    const name = sql`coalesce(${body.name ?? null}, (SELECT name FROM menu_items WHERE restaurant_id = ${restaurantId} AND id = ${query.id}))`
    return command(c, {
      reads: {
        prev: must(readItems(restaurantId, sql`m.id = ${query.id}`), 'Item not found'),
        ...readPlaces(restaurantId),
        sameNamed: readSameNamed(restaurantId, name),
        sameCode: readSameCode(restaurantId, body.code),
        templates: readTemplates(restaurantId, body.addonGroups),
      },
      decide: ({ prev, sameNamed, sameCode, templates, ...places }) => {
        const categoryId = body.categoryId ?? prev.categoryId
        // A subcategory belongs to one category.
        const subCategoryId =
          body.subCategoryId !== undefined ? body.subCategoryId : categoryId === prev.categoryId ? prev.subCategoryId : null
        const place = placeOf(places, categoryId, subCategoryId)
        const edited = {
          ...given({
            name: body.name,
            description: body.description,
            price: body.price === undefined ? undefined : toPaise(body.price),
            dietType: body.dietType,
            isAlcohol: body.isAlcohol,
            gstRate: body.gstRate,
            taxIncluded: body.taxIncluded,
            available: body.available,
            image: body.image === undefined ? undefined : body.image || null,
            station: body.station === undefined ? undefined : listedStation(c, body.station),
            code: body.code === undefined ? undefined : body.code || null,
            printName: body.printName === undefined ? undefined : body.printName || null,
            calories: body.calories,
            allergens: body.allergens,
            variants: body.variants && variantsOf(body.variants),
            addonGroups: body.addonGroups && groupsOf(body.addonGroups, templates),
          }),
          ...chainValues(prev.chain, body.follow ?? []),
        }
        const changes = {
          ...edited,
          chain: chainAfter(prev, edited, body.follow),
          categoryId: place.categoryId,
          subCategoryId: place.subCategoryId,
          // SPEC §5: "A menu item update always clears the ingredients field."
          ingredients: [],
          version: prev.version + 1,
        }
        const next = { ...prev, ...changes, ...place } as MenuItem
        const counted = countedNow(prev.id)
        const counts = leftAfter(body)
        const left = counts === undefined && changes.available && !prev.available ? COUNT_ENDS : counts
        if (body.price !== undefined || body.variants || body.addonGroups || body.follow) checkDish(next)
        mustBeVersion(body.version, prev, () => ({ item: itemJson(prev) }))
        // One that stands beside such a dish since before is still changed in all else.
        const isNamed = next.name !== prev.name || next.categoryId !== prev.categoryId || next.subCategoryId !== prev.subCategoryId
        if (isNamed) mustBeAlone(sameNamed.rows, place, next.name, prev.id)
        mustHaveOwnCode(sameCode, body.code, prev.id)
        return {
          statements: [
            placeIsThere(restaurantId, place.categoryId, place.subCategoryId),
            ...templatesStand(restaurantId, templates),
            ...(isNamed ? sameNamed.asRead : []),
            update(
              menuItems,
              {
                ...changes,
                remaining: left,
                unavailableSince: soldOutSince(c.at, { available: changes.available, remaining: left }),
                // After everything in its new place.
                position:
                  place.categoryId === prev.categoryId && place.subCategoryId === prev.subCategoryId
                    ? undefined
                    : lastPosition(menuItems, sql`restaurant_id = ${restaurantId} AND category_id = ${place.categoryId}`),
              },
              sql`id = ${prev.id} AND restaurant_id = ${restaurantId} AND version = ${prev.version}`,
            ),
            mustHaveChanged('version'),
            ...recipesFollow(c, [{ prev, next: changes }]),
          ],
          events: [{ ...tell(itemChanged(c, next)), fill: counted }],
          body: { item: itemJson(next) },
          fill: counted,
        }
      },
    })
  },
  'DELETE /menus/item': (c, { query }) => deleteItem(c, query.id),
  'DELETE /menu/:id': (c, { params }) => deleteItem(c, params.id),
}
