import { ItemFields } from './api/menu/fields.ts'
import { formatCsv, plainField } from './csv.ts'
import { AppError, invalid } from './errors.ts'
import { sayIssue } from './fields.ts'
import { asSeen, brief, folded } from './text.ts'
import { unreadable } from './unreadable.ts'
import { type AddonGroup, checkDish, codeTaken, codesTaken, type CodedRow, type Variant } from './menuWrite.ts'
import { type Column, headerOf, meantBy, MENU_COLUMNS, OWNERS_DIETS, SELDOM } from './menuColumns.ts'
import { type Paise, toPaise, toRupees } from './money.ts'
import { DIET_TYPES, type DietType } from './order.ts'
import { suggestPrintName } from './printName.ts'
import { asListed } from './station.ts'

/**
 * A whole menu as CSV and back. A row is one dish, identified by its category, subcategory and name, in any case; without a column of subcategories, by its
 * category and name. What has no column (image, countdown, a group's template) stays as it is, so importing an unedited export changes nothing.
 */

const REQUIRED = ['category', 'name', 'price'] as const
export const MOST_ROWS = 5000

/** What a row contains about a dish. Amounts in paise. */
export type DishFields = {
  name: string
  description: string
  price: Paise
  dietType: DietType
  isAlcohol: boolean
  gstRate: number | null
  taxIncluded: boolean | null
  available: boolean
  variants: Variant[]
  addonGroups: AddonGroup[]
  station: string | null
  code: string | null
  printName: string | null
  calories: number | null
  allergens: string[]
}
export type KnownDish = DishFields & { id: string; categoryId: string; subCategoryId: string | null }
export type KnownMenu<T extends KnownDish> = {
  categories: readonly { id: string; name: string }[]
  subcategories: readonly { id: string; name: string; categoryId: string }[]
  items: readonly T[]
  /** The restaurant's list of stations, whose spelling is used. */
  stations?: readonly string[]
}

// ------------------------------------------------------------ choices in one cell

/** A backslash escapes a separator: `Half\=Half=20`. A bracket is one only after a group's name. */
const escaped = (name: string, separators = /[\\|;:=]/g) => name.replace(separators, '\\$&')
const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1').trim()

/** Splits at separators that are not escaped by a backslash. */
function split(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === separator) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

const priced = (name: string, price: Paise) => `${escaped(name)}=${toRupees(price)}`

/** `Half=-50; Full=0`. */
export const formatVariants = (variants: readonly Variant[]): string => variants.map((v) => priced(v.name, v.additionalPrice)).join('; ')

/** `Bread (1-2): Roti=0; Naan=40 | Extras (0+): Cheese=30`: `+` means no upper bound. */
export const formatAddons = (groups: readonly AddonGroup[]): string =>
  groups
    .map(
      (g) =>
        `${escaped(g.name, /[\\|;:=(]/g)} (${g.min}${g.max === 0 ? '+' : `-${g.max}`}): ${g.addons.map((a) => priced(a.name, a.price)).join('; ')}`,
    )
    .join(' | ')

const wrong = (column: Column, message: string) => invalid(`${column}: ${message}`, [{ path: column, message }])

/** Longer than any price. A cell may have a million characters, and a pattern must not scan them again and again. */
const PRICE_LENGTH = 40

/** Reads rupees as people write them: `1,240.50`, `Rs. 99`, `₹99`, `180/-`. Throws 422. */
function readPrice(column: Column, text: string): number {
  const price = text.trim()
  const found =
    price.length <= PRICE_LENGTH && /^([+-]?)\s*(?:rs\.?|inr|₹)?\s*(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(\.\d+)?(?:\s*\/-)?$/i.exec(price)
  if (!found) throw wrong(column, price === '' ? 'a price is missing.' : `"${brief(price)}" is no price.`)
  return Number(`${found[1]}${found[2]?.replaceAll(',', '')}${found[3] ?? ''}`)
}

function readPriced(column: Column, text: string): { name: string; price: number }[] {
  return split(text, ';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [name = '', price, ...more] = split(part, '=')
      if (more.length > 0) throw wrong(column, `"${brief(part.trim())}" has more than one "=".`)
      return { name: unescaped(name), price: price === undefined ? 0 : readPrice(column, price) }
    })
}

