import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addsTax,
  type Chain,
  chainAfter,
  type ChainDish,
  type ChainPlan,
  chainValues,
  countRows,
  masterOf,
  OWN_FIELDS,
  type OutletMenu,
  planPush,
} from './chainMenu.ts'
import { folded } from './text.ts'

let made = 0
const newId = () => `made${++made}`

const dish = (id: string, more: Partial<ChainDish> = {}): ChainDish => ({
  id,
  masterId: null,
  chain: null,
  categoryId: 'c1',
  categoryName: 'Mains',
  subCategoryId: null,
  subCategoryName: null,
  name: `Dish ${id}`,
  code: null,
  printName: null,
  description: '',
  price: 10000,
  available: true,
  dietType: 'veg',
  isAlcohol: false,
  gstRate: null,
  taxIncluded: null,
  image: null,
  variants: [],
  addonGroups: [],
  calories: null,
  allergens: [],
  station: null,
  ...more,
})
const chainOf = (more: Partial<Chain> = {}): Chain => ({
  sourceId: 'source',
  partnerId: 'partner',
  own: [],
  price: 10000,
  available: true,
  variants: [],
  addonGroups: [],
  ...more,
})
/** A copy at the outlet. */
const copy = (masterId: string, more: Partial<ChainDish> = {}): ChainDish =>
  dish(`copy-${masterId}`, { masterId, name: `Dish ${masterId}`, chain: chainOf(), ...more })
const menu = (...items: ChainDish[]): OutletMenu<ChainDish> => ({
  categories: [...new Map(items.map((i) => [i.categoryId, { id: i.categoryId, name: i.categoryName }])).values()],
  subcategories: [],
  items,
})
const plan = (source: ChainDish[], outlet: OutletMenu<ChainDish>, chosen = [...source.map(masterOf), ...outlet.items.map(masterOf)]) =>
  planPush({ id: 'source', partnerId: 'partner', items: source }, outlet, new Set(chosen), newId)

/** The outlet's menu after the plan has been carried out. */
function apply(
  outlet: OutletMenu<ChainDish>,
  { categories, subcategories, created, updated }: ChainPlan<ChainDish>,
): OutletMenu<ChainDish> {
  const [allCategories, allSubs] = [
    [...outlet.categories, ...categories],
    [...outlet.subcategories, ...subcategories],
  ]
  const named = <T extends { categoryId: string; subCategoryId: string | null }>(item: T) => ({
    ...item,
    categoryName: allCategories.find((c) => c.id === item.categoryId)?.name ?? '?',
    subCategoryName: item.subCategoryId === null ? null : (allSubs.find((s) => s.id === item.subCategoryId)?.name ?? '?'),
  })
  const next = new Map(updated.map((u) => [u.prev.id, u.next]))
  return {
    categories: allCategories,
    subcategories: allSubs,
    items: [...outlet.items.map((i) => named({ ...i, ...next.get(i.id) })), ...created.map(named)],
  }
}

