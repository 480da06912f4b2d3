import { describe, expect, it } from 'vitest'
import { importing as contract } from './api/menu/importing.ts'
import { parseCsv } from './csv.ts'
import { cellsOf } from './test/cells.ts'
import { AppError } from './errors.ts'
import { formatAddons, formatVariants, type KnownDish, type KnownMenu, menuCsv, MOST_ROWS, planImport } from './menuCsv.ts'
import { MENU_COLUMNS } from './menuColumns.ts'

const dish = (id: string, more: Partial<KnownDish> = {}): KnownDish => ({
  id,
  categoryId: 'c1',
  subCategoryId: null,
  name: `Dish ${id}`,
  description: '',
  price: 10000,
  dietType: 'veg',
  isAlcohol: false,
  gstRate: null,
  taxIncluded: null,
  available: true,
  variants: [],
  addonGroups: [],
  station: null,
  code: null,
  printName: null,
  calories: null,
  allergens: [],
  ...more,
})
const MENU: KnownMenu<KnownDish> = {
  categories: [
    { id: 'c1', name: 'Mains, hot' },
    { id: 'c2', name: 'Bar' },
  ],
  subcategories: [{ id: 's1', categoryId: 'c1', name: '"Chef\'s" own' }],
  items: [
    dish('plain'),
    dish('rich', {
      subCategoryId: 's1',
      name: '=Half & half; "big"',
      description: 'two\r\nlines, a comma',
      price: 18950,
      dietType: 'nonVeg',
      available: false,
      station: 'Grill',
      code: 'kf',
      printName: 'Half & half',
      calories: 840,
      allergens: ['Milk; cream', 'Nuts'],
      variants: [
        { name: 'Half=Half', additionalPrice: -5000 },
        { name: 'A|B;C:D(E)\\', additionalPrice: 9905 },
      ],
      addonGroups: [
        {
          name: 'Bread: (choose)',
          min: 1,
          max: 2,
          addons: [
            { name: 'Roti', price: 0 },
            { name: 'Naan=x', price: 4050 },
          ],
          templateId: 't1',
        },
        { name: 'Extras', min: 0, max: 0, addons: [{ name: 'चीज़', price: 3000 }] },
      ],
    }),
    dish('beer', { categoryId: 'c2', name: 'Lager', isAlcohol: true }),
  ],
}
let n = 0
const plan = (csv: string, menu = MENU) => planImport(parseCsv(csv), menu, () => `new${++n}`)
const HEADER = 'category,subcategory,name,price'

it('variants are written in one cell, addons in another', () => {
  expect(
    formatVariants([
      { name: 'Half', additionalPrice: -5000 },
      { name: 'Full', additionalPrice: 0 },
    ]),
  ).toBe('Half=-50; Full=0')
  expect(
    formatAddons([
      {
        name: 'Bread',
        min: 1,
        max: 2,
        addons: [
          { name: 'Roti', price: 0 },
          { name: 'Naan', price: 4050 },
        ],
      },
      { name: 'Extras', min: 0, max: 0, addons: [{ name: 'Cheese', price: 3000 }] },
    ]),
  ).toBe('Bread (1-2): Roti=0; Naan=40.5 | Extras (0+): Cheese=30')
})

