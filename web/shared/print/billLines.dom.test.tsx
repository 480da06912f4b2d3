import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { documents } from '#domain/test/papers.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import { giveBill } from './billFile.ts'
import { pdfOfLines } from './pdf.ts'

/** What a guest's PDF of a bill is made of; what becomes of the file is in billFile.dom.test.tsx. */
vi.mock('./pdf.ts', () => ({ pdfOfLines: vi.fn(() => Promise.resolve(new Uint8Array())) }))
vi.mock('./logo.ts', () => ({ logoFor: (image: string | null, columns: number) => Promise.resolve(image && { image, columns }) }))

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
})
afterEach(() => {
  vi.mocked(pdfOfLines).mockClear()
  vi.restoreAllMocks()
})

const named = (name: string) => (documents.find((one) => one.name === name)!.document as unknown as { order: OrderShape }).order
const restaurant = (pageSize: string, more: object = {}) => {
  const { printSettings, ...rest } = aRestaurant() as RestaurantShape
  return { ...rest, ...more, printSettings: { ...printSettings, pageSize, showLogo: true, rasterNames: false } }
}
const made = () => {
  const [lines, options] = vi.mocked(pdfOfLines).mock.calls.at(-1)!
  return { texts: lines.map(({ text }) => text), drawn: lines.filter(({ raster }) => raster), options }
}

it('is marked REPRINT where the bill was printed before, and only there', async () => {
  await giveBill({ ...named('bill'), billPrintedAt: '2026-11-21T19:00:00.000Z' }, restaurant('80mm'))
  expect(made().texts[0]).toBe('*** REPRINT ***')
  await giveBill({ ...named('bill'), billPrintedAt: null }, restaurant('80mm'))
  expect(made().texts.join()).not.toContain('REPRINT')
})

it('is as wide as the restaurant’s paper, with its logo', async () => {
  for (const [pageSize, columns] of [
    ['80mm', 48],
    ['58mm', 32],
  ] as const) {
    await giveBill(named('bill'), restaurant(pageSize, { imageBase64ForBill: 'data:image/png;base64,x' }))
    expect(made().options).toMatchObject({ columns, logo: { image: 'data:image/png;base64,x', columns } })
    expect(Math.max(...made().texts.map((text) => text.length))).toBeLessThanOrEqual(columns)
  }
})

it('draws names in other scripts, though the printer’s setting is off', async () => {
  await giveBill(named('bill-drawn-names'), restaurant('80mm'))
  expect(made().drawn.length).toBeGreaterThan(0)
})
