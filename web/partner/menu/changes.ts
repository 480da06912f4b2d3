import type { ChainPreview } from '#domain/api/chainMenu.ts'
import { formatCsv } from '#domain/csv.ts'
import { formatRupees } from '#domain/money.ts'

/** The changes of pushes to all chosen outlets: a change that several outlets have in common is one row. */

type Row = ChainPreview['rows'][number]
export type Kind = 'new' | 'price' | 'changed' | 'gone' | 'kept' | 'refused'
export const KINDS: readonly Kind[] = ['new', 'price', 'changed', 'gone', 'kept', 'refused']
export const KIND_NAMES: Record<Kind, string> = {
  new: 'New',
  price: 'Price',
  changed: 'Other changes',
  gone: 'Gone',
  kept: 'Own value kept',
  refused: 'Can’t be pushed',
}

export type ShownRow = {
  key: string
  name: string
  dietType: Row['dietType']
  isAlcohol: boolean
  /** There now, and after the push. */
  from: string
  to: string
  /** Below the name: other fields that change, the chain's value that isn't used, or why it can't be pushed. */
  details: string[]
  outlets: string[]
}
export type Group = { kind: Kind; rows: ShownRow[]; count: number }

const FIELD_NAMES: Record<Row['changes'][number]['field'], string> = {
  price: 'Price',
  variants: 'Variants',
  addonGroups: 'Addons',
  available: 'On sale',
  name: 'Name',
  place: 'Category',
  description: 'Description',
  diet: 'Diet',
  alcohol: 'Alcohol',
  gstRate: 'GST',
  taxIncluded: 'Price includes tax',
  image: 'Photo',
  code: 'Code',
  printName: 'Name on paper',
  calories: 'Calories',
  allergens: 'Allergens',
}
const NO_PRICE = '–'
const rupees = (price: number | null) => (price === null ? NO_PRICE : formatRupees(price))
/** What a field without a value means. */
const EMPTY: Record<string, string> = { gstRate: 'the outlet’s', taxIncluded: 'as the outlet’s prices' }
/** A field's value in a change: a price is in rupees, a GST rate in percent, everything else is a text as it is. */
const valueText = (field: string, text: string) =>
  text === '' ? (EMPTY[field] ?? 'none') : field === 'price' ? formatRupees(Number(text)) : field === 'gstRate' ? `${text}%` : text
/** The old and the new value, which may be long texts; a new dish that is off has no old one. A photo's address is left out, because it tells people nothing. */
const changeText = ({ field, from, to }: Row['changes'][number]) =>
  field === 'image'
    ? 'Photo'
    : field === 'available' && from === ''
      ? `${FIELD_NAMES[field]}: ${to}`
      : `${FIELD_NAMES[field]}: ${valueText(field, from)} → ${valueText(field, to)}`

/** The kinds under which a dish is listed, which may be several: one field is changed, another is kept. */
export function kindsOf({ outcome, changes, kept }: Pick<Row, 'outcome' | 'changes' | 'kept'>): Kind[] {
  const kinds: Kind[] = []
  if (outcome === 'changed') kinds.push(changes.some((c) => c.field === 'price') ? 'price' : 'changed')
  else if (outcome !== 'same') kinds.push(outcome)
  if (kept.length > 0) kinds.push('kept')
  return kinds
}

function shown(kind: Kind, row: Row): Omit<ShownRow, 'key' | 'outlets'> {
  const base = { name: row.name, dietType: row.dietType, isAlcohol: row.isAlcohol }
  const adopts = row.adopts ? ['The outlet’s own dish becomes the copy'] : []
  const problem = row.problem === null ? [] : [row.problem]
  if (kind === 'kept')
    return {
      ...base,
      from: row.kept.map((k) => valueText(k.field, k.from)).join(', '),
      to: row.kept.map((k) => valueText(k.field, k.from)).join(', '),
      details: row.kept.map((k) => `${FIELD_NAMES[k.field]} of the chain: ${valueText(k.field, k.to)}`),
    }
  if (kind === 'gone') return { ...base, from: rupees(row.price), to: 'Off', details: [] }
  if (kind === 'refused') return { ...base, from: rupees(row.price), to: rupees(row.price), details: problem }
  const others = row.changes.filter((c) => c.field !== 'price').map(changeText)
  const recipes = row.deletesRecipes.length > 0 ? [`Deletes the recipes of ${row.deletesRecipes.join(', ')}`] : []
  return { ...base, from: rupees(row.price), to: rupees(row.nextPrice), details: [...others, ...recipes, ...adopts, ...problem] }
}

/** The rows of all previews by kind, in the order of the source's menu. `nameOf`: an outlet's name. */
export function groupsOf(previews: readonly ChainPreview[], nameOf: (outletId: string) => string): Group[] {
  return KINDS.flatMap((kind) => {
    const rows = new Map<string, ShownRow>()
    let count = 0
    for (const { outletId, rows: all } of previews)
      for (const row of all) {
        if (!kindsOf(row).includes(kind)) continue
        count++
        const what = shown(kind, row)
        const key = JSON.stringify([row.masterId, what.from, what.to, what.details])
        const known = rows.get(key)
        if (known) known.outlets.push(nameOf(outletId))
        else rows.set(key, { ...what, key, outlets: [nameOf(outletId)] })
      }
    // A dish that changes differently in some outlets has several rows, which are listed next to each other.
    const order = new Map([...rows.keys()].map((key, i) => [key, i]))
    const first = new Map<string, number>()
    for (const [key, i] of order) first.set(masterIn(key), Math.min(first.get(masterIn(key)) ?? i, i))
    const sorted = [...rows.values()].sort(
      (a, b) => (first.get(masterIn(a.key)) ?? 0) - (first.get(masterIn(b.key)) ?? 0) || (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0),
    )
    return count === 0 ? [] : [{ kind, rows: sorted, count }]
  })
}
const masterIn = (key: string) => (JSON.parse(key) as [string])[0]

/** `All 3`, or the names. */
export const outletsText = (names: readonly string[], chosen: number): string =>
  chosen > 1 && names.length === chosen ? `All ${chosen}` : names.join(', ')

/** The changes as CSV, a row for each dish and outlet kind. */
export const changesCsv = (groups: readonly Group[]): string =>
  formatCsv([
    ['change', 'dish', 'there_now', 'after_the_push', 'details', 'outlets'],
    ...groups.flatMap(({ kind, rows }) =>
      rows.map((row) => [KIND_NAMES[kind], row.name, row.from, row.to, row.details.join('; '), row.outlets.join('; ')]),
    ),
  ])

/** Whether a push would leave everything at the outlet as it is. */
export const isUpToDate = ({ counts }: Pick<ChainPreview, 'counts'>): boolean =>
  counts.new + counts.price + counts.changed + counts.gone + counts.refused === 0

/** Where the pushed prices mean something else to an outlet's guests than to those of the source (`addsTax`). */
export const taxesText = (addsTax: boolean, source: string): string =>
  addsTax
    ? `Its guests pay tax on top of these prices; those of ${source} don’t.`
    : `Its guests pay no tax on top of these prices; those of ${source} do.`