describe('a dish’s own tax', () => {
  const taxed = (more: Partial<KnownDish>) => ({ ...MENU, items: [dish('plain', more), dish('other')] })
  it('has columns in the export only where a dish has one', () => {
    expect(menuCsv(MENU).split('\r\n')[0]).toMatch(/allergens$/)
    const [header, row, other] = menuCsv(taxed({ gstRate: 18, taxIncluded: false })).split('\r\n')
    expect(header).toMatch(/allergens,gst,price_includes_tax$/)
    expect([row, other]).toEqual([expect.stringMatching(/,18,no$/), expect.stringMatching(/,,$/)])
    expect(menuCsv(taxed({ taxIncluded: true })).split('\r\n')[0]).toMatch(/allergens,price_includes_tax$/)
  })
  it('is read as it is written; an empty cell takes it away, and without the column it stays', () => {
    const menu = taxed({ gstRate: 18, taxIncluded: true })
    const read = (cells: string, columns = ',GST %,Price includes tax') =>
      plan(`category,name,price${columns}\n"Mains, hot",Dish plain,90${cells}`, menu).updated[0]?.next
    expect(read(',12.5%,no')).toMatchObject({ gstRate: 12.5, taxIncluded: false })
    expect(read(',,')).toMatchObject({ gstRate: null, taxIncluded: null })
    expect(read('', '')).toMatchObject({ gstRate: 18, taxIncluded: true })
    expect(plan(menuCsv(menu), menu).updated).toEqual([])
  })
  it('is 0 where the file says Nil or exempt', () =>
    expect(plan('category,name,price,gst\nBar,Tea,10,Nil\nBar,Rum,9, exempted ').created.map((d) => d.gstRate)).toEqual([0, 0]))
  it.each(['5.0001', '101', '-5', 'five', '1e1', 'NA', 'nil%'])('a GST of %s is refused', (gst) => {
    const [row] = plan(`category,name,price,gst\nBar,Tea,10,${gst}`).results
    expect(row).toMatchObject({ ok: false, message: expect.stringMatching(/^gst/) })
  })
})

