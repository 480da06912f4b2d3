import { describe, expect, it } from 'vitest'
import { newSettings } from '#domain/settings.ts'
import { codeTo } from '../test/messages.ts'
import { aMobile } from '../test/stage.ts'
import { call, makeRestaurant, type Reply, signIn, type World } from '../test/world.ts'

/** CONTRACT §9 "QR switches": each switch × each call × who makes it. */

type Who = 'nobody' | 'guest' | 'account' | 'waiter' | 'superuser' | 'partner' | 'admin' | 'rival'
type Given = { w: World; token: string | null; headers?: Record<string, string>; tableId: string; item: string }

const DEFAULTS = newSettings().qrSettings
const SWITCHES = {
  'as they begin': {},
  'no menu by code': { enableQrMenu: false },
  'no orders by code': { enableOrderViaQr: false },
  'menu after sign-in': { requireLoginForMenu: true },
  'orders wait': { acceptOrders: true },
  'all of it off': { enableQrMenu: false, enableOrderViaQr: false, requireLoginForMenu: true },
} as const
type Switch = keyof typeof SWITCHES

const CALLS = {
  'sit down': ({ tableId }) => call('POST /auth/user/login', { body: { tableId, mobile_number: aMobile() } }),
  'sit down by the printed code': async ({ w, tableId }) => {
    const [{ qr_token: qrToken }] = await w.rows('SELECT qr_token FROM dining_tables WHERE id = ?', tableId)
    return call('POST /auth/user/login', { body: { qrToken, mobile_number: aMobile() } })
  },
  'sit down with an account': async ({ tableId }) => {
    const mobile_number = aMobile()
    await call('POST /auth/user/login', { body: { mobile_number } })
    return call('POST /auth/user/verify', { body: { mobile_number, otp: await codeTo(mobile_number), tableId } })
  },
  'the table by its code': ({ token, headers, tableId }) => call(`GET /tables/${tableId}`, { token, headers }),
  menu: ({ w, token, headers }) => call('POST /menus/restaurant', { token, headers, body: { restaurantId: w.id } }),
  trending: ({ w, token, headers }) => call('POST /menus/trending', { token, headers, body: { restaurantId: w.id } }),
  categories: ({ w, token, headers }) => call('POST /menus/categories', { token, headers, body: { restaurantId: w.id } }),
  item: ({ w, token, headers, item }) => call(`GET /menus/item/${item}?restaurantId=${w.id}`, { token, headers }),
  'item by its id alone': ({ token, headers, item }) => call(`GET /menus/item/${item}`, { token, headers }),
  details: ({ w, token, headers }) => call(`GET /restaurant/${w.id}/details`, { token, headers }),
  necessary: ({ w, token, headers }) => call(`GET /restaurant/profile/necessary/${w.id}`, { token, headers }),
  offers: ({ w, token, headers }) => call(`GET /restaurant/offers/${w.id}`, { token, headers }),
  order: ({ w, token, headers, tableId }) =>
    call('POST /orders', { token, headers, body: { order: { tableId, kots: [w.kot([w.line('plain')])] } } }),
  'call a waiter': ({ token, headers, tableId }) =>
    call('POST /tables/alert', { token, headers, body: { tableId, alertType: 'callWaiter' } }),
  'own orders': ({ token, headers, tableId }) => call('POST /orders/active', { token, headers, body: { tableId } }),
} satisfies Record<string, (given: Given) => Promise<Reply>>
type Call = keyof typeof CALLS

const MENU: Call[] = ['menu', 'trending', 'categories', 'item', 'item by its id alone']
const SIT: Call[] = ['sit down', 'sit down by the printed code', 'sit down with an account']
const PUBLIC: Call[] = ['the table by its code', ...MENU, 'details', 'necessary', 'offers']
const SEATED: Call[] = ['order', 'call a waiter', 'own orders']
/** Joining a table works the same, whoever was signed in before. */
const MAKES: Record<Who, Call[]> = {
  nobody: [...SIT, ...PUBLIC],
  guest: [...PUBLIC, ...SEATED],
  account: [...PUBLIC, ...SEATED],
  waiter: [...PUBLIC, ...SEATED],
  superuser: [...PUBLIC, ...SEATED],
  partner: [...PUBLIC, ...SEATED],
  admin: MENU,
  rival: MENU,
}