function readVariants(text: string) {
  // `Half:-110|Full:0` would be one variant of that name. A colon within a name has a backslash before it, or a price after it.
  if (split(text, '|').length > 1 || split(text, ';').some((part) => split(part, ':').length > 1 && split(part, '=').length === 1))
    throw wrong('variants', `"${brief(text.trim())}" is not of the form "Half=-110; Full=0".`)
  return readPriced('variants', text).map(({ name, price }) => ({ name, additionalPrice: price }))
}

function readAddons(text: string) {
  return split(text, '|')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [head = '', addons, ...more] = split(part, ':')
      if (addons === undefined || more.length > 0)
        throw wrong('addons', `"${brief(part.trim())}" is not of the form "Group (0-2): Addon=30; Addon=40".`)
      const [name = '', bounds, ...rest] = split(head, '(')
      const found = bounds === undefined ? ['', '0', '+', ''] : /^\s*(\d+)\s*(?:(\+)|-\s*(\d+))\s*\)\s*$/.exec(bounds)
      if (!found || rest.length > 0) throw wrong('addons', `"(${brief(bounds ?? '')}" is not of the form "(0-2)" or "(1+)".`)
      return { name: unescaped(name), min: Number(found[1]), max: found[2] ? 0 : Number(found[3]), addons: readPriced('addons', addons) }
    })
}

/** What owners' lists say of a dish without GST. "NA" is not among them: it may mean 0, or that nobody knows. */
const NO_GST = /^(nil|exempt(ed)?)$/i
/** A GST rate may be a word, and may have its sign: `18 %`. */
const readGst = (text: string | undefined): number | null | undefined =>
  readNumber('gst', text?.trim().replace(NO_GST, '0').replace(/\s*%$/, ''))

/** null for an empty cell, undefined without the column. */
function readNumber(column: Column, text: string | undefined): number | null | undefined {
  const plain = text?.trim()
  if (plain === undefined || plain === '') return plain === undefined ? undefined : null
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(plain)) throw wrong(column, `"${brief(plain)}" is no number.`)
  return Number(plain)
}

const readList = (text: string): string[] =>
  split(text, ';')
    .map(unescaped)
    .filter((part) => part !== '')

function readYes(column: Column, text: string): boolean | undefined {
  if (text === '') return undefined
  if (/^(yes|y|true|1)$/i.test(text)) return true
  if (/^(no|n|false|0)$/i.test(text)) return false
  throw wrong(column, `"${brief(text)}" is neither yes nor no.`)
}

function readDiet(text: string): DietType | undefined {
  if (text === '') return undefined
  const plain = text.toLowerCase().replace(/[\s_-]/g, '')
  const diet = DIET_TYPES.find((d) => d.toLowerCase() === plain) ?? meantBy(OWNERS_DIETS, plain)
  if (!diet) throw wrong('diet', `"${brief(text)}" is none of ${DIET_TYPES.join(', ')}.`)
  return diet
}

// ------------------------------------------------------------ out

const yes = (is: boolean | null) => (is === null ? '' : is ? 'yes' : 'no')
/** What a row says or, without the column, what the dish has. */
const said = <T>(now: T | null | undefined, before: T | null | undefined): T | null => (now === undefined ? (before ?? null) : now)
/** The cells of a dish, in the order of the columns. */
const cellsOf = (dish: DishFields): [Column, string][] => [
  ['name', dish.name],
  ['description', dish.description],
  ['price', String(toRupees(dish.price))],
  ['diet', dish.dietType],
  ['alcohol', yes(dish.isAlcohol)],
  ['available', yes(dish.available)],
  ['variants', formatVariants(dish.variants)],
  ['addons', formatAddons(dish.addonGroups)],
  ['station', dish.station ?? ''],
  ['code', dish.code ?? ''],
  ['print_name', dish.printName ?? ''],
  ['calories', `${dish.calories ?? ''}`],
  ['allergens', dish.allergens.map((one) => escaped(one)).join('; ')],
  ['gst', `${dish.gstRate ?? ''}`],
  ['price_includes_tax', yes(dish.taxIncluded)],
]