describe('a push', () => {
  it('adds what the outlet lacks, with its places, and leaves out what was not chosen', () => {
    const source = [
      dish('a', { subCategoryId: 's', subCategoryName: 'Soups', station: 'Grill', image: '/v1/media/a.webp' }),
      dish('b', { categoryName: 'Bar', categoryId: 'c9', isAlcohol: true }),
    ]
    const { rows, categories, subcategories, created, updated } = plan(source, menu(dish('own', { categoryName: 'MAINS' })), ['a'])
    expect(rows).toMatchObject([{ masterId: 'a', itemId: null, outcome: 'new', price: null, nextPrice: 10000, changes: [], kept: [] }])
    expect([categories, updated]).toEqual([[], []])
    expect(subcategories).toMatchObject([{ categoryId: 'c1', name: 'Soups' }])
    expect(created).toMatchObject([
      {
        masterId: 'a',
        categoryId: 'c1',
        subCategoryId: subcategories[0]?.id,
        station: 'Grill',
        image: '/v1/media/a.webp',
        chain: chainOf(),
      },
    ])
  })

  it('says of a new dish that it is switched off', () => {
    const { rows, created } = plan([dish('a', { available: false })], menu(dish('own')))
    expect(rows[0]).toMatchObject({ outcome: 'new', changes: [{ field: 'available', from: '', to: 'Off' }] })
    expect(created[0]).toMatchObject({ available: false })
  })

  it('says which fields of a copy change, from what to what', () => {
    const source = [
      dish('a', { price: 12050, name: 'Paneer', available: false, isAlcohol: true, variants: [{ name: 'Half', additionalPrice: -5000 }] }),
    ]
    const [row] = plan(source, menu(copy('a'))).rows
    expect(row).toMatchObject({ outcome: 'changed', price: 10000, nextPrice: 12050, kept: [] })
    expect(row?.changes).toEqual([
      { field: 'price', from: '100', to: '120.5' },
      { field: 'variants', from: '', to: 'Half=-50' },
      { field: 'available', from: 'On', to: 'Off' },
      { field: 'name', from: 'Dish a', to: 'Paneer' },
      { field: 'alcohol', from: 'No', to: 'Yes' },
    ])
  })

  it('leaves the outlet’s own price and changes the rest', () => {
    const outlet = menu(copy('a', { price: 9000, chain: chainOf({ own: ['price'] }) }))
    const { rows, updated } = plan([dish('a', { price: 12000, description: 'Warm' })], outlet)
    expect(rows[0]).toMatchObject({
      outcome: 'changed',
      price: 9000,
      nextPrice: 9000,
      chainPrice: 12000,
      changes: [{ field: 'description', from: '', to: 'Warm' }],
      kept: [{ field: 'price', from: '90', to: '120' }],
    })
    expect(updated[0]?.next).toMatchObject({ price: 9000, description: 'Warm', chain: { own: ['price'], price: 12000 } })
  })

  it('brings a dish’s GST, and with the chain’s price whether that includes the tax', () => {
    const source = [dish('a', { gstRate: 18, taxIncluded: true })]
    const { rows, updated } = plan(source, menu(copy('a')))
    expect(rows[0]?.changes).toEqual([
      { field: 'gstRate', from: '', to: '18' },
      { field: 'taxIncluded', from: '', to: 'Yes' },
    ])
    expect(updated[0]?.next).toMatchObject({ gstRate: 18, taxIncluded: true })
    const own = plan(source, menu(copy('a', { price: 9000, chain: chainOf({ own: ['price'] }) }))).updated[0]?.next
    expect(own).toMatchObject({ price: 9000, gstRate: 18, taxIncluded: null })
  })

  it('leaves a dish that the outlet has sold out', () => {
    const outlet = menu(copy('a', { available: false, chain: chainOf({ own: ['available'] }) }))
    const { rows, updated } = plan([dish('a')], outlet)
    expect(rows[0]).toMatchObject({ outcome: 'same', kept: [{ field: 'available', from: 'Off', to: 'On' }] })
    expect(updated).toEqual([])
  })

  it('switches off a copy whose dish is gone, but none of another source, none that was not chosen, and none that the outlet keeps on', () => {
    const off = chainOf({ available: false, own: ['available'] })
    const outlet = menu(
      copy('gone'),
      copy('theirs', { chain: chainOf({ sourceId: 'another' }) }),
      copy('left'),
      copy('kept', { chain: off }),
      dish('own'),
    )
    const { rows, updated } = plan([dish('a')], outlet, ['gone', 'theirs', 'kept', 'own'])
    expect(rows).toMatchObject([
      { masterId: 'gone', outcome: 'gone', price: 10000, nextPrice: null, chainPrice: null },
      { masterId: 'kept', outcome: 'same', kept: [{ field: 'available', from: 'On', to: 'Off' }] },
    ])
    expect(updated.map((u) => [u.prev.masterId, u.next.available])).toEqual([['gone', false]])
  })

  it('makes the outlet’s own dish of the same name the copy: in the same place, or the only one of that name', () => {
    const inPlace = menu(
      dish('mine', { name: 'dish A', price: 9000 }),
      dish('too', { name: 'Dish a', categoryName: 'Bar', categoryId: 'c2' }),
    )
    const [row] = plan([dish('a', { name: 'Dish A' })], inPlace, ['a']).rows
    expect(row).toMatchObject({ itemId: 'mine', outcome: 'changed', adopts: true, price: 9000, nextPrice: 10000 })
    const elsewhere = menu(dish('there', { name: 'Dish A', categoryName: 'Bar', categoryId: 'c2' }))
    expect(plan([dish('a', { name: 'Dish A' })], elsewhere, ['a']).rows[0]).toMatchObject({
      itemId: 'there',
      adopts: true,
      changes: [{ field: 'place', from: 'Bar', to: 'Mains' }],
    })
    const twice = menu(
      dish('x', { name: 'Dish A', categoryName: 'Bar', categoryId: 'c2' }),
      dish('y', { name: 'Dish A', categoryName: 'Sweets', categoryId: 'c3' }),
    )
    expect(plan([dish('a', { name: 'Dish A' })], twice, ['a']).rows[0]).toMatchObject({ itemId: null, outcome: 'new' })
    // One of the source's two Soups is a copy there already. The other is not "the only one": it would take the outlet's own Soup from its place.
    const soups = [dish('a', { name: 'Soup' }), dish('b', { name: 'Soup', categoryName: 'Bar', categoryId: 'c2' })]
    const own = dish('own', { name: 'Soup', categoryName: 'Sweets', categoryId: 'c3' })
    expect(plan(soups, menu(copy('b', soups[1]), own), ['a', 'b']).rows[0]).toMatchObject({ itemId: null, outcome: 'new' })
  })

  it('finds a dish that was deleted and added again in the source, and keeps the outlet’s price', () => {
    const outlet = menu(copy('old', { name: 'Soup', price: 8000, chain: chainOf({ own: ['price'] }) }))
    const { rows, updated } = plan([dish('new', { name: 'Soup' })], outlet, ['new', 'old'])
    expect(rows).toMatchObject([{ masterId: 'new', itemId: 'copy-old', outcome: 'changed', adopts: true, nextPrice: 8000 }])
    expect(updated[0]?.next.masterId).toBe('new')
  })

  it('refuses a dish whose name another one has there, and one that would cost less than nothing', () => {
    const outlet = menu(copy('a', { name: 'Old' }), copy('x', { name: 'New', chain: chainOf({ sourceId: 'another' }) }))
    expect(plan([dish('a', { name: 'New' })], outlet).rows[0]).toMatchObject({
      outcome: 'refused',
      problem: 'New is there already, as another dish.',
      nextPrice: 10000,
    })
    const cheap = menu(copy('a', { price: 2000, chain: chainOf({ own: ['price'] }) }))
    const { rows, updated } = plan([dish('a', { variants: [{ name: 'Half', additionalPrice: -5000 }] })], cheap)
    expect(rows[0]).toMatchObject({ outcome: 'refused', problem: 'The variant Half of Dish a would have a negative price.' })
    expect(updated).toEqual([])
  })

  it('leaves a code to the dish that has it there, and says so', () => {
    const outlet = menu(dish('mine', { name: 'Mine', code: 'K1' }))
    const { rows, created } = plan([dish('a', { code: 'k1' })], outlet, ['a'])
    expect(rows[0]).toMatchObject({ outcome: 'new', problem: 'The code k1 is Mine’s there.' })
    expect(created[0]?.code).toBeNull()
  })

  it('lets copies exchange names and codes', () => {
    const outlet = menu(copy('a', { name: 'One', code: '1' }), copy('b', { name: 'Two', code: '2' }))
    const source = [dish('a', { name: 'Two', code: '2' }), dish('b', { name: 'One', code: '1' })]
    expect(plan(source, outlet).rows.map((r) => [r.outcome, r.problem])).toEqual([
      ['changed', null],
      ['changed', null],
    ])
  })

  it('takes no template along, and leaves the outlet’s', () => {
    const group = { name: 'Bread', min: 0, max: 1, addons: [{ name: 'Naan', price: 4000 }] }
    const outlet = menu(copy('a', { addonGroups: [{ ...group, templateId: 'theirs' }] }))
    const { rows, created } = plan(
      [dish('a', { addonGroups: [{ ...group, templateId: 'ours' }] }), dish('b', { addonGroups: [{ ...group, templateId: 'ours' }] })],
      outlet,
    )
    expect(rows[0]?.changes).toEqual([])
    expect(created[0]?.addonGroups).toEqual([group])
    const [{ next } = { next: null }] = plan([dish('a', { description: 'x', addonGroups: [group] })], outlet).updated
    expect(next?.addonGroups).toEqual([{ ...group, templateId: 'theirs' }])
  })

  it('finds copies by the dish that they are copies of when another outlet becomes the source', () => {
    const source = [copy('a', { price: 11000 })]
    const first = menu(dish('a'))
    expect(plan(source, first).rows[0]).toMatchObject({ masterId: 'a', itemId: 'a', outcome: 'changed', nextPrice: 11000 })
  })
})