describe('before it is imported', () => {
  it('each changed dish is listed column by column, old and new', () => {
    expect(plan('category,name,price,station\n"Mains, hot",Dish plain,77.5,Tandoor\nBar,Tea,10,').results).toMatchObject([
      {
        outcome: 'changed',
        changes: [
          { column: 'price', from: expect.stringMatching(/^\d+$/), to: '77.5' },
          { column: 'station', from: '', to: 'Tandoor' },
        ],
      },
      { outcome: 'added' },
    ])
  })
  it('each new dish is listed as it was read: its place, price, diet and choices', () => {
    const [lager, tea] = plan(
      'Category,Sub,Item,Rate,Food type,alcohol,variants,subcategory\nbar,,Lager,"Rs. 1,200/-",V,yes,Half=-50; Full=0,Draught\nHot drinks,,Tea,10,,,,',
    ).results
    expect(lager).toMatchObject({
      outcome: 'added',
      cells: cellsOf({ category: 'Bar', subcategory: 'Draught', price: '1200', diet: 'veg', alcohol: 'yes', variants: 'Half=-50; Full=0' }),
    })
    expect(tea).toMatchObject({
      cells: cellsOf({ category: 'Hot drinks', price: '10', diet: 'veg' }),
    })
  })
  it('new dishes without a diet in the file are counted: they will be sold as veg; existing dishes keep their diet', () => {
    expect(plan('category,name,price\nBar,Tea,10\nBar,Chicken wings,200')).toMatchObject({ withoutDiet: 2 })
    expect(plan('category,name,price,diet\nBar,Tea,10,veg\nBar,Chicken wings,200,\n"Mains, hot",Dish plain,77.5,')).toMatchObject({
      withoutDiet: 1,
    })
  })
  it('unknown columns are named, and dishes that are missing in the file are counted', () => {
    expect(plan('category,name,price,Spicy level,Cost,Price\nBar,Tea,10,3,5,99')).toMatchObject({
      unknownColumns: ['Spicy level', 'Cost', 'Price'],
      notInFile: MENU.items.length,
    })
  })
  it('unknown columns are named once each, however many columns share a name, and at most 50 of them', () => {
    const header = ['category,name,price', 'Note', ' Note ', 'x'.repeat(5000), ...Array.from({ length: 300 }, (_, i) => `c${i}`), ''].join(
      ',',
    )
    const rows = Array.from({ length: 20 }, (_, i) => `Bar,Tea ${i},10,hot,hot`)
    const found = plan([header, ...rows].join('\n'))
    expect(found.unknownColumns).toHaveLength(50)
    expect(found.unknownColumns.slice(0, 3)).toEqual(['Note', expect.stringMatching(/^x{10,60}…?/), 'c0'])
    expect(JSON.stringify(found.unknownColumns).length).toBeLessThan(1000)
    expect(JSON.stringify(found.results)).not.toContain('Note')
  })
  it('columns are recognised by the API’s names too', () => {
    const { unknownColumns, created } = plan(
      'category,Sub-category,name,price,dietType,isAlcohol,Print name\nBar,Draught,Lager 330,200,veg,yes,LAGER',
    )
    expect(unknownColumns).toEqual([])
    expect(created).toMatchObject([{ name: 'Lager 330', dietType: 'veg', isAlcohol: true, printName: 'LAGER' }])
  })
  it('columns are recognised by the words of an owner’s own list, but a column with the proper name comes first', () => {
    expect(plan('Category,Item Name,Rate\nBar,Lager 330,200')).toMatchObject({
      unknownColumns: [],
      created: [{ name: 'Lager 330', price: 20_000 }],
    })
    expect(plan('category,item,name,price,rate\nBar,17,Lager 330,200,150')).toMatchObject({
      unknownColumns: ['item', 'rate'],
      created: [{ name: 'Lager 330', price: 20_000 }],
    })
  })
  it.each(['Price (Rs.)', 'Price (₹)', 'MRP', 'Selling Price', 'Item Price (incl. packing)', 'Rate.'])(
    'an owner’s column %s is the price',
    (column) =>
      expect(plan(`Category,Item,${column},Short Code\nMains,Dish,200,11`)).toMatchObject({
        unknownColumns: [],
        created: [{ price: 20_000, code: '11' }],
      }),
  )
  it.each(['180/-', 'Rs. 180/-', '₹180 /-', 'INR 180'])('%s is a price', (price) =>
    expect(plan(`category,name,price\nMains,Dish,${price}`)).toMatchObject({ created: [{ price: 18_000 }] }),
  )
  it.each([
    ['Veg/Non-veg', 'Non-Veg', 'nonVeg'],
    ['Veg', 'no', 'nonVeg'],
    ['Veg', 'yes', 'veg'],
    ['Food type', 'NV', 'nonVeg'],
    ['Food type', 'Vegetarian', 'veg'],
  ])('an owner’s column %s with %s is a diet: its meat is never sold as veg', (column, cell, dietType) => {
    expect(plan(`Category,Item,Rate,${column}\nMains,Dish,200,${cell}`)).toMatchObject({ unknownColumns: [], created: [{ dietType }] })
  })
  it('a new dish whose name paper can’t show gets one that it can; a dish of the menu keeps what it has', () => {
    const { created } = plan('category,name,price,print_name\nBar,कटिंग चाय,40,\nBar,गुलाब जामुन,60,GJ\nBar,Tea,10,')
    expect(created.map(({ printName }) => printName)).toEqual(['Kating Chay', 'GJ', null])
    const menu = { ...MENU, items: [...MENU.items, { ...MENU.items[0]!, id: 'chai', name: 'कटिंग चाय', printName: null }] }
    expect(plan(menuCsv(menu), menu).updated).toEqual([])
  })
})

