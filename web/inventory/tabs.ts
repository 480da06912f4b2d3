/** The tabs of the inventory, each a list of its own. */
export const TABS = ['stock', 'materials', 'conversions', 'categories'] as const
export const TAB_LABELS = ['Stock', 'Raw materials', 'Conversions', 'Categories'].map((label) => ({ label }))
