import { sql } from '../db/sql.ts'
import type { conversions as contract } from '#domain/api/inventory.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { converted, fromThousandths, mustHave, toThousandths } from '#domain/stock.ts'
import { command } from '../command/command.ts'
import { conversions, rawMaterials } from '../db/outlets.ts'
import { must, only, readOne, rows } from '../db/reads.ts'
import { insert } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { book, carry, costOfMade, movedBy, mustBeUnit, mustStillHave, newLot, takeFromLots } from './ledger.ts'
import { type Material, materialNow, readConversions, readMaterial } from './store.ts'

const conversionById = (restaurantId: string, id: string) => must(readConversions(restaurantId, sql`v.id = ${id}`), 'Conversion not found')
const shown = ({ id, name, unit }: Material) => ({ _id: id, name, unit })

export const conversionHandlers: Handlers<typeof contract> = {
  'GET /restaurant/inventory/conversions': async (c) => ({
    conversions: (await readOne(c.db, readConversions(c.restaurant.id))).map((v) => v.json),
  }),
  'POST /restaurant/inventory/conversions': (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { from: readMaterial(restaurantId, body.fromMaterial), to: readMaterial(restaurantId, body.toMaterial) },
      decide: ({ from, to }) => {
        if (from.id === to.id)
          throw invalid('A material can’t be converted into itself.', [{ path: 'toMaterial', message: 'Choose another material.' }])
        const row = {
          id: randomId(),
          restaurantId,
          name: body.name,
          fromMaterial: from.id,
          fromQuantity: toThousandths(body.fromQuantity),
          toMaterial: to.id,
          toQuantity: toThousandths(body.toQuantity),
          createdAt: c.at,
        }
        return {
          statements: [
            ...mustBeUnit(c, body.fromUnit, from),
            ...mustBeUnit(c, body.toUnit, to),
            insert(conversions, row),
            sql`INSERT INTO guard (status) SELECT NULL WHERE EXISTS (SELECT 1 FROM raw_materials WHERE id IN (${from.id}, ${to.id}) AND deleted_at IS NOT NULL)`,
          ],
          body: {
            conversion: {
              conversionId: row.id,
              _id: row.id,
              name: row.name,
              fromMaterial: shown(from),
              fromQuantity: fromThousandths(row.fromQuantity),
              toMaterial: shown(to),
              toQuantity: fromThousandths(row.toQuantity),
            },
          },
        }
      },
    })
  },
  'DELETE /restaurant/inventory/conversions': (c, { body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { conversion: conversionById(restaurantId, body.conversionId) },
      decide: ({ conversion: { id, name } }) => ({
        statements: [sql`DELETE FROM conversions WHERE id = ${id} AND restaurant_id = ${restaurantId}`],
        body: { message: `${name} was deleted.` },
      }),
    })
  },
  'POST /restaurant/inventory/conversions/execute': (c, { body }) => {
    const { restaurantId } = c.where
    const source = sql`SELECT from_material FROM conversions WHERE id = ${body.conversionId} AND restaurant_id = ${restaurantId}`
    return command(c, {
      reads: {
        conversion: conversionById(restaurantId, body.conversionId),
        material: only(rows(rawMaterials, sql`SELECT * FROM raw_materials WHERE restaurant_id = ${restaurantId} AND id = (${source})`)),
      },
      decide: ({ conversion, material }) => {
        if (!material) throw notFound('Conversion not found')
        const { from, to } = converted(conversion, body.customQuantity)
        mustHave(material, from)
        const [key, lotId] = [randomId(), randomId()]
        const move = { key, kind: 'conversion' as const, reason: conversion.name }
        return {
          statements: [
            mustStillHave(c, conversion.fromMaterial, from),
            ...book(c, [
              { ...move, rawMaterialId: conversion.fromMaterial, delta: -from },
              { ...move, rawMaterialId: conversion.toMaterial, delta: to, lotId },
            ]),
            // Its price is that of the lots as they are before they are taken from.
            ...newLot(c, { id: lotId, rawMaterialId: conversion.toMaterial, quantity: to, unitCost: costOfMade(c, movedBy(c, [key]), to) }),
            ...takeFromLots(c, movedBy(c, [key])),
            ...carry(c, movedBy(c, [key])),
          ],
          emitsEvents: true,
          body: { conversion: conversion.json, from: null, to: null },
          fill: { '$.from': materialNow(restaurantId, conversion.fromMaterial), '$.to': materialNow(restaurantId, conversion.toMaterial) },
        }
      },
    })
  },
}
