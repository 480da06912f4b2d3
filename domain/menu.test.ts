import { describe, expect, it } from 'vitest'
import { SentLine } from './api/order.ts'
import { AppError } from './errors.ts'
import { allItems, checkRemaining, leastPrice, resolveLine, searchItems } from './menu.ts'
import { aMenuItem, aSaleItem, AT } from './test/shapes.ts'

const pizza = aSaleItem({
  id: 'pizza',
  name: 'Farm House',
  printName: 'FARM HSE',
  price: 300_00,
  station: 'oven',
  image: '/pizza.webp',
  isAlcohol: false,
  categoryName: 'Pizza',
  variants: [
    { name: 'Regular', additionalPrice: 0 },
    { name: 'Large', additionalPrice: 160_00 },
  ],
  addonGroups: [
    {
      name: 'Crust',
      min: 1,
      max: 1,
      addons: [
        { name: 'Thin', price: 0 },
        { name: 'Cheese Burst', price: 90_00 },
      ],
    },
    {
      name: 'Toppings',
      min: 0,
      max: 3,
      addons: [
        { name: 'Olives', price: 30_00 },
        { name: 'Corn', price: 20_00 },
      ],
    },
  ],
})
const thin = { name: 'Crust', addons: [{ name: 'Thin' }] }
const toppings = (...addons: { name: string; quantity?: number }[]) => ({ name: 'Toppings', addons })
const large = [{ name: 'Large' }]

const resolve = (line: object, item = pizza) =>
  resolveLine(SentLine.parse({ _id: item.id, quantity: 1, ...line }), item, { lineId: 'line-1' }, AT)
const refusal = (line: object, item = pizza): string => {
  try {
    resolve(line, item)
    return 'none'
  } catch (e) {
    if (!(e instanceof AppError)) throw e
    return `${e.status} ${e.code} ${e.message}`
  }
}