/** The menu as CSV, its items in the order given. */
export function menuCsv<T extends KnownDish>({ categories, subcategories, items }: KnownMenu<T>): string {
  const [named, subNamed] = [new Map(categories.map((c) => [c.id, c.name])), new Map(subcategories.map((s) => [s.id, s.name]))]
  const rows = items.map((i) => [
    named.get(i.categoryId) ?? '',
    i.subCategoryId === null ? '' : (subNamed.get(i.subCategoryId) ?? ''),
    ...cellsOf(i).map(([, cell]) => cell),
  ])
  const shown = MENU_COLUMNS.map((column, i) => !SELDOM.includes(column) || rows.some((row) => row[i] !== ''))
  return formatCsv([MENU_COLUMNS, ...rows].map((row) => row.filter((_, i) => shown[i])))
}

// ------------------------------------------------------------ in

/** A column of a dish before and after, as in the file. */
export type CellChange = { column: string; from: string; to: string }
/** A column of a new dish, as in the file. */
export type Cell = { column: string; value: string }
type RowDone = { outcome: 'added'; cells: Cell[] } | { outcome: 'changed'; changes: CellChange[] } | { outcome: 'same' }
export type RowResult = { row: number; name: string; message: string } & (({ ok: true } & RowDone) | { ok: false; outcome: 'failed' })
const SAID = { added: 'Added', changed: 'Changed', same: 'No change' } as const

export type Plan<T extends KnownDish> = {
  results: RowResult[]
  /** Columns of the file that mean nothing here, each once, the first 50. */
  unknownColumns: string[]
  /** How many dishes of the menu the file doesn't name. They stay as they are. */
  notInFile: number
  /** New dishes whose diet the file doesn't say: they become veg. */
  withoutDiet: number
  categories: { id: string; name: string }[]
  subcategories: { id: string; name: string; categoryId: string }[]
  created: KnownDish[]
  updated: { prev: T; next: DishFields }[]
}

/** The most unknown columns that an answer names: a first row may be a megabyte long. */
const UNKNOWN_SHOWN = 50

/** A name of a file, or the stored one that looks just like it: a file that has been through other programs renames nothing that nobody would see. */
const keptName = (name: string, stored: readonly { name: string }[] = []): string =>
  stored.find((one) => one.name === name || asSeen(one.name) === asSeen(name))?.name ?? name
/** As JSON, so that two different places can't give the same key. */
const keyOf = (...names: string[]) => JSON.stringify(names.map(folded))
/** The fields that a row has, in a fixed order. */
const fieldsOf = (dish: DishFields) =>
  JSON.stringify([
    dish.name,
    dish.description,
    dish.price,
    dish.dietType,
    dish.isAlcohol,
    dish.available,
    dish.variants.map((v) => [v.name, v.additionalPrice]),
    dish.addonGroups.map(groupOf),
    dish.station,
    dish.code,
    dish.printName,
    dish.calories,
    dish.allergens,
    dish.gstRate,
    dish.taxIncluded,
  ])
/** What differs between two states of a dish, column by column. */
const changesOf = (before: DishFields, after: DishFields): CellChange[] => {
  const was = new Map(cellsOf(before))
  return cellsOf(after).flatMap(([column, to]) => (was.get(column) === to ? [] : [{ column, from: was.get(column) ?? '', to }]))
}
/** What a new dish will be, column by column, without empty fields, "no alcohol" and "on sale". */
const cellsOfNew = (place: { category: string; subcategory: string }, dish: DishFields): Cell[] =>
  [...Object.entries(place), ...cellsOf(dish).slice(1)].flatMap(([column, value]) =>
    value === '' || value === UNSAID[column] ? [] : [{ column, value }],
  )
const UNSAID: Record<string, string> = { alcohol: 'no', available: 'yes' }
const groupOf = (g: AddonGroup) => [g.name, g.min, g.max, g.addons.map((a) => [a.name, a.price])]

/**
 * What an import would do, row by row. A row that can't be read is reported and skipped; all others are imported. Throws 422 `malformed_csv` when the file is
 * no menu.
 */
export function planImport<T extends KnownDish>(records: readonly (readonly string[])[], menu: KnownMenu<T>, newId: () => string): Plan<T> {
  const header = headerOf(records[0] ?? [])
  const missing = REQUIRED.filter((column) => !header.includes(column))
  if (missing.length > 0)
    throw invalid(
      `The first row must name the columns; missing: ${missing.join(', ')}.`,
      [{ path: 'csv', message: `Missing: ${missing.join(', ')}.` }],
      'malformed_csv',
    )
  if (records.length - 1 > MOST_ROWS)
    throw invalid(`At most ${MOST_ROWS} rows at once.`, [{ path: 'csv', message: `At most ${MOST_ROWS} rows.` }], 'malformed_csv')
  const { plan, coded } = planRows(records, header, menu, newId, new Map())
  const taken = codesTaken(coded, menu.items)
  return taken.size === 0 ? plan : planRows(records, header, menu, newId, taken).plan
}

