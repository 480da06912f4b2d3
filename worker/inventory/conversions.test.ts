import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { store } from '../test/stock.ts'

describe('conversions', () => {
  it('make a lot that costs what was taken for it, at the price of each lot, or at the usual one', async () => {
    const { w, does, stock } = await store()
    const chicken = await stock.material('Chicken', { unit: 'pcs', costPerUnit: 250 })
    const boneless = await stock.material('Boneless')
    await stock.buy(chicken, 1, { unitCost: 300, expiryDate: '2026-11-30' })
    await stock.buy(chicken, 5)
    const body = { name: 'Cut', fromMaterial: chicken, fromQuantity: 2, toMaterial: boneless, toQuantity: 3 }
    const { conversion } = (await does('POST /conversions', body)).body
    const made = async () => {
      expect((await does('POST /conversions/execute', { conversionId: conversion.conversionId })).status).toBe(200)
      const lots = await w.rows('SELECT unit_cost FROM stocks WHERE raw_material_id = ? ORDER BY created_at, id', boneless)
      return lots.map((lot) => lot.unit_cost)
    }
    // 300 and 250 rupees for 3 kg, in paise a kg.
    expect(await made()).toEqual([18333])
    expect((await made()).toSorted()).toEqual([16667, 18333])
    await stock.mustAddUp()
  })

  it('make a lot whose price is whole paise a unit, also where that is none', async () => {
    const { w, does, stock } = await store()
    const flour = await stock.material('Flour', { costPerUnit: 40 })
    const bones = await stock.material('Bones', { costPerUnit: 90 })
    const dough = await stock.material('Dough', { unit: 'g', costPerUnit: 1 })
    const broth = await stock.material('Stock', { unit: 'ml', costPerUnit: 1 })
    const cost = async (fromMaterial: string, fromQuantity: number, toMaterial: string, toQuantity: number) => {
      await stock.buy(fromMaterial, fromQuantity)
      const { conversion } = (await does('POST /conversions', { name: 'Made', fromMaterial, fromQuantity, toMaterial, toQuantity })).body
      expect((await does('POST /conversions/execute', { conversionId: conversion.conversionId })).status).toBe(200)
      return (await w.rows('SELECT unit_cost FROM stocks WHERE raw_material_id = ?', toMaterial))[0]?.unit_cost
    }
    // 200 rupees for 8,000 g, and 90 for 20,000 ml.
    expect([await cost(flour, 5, dough, 8000), await cost(bones, 1, broth, 20_000)]).toEqual([3, 0])
    await stock.mustAddUp()
  })

  it('make a lot without a price when nothing is known of what it was made of', async () => {
    const { w, does, stock } = await store()
    const [milk, paneer] = [await stock.material('Milk', { unit: 'l' }), await stock.material('Paneer')]
    await stock.buy(milk, 20)
    const body = { name: 'Paneer', fromMaterial: milk, fromQuantity: 5, toMaterial: paneer, toQuantity: 1 }
    const { conversion } = (await does('POST /conversions', body)).body
    expect((await does('POST /conversions/execute', { conversionId: conversion.conversionId })).status).toBe(200)
    expect(await w.rows('SELECT unit_cost FROM stocks WHERE raw_material_id = ?', paneer)).toEqual([{ unit_cost: null }])
  })

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
