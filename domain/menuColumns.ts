import type { DietType } from './order.ts'
import { folded } from './text.ts'

/** The columns of a menu as CSV, and the names by which a file may call them. */
export const MENU_COLUMNS = [
  'category',
  'subcategory',
  'name',
  'description',
  'price',
  'diet',
  'alcohol',
  'available',
  'variants',
  'addons',
  'station',
  'code',
  'print_name',
  'calories',
  'allergens',
  'gst',
  'price_includes_tax',
] as const
/** Columns that an export has only where a dish fills one. */
export const SELDOM: readonly string[] = ['gst', 'price_includes_tax'] satisfies Column[]
export type Column = (typeof MENU_COLUMNS)[number]
/** Column names as in the API, without spaces and punctuation. A column that is not recognised is left out, and then beer would be taxed as food. */
const ALIASES: Record<string, Column> = {
  diettype: 'diet',
  isalcohol: 'alcohol',
  printname: 'print_name',
  subcategory: 'subcategory',
  'gst%': 'gst',
  gstrate: 'gst',
  taxincluded: 'price_includes_tax',
  priceincludestax: 'price_includes_tax',
}
/** Looks a word of the file up in a table, ignoring inherited properties (`constructor`). */
export const meantBy = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined
const columnOf = (name: string): string => meantBy(ALIASES, folded(name).replace(/[\s_-]/g, '')) ?? folded(name)
/** Names that owners use in their own lists; used only when the file has no column with the proper name. */
const OWNERS_WORDS: Record<string, Column> = {
  item: 'name',
  itemname: 'name',
  dish: 'name',
  dishname: 'name',
  rate: 'price',
  mrp: 'price',
  itemprice: 'price',
  sellingprice: 'price',
  veg: 'diet',
  vegnonveg: 'diet',
  foodtype: 'diet',
  shortcode: 'code',
  itemcode: 'code',
}
/** Words for diets in those lists. A word that is not recognised is left out, and then meat would be sold as veg. */
export const OWNERS_DIETS: Record<string, DietType> = {
  yes: 'veg',
  y: 'veg',
  v: 'veg',
  vegetarian: 'veg',
  no: 'nonVeg',
  n: 'nonVeg',
  nv: 'nonVeg',
  nonvegetarian: 'nonVeg',
}
/** The columns of a file by its first row; a name that is not recognised stays as it is. */
export function headerOf(names: readonly string[]): string[] {
  const header = names.map(columnOf)
  const named = new Set(header)
  return header.map((name) => {
    // "Price (Rs.)" is the price.
    const word = name.replace(/\([^()]*\)/g, '').replace(/[\s/_.-]/g, '')
    const meant = meantBy(OWNERS_WORDS, word) ?? MENU_COLUMNS.find((column) => column === word)
    if (!meant || named.has(meant)) return name
    named.add(meant)
    return meant
  })
}
