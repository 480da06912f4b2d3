/** The cells of a row of a menu's CSV, as the preview of an import has them. */
export const cellsOf = (cells: Record<string, string>) => Object.entries(cells).map(([column, value]) => ({ column, value }))