describe('what another partner pushed', () => {
  const before = chainOf({ partnerId: 'before', own: ['price'] })

  it('is the outlet’s own dish for the next partner: matched by name, gets the chain’s price, and blocks no other dish', () => {
    const { rows, updated } = plan([dish('a', { name: 'Soup' })], menu(copy('x', { name: 'Soup', price: 9000, chain: before })))
    expect(rows).toMatchObject([{ masterId: 'a', itemId: 'copy-x', outcome: 'changed', adopts: true, nextPrice: 10000, kept: [] }])
    expect(updated[0]?.next).toMatchObject({ masterId: 'a', chain: { partnerId: 'partner', own: [] } })
  })

  it('is not gone from the next partner’s source, also when that outlet pushed it', () => {
    expect(plan([dish('a')], menu(copy('x', { chain: before }))).rows.map((row) => row.masterId)).toEqual(['a'])
  })

  it('is a dish of its own in a source that was an outlet of that partner', () => {
    const source = [copy('x', { name: 'Soup', chain: before })]
    expect(plan(source, menu(), ['copy-x']).created).toMatchObject([{ masterId: 'copy-x', chain: { partnerId: 'partner' } }])
  })

  it('stays a copy when its source came along, with the outlet’s price, whatever it is called there', () => {
    const { rows, created, updated } = plan([dish('x')], menu(copy('x', { name: 'Soup', price: 9000, chain: before })))
    expect(rows).toMatchObject([{ itemId: 'copy-x', adopts: false, nextPrice: 9000 }])
    expect([created, updated[0]?.next.chain]).toMatchObject([[], { partnerId: 'partner', own: ['price'] }])
  })

  it('is this partner’s when the copy is from before partners were recorded', () => {
    const { partnerId: _, ...old } = chainOf({ own: ['price'] })
    const { rows, updated } = plan([dish('x')], menu(copy('x', { price: 9000, chain: old })))
    expect(rows).toMatchObject([{ itemId: 'copy-x', outcome: 'same', nextPrice: 9000 }])
    expect(updated[0]?.next.chain).toMatchObject({ partnerId: 'partner', own: ['price'] })
  })
})