describe('a sent line', () => {
  it('keeps the GST of its dish, and whether its price includes the tax: as the dish says, or as the outlet’s prices do', () => {
    const kept = (dish: object, pricesIncludeTax?: boolean) => {
      const item = { ...aSaleItem(), ...dish }
      const { gstRate, taxIncluded } = resolveLine(SentLine.parse({ _id: item.id, quantity: 1 }), item, { lineId: 'x' }, AT, {
        pricesIncludeTax,
      })
      return [gstRate, taxIncluded]
    }
    expect(kept({})).toEqual([null, false])
    expect(kept({ gstRate: 18 }, true)).toEqual([18, true])
    expect(kept({ gstRate: 0, taxIncluded: false }, true)).toEqual([0, false])
    expect(kept({ taxIncluded: true }, false)).toEqual([null, true])
  })
  it('gets its names and prices from the menu, whatever the caller sends', () => {
    const sent = {
      quantity: 2,
      price: 1,
      itemName: 'Free',
      variants: [{ name: 'Large', additionalPrice: 0 }],
      addonGroups: [{ name: 'Crust', addons: [{ name: 'Cheese Burst', price: 0 }] }, toppings({ name: 'Olives', quantity: 2 })],
    }
    expect(resolve({ ...sent, additionalItemNote: 'Well done' })).toEqual({
      lineId: 'line-1',
      itemId: 'pizza',
      itemName: 'Farm House',
      printName: 'FARM HSE',
      categoryName: 'Pizza',
      quantity: 2,
      price: 300_00,
      variants: [{ name: 'Large', additionalPrice: 160_00 }],
      addonGroups: [
        { name: 'Crust', addons: [{ name: 'Cheese Burst', quantity: 1, price: 90_00 }] },
        { name: 'Toppings', addons: [{ name: 'Olives', quantity: 2, price: 30_00 }] },
      ],
      status: 'Preparing',
      statusAt: AT,
      dietType: 'veg',
      isAlcohol: false,
      gstRate: null,
      taxIncluded: false,
      image: '/pizza.webp',
      station: 'oven',
      additionalItemNote: 'Well done',
      cancelReason: null,
      cancelledBy: null,
      prepared: false,
      bookedDate: null,
    })
  })
  it('may be held back from the kitchen', () =>
    expect(resolveLine(SentLine.parse({ _id: 'tikka', quantity: 1 }), aSaleItem(), { lineId: 'x' }, AT, { status: 'In Cart' }).status).toBe(
      'In Cart',
    ))
  it('has exactly one variant when the item has any, and none when it has none', () => {
    expect(refusal({ variants: [], addonGroups: [thin] })).toBe('422 unknown_item Farm House needs exactly one variant.')
    expect(refusal({ variants: [{ name: 'Regular' }, { name: 'Large' }], addonGroups: [thin] })).toBe(
      '422 unknown_item Farm House needs exactly one variant.',
    )
    expect(refusal({ variants: large }, aSaleItem())).toMatch(/^422 unknown_item/)
    expect(refusal({}, aSaleItem())).toBe('none')
  })
  it.each([
    ['item', { _id: 'other' }],
    ['variant', { variants: [{ name: 'Giant' }], addonGroups: [thin] }],
    ['group', { variants: large, addonGroups: [thin, { name: 'Sauces', addons: [] }] }],
    ['addon', { variants: large, addonGroups: [thin, toppings({ name: 'Gold' })] }],
    ['addon of another group', { variants: large, addonGroups: [thin, toppings({ name: 'Thin' })] }],
  ])('with an unknown %s is refused', (_, line) => expect(refusal(line)).toMatch(/^422 unknown_item/))
  it('needs each addon group within its min and max, counting quantities', () => {
    expect(refusal({ variants: large })).toBe('422 unknown_item Farm House: choose at least 1 of Crust.')
    expect(refusal({ variants: large, addonGroups: [{ name: 'Crust', addons: [{ name: 'Thin', quantity: 2 }] }] })).toBe(
      '422 unknown_item Farm House: choose at most 1 of Crust.',
    )
    expect(refusal({ variants: large, addonGroups: [thin, toppings({ name: 'Olives', quantity: 3 })] })).toBe('none')
    expect(refusal({ variants: large, addonGroups: [thin, toppings({ name: 'Olives', quantity: 3 }, { name: 'Corn' })] })).toMatch(/^422/)
  })
  it('finds the group of an addon that is sent without one (SPEC §3)', () => {
    const sent = { variants: large, addonGroups: [{ addons: [{ name: 'Thin' }, { name: 'Corn', quantity: 2, price: 1 }] }] }
    expect(resolve(sent).addonGroups).toEqual([
      { name: 'Crust', addons: [{ name: 'Thin', quantity: 1, price: 0 }] },
      { name: 'Toppings', addons: [{ name: 'Corn', quantity: 2, price: 20_00 }] },
    ])
    expect(refusal({ ...sent, addonGroups: [thin, { addons: [{ name: 'Corn', quantity: 4 }] }] })).toMatch(/at most 3 of Toppings/)
    expect(refusal({ ...sent, addonGroups: [thin, { addons: [{ name: 'Gold' }] }] })).toMatch(/^422 unknown_item .*no addon/)
    const twice = {
      ...pizza,
      addonGroups: [...pizza.addonGroups, { name: 'Dip', min: 0, max: 1, addons: [{ name: 'Corn', price: 5_00 }] }],
    }
    expect(refusal(sent, twice)).toMatch(/^422 unknown_item .*Name the group\./)
  })
  it('can’t exceed a maximum by naming an addon or a group twice', () => {
    expect(
      refusal({ variants: large, addonGroups: [thin, toppings({ name: 'Corn', quantity: 2 }, { name: 'Corn', quantity: 2 })] }),
    ).toMatch(/^422/)
    expect(refusal({ variants: large, addonGroups: [thin, thin] })).toMatch(/^422/)
    expect(
      resolve({ variants: large, addonGroups: [thin, toppings({ name: 'Corn' }), toppings({ name: 'Corn' })] }).addonGroups[1]?.addons,
    ).toEqual([{ name: 'Corn', quantity: 2, price: 20_00 }])
  })
  it('of an item that is off or short is refused in SPEC’s words', () => {
    expect(refusal({}, aSaleItem({ available: false }))).toBe('409 item_unavailable Item "Paneer Tikka" is unavailable.')
    expect(refusal({ quantity: 4 }, aSaleItem({ remaining: 3 }))).toBe('409 item_unavailable Item "Paneer Tikka" is unavailable.')
    expect(refusal({ quantity: 3 }, aSaleItem({ remaining: 3 }))).toBe('none')
  })
})

