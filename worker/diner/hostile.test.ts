import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { batch } from '../db/index.ts'
import { banners, categories, menuItems, offers, subcategories } from '../db/outlets.ts'
import { insert } from '../db/rows.ts'
import { openPage } from '../test/diner.ts'
import { makeRestaurant } from '../test/world.ts'

/** No stored text becomes markup in the diner's documents: with hostile texts in every field they have the same elements and attributes as with plain ones. */

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)></title></style></p>--><!--tawa:menu-->\${1}$&\`&lt;b&gt;`
const ADDRESSES = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//x.test/a.jpg',
  '/v1/logout',
  'https://user@x.test/a.jpg',
]

/** A restaurant with `text` and `address` in every field that its menu shows. */
async function withTexts(text: string, address: string, colour: string) {
  const w = await makeRestaurant({
    settings: {
      establishmentName: `Yard ${text}`,
      profile: {
        address: text,
        cuisines: [text],
        image: address,
        userDashboardImageUrl: address,
        showImageOnUserDashboard: true,
        accentColor: colour,
        secondaryAccentColor: colour,
        buttonFontColor: colour,
        opening_hours: { periods: [], weekday_text: [text] },
      },
    },
  })
  const at = new Date().toISOString()
  const [categoryId, subCategoryId] = [randomId(), randomId()]
  const item = {
    restaurantId: w.id,
    categoryId,
    name: `Dish ${text}`,
    description: text,
    price: 100,
    available: true,
    dietType: 'egg' as const,
    isAlcohol: false,
    image: address,
    variants: [
      { name: text, additionalPrice: 0 },
      { name: `${text}2`, additionalPrice: 100 },
    ],
    addonGroups: [{ name: text, min: 0, max: 1, addons: [{ name: text, price: 100 }] }],
    ingredients: [],
    allergens: [text],
    calories: 100,
    position: 0,
  }
  const times = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2099-01-01T00:00:00.000Z' }
  await batch(w.db, [
    insert(categories, { id: categoryId, restaurantId: w.id, name: text, description: text, position: 1 }),
    insert(subcategories, { id: subCategoryId, restaurantId: w.id, categoryId, name: text, description: text, image: address }),
    insert(menuItems, { id: randomId(), ...item }),
    insert(menuItems, { id: randomId(), ...item, subCategoryId }),
    insert(banners, { id: randomId(), restaurantId: w.id, image: address, title: text, link: address, ...times, createdAt: at }),
    insert(offers, {
      id: randomId(),
      restaurantId: w.id,
      title: text,
      description: text,
      code: null,
      type: 'flat',
      value: 100,
      minOrderAmount: 100,
      ...times,
      days: [],
      orderTypes: [],
      isActive: true,
      createdAt: at,
    }),
    sql`UPDATE dining_tables SET table_number = ${text} WHERE id = ${w.tables[0] ?? ''}`,
  ])
  const [row] = await w.rows('SELECT qr_token FROM dining_tables WHERE id = ?', w.tables[0])
  return { w, page: await openPage(`/t/${(row as { qr_token: string }).qr_token}`) }
}

/** The elements of a page with the names of their attributes, in order, and every address in it. */
async function skeleton(html: string): Promise<{ elements: string[]; addresses: string[] }> {
  const elements: string[] = []
  const addresses: string[] = []
  const seen = new HTMLRewriter().on('*', {
    element(element) {
      const attributes = [...element.attributes].map(([name, value]) => {
        if (name === 'src' || name === 'href') addresses.push(value ?? '')
        return name
      })
      elements.push(`${element.tagName} ${attributes.join(' ')}`)
    },
  })
  await seen.transform(new Response(html)).text()
  return { elements, addresses }
}

const PLAIN = ['plain words', 'https://pictures.test/a.jpg', '#006644'] as const

describe('hostile texts', () => {
  let plain: Awaited<ReturnType<typeof skeleton>>
  beforeAll(async () => {
    plain = await skeleton((await withTexts(...PLAIN)).page.text)
  })

  it('the page that they are compared with shows every one of the fields', async () => {
    const { page } = await withTexts(...PLAIN)
    // Name, head, table, category, its description, subcategory, both dishes with description and allergens, offer, banner …
    expect(page.text.split('plain words').length - 1).toBeGreaterThanOrEqual(20)
    expect(plain.addresses.filter((a) => a === PLAIN[1]).length).toBeGreaterThanOrEqual(6)
    // Calories and allergens of both dishes, as the menu has them without a script.
    expect(page.text.split('100 kcal · Contains plain words').length - 1).toBe(2)
  })

  it('in every text: the same elements, and the text is there to read', async () => {
    const { page } = await withTexts(HOSTILE, PLAIN[1], PLAIN[2])
    expect((await skeleton(page.text)).elements).toEqual(plain.elements)
    expect(page.text).not.toContain('<img src=x')
    expect(page.text).toContain('&lt;script&gt;alert(1)')
  })

  it.each(ADDRESSES)('as an address: %s stands in no attribute', async (address) => {
    const { page } = await withTexts(PLAIN[0], address, PLAIN[2])
    const { addresses } = await skeleton(page.text)
    for (const one of addresses) expect(one).toMatch(/^(#|\/assets\/)/)
    expect(page.text).not.toContain(address)
  })

  it('an https address with quotes ends no attribute', async () => {
    const { page } = await withTexts(PLAIN[0], `https://x.test/"onerror="alert(1)`, PLAIN[2])
    expect((await skeleton(page.text)).elements).toEqual(plain.elements)
  })

  it('as a colour: no style but valid colours', async () => {
    const { page } = await withTexts(PLAIN[0], PLAIN[1], `#fff}</style><script>alert(1)</script>`)
    expect(page.text).not.toContain('alert(1)')
    expect((await skeleton(page.text)).elements.filter((e) => e.startsWith('script'))).toHaveLength(1)
  })

  it('in the menu as data: its HTML has the same elements', async () => {
    const [{ w }, { w: other }] = [await withTexts(HOSTILE, PLAIN[1], PLAIN[2]), await withTexts(...PLAIN)]
    const bodyOf = async (id: string) => {
      const { head, facts, body } = JSON.parse((await openPage(`/user/menu.json?restaurant=${id}`)).text)
      return (await skeleton(head + facts + body)).elements
    }
    expect(await bodyOf(w.id)).toEqual(await bodyOf(other.id))
  })
})
