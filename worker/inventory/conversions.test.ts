import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { store } from '../test/stock.ts'

describe('conversions', () => {
  it('can be added, listed, executed in multiples and deleted', async () => {
    const { w, does, stock } = await store()
    const [milk, paneer] = [await stock.material('Milk', { unit: 'l' }), await stock.material('Paneer')]
    await stock.buy(milk, 20)
    const made = await does('POST /conversions', {
      name: 'Paneer',
      fromMaterial: milk,
      fromQuantity: 5,
      toMaterial: paneer,
      toQuantity: 0.9,
    })
    expect(made.status).toBe(201)
    const { conversion } = made.body
    expect(conversion).toMatchObject({
      name: 'Paneer',
      fromMaterial: { _id: milk, name: 'Milk', unit: 'l' },
      fromQuantity: 5,
      toMaterial: { _id: paneer },
      toQuantity: 0.9,
      _id: conversion.conversionId,
    })
    expect((await does('GET /conversions')).body).toEqual({ conversions: [conversion] })
    const done = await does('POST /conversions/execute', { conversionId: conversion.conversionId, customQuantity: 3 })
    expect(done.body).toMatchObject({ conversion, from: { _id: milk, currentStock: 5 }, to: { _id: paneer, currentStock: 2.7 } })
    expect((await does('POST /conversions/execute', { conversionId: conversion.conversionId, customQuantity: 2 })).body).toMatchObject({
      code: 'out_of_stock',
      rawMaterialId: milk,
      currentStock: 5,
      needed: 10,
    })
    expect(
      await w.rows(
        "SELECT raw_material_id, delta, reason FROM stock_moves WHERE restaurant_id = ? AND kind = 'conversion' ORDER BY delta",
        w.id,
      ),
    ).toEqual([
      { raw_material_id: milk, delta: -15_000, reason: 'Paneer' },
      { raw_material_id: paneer, delta: 2700, reason: 'Paneer' },
    ])
    expect((await does('DELETE /conversions', { conversionId: conversion.conversionId })).status).toBe(200)
    expect((await does('DELETE /conversions', { conversionId: conversion.conversionId })).status).toBe(404)
    expect((await does('POST /conversions/execute', { conversionId: conversion.conversionId })).status).toBe(404)
    await stock.mustAddUp()
  })

  it('of a material into itself, or of a material that doesn’t exist, are refused', async () => {
    const { does, stock } = await store()
    const milk = await stock.material('Milk')
    const body = { name: 'x', fromMaterial: milk, fromQuantity: 1, toMaterial: milk, toQuantity: 1 }
    expect((await does('POST /conversions', body)).status).toBe(422)
    expect((await does('POST /conversions', { ...body, toMaterial: randomId() })).status).toBe(404)
    expect((await does('POST /conversions', { ...body, fromQuantity: 0 })).status).toBe(422)
  })

  it('are in the units that were shown: one whose material is counted in another by now is refused, and nothing is made', async () => {
    const { does, stock } = await store()
    const [chicken, pieces] = [await stock.material('Chicken', { unit: 'kg' }), await stock.material('Pieces', { unit: 'pcs' })]
    const body = { name: 'Cut', fromMaterial: chicken, fromQuantity: 1, fromUnit: 'kg', toMaterial: pieces, toQuantity: 12, toUnit: 'pcs' }
    expect((await does(`PUT /raw-materials/${chicken}`, { unit: 'g' })).status).toBe(200)
    expect((await does('POST /conversions', body)).body).toMatchObject({ code: 'unit_changed', rawMaterial: { _id: chicken, unit: 'g' } })
    expect((await does('POST /conversions', { ...body, fromUnit: 'g', toUnit: 'kg' })).body).toMatchObject({
      code: 'unit_changed',
      rawMaterial: { _id: pieces },
    })
    expect((await does('GET /conversions')).body).toEqual({ conversions: [] })
    expect((await does('POST /conversions', { ...body, fromQuantity: 1000, fromUnit: 'g' })).status).toBe(201)
  })
})