/** What the switches refuse; all else is let in. */
function refusal(set: Partial<typeof DEFAULTS>, who: Who, what: Call): string | null {
  const { enableQrMenu, enableOrderViaQr, requireLoginForMenu } = { ...DEFAULTS, ...set }
  const diner = who === 'guest' || who === 'account'
  if (SIT.includes(what) && !enableQrMenu) return 'qr_menu_off'
  if (diner && what === 'order' && !(enableQrMenu && enableOrderViaQr)) return 'qr_orders_off'
  // Another restaurant's partner is the public here.
  if ((who === 'nobody' || who === 'rival') && MENU.includes(what) && requireLoginForMenu) return 'login_required'
  return null
}

async function tokenOf(w: World, who: Who): Promise<Pick<Given, 'token' | 'headers'>> {
  if (who === 'nobody') return { token: null }
  if (who === 'guest') return { token: (await w.guest(0)).token }
  if (who === 'account')
    return { token: (await signIn('user', { restaurantId: w.id, shard: w.shard, sittingId: w.sittings[0] ?? null })).token }
  if (who === 'rival') return { token: (await signIn('partner', { partnerId: 'somebody-else' })).token }
  if (who === 'partner') return { token: await w.as('partner'), headers: { 'X-Restaurant-Id': w.id } }
  return { token: await w.as(who) }
}

describe.each(Object.keys(SWITCHES) as Switch[])('%s', (name) => {
  const set = SWITCHES[name]
  it.each(Object.keys(MAKES) as Who[])('%s', async (who) => {
    const w = await makeRestaurant({ partnerId: 'own-partner', settings: { qrSettings: { ...DEFAULTS, ...set } } })
    const given = { w, ...(await tokenOf(w, who)), tableId: w.tables[0] ?? '', item: w.items.plain }
    for (const what of MAKES[who]) {
      const before = await w.everything()
      const reply = await CALLS[what](given)
      const code = refusal(set, who, what)
      const shown = `${what}: ${reply.status} ${reply.body?.code ?? ''}`
      if (code === null) expect([200, 201], shown).toContain(reply.status)
      else {
        expect(shown).toBe(`${what}: 403 ${code}`)
        expect(reply.body.message).toMatch(/^[A-Z].*\.$/)
        expect(reply.text).not.toContain('Peri Peri')
        expect(await w.everything()).toEqual(before)
      }
      if (what === 'order') {
        const held = code === null && 'acceptOrders' in set && (who === 'guest' || who === 'account')
        if (code === null) expect(reply.body.order.kots.at(-1).held).toBe(held)
      }
    }
  })
})

describe('a restaurant that was stored before a switch existed', () => {
  it('uses the value with which new restaurants begin', async () => {
    const w = await makeRestaurant({ settings: { qrSettings: {} } })
    const given = { w, token: (await w.guest(0)).token, tableId: w.tables[0] ?? '', item: w.items.plain }
    for (const what of ['sit down', 'order', 'menu'] as const) expect([200, 201]).toContain((await CALLS[what](given)).status)
    expect((await CALLS.menu({ ...given, token: null })).status).toBe(200)
  })
})

describe('an order that was sent before orders by code were switched off', () => {
  it('gets its answer again by its key and by its kotId; a new order is refused', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest(0)
    const body = { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } }
    const sent = await call('POST /orders', { token, body, key: 'first' })
    await w.does('superuser', 'PUT /restaurant/profile', { qrSettings: { enableOrderViaQr: false } })
    expect((await call('POST /orders', { token, body, key: 'first' })).text).toBe(sent.text)
    expect((await call('POST /orders', { token, body })).body.order._id).toBe(sent.body.order._id)
    const next = { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } }
    expect((await call('POST /orders', { token, body: next })).body.code).toBe('qr_orders_off')
  })
})

describe('a menu that needs a sign-in', () => {
  it('is not confirmed from the cache of a browser that has kept it', async () => {
    const w = await makeRestaurant()
    const body = { restaurantId: w.id }
    const etag = (await call('POST /menus/restaurant', { body })).headers.get('ETag') ?? ''
    await w.does('superuser', 'PUT /restaurant/profile', { qrSettings: { requireLoginForMenu: true } })
    expect((await call('POST /menus/restaurant', { body, headers: { 'If-None-Match': etag } })).body?.code).toBe('login_required')
    expect((await call('POST /menus/restaurant', { body, token: 'nonsense' })).body?.code).toBe('login_required')
  })

  it('is shown to a guest while the visit lasts', async () => {
    const w = await makeRestaurant({ settings: { qrSettings: { ...DEFAULTS, requireLoginForMenu: true } } })
    const { token } = await w.guest(0)
    const menu = () => call('POST /menus/restaurant', { token, body: { restaurantId: w.id } })
    expect((await menu()).status).toBe(200)
    await w.settle((await w.order([w.line('plain')]))._id)
    expect((await menu()).body.code).toBe('login_required')
  })
})
