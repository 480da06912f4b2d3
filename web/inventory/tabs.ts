import type { Column } from '#web/app/list/columns.ts'
import type { RawMaterial } from './rows.ts'

/** The tabs of the inventory, each a list of its own. */
export const TABS = ['stock', 'purchases', 'materials', 'conversions', 'categories'] as const
export const TAB_LABELS = ['Stock', 'Purchases', 'Raw materials', 'Conversions', 'Categories'].map((label) => ({ label }))

/** A material with its category, as the lists of stock and of materials name it. */
export const nameColumn: Column<RawMaterial> = {
  key: 'name',
  head: 'Material',
  value: (m) => m.name,
  below: (m) => [m.category, m.subcategory].filter(Boolean).join(' › ') || null,
}