describe('what is the outlet’s own', () => {
  const item = copy('a')
  it('is a field whose value differs from the chain’s, until it has the chain’s value again', () => {
    const raised = { ...item, price: 12000, chain: chainAfter(item, { price: 12000 }) }
    expect(raised.chain?.own).toEqual(['price'])
    expect(chainAfter(raised, { available: false })?.own).toEqual(['price', 'available'])
    expect(chainAfter(raised, { price: 12000 })?.own).toEqual(['price'])
    expect(chainAfter(raised, { price: 10000 })?.own).toEqual([])
    expect(chainAfter(item, { price: 10000, available: true })?.own).toEqual([])
    expect(chainAfter(dish('mine'), { price: 1 })).toBeNull()
  })

  it('follows the chain again when that is asked for, also where the values are the same', () => {
    const equal = copy('a', { chain: chainOf({ own: ['price', 'available'] }) })
    expect(chainAfter(equal, chainValues(equal.chain, ['price']), ['price'])?.own).toEqual(['available'])
    expect(chainValues(chainOf({ price: 7 }), ['price'])).toEqual({ price: 7, taxIncluded: null })
    expect(chainValues(chainOf({ price: 7, taxIncluded: true }), ['price', 'available'])).toMatchObject({ price: 7, taxIncluded: true })
    expect(chainAfter({ ...item, chain: chainOf({ price: item.price }) }, { taxIncluded: true })?.own).toEqual(['price'])
    expect(chainValues(null, ['price'])).toEqual({})
  })
})

