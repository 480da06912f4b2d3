import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { newTableCode } from '#domain/qr.ts'
import { batch } from '../db/index.ts'
import { openPage as open } from '../test/diner.ts'
import { Recorder } from '../test/recorder.ts'
import { makeRestaurant, type World } from '../test/world.ts'
import { SHARED_MS } from './page.ts'

const codeOf = async (w: World, n = 0): Promise<string> => {
  const [row] = await w.rows('SELECT qr_token FROM dining_tables WHERE id = ?', w.tables[n])
  return (row as { qr_token: string }).qr_token
}
const scan = async (w: World, n = 0) => open(`/t/${await codeOf(w, n)}`)
const jsonOf = (w: World, options: Parameters<typeof open>[1] = {}) => open(`/user/menu.json?restaurant=${w.id}`, options)
const withSwitches = (qrSettings: Record<string, boolean>) =>
  makeRestaurant({
    settings: {
      qrSettings: { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: false, ...qrSettings },
    },
  })

afterEach(() => void vi.useRealTimers())

describe('a scanned code', () => {
  it('no app, no account wall; HTML, never PDF: the whole menu, with its table, and with a policy that lets in nothing but our files', async () => {
    const w = await makeRestaurant()
    const { status, text, headers } = await scan(w, 2)
    expect(status).toBe(200)
    // Never a PDF.
    expect(headers.get('Content-Type')).toMatch(/^text\/html\b/)
    for (const word of ['Test Yard', 'Table 3', 'Masala Dosa', 'Rs. 189.00', 'from <span class="num">Rs. 375.00</span>', 'Sold out'])
      expect(text).toContain(word)
    expect(text).toContain(`data-table="${w.tables[2]}"`)
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self';/)
    expect(policy).not.toContain('unsafe')
    // A shared cache would give one table's page to another table.
    expect(headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('text menu readable before images: each dish’s is sized, and fetched once it comes near the screen', async () => {
    const w = await makeRestaurant()
    await w.does('superuser', `PUT /menus/item?id=${w.items.plain}`, { image: '/v1/media/dosa.webp' })
    const images = (await scan(w)).text.match(/<img\b[^>]*>/g) ?? []
    expect(images.filter((tag) => tag.includes('/v1/media/dosa.webp'))).not.toEqual([])
    for (const tag of images) {
      expect(tag).toMatch(/width="\d+"\s+height="\d+"/)
      expect(tag).toMatch(/loading="lazy"\s+fetchpriority="low"/)
    }
    expect(images.filter((tag) => tag.includes('dosa.webp') && !tag.includes('loading="lazy"'))).toEqual([])
  })

  it('a dish without a photo has an empty place for it only in a list where most have one', async () => {
    const w = await makeRestaurant()
    await w.does('superuser', `PUT /menus/item?id=${w.items.plain}`, { image: '/v1/media/dosa.webp' })
    const { text } = await scan(w)
    expect(text).toContain('/v1/media/dosa.webp')
    expect(text).not.toContain('<span class="thumb">')
    await Promise.all(Object.values(w.items).map((id) => w.does('superuser', `PUT /menus/item?id=${id}`, { image: '/v1/media/dish.webp' })))
    await w.does('superuser', `PUT /menus/item?id=${w.items.plain}`, { image: null })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SHARED_MS })
    expect((await scan(w)).text.match(/<span class="thumb">/g)).toHaveLength(1)
  })

  it('shows a banner’s title under its photo, as the owner’s preview does', async () => {
    const w = await makeRestaurant()
    await w.does('mobileAdmin', 'POST /restaurant/promotional-banner', {
      banner: { image: '/v1/media/fest.webp', title: 'Weekend biryani fest' },
    })
    const { text } = await scan(w)
    expect(text).toMatch(/<img\s+class="banner"[^>]*alt=""[^>]*\/><span>Weekend biryani fest<\/span>/)
  })

  it.each([
    // A Saturday in India.
    ['2026-11-28T00:53:00.000Z', 'Opens at 11:00'],
    ['2026-11-28T06:00:00.000Z', 'Open till 23:00'],
    ['2026-11-28T18:00:00.000Z', 'Opens on Monday at 11:00'],
    ['2026-11-29T06:00:00.000Z', 'Opens tomorrow at 11:00'],
  ])('at %s says "%s", never that it is closed, because its guests can order', async (now, hours) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    const periods = [1, 2, 3, 4, 5, 6].map((day) => ({ open: { day, time: '1100' }, close: { day, time: '2300' } }))
    const w = await makeRestaurant({ settings: { profile: { opening_hours: { periods, weekday_text: [] } } } })
    expect((await scan(w)).text).toContain(`<span>${hours}</span>`)
  })

  it('the style elements that stand in it are the only ones that its policy lets in', async () => {
    const w = await makeRestaurant({ settings: { profile: { accentColor: '#006644', secondaryAccentColor: '#aa3300' } } })
    const { text, headers } = await scan(w)
    const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css)
    expect(styles).toHaveLength(2)
    expect(styles[0]).toContain('--primary:#006644')
    for (const css of styles) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
      expect(headers.get('Content-Security-Policy')).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`)
    }
  })

  it.each([
    ['unknown', async () => open('/t/no-such-code')],
    ['cut off', async () => open('/t/')],
    ['with more behind it', async () => open(`/t/${await codeOf(await makeRestaurant())}/x`)],
    ['of a shard that is not there', async () => open(`/t/99-${randomId()}`)],
    [
      'of a deleted table',
      async () => {
        const w = await makeRestaurant()
        const code = await codeOf(w)
        await w.does('superuser', `DELETE /tables/delete/${w.tables[0]}`)
        return open(`/t/${code}`)
      },
    ],
    ['of a restaurant that waits for approval', async () => scan(await makeRestaurant({ approvalStatus: 'pending' }))],
    ['of a rejected one', async () => scan(await makeRestaurant({ approvalStatus: 'rejected' }))],
  ])('%s: "Ask staff", and nothing of a menu', async (_, opened) => {
    const { status, text } = await opened()
    expect(status).toBe(404)
    expect(text).toContain('<h1>Ask staff</h1>')
    expect(text).not.toContain('Masala Dosa')
    expect(text).not.toContain('Test Yard')
  })

  it('from before codes named their shard keeps working, in every shard', async () => {
    for (const shard of ['OUTLETS_0', 'OUTLETS_1'] as const) {
      const w = await makeRestaurant({ shard })
      const code = await codeOf(w)
      expect(code).not.toContain('-')
      expect((await open(`/t/${code}`)).text).toContain(`data-restaurant="${w.id}"`)
    }
  })

  it('of a new table names its shard, so that no other shard is asked', async () => {
    for (const shard of ['OUTLETS_0', 'OUTLETS_1'] as const) {
      const w = await makeRestaurant({ shard })
      const made = await w.does('superuser', 'POST /tables/createTables', { tables: [{ tableNumber: 'N1' }] })
      const { qrToken } = made.body.tables[0] as { qrToken: string }
      expect(qrToken).toMatch(new RegExp(`^${shard.slice(-1)}-`))
      const record = new Recorder()
      expect((await open(`/t/${qrToken}`, { env: record.env })).text).toContain('Not N1?')
      expect(new Set(record.statements.map((s) => s.binding))).toEqual(new Set(['PLATFORM', shard]))
      // A guest signs in with it as well.
      const seated = await w.does('user', 'POST /auth/user/login', { qrToken, mobile_number: '9876543210' }, { token: null })
      expect(seated.body.user.restaurantId).toBe(w.id)
    }
  })
})

describe('what it costs', () => {
  it('200 phones at once: one look-up of the code each, by its index, and one read of the menu', async () => {
    const w = await makeRestaurant()
    const code = newTableCode(w.shard)
    await batch(w.db, [sql`UPDATE dining_tables SET qr_token = ${code} WHERE id = ${w.tables[0] ?? ''}`])
    const record = new Recorder({ latency: 1 })
    const opened = await Promise.all(Array.from({ length: 200 }, () => open(`/t/${code}`, { env: record.env })))
    expect(new Set(opened.map((o) => `${o.status} ${o.text.includes('Masala Dosa')}`))).toEqual(new Set(['200 true']))
    const asked = (words: string) => record.statements.filter((s) => s.sql.includes(words))
    expect(asked('qr_token')).toHaveLength(200)
    expect(Math.max(...asked('qr_token').map((s) => s.rows))).toBeLessThanOrEqual(2)
    expect(asked('FROM menu_items')).toHaveLength(1)
    expect(asked('FROM restaurants')).toHaveLength(1)
    // The phones that come a little later find it made.
    const later = new Recorder()
    await open(`/t/${code}`, { env: later.env })
    expect(later.statements).toHaveLength(1)
  })

  it('a change is in the page once the shared one is too old, and not before', async () => {
    const w = await makeRestaurant()
    const first = await scan(w)
    await w.does('superuser', `PATCH /menus/item/${w.items.plain}/availability`, { available: false })
    expect((await scan(w)).text.match(/class="dish off"/g)).toEqual(first.text.match(/class="dish off"/g))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SHARED_MS })
    const after = await scan(w)
    expect(after.text.match(/class="dish off"/g)?.length).toBe((first.text.match(/class="dish off"/g)?.length ?? 0) + 1)
  })

  it('is never older than 30 s, and with a phone’s own interval never older than a minute', () => {
    expect(SHARED_MS).toBeLessThanOrEqual(30_000)
  })
})

describe('the switches of printed codes (CONTRACT §9)', () => {
  it('enableQrMenu off → friendly notice: "Ask the staff for the menu"', async () => {
    const w = await withSwitches({ enableQrMenu: false })
    const { status, text } = await scan(w)
    expect(status).toBe(200)
    expect(text).toContain('<h1>Ask the staff for the menu</h1>')
    expect(text).not.toContain('Masala Dosa')
    // Where the guest is, with the place for the call of those who sit there already.
    expect(text).toMatch(/<header class="head">[^]*Test Yard[^]*class="actions needs-script"[^]*<b data-table>/)
    expect((await jsonOf(w)).text).not.toContain('Masala Dosa')
  })

  it('enableOrderViaQr off: the menu without a way to add', async () => {
    const on = await scan(await withSwitches({}))
    expect(on.text).toContain('aria-label="Add Masala Dosa"')
    const w = await withSwitches({ enableOrderViaQr: false })
    const off = await scan(w)
    expect(off.text).toContain('Masala Dosa')
    expect(off.text).not.toContain('class="add')
    expect(off.text.replace(/<noscript>.*?<\/noscript>/gs, '')).toContain('Tell the staff what you would like.')
    expect(on.text).toMatch(/<noscript><p class="facts">Tell the staff/)
    expect(JSON.parse((await jsonOf(w)).text).orders).toBe(false)
  })

  it('requireLoginForMenu: nothing of the menu in any shared page; a diner who has signed in gets it', async () => {
    const w = await withSwitches({ requireLoginForMenu: true })
    const { token } = await w.guest()
    for (const page of [
      await scan(w),
      await jsonOf(w),
      await jsonOf(w, { token: 'no.such.token' }),
      await jsonOf(w, { token: await w.as('waiter') }),
    ]) {
      expect(page.text).toContain('Sign in to see the menu')
      expect(page.text).not.toContain('Masala Dosa')
      expect(page.text).not.toContain('Mains')
    }
    expect((await jsonOf(w, { token })).text).toContain('Masala Dosa')
    // And the next one, without a token, still doesn't.
    expect((await jsonOf(w)).text).not.toContain('Masala Dosa')
    const order = await w.order([w.line('plain')])
    await w.settle(order._id)
    expect((await jsonOf(w, { token })).text).not.toContain('Masala Dosa')
  })
})

describe('the menu as data', () => {
  it('is the same page, and 304 until it changes', async () => {
    const w = await makeRestaurant()
    const first = await jsonOf(w)
    const page = JSON.parse(first.text)
    expect(page).toMatchObject({ access: 'menu', restaurantId: w.id, orders: true })
    expect((await scan(w)).text).toContain(page.body)
    expect(page.categories[0].menuItems).toHaveLength(7)
    const etag = first.headers.get('ETag') ?? ''
    expect(page.etag).toBe(etag)
    // A proxy that compresses makes it weak.
    for (const same of [etag, `W/${etag}`, `"other", ${etag}`])
      expect(await jsonOf(w, { headers: { 'If-None-Match': same } })).toMatchObject({ status: 304, text: '' })
    await w.does('superuser', `PATCH /menus/item/${w.items.plain}/availability`, { available: false })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SHARED_MS })
    const after = await jsonOf(w, { headers: { 'If-None-Match': etag } })
    expect(after.status).toBe(200)
    expect(after.headers.get('ETag')).not.toBe(etag)
  })

  it('of a restaurant that is not open to guests is a 404 without its name', async () => {
    for (const approvalStatus of ['pending', 'rejected']) {
      const got = await jsonOf(await makeRestaurant({ approvalStatus }))
      expect(got.status).toBe(404)
      expect(got.text).not.toContain('Test Yard')
    }
    expect((await open(`/user/menu.json?restaurant=${'x'.repeat(500)}`)).status).toBe(404)
    expect((await open('/user/menu.json')).status).toBe(404)
  })
})

describe('the other pages', () => {
  it.each([
    '/user/menu',
    '/user/cart',
    '/user/order',
    '/user/saved',
    '/user/orders',
    '/user/nearby',
    '/user/restaurant/abc',
    '/user/login',
    '/thankyou',
  ])('%s is a document for the script', async (path) => {
    const { status, text } = await open(path)
    expect(status).toBe(200)
    expect(text).toMatch(/<div id="menu"\s+hidden><\/div><div id="app"><\/div>/)
    expect(text).toMatch(/<noscript\s*>[^]*This page needs JavaScript/)
  })
  it('an unknown one is a 404', async () => {
    expect((await open('/user/nothing')).status).toBe(404)
  })
})
