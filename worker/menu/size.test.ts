import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { batch } from '../db/index.ts'
import { menuItems } from '../db/outlets.ts'
import { onlyKnown } from '../db/reads.ts'
import { insertMany } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { kitchen } from '../test/menu.ts'
import { bytes, D1, measured } from '../test/recorder.ts'

/** A menu with large dishes is changed as a whole, far below D1's limits: 200 dishes of 14 kB are 3 MB. */

const ADDONS = Array.from({ length: 2 }, (_, g) => ({
  name: `अतिरिक्त ${g}`,
  min: 0,
  max: 0,
  addons: Array.from({ length: 45 }, (_, i) => ({ name: `${'मक्खन और चीज़ के साथ "बड़ा" '.repeat(2)}${i}`, price: 1000 })),
}))

async function largeMenu() {
  const { w, does, category } = await kitchen()
  const ids = Array.from({ length: 200 }, () => randomId())
  const row = (id: string, i: number) => ({
    id,
    restaurantId: w.id,
    categoryId: category,
    name: `Dish ${i}`,
    description: '',
    price: 10000,
    available: true,
    dietType: 'veg' as const,
    isAlcohol: false,
    variants: [],
    addonGroups: ADDONS,
    ingredients: [],
    position: 100 + i,
  })
  for (let from = 0; from < ids.length; from += 50)
    await batch(w.db, [
      insertMany(
        menuItems,
        ids.slice(from, from + 50).map((id, i) => row(id, from + i)),
      ),
    ])
  return { w, does, category, ids }
}

describe('a menu of 200 large dishes', () => {
  it('gets other prices by a file, and its category is deleted', async () => {
    const { w, category, ids } = await largeMenu()
    const [{ name, n }] = await w.rows(
      'SELECT c.name, count(*) AS n FROM categories c JOIN menu_items m ON m.category_id = c.id WHERE c.id = ?',
      category,
    )
    const csv = ['category,name,price', ...ids.map((_, i) => `${name},Dish ${i},101`)].join('\n')
    const done = await measured(w, 'superuser', 'POST /menus/import', { csv })
    expect(JSON.parse(done.text)).toMatchObject({ updated: 200, failed: 0 })
    const sizes = await w.rows('SELECT length(CAST(data AS BLOB)) AS bytes FROM events WHERE restaurant_id = ?', w.id)
    expect([sizes.length, sizes.reduce((sum, { bytes }) => sum + bytes, 0) > 2_800_000]).toEqual([200, true])
    const gone = await measured(w, 'superuser', `DELETE /menus/category?id=${category}&items=${n}`)
    expect([gone.status, await w.rows('SELECT id FROM menu_items WHERE restaurant_id = ?', w.id)]).toEqual([200, []])
  })
})

/** Its ids of dishes are new at each time, so only an answer that was kept is the same again. */
it('an import’s answer above D1’s limits is the same again to a repeat of its key, and after a day the key is free for another', async () => {
  const { w, category } = await kitchen()
  const [{ name }] = await w.rows('SELECT name FROM categories WHERE id = ?', category)
  const about = 'मक्खन और चीज़ 🍛 के साथ, "बड़ा" '.repeat(2)
  const rowsOf = (n: number) =>
    Array.from({ length: n }, (_, i) => `${name},Dish ${i},100,non-veg,Half=-50; Full=0,"${about.replaceAll('"', '""')}${i}"`)
  const csv = (n: number) => ['category,name,price,diet,variants,description', ...rowsOf(n)].join('\n')
  const send = (n: number) => measured(w, 'superuser', 'POST /menus/import', { csv: csv(n) }, { 'Idempotency-Key': 'large' })
  const done = await send(4800)
  expect(JSON.parse(done.text)).toMatchObject({ created: 4800, failed: 0 })
  expect(bytes(done.text)).toBeGreaterThan(D1.bytes)
  const again = await send(4800)
  expect([again.status, again.text === done.text]).toEqual([200, true])
  expect(JSON.parse((await send(1)).text)).toMatchObject({ code: 'idempotency_mismatch' })
  await batch(w.db, [sql`UPDATE idempotency SET at = '2026-01-01T00:00:00.000Z' WHERE restaurant_id = ${w.id}`])
  const next = await send(4799)
  expect(JSON.parse(next.text)).toMatchObject({ created: 0, updated: 0, failed: 0 })
  expect((await send(4799)).text === next.text).toBe(true)
  const renamed = await measured(
    w,
    'superuser',
    'PUT /menus/category',
    { categoryId: category, name: 'Large' },
    { 'Idempotency-Key': 'name' },
  )
  expect([bytes(renamed.text) > D1.bytes, JSON.parse(renamed.text).category.name]).toEqual([true, 'Large'])
})

it('a guard knows more rows than one parameter or one compound statement takes', async () => {
  const { w } = await kitchen()
  const known = Array.from({ length: 40_000 }, (_, i) => [`${i}`.padStart(100, '0'), null])
  const upTo = (n: number) =>
    sql`WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < ${n}) SELECT printf('%0100d', n), NULL FROM s`
  await batch(w.db, [onlyKnown(upTo(known.length - 1), known)])
  await expect(batch(w.db, [onlyKnown(upTo(known.length), known)])).rejects.toThrow(/guard\.version/)
})
