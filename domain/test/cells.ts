/** The cells of a row of a menu's CSV, as in the preview of an import. */
export const cellsOf = (cells: Record<string, string>) => Object.entries(cells).map(([column, value]) => ({ column, value }))
