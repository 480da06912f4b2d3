import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { persistencePath } from '../scripts/lib/server.ts'
import { bench, type Screen } from './lib/bench.ts'
import { DISHES, withBigMenu } from './lib/menu.ts'
import type { Press } from './lib/page.ts'

/**
 * How quickly long lists answer: `node scripts/run.mjs bench/lists.ts`. Search, filter and next page on the menu's settings, customers and invoices (lib/bench.ts).
 * A list's search asks the server 250 ms after the last key, so that "until it is shown" of a search has these, too. What the server reads for a page is a
 * test: worker/test/scale.test.ts.
 */

const CUSTOMERS = 5_000
const INVOICES = 50_000
/** The bill that is searched for. */
const BILL = 999_958

/** The databases of a state directory which have this table. */
function databasesWith(table: string, stateDir: string): DatabaseSync[] {
  const folder = join(persistencePath(stateDir), 'd1', 'miniflare-D1DatabaseObject')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
    .map((name) => new DatabaseSync(join(folder, name)))
    .filter((db) => {
      const has = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?`).get(table) !== undefined
      if (!has) db.close()
      return has
    })
}

/** Adds customers, and bills of the days before the demo's first: 150 a day, the newest number first. */
function fill(stateDir: string): void {
  const [platform] = databasesWith('accounts', stateDir)
  const [shard] = databasesWith('orders', stateDir)
  if (!platform || !shard) throw new Error(`no databases in ${stateDir}`)
  const cashier = platform.prepare(`SELECT restaurant_id AS id FROM accounts WHERE email = 'cashier@demo.test'`).get()
  const restaurant = String(cashier?.id)
  const numbered = (count: number) => `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})`
  const day = `date('now', '-' || (200 + i / 150) || ' days')`
  const at = `${day} || 'T' || time(43200 - (i % 150) * 144, 'unixepoch') || '.000Z'`
  shard
    .prepare(
      `${numbered(INVOICES)} INSERT INTO orders (id, restaurant_id, version, table_number, customer_name, order_type, serial_number, bill_number, tax_percentages,
         subtotal, cgst, sgst, vat, service_charge, grand_total, order_status, payment_status, payment_method, payments, feedback_token, business_date, created_at,
         completed_at, ended_date)
       SELECT 'bench-o' || i, ?, 2, CAST(i % 12 + 1 AS TEXT), 'Guest ' || (i % ${CUSTOMERS}), 'Dine In', i % 150 + 1, 1000000 - i, '{"gst":5,"vat":0,"serviceCharge":0}',
         20000, 500, 500, 0, 0, 21000, 'completed', 'paid', 'Cash', '[]', 'bench' || i, ${day}, ${at}, ${at}, ${day} FROM n`,
    )
    .run(restaurant)
  shard
    .prepare(
      `${numbered(CUSTOMERS)} INSERT INTO customers (id, restaurant_id, name, mobile_number, mobile_digits, visits, total_spent, last_visit_at, created_at)
       SELECT 'bench-c' || i, ?, 'Guest ' || i, '98' || printf('%08d', i * 37), '98' || printf('%08d', i * 37), i % 4 + 1, 21000, ${at}, ${at} FROM n`,
    )
    .run(restaurant)
  platform.close()
  shard.close()
}

const ROW = 'tbody tr:nth-child(2)'
/** Rows of the page that was asked for, no more of the last one. */
const FRESH = `table:not([aria-busy]) ${ROW}`
const row = (text: string) => `table:not([aria-busy]) [data-row*="${text}"]`

/** Goes to the next page three times: it is there when the rows of the last one are not. */
async function turnPages(noun: string, page: Page, press: Press): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const first = await page.getAttribute('[data-row]', 'data-row')
    await press(
      'next page',
      { tap: `nav[aria-label="Pages of ${noun}"] button:last-child` },
      `body:not(:has([data-row="${first}"])) ${FRESH}`,
    )
  }
}

const SCREENS: Screen[] = [
  {
    name: `Menu settings, ${DISHES} dishes`,
    who: 'owner',
    async open(_site, context) {
      await withBigMenu(context)
      return '/restaurant/settings/menu'
    },
    ready: 'li [role=switch]',
    async act(page, press) {
      await press('/ to search', { key: '/' }, 'input:focus')
      for (const letter of 'paneer') await press('letter to results', { key: letter }, 'li[hidden]')
      for (const _ of 'paneer') await press('letter removed', { key: 'Backspace' }, 'li:not([hidden])')
      await page.keyboard.press('Escape')
      await press('category closed', { tap: 'h2 > button' }, 'h2 > button[aria-expanded=false]')
      await press('category open', { tap: 'h2 > button' }, 'h2 > button[aria-expanded=true]')
      await press('price to field', { tap: 'li:nth-child(3) button.text-right' }, 'li:nth-child(3) input[inputmode]')
      await press('dish to sheet', { tap: 'li:nth-child(2) button.text-left' }, '[role=dialog] input')
    },
  },
  {
    name: `Customers, ${CUSTOMERS} of them`,
    who: 'manager',
    open: async () => '/restaurant/customers',
    ready: FRESH,
    async act(page, press) {
      await turnPages('customers', page, press)
      await press('/ to search', { key: '/' }, 'input:focus')
      for (const letter of 'Guest 42') await press('letter', { key: letter }, 'input:focus')
      await press('search to rows', { key: '4' }, row('bench-c'))
      // Their last visit was long ago.
      await press(
        'filter',
        { tap: '[aria-label=Segment] button:last-child' },
        `body:has([aria-label=Segment] button:last-child[aria-pressed=true]) ${row('bench-c')}`,
      )
    },
  },
  {
    name: `Invoices, ${INVOICES} of them`,
    who: 'cashier',
    open: async () => '/restaurant/invoices',
    ready: FRESH,
    async act(page, press) {
      await turnPages('invoices', page, press)
      await press('/ to search', { key: '/' }, 'input:focus')
      for (const digit of String(BILL).slice(0, -1)) await press('digit', { key: digit }, 'input:focus')
      await press('search to row', { key: String(BILL).slice(-1) }, row(`bench-o${1_000_000 - BILL}`))
      await press('row to drawer', { tap: '[data-row]' }, 'aside[aria-labelledby]')
    },
  },
]

await bench({ port: Number(process.env.PORT || 8941), screens: SCREENS, prepare: fill })