/** The plan of the rows, without those in `taken`, whose code a dish of that name has. */
function planRows<T extends KnownDish>(
  records: readonly (readonly string[])[],
  header: readonly string[],
  menu: KnownMenu<T>,
  newId: () => string,
  taken: ReadonlyMap<number, string>,
): { plan: Plan<T>; coded: CodedRow[] } {
  const place = new Map(MENU_COLUMNS.map((column) => [column, header.indexOf(column)]))
  const coded: CodedRow[] = []
  const plan: Plan<T> = {
    results: [],
    unknownColumns: [
      ...new Set((records[0] ?? []).filter((_, i) => !MENU_COLUMNS.some((c) => place.get(c) === i)).map((name) => brief(name.trim()))),
    ]
      .filter((name) => name !== '')
      .slice(0, UNKNOWN_SHOWN),
    notInFile: 0,
    withoutDiet: 0,
    categories: [],
    subcategories: [],
    created: [],
    updated: [],
  }
  const categories = new Map(menu.categories.map((c) => [keyOf(c.name), c]))
  const subcategories = new Map(menu.subcategories.map((s) => [keyOf(s.categoryId, s.name), s]))
  // A menu may have two names from before they counted as the same: each row is then the dish that is written like it.
  const written = new Map(menu.items.map((i) => [JSON.stringify([i.categoryId, i.subCategoryId, i.name]), i]))
  const dishes = new Map(menu.items.map((i) => [keyOf(i.categoryId, i.subCategoryId ?? '', i.name), i]))
  const byName = Map.groupBy(menu.items, (i) => keyOf(i.categoryId, i.name))
  const seen = new Map<string, number>()
  const named = new Set<string>()

  const readRow = (record: readonly string[], row: number): RowDone => {
    /** undefined: the file doesn't have this column. */
    const cell = (column: Column): string | undefined => {
      const at = place.get(column) ?? -1
      return at < 0 ? undefined : plainField(record[at] ?? '')
    }
    const text = (column: Column): string => cell(column)?.trim() ?? ''
    if (record.slice(header.length).some((field) => field.trim() !== ''))
      throw invalid('More fields than columns: put quotes around text that has commas.')
    const [categoryName, subName] = [text('category'), text('subcategory')]
    if (categoryName === '') throw wrong('category', 'missing.')
    if (categoryName.length > 120) throw wrong('category', 'at most 120 characters.')
    if (subName.length > 120) throw wrong('subcategory', 'at most 120 characters.')

    const variants = cell('variants')
    const addons = cell('addons')
    const parsed = ItemFields.safeParse(
      {
        name: text('name'),
        description: cell('description'),
        price: readPrice('price', text('price')),
        dietType: readDiet(text('diet')),
        isAlcohol: readYes('alcohol', text('alcohol')),
        gstRate: readGst(cell('gst')),
        taxIncluded:
          cell('price_includes_tax') === undefined ? undefined : (readYes('price_includes_tax', text('price_includes_tax')) ?? null),
        available: readYes('available', text('available')),
        station: cell('station')?.trim(),
        code: cell('code'),
        printName: cell('print_name'),
        calories: readNumber('calories', cell('calories')),
        allergens: cell('allergens') === undefined ? undefined : readList(cell('allergens') ?? ''),
        variants: variants === undefined ? undefined : readVariants(variants),
        addonGroups: addons === undefined ? undefined : readAddons(addons),
      },
      { error: sayIssue },
    )
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      throw invalid(`${String(issue?.path[0] ?? 'row')}: ${issue?.message ?? 'This is not valid.'}`)
    }
    const { data } = parsed
    const [unfit] = unreadable({ category: categoryName, subcategory: subName, ...data })
    if (unfit) throw invalid(`${unfit.path.split('.')[0]}: ${unfit.message}`)

    const category = categories.get(keyOf(categoryName)) ?? { id: newId(), name: categoryName }
    const sub =
      subName === '' ? null : (subcategories.get(keyOf(category.id, subName)) ?? { id: newId(), name: subName, categoryId: category.id })
    const ownKey = keyOf(category.id, sub?.id ?? '', data.name ?? '')
    /** In a file without subcategories, a dish in a subcategory is found by its category and name. */
    const inSubs = place.get('subcategory') === -1 && !dishes.has(ownKey) ? (byName.get(keyOf(category.id, data.name ?? '')) ?? []) : []
    if (inSubs.length > 1)
      throw wrong('name', `${inSubs.length} subcategories of ${category.name} have a ${data.name}. Add a column "subcategory".`)
    const prev = inSubs[0] ?? written.get(JSON.stringify([category.id, sub?.id ?? null, data.name])) ?? dishes.get(ownKey)
    // A new dish by its names: the place of a row that is left out has no id.
    const key = prev?.id ?? keyOf(categoryName, subName, data.name ?? '')
    const before = seen.get(key)
    if (before !== undefined) throw invalid(`Row ${before} is the same dish.`)
    if (prev) named.add(prev.id)
    const next: DishFields = {
      name: keptName(data.name ?? '', prev && [prev]),
      description: data.description ?? prev?.description ?? '',
      price: toPaise(data.price ?? 0),
      dietType: data.dietType ?? prev?.dietType ?? 'veg',
      isAlcohol: data.isAlcohol ?? prev?.isAlcohol ?? false,
      gstRate: said(data.gstRate, prev?.gstRate),
      taxIncluded: said(data.taxIncluded, prev?.taxIncluded),
      available: data.available ?? prev?.available ?? true,
      variants:
        data.variants?.map((v) => ({ name: keptName(v.name, prev?.variants), additionalPrice: toPaise(v.additionalPrice) })) ??
        prev?.variants ??
        [],
      addonGroups:
        data.addonGroups?.map(({ templateId: _t, ...g }) => {
          const group: AddonGroup = { ...g, addons: g.addons.map((a) => ({ name: a.name, price: toPaise(a.price) })) }
          // An unchanged group keeps its template.
          return prev?.addonGroups.find((old) => JSON.stringify(groupOf(old)) === JSON.stringify(groupOf(group))) ?? group
        }) ??
        prev?.addonGroups ??
        [],
      station: data.station === undefined ? (prev?.station ?? null) : asListed(menu.stations ?? [], data.station),
      code: data.code === undefined ? (prev?.code ?? null) : data.code || null,
      // A new dish whose name paper can't show gets one that it can.
      printName:
        data.printName === undefined && prev ? prev.printName : data.printName || (prev ? null : suggestPrintName(data.name ?? '')),
      calories: said(data.calories, prev?.calories),
      allergens: data.allergens ?? prev?.allergens ?? [],
    }
    if (prev && fieldsOf(prev) === fieldsOf(next)) {
      seen.set(key, row)
      return { outcome: 'same' }
    }
    checkDish(next)
    const dish: KnownDish = {
      ...next,
      id: prev?.id ?? newId(),
      categoryId: category.id,
      subCategoryId: prev ? prev.subCategoryId : (sub?.id ?? null),
    }
    seen.set(key, row)
    const owner = taken.get(row)
    if (owner !== undefined) throw wrong('code', codeTaken(next.code ?? '', owner))
    coded.push({ row, id: dish.id, name: dish.name, code: dish.code })
    if (prev) {
      plan.updated.push({ prev, next })
      return { outcome: 'changed', changes: changesOf(prev, next) }
    }
    if (!categories.has(keyOf(category.name))) {
      categories.set(keyOf(category.name), category)
      plan.categories.push(category)
    }
    if (sub && !subcategories.has(keyOf(category.id, sub.name))) {
      subcategories.set(keyOf(category.id, sub.name), sub)
      plan.subcategories.push(sub)
    }
    plan.created.push(dish)
    if (data.dietType === undefined) plan.withoutDiet += 1
    return { outcome: 'added', cells: cellsOfNew({ category: category.name, subcategory: sub?.name ?? '' }, dish) }
  }

  records.forEach((record, index) => {
    if (index === 0 || record.every((field) => field.trim() === '')) return
    const row = index + 1
    const name = plainField(record[place.get('name') ?? -1] ?? '').trim()
    try {
      const done = readRow(record, row)
      plan.results.push({ row, ok: true, name, message: SAID[done.outcome], ...done })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      plan.results.push({ row, ok: false, name, message: error.message, outcome: 'failed' })
    }
  })
  plan.notInFile = menu.items.length - named.size
  return { plan, coded }
}