describe('a menu that is exported and imported again', () => {
  it('stays unchanged', () => {
    expect(plan(menuCsv(MENU))).toEqual({
      results: [2, 3, 4].map((row, i) => ({ row, ok: true, name: MENU.items[i]?.name, message: 'No change', outcome: 'same' })),
      unknownColumns: [],
      notInFile: 0,
      withoutDiet: 0,
      categories: [],
      subcategories: [],
      created: [],
      updated: [],
    })
  })

  it('becomes the same menu in an empty restaurant', () => {
    const made = plan(menuCsv(MENU), { categories: [], subcategories: [], items: [] })
    expect(made.categories.map((c) => c.name)).toEqual(['Mains, hot', 'Bar'])
    expect(made.subcategories).toMatchObject([{ name: '"Chef\'s" own', categoryId: made.categories[0]?.id }])
    const plainGroups = (items: readonly KnownDish[]) =>
      items.map(({ id: _i, categoryId: _c, subCategoryId: _s, addonGroups, ...d }) => ({
        ...d,
        addonGroups: addonGroups.map(({ templateId: _t, ...g }) => g),
      }))
    expect(plainGroups(made.created)).toEqual(plainGroups(MENU.items))
  })
})

describe('a row', () => {
  const only = (csv: string) => plan(csv).results[0]
  it('has a code that no other dish has, in upper or lower case; a code that an earlier row gave up is free', () => {
    const columns = 'category,name,price,code'
    const taken = plan(`${columns}\n"Mains, hot",Dish plain,100,KF\n"Mains, hot",New one,50,12\n"Mains, hot",New two,50,12`)
    expect(taken.results).toMatchObject([
      { row: 2, ok: false, name: 'Dish plain', message: 'code: The code KF belongs to =Half & half; "big" already.', outcome: 'failed' },
      { row: 3, ok: true, name: 'New one', message: 'Added', outcome: 'added' },
      { row: 4, ok: false, name: 'New two', message: 'code: The code 12 belongs to New one already.', outcome: 'failed' },
    ])
    const coded = { ...MENU, items: [dish('a', { code: '1' }), dish('b', { code: '2' })] }
    const moved = plan(`${columns}\n"Mains, hot",Dish a,100,\n"Mains, hot",Dish b,100,1`, coded)
    expect(moved.updated.map(({ prev, next }) => [prev.id, next.code])).toEqual([
      ['a', null],
      ['b', '1'],
    ])
  })
  it('may exchange codes with another row, and gives one to an earlier row; who keeps a code keeps others from it', () => {
    const coded = { ...MENU, items: ['a', 'b', 'c', 'd'].map((id, i) => dish(id, { code: String(i + 1) })) }
    const codes = (...rows: string[]) => {
      const { results, updated, created } = plan(`category,name,price,code\n${rows.map((row) => `"Mains, hot",${row}`).join('\n')}`, coded)
      return [
        results.map(({ ok, message }) => (ok ? 'ok' : message)),
        [...updated.map(({ prev, next }) => `${prev.id}=${next.code}`), ...created.map((made) => `new=${made.code}`)],
      ]
    }
    expect(codes('Dish a,100,2', 'Dish b,100,1')).toEqual([
      ['ok', 'ok'],
      ['a=2', 'b=1'],
    ])
    expect(codes('Dish a,100,2', 'Dish b,100,')).toEqual([
      ['ok', 'ok'],
      ['a=2', 'b=null'],
    ])
    expect(codes('New,100,2', 'Dish b,100,9')).toEqual([
      ['ok', 'ok'],
      ['b=9', 'new=2'],
    ])
    // d keeps 4, so c keeps 3, and a can't have it.
    expect(codes('Dish a,100,3', 'Dish b,100,1', 'Dish c,100,4')).toEqual([
      [
        'code: The code 3 belongs to Dish c already.',
        'code: The code 1 belongs to Dish a already.',
        'code: The code 4 belongs to Dish d already.',
      ],
      [],
    ])
    // Who keeps its code and changes something else comes before an earlier row that asks for it.
    for (const asks of ['Dish a', 'New'])
      expect(codes(`${asks},100,4`, 'Dish d,130,4')).toEqual([['code: The code 4 belongs to Dish d already.', 'ok'], ['d=4']])
    expect(codes('Dish a,100,2', 'Dish b,100,3', 'New,100,2', 'Dish c,130,3')).toEqual([
      [
        'code: The code 2 belongs to Dish b already.',
        'code: The code 3 belongs to Dish c already.',
        'code: The code 2 belongs to Dish b already.',
        'ok',
      ],
      ['c=3'],
    ])
    expect(codes('Dish a,100,4', 'Dish a,120,1')).toEqual([['code: The code 4 belongs to Dish d already.', 'Row 2 is the same dish.'], []])
    // Also in a category that the row would have made.
    const twice = plan('category,name,price,code\nSweets,Kulfi,60,4\nSweets,KULFI,60,4', coded)
    expect([twice.results.map(({ message }) => message), twice.created]).toEqual([
      ['code: The code 4 belongs to Dish d already.', 'Row 2 is the same dish.'],
      [],
    ])
  })
  it.each([
    ['code', 'k f', 'Letters and digits only.'],
    ['code', '123456789', 'At most 8 characters.'],
    ['calories', 'many', '"many" is no number.'],
  ])('with the %s %s is refused', (column, value, message) =>
    expect(only(`${HEADER},${column}\nMains,,Tea,10,${value}`)).toEqual({
      row: 2,
      ok: false,
      outcome: 'failed',
      name: 'Tea',
      message: `${column}: ${message}`,
    }),
  )
  it('without a column for them keeps code, print name, calories and allergens; an empty cell takes them off', () => {
    const name = `"Mains, hot","""Chef's"" own","'=Half & half; ""big"""`
    expect(plan(`${HEADER}\n${name},200`).updated[0]?.next).toMatchObject({ code: 'kf', printName: 'Half & half', calories: 840 })
    expect(plan(`${HEADER},code,print_name,calories,allergens\n${name},200,,,,`).updated[0]?.next).toMatchObject({
      code: null,
      printName: null,
      calories: null,
      allergens: [],
    })
  })
  it('finds its dish in upper or lower case, and changes only the columns it has', () => {
    const { results, updated } = plan(
      'NAME,Price,Category,subcategory,unknown column\n=HALF & HALF; ""big"",200,mains,x,y\n"\'=half & half; ""big""","Rs. 1,24,000.50","MAINS, HOT","""chef\'s"" OWN",y\n',
    )
    expect(results.map((r) => r.ok)).toEqual([true, true])
    expect(updated).toEqual([
      {
        prev: MENU.items[1],
        next: expect.objectContaining({
          price: 12400050,
          description: 'two\r\nlines, a comma',
          variants: MENU.items[1]?.variants,
          addonGroups: MENU.items[1]?.addonGroups,
        }),
      },
    ])
  })

  it('without a column of subcategories finds a dish by its name, and leaves it in its subcategory', () => {
    const menu = { ...MENU, items: [...MENU.items, dish('tikka', { name: 'Tikka', subCategoryId: 's1' })] }
    const csv = 'category,name,price\n"Mains, hot",TIKKA,200'
    const { results, updated, created, notInFile } = plan(csv, menu)
    expect(results).toMatchObject([{ outcome: 'changed', changes: [{ column: 'name' }, { column: 'price', from: '100', to: '200' }] }])
    expect(updated.map(({ prev }) => prev.id)).toEqual(['tikka'])
    expect([created, notInFile]).toEqual([[], 3])
    // The same dish twice is refused as usual. If one of them is in no subcategory, that one is meant.
    expect(plan(`${csv}\n"Mains, hot",tikka,210`, menu).results[1]).toMatchObject({ ok: false, message: 'Row 2 is the same dish.' })
    const both = { ...menu, items: [...menu.items, dish('own', { name: 'Tikka' })] }
    expect(plan(csv, both).updated.map(({ prev }) => prev.id)).toEqual(['own'])
    // An empty cell in that column means: in no subcategory.
    expect(plan(`${HEADER}\n"Mains, hot",,Tikka,200`, menu).created).toMatchObject([{ subCategoryId: null }])
  })

  it('without a column of subcategories is refused where two of them have a dish of the name', () => {
    const menu = {
      ...MENU,
      subcategories: [...MENU.subcategories, { id: 's2', categoryId: 'c1', name: 'Grills' }],
      items: [dish('a', { name: 'Tikka', subCategoryId: 's1' }), dish('b', { name: 'Tikka', subCategoryId: 's2' })],
    }
    const { results, created, updated } = plan('category,name,price\n"Mains, hot",Tikka,200', menu)
    expect(results).toMatchObject([{ ok: false, message: 'name: 2 subcategories of Mains, hot have a Tikka. Add a column "subcategory".' }])
    expect([...created, ...updated]).toEqual([])
  })

  it('creates a new category and subcategory only once', () => {
    const made = plan(`${HEADER}\nSweets,Cold,Kulfi,60\nsweets,cold,Falooda,90\nSweets,,Jalebi,40\nBar,Cold,Beer,200`)
    expect(made.categories).toEqual([{ id: expect.any(String), name: 'Sweets' }])
    expect(made.subcategories.map((s) => s.name)).toEqual(['Cold', 'Cold'])
    expect(made.created.map((i) => [i.name, i.categoryId, i.subCategoryId])).toEqual([
      ['Kulfi', made.categories[0]?.id, made.subcategories[0]?.id],
      ['Falooda', made.categories[0]?.id, made.subcategories[0]?.id],
      ['Jalebi', made.categories[0]?.id, null],
      ['Beer', 'c2', made.subcategories[1]?.id],
    ])
  })

  it('keeps a group’s link to its template until the group changes', () => {
    const csv = menuCsv(MENU).replace('चीज़=30', 'चीज़=35')
    expect(plan(csv).updated[0]?.next.addonGroups.map((g) => g.templateId)).toEqual(['t1', undefined])
    expect(plan(csv.replace('(1-2)', '(0-2)')).updated[0]?.next.addonGroups[0]?.templateId).toBeUndefined()
  })

  it.each([
    ['no category', ',,Tea,10', 'category: missing.'],
    ['no name', 'Bar,,,10', 'name: Enter the name.'],
    ['no price', 'Bar,,Tea,', 'price: a price is missing.'],
    ['no number', 'Bar,,Tea,ten', 'price: "ten" is no price.'],
    ['a decimal comma', 'Bar,,Tea,"1,50"', 'price: "1,50" is no price.'],
    ['a negative price', 'Bar,,Tea,-1', 'price: Must be at least 0.'],
    ['a fraction of a paisa', 'Bar,,Tea,1.005', 'price: At most two decimals.'],
    ['commas without quotes', 'Bar,,Tea,10,hot', 'More fields than columns: put quotes around text that has commas.'],
    ['a name too long', `Bar,,${'x'.repeat(121)},10`, 'name: At most 120 characters.'],
  ])('with %s is reported and skipped', (_name, row, message) => {
    const { results, created } = plan(`${HEADER}\n${row}\nBar,,Coffee,20`)
    expect(results).toMatchObject([
      { row: 2, ok: false, message },
      { row: 3, ok: true },
    ])
    expect(created.map((c) => c.name)).toEqual(['Coffee'])
  })

  it.each([
    ['diet', 'fishy', 'diet: "fishy" is none of veg, nonVeg, egg, vegan.'],
    ['alcohol', 'maybe', 'alcohol: "maybe" is neither yes nor no.'],
    ['variants', 'A=1=2', 'variants: "A=1=2" has more than one "=".'],
    ['variants', 'A; A', 'The variant A of Tea is there twice.'],
    ['variants', 'A=-11', 'The variant A of Tea would have a negative price.'],
    ['variants', 'Half:-5|Full:0', 'variants: "Half:-5|Full:0" is not of the form "Half=-110; Full=0".'],
    ['variants', 'Half=-5|Full=0', 'variants: "Half=-5|Full=0" is not of the form "Half=-110; Full=0".'],
    ['variants', 'Half:-5;Full:0', 'variants: "Half:-5;Full:0" is not of the form "Half=-110; Full=0".'],
    ['addons', 'Cheese', 'addons: "Cheese" is not of the form "Group (0-2): Addon=30; Addon=40".'],
    ['addons', 'E (two): Cheese', 'addons: "(two)" is not of the form "(0-2)" or "(1+)".'],
    ['addons', 'E (2-1): Cheese', 'addonGroups: Must not be less than the minimum.'],
  ])('with %s "%s" is reported', (column, value, message) => {
    expect(only(`category,name,price,${column}\nBar,Tea,10,${value}`)).toEqual({
      row: 2,
      ok: false,
      name: 'Tea',
      message,
      outcome: 'failed',
    })
  })

  it('accepts values as people write them', () => {
    const { created } = plan(
      'category,name,price,diet,alcohol,available,variants,addons\nBar,Tea,₹10,Non-Veg,Y,0,Small;Large=5,Extras: Milk; Honey=20',
    )
    expect(created).toMatchObject([
      {
        price: 1000,
        dietType: 'nonVeg',
        isAlcohol: true,
        available: false,
        variants: [
          { name: 'Small', additionalPrice: 0 },
          { name: 'Large', additionalPrice: 500 },
        ],
        addonGroups: [{ name: 'Extras', min: 0, max: 0 }],
      },
    ])
  })

  it('for the same dish is refused the second time; empty lines are skipped', () => {
    expect(plan(`${HEADER}\nBar,,Tea,10\n\n,,,\nbar,,TEA,20`).results).toMatchObject([
      { row: 2, ok: true },
      { row: 5, ok: false, message: 'Row 2 is the same dish.' },
    ])
  })
})

