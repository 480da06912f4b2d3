import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** `GET /restaurant/nearby?search=`: by name, area and city, with a place and without. */

type Found = { establishment_name: string; distance: number | null }
const ask = (query: Record<string, string | number>) =>
  call(`GET /restaurant/nearby?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`)
const found = async (query: Record<string, string | number>) =>
  ((await ask(query)).body.restaurants as Found[]).map((r) => [r.establishment_name, r.distance])
const names = async (search: string, more: Record<string, string | number> = {}) => (await found({ search, ...more })).map(([name]) => name)

/** A word of this run's own, so that no other test's restaurant has it. */
const town = `town${randomId()
  .slice(-8)
  .toLowerCase()
  .replace(/[^a-z0-9]/g, 'x')}`
const spot = { latitude: 12.5, longitude: -40.5 }

async function open(
  name: string,
  address: string,
  metresNorth: number,
  more: { shown?: boolean; approval?: 'pending' | 'approved'; recommended?: boolean } = {},
): Promise<World> {
  const w = await makeRestaurant({ settings: { establishmentName: name, approvalStatus: more.approval ?? 'approved' } })
  await call(`PUT /restaurant/${w.id}/update`, {
    token: await w.as('admin'),
    headers: { 'X-Restaurant-Id': w.id },
    body: {
      address,
      location: { latitude: spot.latitude + metresNorth / 111_195, longitude: spot.longitude },
      showInMobileApp: more.shown ?? true,
      recommendedOnMobile: more.recommended ?? false,
    },
  })
  return w
}

let closing: World
beforeAll(async () => {
  await open('Banana Leaf', `Plot 1, Gachibowli, ${town}`, 1_000)
  await open('Leaf & Stone', `Plot 2, Banjara Hills, ${town}, Telangana 500032`, 300)
  await open('Seaside Shack', `Beach Road, Calangute, ${town}`, 400_000, { recommended: true })
  await open('Hidden Leaf', `Plot 3, Gachibowli, ${town}`, 10, { shown: false })
  await open('Waiting Leaf', `Plot 4, Gachibowli, ${town}`, 10, { approval: 'pending' })
  closing = await open('Closing Leaf', `Plot 5, Kondapur, ${town}`, 2_000)
})

describe('a text', () => {
  it.each([
    ['the name', `banana ${town}`, ['Banana Leaf']],
    ['a word of the name that isn’t the first', `stone ${town}`, ['Leaf & Stone']],
    ['the area', `GACHI ${town}`, ['Banana Leaf']],
    ['name and area, in any order', `${town} hills leaf`, ['Leaf & Stone']],
    ['a word that nobody has', `${town} zzz`, []],
    ['the middle of a word', `${town} anana`, []],
  ])('finds by %s', async (_what, search, expected) => expect(await names(search)).toEqual(expected))

  it('finds a city’s listed and approved restaurants: recommended ones first, then by name, without a distance', async () => {
    expect(await found({ search: town })).toEqual([
      ['Seaside Shack', null],
      ['Banana Leaf', null],
      ['Closing Leaf', null],
      ['Leaf & Stone', null],
    ])
  })

  it('with a place sorts by distance, and also finds what is too far to be nearby', async () => {
    expect(await found({ search: town, ...spot })).toEqual([
      ['Leaf & Stone', 300],
      ['Banana Leaf', 1_000],
      ['Closing Leaf', 2_000],
      ['Seaside Shack', 400_000],
    ])
    expect((await found(spot)).map(([name]) => name)).not.toContain('Seaside Shack')
  })

  it('with a place leaves out what is close by and has none of the words', async () => {
    expect(await names(`kondapur ${town}`, spot)).toEqual(['Closing Leaf'])
    expect(await names('--', spot)).toEqual([])
  })

  it('is paged as the list by distance is', async () => {
    const { body } = await ask({ search: town, page: 2, pageSize: 3 })
    expect(body.restaurants.map((r: Found) => r.establishment_name)).toEqual(['Leaf & Stone'])
    expect(body).toMatchObject({ totalCount: 4, totalPages: 2, page: 2, pageSize: 3, currentPage: 2, hasMore: false })
    expect((await ask({ search: town, pageSize: 3 })).body.hasMore).toBe(true)
  })

  it('follows each change of name, address and listing', async () => {
    const change = (body: object) => closing.does('superuser', 'PUT /restaurant/profile', body)
    const show = (showInMobileApp: boolean) => closing.does('mobileAdmin', `PUT /restaurant/${closing.id}/update`, { showInMobileApp })
    expect(await names(`kondapur ${town}`)).toEqual(['Closing Leaf'])
    await change({ address: `Plot 5, Madhapur, ${town}` })
    expect([await names(`kondapur ${town}`), await names(`madhapur ${town}`)]).toEqual([[], ['Closing Leaf']])
    await change({ establishment_name: 'Opening Leaf' })
    expect([await names(`closing ${town}`), await names(`opening ${town}`)]).toEqual([[], ['Opening Leaf']])
    await show(false)
    expect(await names(`opening ${town}`)).toEqual([])
    expect(await names(`opening ${town}`, spot)).toEqual([])
    await show(true)
    expect(await names(`opening ${town}`)).toEqual(['Opening Leaf'])
  })

  it.each([
    `%`,
    `_`,
    `*`,
    `"`,
    `' OR 1=1 --`,
    `"${town}" OR banana`,
    `${town}*`,
    `NEAR(${town})`,
    `\\`,
    `-- ,.()`,
    '\u{10ffff}',
    '😀'.repeat(40),
    'ab '.repeat(26),
    '[object Object]',
  ])('is only words, whatever it holds: %j', async (search) => {
    const reply = await ask({ search })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.restaurants.filter((r: Found) => r.establishment_name.endsWith('Leaf'))).toEqual([])
  })

  it.each(['x'.repeat(81), 'a\u0000b'])('that can’t be a name is refused: %j', async (search) =>
    expect((await ask({ search })).status).toBe(422),
  )
})