describe('the remaining quantity', () => {
  const tikka = aSaleItem({ remaining: 5 })
  it('must cover all lines of an item together', () => {
    expect(() =>
      checkRemaining(
        [tikka],
        [
          { _id: 'tikka', quantity: 3 },
          { _id: 'tikka', quantity: 2 },
        ],
      ),
    ).not.toThrow()
    expect(() =>
      checkRemaining(
        [tikka],
        [
          { _id: 'tikka', quantity: 3 },
          { _id: 'tikka', quantity: 3 },
        ],
      ),
    ).toThrow(
      expect.objectContaining({
        status: 409,
        code: 'item_unavailable',
        message: 'Item "Paneer Tikka" is unavailable.',
        details: { itemId: 'tikka' },
      }),
    )
  })
  it('is checked only for counted items that were ordered; an item that is off is always refused', () => {
    expect(() =>
      checkRemaining([aSaleItem(), { ...tikka, id: 'other', remaining: 0, available: false }], [{ _id: 'tikka', quantity: 999 }]),
    ).not.toThrow()
    expect(() => checkRemaining([aSaleItem({ available: false })], [{ _id: 'tikka', quantity: 1 }])).toThrow(AppError)
  })
})

describe('the menu', () => {
  const item = (_id: string, name: string) => aMenuItem({ _id, name })
  const menu = {
    categories: [
      { menuItems: [item('a', 'Soup')], subcategories: [{ menuItems: [item('b', 'Tikka')] }, { menuItems: [] }] },
      { menuItems: [], subcategories: [{ menuItems: [item('c', 'Beer')] }] },
    ],
  }
  it('lists every item in its order', () => {
    expect(allItems(menu).map((i) => i._id)).toEqual(['a', 'b', 'c'])
  })
})

describe('searching', () => {
  const items = [
    'Masala Dosa',
    'Chicken Tikka Masala',
    'Paneer Tikka',
    'Crème Brûlée',
    'Chicken 65',
    'Kheema Dosa',
    'Mango Lassi',
    'मसाला चाय',
  ].map((name) => ({ name }))
  const find = (text: string) => searchItems(items, text).map((i) => i.name)
  it('finds items that contain every word', () => {
    expect(find('chicken masala')).toEqual(['Chicken Tikka Masala'])
    expect(find('chicken lassi')).toEqual([])
  })
  it('lists names that begin with the text first, then words that do, then the rest', () => {
    expect(find('mas')).toEqual(['Masala Dosa', 'Chicken Tikka Masala'])
    expect(find('ma')).toEqual(['Masala Dosa', 'Mango Lassi', 'Chicken Tikka Masala', 'Kheema Dosa'])
    expect(find('tik pan')).toEqual(['Paneer Tikka'])
  })
  it('ignores case, accents, spaces and signs', () => {
    expect(find('  BRULEE ')).toEqual(['Crème Brûlée'])
    expect(find('crème')).toEqual(['Crème Brûlée'])
    expect(find('chicken-65')).toEqual(['Chicken 65'])
  })
  it('finds other scripts', () => expect(find('चाय')).toEqual(['मसाला चाय']))
  it('returns all items for an empty text', () => expect(find(' ')).toHaveLength(items.length))
  it('searches 500 items without a slow step; the page’s own time is measured by bench/lists.ts', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ name: `Spécial ${i} ${items[i % items.length]!.name}` }))
    const start = performance.now()
    expect(searchItems(many, 'spec dosa')).toHaveLength(125)
    expect(performance.now() - start).toBeLessThan(100)
  })
})

it('a dish costs from its cheapest variant on, where its variants’ prices differ', () => {
  const of = (...additional: number[]) => leastPrice({ price: 480, variants: additional.map((additionalPrice) => ({ additionalPrice })) })
  expect([of(), of(-200, 0), of(20), of(0, 0)]).toEqual([
    { rupees: 480, from: false },
    { rupees: 280, from: true },
    { rupees: 500, from: false },
    { rupees: 480, from: false },
  ])
})
