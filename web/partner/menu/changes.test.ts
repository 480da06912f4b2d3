import { describe, expect, it } from 'vitest'
import type { ChainPreview } from '#domain/api/chainMenu.ts'
import { changesCsv, groupsOf, isUpToDate, kindsOf, outletsText } from './changes.ts'
import { branchesOf, type Source, withAll } from './tree.ts'

type Row = ChainPreview['rows'][number]
const row = (masterId: string, more: Partial<Row> = {}): Row => ({
  masterId,
  itemId: `i-${masterId}`,
  name: `Dish ${masterId}`,
  categoryName: 'Mains',
  dietType: 'veg',
  isAlcohol: false,
  outcome: 'same',
  adopts: false,
  price: 100,
  nextPrice: 100,
  chainPrice: 100,
  changes: [],
  kept: [],
  deletesRecipes: [],
  problem: null,
  ...more,
})
const NONE = { new: 0, price: 0, changed: 0, gone: 0, kept: 0, refused: 0, same: 0 }
const preview = (outletId: string, ...rows: Row[]): ChainPreview => ({ outletId, plan: 'p', counts: NONE, rows })
const dearer = (id: string, from: number) =>
  row(id, { outcome: 'changed', price: from, nextPrice: 120, changes: [{ field: 'price', from: String(from), to: '120' }] })
const named = (id: string) => id.toUpperCase()

describe('what pushes would change', () => {
  it('is one row for what several outlets have in common, and one beside it for another price', () => {
    const [group, ...others] = groupsOf(
      [preview('a', dearer('1', 90), dearer('2', 90)), preview('b', dearer('1', 90), dearer('2', 80))],
      named,
    )
    expect(others).toEqual([])
    expect([group?.kind, group?.count]).toEqual(['price', 4])
    expect(group?.rows.map((r) => [r.name, r.from, r.to, r.outlets.join()])).toEqual([
      ['Dish 1', 'Rs. 90.00', 'Rs. 120.00', 'A,B'],
      ['Dish 2', 'Rs. 90.00', 'Rs. 120.00', 'A'],
      ['Dish 2', 'Rs. 80.00', 'Rs. 120.00', 'B'],
    ])
  })

  it('names new, gone, kept and refused dishes with what stands there now and afterwards', () => {
    const groups = groupsOf(
      [
        preview(
          'a',
          row('n', { outcome: 'new', itemId: null, price: null, problem: 'The code 4 is Tea’s there.' }),
          row('x', { outcome: 'new', itemId: null, price: null, changes: [{ field: 'available', from: '', to: 'Off' }] }),
          row('g', { outcome: 'gone', nextPrice: null }),
          row('k', { kept: [{ field: 'price', from: '100', to: '140' }] }),
          row('r', { outcome: 'refused', problem: 'Soup is there already, as another dish.' }),
          row('o', {
            outcome: 'changed',
            deletesRecipes: ['Half', 'Full'],
            changes: [
              { field: 'image', from: '', to: '/v1/media/x.webp' },
              { field: 'description', from: '', to: 'Hot' },
            ],
          }),
        ),
      ],
      named,
    )
    expect(groups.flatMap((g) => g.rows.map(({ from, to, details }) => [g.kind, from, to, details]))).toEqual([
      ['new', '–', 'Rs. 100.00', ['The code 4 is Tea’s there.']],
      ['new', '–', 'Rs. 100.00', ['On sale: Off']],
      ['changed', 'Rs. 100.00', 'Rs. 100.00', ['Photo', 'Description: none → Hot', 'Deletes the recipes of Half, Full']],
      ['gone', 'Rs. 100.00', 'Off', []],
      ['kept', 'Rs. 100.00', 'Rs. 100.00', ['Price of the chain: Rs. 140.00']],
      ['refused', 'Rs. 100.00', 'Rs. 100.00', ['Soup is there already, as another dish.']],
    ])
    expect(changesCsv(groups).split('\r\n')[1]).toContain('New,Dish n,–,Rs. 100.00,The code 4 is Tea’s there.,A')
  })

  it('lists a dish that is changed in one field and kept in another under both', () => {
    expect(kindsOf({ ...dearer('1', 90), kept: [{ field: 'available', from: 'Off', to: 'On' }] })).toEqual(['price', 'kept'])
    expect(kindsOf(row('1'))).toEqual([])
  })

  it('says all outlets, or their names', () => {
    expect([outletsText(['A', 'B'], 2), outletsText(['A'], 2), outletsText(['A'], 1)]).toEqual(['All 2', 'A', 'A'])
  })

  it('is nothing where only own values differ', () => {
    expect([isUpToDate({ counts: { ...NONE, kept: 2, same: 5 } }), isUpToDate({ counts: { ...NONE, gone: 1 } })]).toEqual([true, false])
  })
})

describe('the tree', () => {
  const dish = (id: string, name: string) => ({ _id: id, name, price: 1, available: true, dietType: 'veg' as const, isAlcohol: false })
  const source: Source = {
    _id: 's',
    name: 'Source',
    gone: [],
    categories: [
      {
        _id: 'c1',
        name: 'Pav Bhaji',
        dishes: [dish('1', 'Jain')],
        subcategories: [{ _id: 'x', name: 'Loaded', dishes: [dish('2', 'Cheese')] }],
      },
      { _id: 'c2', name: 'Bar', dishes: [], subcategories: [] },
    ],
  }
  it('has categories with dishes, and finds them by the name of dish, subcategory or category', () => {
    const found = (search: string) => branchesOf(source, search).flatMap((b) => b.dishes.map((d) => d.name))
    expect([found(''), found('chee'), found('loaded'), found('PAV '), found('beer')]).toEqual([
      ['Jain', 'Cheese'],
      ['Cheese'],
      ['Cheese'],
      ['Jain', 'Cheese'],
      [],
    ])
  })
  it('ticks and unticks several at once', () => {
    expect([...withAll(new Set(['1']), ['2', '3'], true)]).toEqual(['1', '2', '3'])
    expect([...withAll(new Set(['1', '2']), ['2', '3'], false)]).toEqual(['1'])
  })
})
