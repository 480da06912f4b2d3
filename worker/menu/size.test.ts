import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { batch } from '../db/index.ts'
import { menuItems } from '../db/outlets.ts'
import { onlyKnown } from '../db/reads.ts'
import { insertMany } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { kitchen } from '../test/menu.ts'
import { measured } from '../test/recorder.ts'

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

it('a guard knows more rows than one parameter or one compound statement takes', async () => {
  const { w } = await kitchen()
  const known = Array.from({ length: 40_000 }, (_, i) => [`${i}`.padStart(100, '0'), null])
  const upTo = (n: number) =>
    sql`WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < ${n}) SELECT printf('%0100d', n), NULL FROM s`
  await batch(w.db, [onlyKnown(upTo(known.length - 1), known)])
  await expect(batch(w.db, [onlyKnown(upTo(known.length), known)])).rejects.toThrow(/guard\.version/)
})