it('counts dishes by what happens to them', () => {
  const outlet = menu(copy('a'), copy('b'), copy('gone'), copy('d', { price: 1, chain: chainOf({ own: ['price'] }) }))
  const source = [dish('a', { price: 1 }), dish('b', { description: 'x' }), dish('c'), dish('d')]
  expect(countRows(plan(source, outlet).rows)).toEqual({ new: 1, price: 1, changed: 1, gone: 1, kept: 1, refused: 0, same: 1 })
})

describe('for every source and outlet', () => {
  const names = ['Soup', 'soup', 'Naan', 'Tea', 'Beer']
  const codes = [null, null, '1', '2', '3', 'k']
  const places = [
    { categoryId: 'c1', categoryName: 'Mains', subCategoryId: null, subCategoryName: null },
    { categoryId: 'c1', categoryName: 'Mains', subCategoryId: 's1', subCategoryName: 'Hot' },
    { categoryId: 'c2', categoryName: 'Bar', subCategoryId: null, subCategoryName: null },
  ]
  const anything = fc.record({
    name: fc.constantFrom(...names),
    code: fc.constantFrom(...codes),
    place: fc.constantFrom(...places),
    price: fc.integer({ min: 0, max: 3 }).map((n) => n * 5000),
    available: fc.boolean(),
    half: fc.boolean(),
  })
  const built = (id: string, { place, half, ...rest }: { place: (typeof places)[number]; half: boolean } & Partial<ChainDish>): ChainDish =>
    dish(id, { ...rest, ...place, variants: half ? [{ name: 'Half', additionalPrice: -5000 }] : [] })
  const nameKey = (d: ChainDish) => JSON.stringify([d.categoryName, d.subCategoryName, folded(d.name)])
  /** As the database requires: a name once in a place, a code once, and a master once. */
  const valid = (list: ChainDish[]) => {
    const seen = new Set<string>()
    return list.filter((d) => {
      const keys = [nameKey(d), `code ${d.code === null ? d.id : folded(d.code)}`, `master ${masterOf(d)}`]
      if (keys.some((k) => seen.has(k)) || (d.variants.length > 0 && d.price < 5000)) return false
      keys.forEach((k) => seen.add(k))
      return true
    })
  }
  const sources = fc.array(anything, { maxLength: 6 }).map((list) => valid(list.map((d, i) => built(`m${i}`, d))))
  const outlets = fc
    .array(
      fc.tuple(
        anything,
        fc.constantFrom(null, 'm0', 'm1', 'm2', 'm3', 'm9'),
        fc.subarray([...OWN_FIELDS]),
        fc.constantFrom('source', 'another'),
        fc.constantFrom('partner', 'before'),
      ),
      {
        maxLength: 6,
      },
    )
    .map((list) =>
      valid(
        list.map(([d, masterId, own, sourceId, partnerId], i) =>
          built(`o${i}`, { ...d, masterId, chain: masterId === null ? null : chainOf({ own, sourceId, partnerId }) } as never),
        ),
      ),
    )
  const known = { categories: [{ id: 'c1', name: 'Mains' }], subcategories: [] as { id: string; categoryId: string; name: string }[] }
  const worlds = fc
    .record({ source: sources, items: outlets, ticks: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }) })
    .map(({ source, items, ticks }) => {
      const masters = [...new Set([...source, ...items].map(masterOf))]
      const outlet: OutletMenu<ChainDish> = {
        categories: [...known.categories, { id: 'c2', name: 'Bar' }],
        subcategories: [{ id: 's1', categoryId: 'c1', name: 'Hot' }],
        items,
      }
      return { source, outlet, chosen: masters.filter((_, i) => ticks[i]) }
    })

  it('the outlet’s menu stays one that the database takes, and a second push changes nothing', () => {
    fc.assert(
      fc.property(worlds, ({ source, outlet, chosen }) => {
        const first = plan(source, outlet, chosen)
        const after = apply(outlet, first)
        expect(valid([...after.items])).toHaveLength(after.items.length)
        const again = plan(source, after, chosen)
        expect([again.created, again.updated, again.categories, again.subcategories]).toEqual([[], [], [], []])
      }),
      { numRuns: 2000 },
    )
  })

  it('no dish is deleted, what was not chosen stays as it is, and so does what is the outlet’s own', () => {
    fc.assert(
      fc.property(worlds, ({ source, outlet, chosen }) => {
        const { items } = apply(outlet, plan(source, outlet, chosen))
        for (const before of outlet.items) {
          const now = items.find((i) => i.id === before.id)
          expect(now).toBeDefined()
          const stays = before.chain?.partnerId === 'partner' || source.some((dish) => masterOf(dish) === before.masterId)
          for (const field of stays ? (before.chain?.own ?? []) : []) expect(now?.[field]).toEqual(before[field])
          const row = plan(source, outlet, chosen).rows.find((r) => r.itemId === before.id)
          if (!row || row.outcome === 'refused') expect(now).toEqual(before)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('the copies have the chain’s values in all fields that are not the outlet’s own, and the preview names every difference', () => {
    fc.assert(
      fc.property(worlds, ({ source, outlet, chosen }) => {
        const { rows, ...rest } = plan(source, outlet, chosen)
        const { items } = apply(outlet, { rows, ...rest })
        for (const wanted of source) {
          const row = rows.find((r) => r.masterId === masterOf(wanted))
          if (!row || row.outcome === 'refused') continue
          const now = items.find((i) => i.masterId === masterOf(wanted))
          const before = outlet.items.find((i) => i.id === row.itemId)
          expect(now).toBeDefined()
          for (const field of ['price', 'available', 'variants', 'name'] as const) {
            const own = field !== 'name' && (now?.chain?.own ?? []).includes(field)
            expect(now?.[field]).toEqual(own ? before?.[field] : wanted[field])
            // Of a new dish only that it is off.
            const shown = before ?? { ...now, available: true }
            const differs = JSON.stringify(shown[field]) !== JSON.stringify(now?.[field])
            expect(row.changes.some((c) => c.field === field)).toBe(differs)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('tax on top of pushed prices', () => {
  const onTop = { gst: 5, vat: 10 }
  const within = { ...onTop, pricesIncludeTax: true }
  const told = (source: Taxes, outlet: Taxes, ...items: ChainDish[]) => {
    const rows = items.map(({ id }) => ({ masterId: id, outcome: 'new' as const, kept: [] }))
    return addsTax({ items, taxes: source }, rows, outlet)
  }
  type Taxes = Parameters<typeof addsTax>[2]

  it('is told where only one of the outlets adds it, whichever it is and for whatever reason', () => {
    expect(told(within, onTop, dish('a'))).toBe(true)
    expect(told(onTop, within, dish('a'))).toBe(false)
    expect(told({ gst: 0, vat: 0, composition: true }, onTop, dish('a'))).toBe(true)
    expect(told(onTop, { gst: 0, vat: 10 }, dish('a'))).toBe(false)
    expect(told({ gst: 5, vat: 0 }, onTop, dish('beer', { isAlcohol: true }), dish('a'))).toBe(true)
  })
  it('is not told where guests pay alike: no rate, a dish that says it itself, and a scheme without tax', () => {
    expect(told(onTop, onTop, dish('a'))).toBeUndefined()
    expect(told(within, { gst: 0, vat: 0 }, dish('a'))).toBeUndefined()
    expect(
      told(within, onTop, dish('a', { taxIncluded: true }), dish('b', { gstRate: 0 }), dish('c', { taxIncluded: false })),
    ).toBeUndefined()
    expect(told({ gst: 0, vat: 0, composition: true }, within, dish('a', { gstRate: 18 }))).toBeUndefined()
  })
  it('is not told of a dish that is refused, gone or keeps the outlet’s own price', () => {
    const items = [dish('a')]
    const of = (outcome: 'refused' | 'gone' | 'changed', kept: 'price' | 'variants' | null, masterId = 'a') =>
      addsTax({ items, taxes: within }, [{ masterId, outcome, kept: kept ? [{ field: kept, from: '1', to: '2' }] : [] }], onTop)
    expect([of('refused', null), of('gone', null, 'left'), of('changed', 'price')]).toEqual([undefined, undefined, undefined])
    expect(of('changed', 'variants')).toBe(true)
  })
})
