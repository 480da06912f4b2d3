/** Beginnings of the files in which spreadsheet programs keep their own workbooks: xlsx, ods and numbers are ZIP archives; xls is an OLE file. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const beginsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte)

/**
 * The text of a file that a person takes for CSV; null for a workbook. Excel writes "CSV" in the alphabet of the computer (in India and Europe Windows-1252), "CSV
 * UTF-8" as UTF-8, and "Unicode text" as UTF-16: read as UTF-8 alone, the é of a café would be lost.
 */
export function csvText(bytes: Uint8Array): string | null {
  if (WORKBOOKS.some((start) => beginsWith(bytes, start))) return null
  if (beginsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The example file: the three required columns, and those that most menus need. */
export const EXAMPLE = [
  'category,subcategory,name,price,diet,alcohol,description,variants,addons',
  'Starters,,Paneer tikka,240,veg,no,Grilled cottage cheese,Half=-110; Full=0,Dips (0-2): Mint=0; Garlic=20',
  'Mains,Rice,Chicken biryani,320,nonVeg,no,,,',
  'Drinks,,Masala chai,40,veg,no,,,',
  '',
].join('\r\n')
