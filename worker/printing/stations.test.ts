import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { batch } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { type PrintWorld, withPrinters } from '../test/printers.ts'
import type { Via } from '../test/world.ts'

let w: PrintWorld
beforeEach(async () => {
  w = await withPrinters({ kitchen: {}, bar: { stations: ['Bar'] } })
})
const save = (seen: string[], ...stations: [string, (string | null)?][]) =>
  w.does('superuser', 'PUT /print/stations', { seen, stations: stations.map(([name, was = null]) => ({ name, was })) })
const listed = async () => (await w.does('superuser', 'GET /restaurant/profile')).body.restaurant.printSettings.stations
const menu = async () => {
  const { categories } = (await w.does('superuser', 'POST /menus/restaurant', { restaurantId: w.id })).body.menu
  return {
    categories: Object.fromEntries(categories.map((c: { name: string; station: string | null }) => [c.name, c.station])),
    dishes: categories.flatMap((c: { menuItems: object[]; subcategories: { menuItems: object[] }[] }) => [
      ...c.menuItems,
      ...c.subcategories.flatMap((s) => s.menuItems),
    ]) as { _id: string; station: string | null; version: number }[],
  }
}
const stationOfDish = async (id: string) => (await menu()).dishes.find((d) => d._id === id)?.station
const dishAt = (id: string, station: string | null) => w.does('superuser', `PUT /menus/item?id=${id}`, { station })

describe('the list of stations', () => {
  it('is kept in its order, and says what names each; names that only dishes have come last', async () => {
    await batch(w.db, [sql`UPDATE menu_items SET station = 'tandoor' WHERE id = ${w.items.beer}`])
    expect((await save([], ['Bar'], ['Grill'])).body).toEqual({ stations: ['Bar', 'Grill'] })
    await save(['Bar', 'Grill'], ['Grill', 'Grill'], ['Bar', 'Bar'])
    expect(await listed()).toEqual(['Grill', 'Bar'])
    expect((await w.does('superuser', 'GET /print/stations')).body.stations).toEqual([
      { name: 'Grill', listed: true, dishes: 0, categories: 0, printers: [] },
      { name: 'Bar', listed: true, dishes: 0, categories: 0, printers: [expect.any(String)] },
      { name: 'tandoor', listed: false, dishes: 1, categories: 0, printers: [] },
    ])
    // The profile's own settings can't change it past the dishes.
    await w.does('superuser', 'PUT /restaurant/profile', { printSettings: { stations: [], header: 'Om' } })
    expect(await listed()).toEqual(['Grill', 'Bar'])
  })

  it('a renamed station takes dishes, categories and printers along; a removed one is taken from them', async () => {
    await save([], ['Bar'], ['Cold'])
    await dishAt(w.items.beer, 'bar')
    expect(await stationOfDish(w.items.beer)).toBe('Bar')
    const { category } = (await w.does('superuser', 'POST /menus/category', { name: 'Salads', station: ' COLD' })).body
    expect(category).toMatchObject({ station: 'Cold' })
    const { version } = (await menu()).dishes.find((d) => d._id === w.items.beer)!
    expect((await save(['Bar', 'Cold'], ['Drinks', 'Bar'])).status).toBe(200)
    const after = await menu()
    expect(after.dishes.find((d) => d._id === w.items.beer)).toMatchObject({ station: 'Drinks', version: version + 1 })
    expect(after.categories.Salads).toBeNull()
    const { printers } = (await w.does('superuser', 'GET /print/printers')).body
    expect(printers.find((p: { _id: string }) => p._id === w.printers.bar)).toMatchObject({ stations: ['Drinks'] })
    // Kitchen screens learn what their station is called now; nobody changes that past the list.
    await w.does('superuser', 'PUT /restaurant/profile', { printSettings: { renamed: {}, header: 'Om' } })
    const { restaurant } = (await w.does('kitchen', 'GET /restaurant/profile')).body
    expect(restaurant.printSettings.renamed).toEqual({ bar: 'Drinks' })
    // The answer was lost, and the same edit comes again.
    expect((await save(['Bar', 'Cold'], ['Drinks', 'Bar'])).body).toEqual({ stations: ['Drinks'] })
    expect(await stationOfDish(w.items.beer)).toBe('Drinks')
  })

  it('refuses what another device changed meanwhile, a printer’s only station, and names out of bounds', async () => {
    await save([], ['Bar'], ['Cold'])
    expect((await save([], ['Grill'])).body).toMatchObject({ code: 'version_conflict', stations: ['Bar', 'Cold'] })
    expect((await save(['Bar', 'Cold'], ['Cold', 'Cold'])).body).toMatchObject({ code: 'station_in_use', printers: [expect.any(String)] })
    expect(await listed()).toEqual(['Bar', 'Cold'])
    for (const bad of [[''], ['x'.repeat(41)], ['Bar', 'BAR'], Array.from({ length: 31 }, String)])
      expect([bad, (await save(['Bar', 'Cold'], ...bad.map((name): [string] => [name]))).status]).toEqual([bad, 422])
  })

  it('of two edits at once one is refused', async () => {
    await save([], ['Bar'])
    const both = await Promise.all([save(['Bar'], ['Bar', 'Bar'], ['Grill']), save(['Bar'], ['Bar', 'Bar'], ['Cold'])])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await listed()).toEqual(both.find(({ status }) => status === 200)!.body.stations)
  })
})

