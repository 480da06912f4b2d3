import { expect, it } from 'vitest'
import { type Chunk, closure, overweight, rowsOf, table, workerWeight } from './lib/weights.ts'

const chunk = (kilobytes: number, at: Partial<Chunk> = {}): Chunk => ({
  imports: [],
  parts: [],
  css: [],
  bytes: kilobytes * 1000,
  entry: false,
  source: null,
  kit: false,
  core: false,
  ...at,
})
const chunks = new Map<string, Chunk>([
  ['main.js', chunk(1, { entry: true, source: '/web/main.tsx', imports: ['frame.js'], css: ['main.css'] })],
  ['frame.js', chunk(30, { imports: ['core.js'], parts: ['palette.js', 'pos.js'] })],
  ['core.js', chunk(70, { core: true })],
  ['palette.js', chunk(4, { source: '/web/app/shell/PaletteBox.tsx', imports: ['form.js', 'search.js'] })],
  ['shell.js', chunk(9, { source: '/web/shared/shell/StaffShell.tsx', imports: ['frame.js', 'main.js'] })],
  ['form.js', chunk(20, { kit: true, imports: ['frame.js', 'hook-form.js'] })],
  ['hook-form.js', chunk(12)],
  // A kit that only parts fetch.
  ['search.js', chunk(4, { kit: true })],
  ['order.js', chunk(5)],
  [
    'pos.js',
    chunk(30, { source: '/web/pos/PosPage.tsx', imports: ['frame.js', 'form.js', 'order.js'], parts: ['pay.js'], css: ['pos.css'] }),
  ],
  ['pay.js', chunk(6, { source: '/web/shared/order/PayPanel.tsx', imports: ['order.js', 'pay-bits.js'] })],
  ['pay-bits.js', chunk(1)],
  ['orders.js', chunk(8, { source: '/web/orders/OrdersPage.tsx', imports: ['order.js', 'hook-form.js'] })],
  ['bits.js', chunk(3, { source: '/web/orders/ReasonDialog.tsx' })],
])
const styles = new Map([
  ['main.css', 12_000],
  ['pos.css', 500],
])
const kilobytes = () => Object.fromEntries(rowsOf(chunks, styles).map(({ name, script, css }) => [name, [script / 1000, css / 1000]]))

it('counts a file with all that it imports, each once, circles too', () => {
  expect([...closure(chunks, ['pos.js'])].sort()).toEqual(['core.js', 'form.js', 'frame.js', 'hook-form.js', 'order.js', 'pos.js'])
  const circle = new Map([
    ['a', chunk(1, { imports: ['b'] })],
    ['b', chunk(1, { imports: ['a'] })],
  ])
  expect(closure(circle, ['a']).size).toBe(2)
})

it('lists what every page loads, the kits once, and then what each page adds', () => {
  expect(kilobytes()).toEqual({
    'every page of the staff': [110, 12],
    '  PaletteBox': [8, 0],
    'an entry of core alone': [70, 0],
    'the kits that pages share': [32, 0],
    // Both contain the files they share, because neither can know that the other is loaded.
    PosPage: [35, 0.5],
    // What it adds to the page that fetches it.
    '  PayPanel': [7, 0],
    OrdersPage: [13, 0],
  })
})

it('fails above a budget, not exactly at it', () => {
  const rows = rowsOf(chunks, styles)
  expect(overweight(rows)).toEqual([])
  const heavier = new Map(chunks)
    .set('order.js', chunk(5.1))
    .set('frame.js', chunk(92.5, { imports: ['core.js'] }))
    .set('pay.js', chunk(36, { source: '/PayPanel.tsx' }))
  expect(overweight(rowsOf(heavier, styles))).toEqual([
    'every page of the staff: 172.5 kB of script, at most 170',
    'every page of the staff: 184.5 kB with its CSS, at most 183',
    'PosPage: 35.1 kB of script, at most 35',
    '  PayPanel: 36.0 kB of script, at most 35',
  ])
  const mixed = new Map(chunks)
    .set('core.js', chunk(70, { core: true, imports: ['frame.js', 'order.js'] }))
    .set('hook-form.js', chunk(66.5))
  expect(overweight(rowsOf(mixed.set('order.js', chunk(10.5)), styles))).toEqual([
    'an entry of core alone: 110.5 kB of script, at most 110',
    'the kits that pages share: 86.5 kB of script, at most 84',
  ])
})

it('prints a line for each', () => {
  expect(table(rowsOf(chunks, styles)).split('\n')).toEqual([
    'kB of brotli               script    CSS',
    'every page of the staff     110.0   12.0',
    '  PaletteBox                  8.0',
    'an entry of core alone       70.0',
    'the kits that pages share    32.0',
    'OrdersPage                   13.0',
    'PosPage                      35.0    0.5',
    '  PayPanel                    7.0',
  ])
})

it('says what the Worker weighs, and refuses one above its budget', () => {
  expect(workerWeight(217_040)).toBe('The Worker: 217.0 kB of gzip, at most 220')
  expect(() => workerWeight(220_001)).toThrow('Above the budget')
})