it('a file that is not a menu is refused as a whole', () => {
  for (const csv of ['', 'name,price\nTea,10', '\n\n']) expect(() => plan(csv)).toThrow(AppError)
})

it('the contract names the columns and the most rows', () => {
  const description = contract['POST /menus/import'].body.shape.csv.description ?? ''
  for (const word of [...MENU_COLUMNS, String(MOST_ROWS)]) expect(description).toMatch(new RegExp(`\\b${word}\\b`))
  expect(description).toContain(
    formatVariants([
      { name: 'Half', additionalPrice: -5000 },
      { name: 'Full', additionalPrice: 0 },
    ]),
  )
})

describe('a file made to keep the server busy', () => {
  const LONG = 60_000
  it.each([
    ['a price of spaces', `category,name,price\nA,B,-${' '.repeat(LONG)}x`],
    ['a price of a choice', `category,name,price,variants\nA,B,1,"a=-${' '.repeat(LONG)}x"`],
    ['a column of brackets', `category,name,price,${'('.repeat(LONG)}\nA,B,1`],
    ['a column named in a hundred thousand ways', `category,price,${'dish,'.repeat(LONG / 2)}name\nA,1,B`],
    ['the bounds of a group', `category,name,price,addons\nA,B,1,"a (1-${' '.repeat(LONG)}x: b=1"`],
    ['backslashes', `category,name,price,addons\nA,B,1,"${'\\'.repeat(LONG)}"`],
    ['thousands', `category,name,price\nA,B,"1${',111'.repeat(LONG / 4)}x"`],
  ])('%s is read in a moment', (_what, csv) => {
    const began = performance.now()
    planImport(parseCsv(csv), MENU, () => 'new')
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('names of inherited object properties are neither columns nor diets', () => {
    const plan = planImport(parseCsv('category,name,price,constructor,toString,diet\nA,B,1,x,y,constructor'), MENU, () => 'new')
    expect(plan.unknownColumns).toEqual(['constructor', 'toString'])
    expect(plan.results).toMatchObject([{ ok: false, message: expect.stringContaining('"constructor" is none of') }])
  })
})