it('a line keeps the station that its dish or its category had when it was sent', async () => {
  await save([], ['Bar'], ['Grill'])
  await batch(w.db, [
    sql`UPDATE categories SET station = 'Grill' WHERE restaurant_id = ${w.id}`,
    sql`UPDATE menu_items SET station = NULL WHERE restaurant_id = ${w.id}`,
    sql`UPDATE menu_items SET station = 'Bar' WHERE id = ${w.items.beer}`,
  ])
  const order = await w.order([w.line('beer'), w.line('plain')])
  const stations = async () => {
    const { orders } = (await w.does('captain', 'GET /orders/restaurant/pending')).body
    return orders.find((o: { _id: string }) => o._id === order._id).kots[0].items.map((i: { station: string }) => i.station)
  }
  expect(await stations()).toEqual(['Bar', 'Grill'])
  await save(['Bar', 'Grill'], ['Bar', 'Bar'], ['Tandoor', 'Grill'])
  await dishAt(w.items.beer, null)
  expect(await stations()).toEqual(['Bar', 'Grill'])
})

describe('a category’s name, where its dishes name no station', () => {
  const category = async (name: string) => {
    const { categories } = (await w.does('superuser', 'POST /menus/restaurant', { restaurantId: w.id })).body.menu
    return categories.find((c: { name: string }) => c.name === name)._id as string
  }
  const rename = async (from: string, to: string) => {
    const reply = await w.does('superuser', 'PUT /menus/category', { categoryId: await category(from), name: to })
    expect(reply.status, reply.text).toBe(200)
  }
  const stationsOf = async (name: string) =>
    (await w.does('waiter', 'GET /print/printers')).body.printers.find((p: { _id: string }) => p._id === w.printers[name]).stations
  const renamed = async () => (await w.does('kitchen', 'GET /restaurant/profile')).body.restaurant.printSettings.renamed
  /** Which printers get the papers of dishes that are sent now. */
  const printersOfAnOrder = async () => {
    const before = (await w.jobs()).length
    await w.order([w.line('plain')], { orderType: 'Take Away' })
    return (await w.jobs()).slice(before).map(({ printer_id }) => Object.keys(w.printers).find((name) => w.printers[name] === printer_id))
  }
  beforeEach(async () => {
    w = await withPrinters({ kitchen: {}, grill: { stations: ['Starters'] } })
    await batch(w.db, [sql`UPDATE categories SET name = 'Starters' WHERE restaurant_id = ${w.id}`])
  })

  it('is followed by printers and kitchen screens when it is changed, and tickets that were sent before go where they did', async () => {
    expect(await printersOfAnOrder()).toEqual(['grill'])
    await rename('Starters', 'Appetisers')
    expect([await stationsOf('grill'), await renamed()]).toEqual([['Appetisers'], { starters: 'Appetisers' }])
    expect(await printersOfAnOrder()).toEqual(['grill'])
    // Back again, and with other capitals: a name that is in use has no former meaning.
    await rename('Appetisers', 'Starters')
    await rename('Starters', 'STARTERS')
    expect([await stationsOf('grill'), await renamed()]).toEqual([['Starters'], { appetisers: 'Starters' }])
    expect(await printersOfAnOrder()).toEqual(['grill'])
  })

  it('that is changed to a station’s takes no ticket from that station’s printer', async () => {
    for (const other of ['Tandoor', 'Bar']) {
      w = await withPrinters({ kitchen: {}, grill: { stations: ['Starters'] }, other: { stations: [other] } })
      await batch(w.db, [sql`UPDATE categories SET name = 'Starters' WHERE restaurant_id = ${w.id}`])
      // A station of the list, or only of a printer.
      if (other === 'Bar') await save([], ['Tandoor'])
      await rename('Starters', 'Tandoor')
      expect(await stationsOf('grill')).toEqual(['Starters'])
      expect(await printersOfAnOrder()).toEqual([other === 'Bar' ? 'kitchen' : 'other'])
    }
  })

  it('that another category gets afterwards is that one’s alone', async () => {
    await rename('Starters', 'Appetisers')
    await w.does('superuser', 'POST /menus/category', { name: 'Starters' })
    expect(await renamed()).toEqual({})
  })

  it('moves no printer when its change is refused, because another device was first', async () => {
    const id = await category('Starters')
    const raced = meanwhile(() => w.does('superuser', 'POST /menus/category', { name: 'Appetisers' }))
    const reply = await w.does('superuser', 'PUT /menus/category', { categoryId: id, name: 'Appetisers' }, { via: raced })
    expect([reply.status, reply.body.code]).toEqual([409, 'duplicate'])
    expect([await stationsOf('grill'), await renamed()]).toEqual([['Starters'], undefined])
  })

  it('that is changed on two devices at once ends at one name, which its printer has', async () => {
    const id = await category('Starters')
    const to = (name: string, via?: Via) => w.does('superuser', 'PUT /menus/category', { categoryId: id, name }, { via })
    const replies = [
      await to(
        'Soups',
        meanwhile(() => to('Salads')),
      ),
      ...(await Promise.all(['A', 'B', 'C'].map((name) => to(name)))),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [{ name }] = await w.rows('SELECT name FROM categories WHERE id = ?', id)
    expect(await stationsOf('grill')).toEqual([name])
  })

  it('moves no printer of a station that has the same name', async () => {
    await save([], ['Starters'])
    await rename('Starters', 'Appetisers')
    expect([await stationsOf('grill'), await renamed()]).toEqual([['Starters'], {}])
  })
})
