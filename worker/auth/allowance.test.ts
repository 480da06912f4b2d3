import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { type Limit, type LimitRule, LIMITS } from '#domain/limits.ts'
import { MAX_BY_GUESTS, MAX_WAITING } from '#domain/orderSize.ts'
import { spend, withinOneWindow } from '../test/limits.ts'
import { codeTo } from '../test/messages.ts'
import { call, makeRestaurant, type Reply, testEnv, type World } from '../test/world.ts'

/** One guest can't lock the others of its table out, however often it signs in (domain/limits.ts, "Allowances"). */

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const ruleOf = (limit: Limit, by: LimitRule['by']): LimitRule => {
  const rule = limit.rules.find((r) => r.by === by)
  if (!rule) throw new Error(`${limit.name} has no rule by ${by}`)
  return rule
}
const mobile = () => String(9_000_000_000 + Math.floor(Math.random() * 999_999_999))
const from = (address: string) => ({ 'CF-Connecting-IP': address })
const signIn = (w: World, address: string, more: Record<string, unknown> = {}, token?: string) =>
  call('POST /auth/user/login', { token, body: { tableId: w.tables[0], mobile_number: mobile(), ...more }, headers: from(address) })
/** Signs so many guests of one address in, one after the other. */
async function guestsOf(w: World, n: number, address: string): Promise<string[]> {
  const tokens: string[] = []
  for (const _ of times(n, () => 0)) {
    const reply = await signIn(w, address)
    expect(reply.status, reply.text).toBe(200)
    tokens.push(reply.body.token)
  }
  return tokens
}
const statuses = (replies: readonly Reply[]) => replies.map((r) => r.status)
const send = (w: World, token: string, kots = [w.kot([w.line('plain')])], more: Record<string, unknown> = {}) =>
  call('POST /orders', { token, body: { order: { tableId: w.tables[0], kots, ...more } } })
const counted = async (limit: Limit, by: LimitRule['by'], value: string): Promise<number> =>
  (await testEnv.PLATFORM.prepare('SELECT count FROM attempts WHERE key LIKE ?')
    .bind(`${limit.name}:${by}:%:${value}`)
    .first<number>('count')) ?? 0
const sittingOf = (w: World, n = 0) => w.sittings[n] ?? ''
const qrSettings = { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true }

describe('signing in at a table', () => {
  it('121 times from one address locks nobody out, not even at that address', async () => {
    const w = await makeRestaurant()
    const here = randomId()
    await withinOneWindow(async () => {
      expect(statuses(await Promise.all(times(121, () => signIn(w, here))))).toEqual(times(121, () => 200))
      expect(statuses([await signIn(w, here), await signIn(w, randomId())])).toEqual([200, 200])
    })
  }, 60_000)

  it('is refused to an address that has spent its share of the table, and only at that table, also while another is merged into it: by id and by code', async () => {
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    const [{ qr_token: qrToken }] = await w.rows('SELECT qr_token FROM dining_tables WHERE id = ?', w.tables[0])
    const [here, sitting] = [randomId(), sittingOf(w)]
    await withinOneWindow(async () => {
      await spend(LIMITS.guest, ruleOf(LIMITS.guest, 'share'), `${sitting} ${here}`)
      const before = await counted(LIMITS.guest, 'subject', sitting)
      for (const named of [{}, { tableId: undefined, qrToken }]) {
        const refused = await signIn(w, here, named)
        expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
        expect(refused.headers.get('Retry-After')).toBe(String(refused.body.retryAfter))
      }
      // An attempt that the share refuses doesn't count against anybody else.
      expect(await counted(LIMITS.guest, 'subject', sitting)).toBe(before)
      // A table that is merged into this one has guests of its own.
      expect(statuses([await signIn(w, here, { tableId: w.tables[1] }), await signIn(w, randomId())])).toEqual([200, 200])
    })
  })

  it('beyond the table’s limit is refused; guests who are seated keep working, a code lets others in, and a new sitting starts afresh', async () => {
    const w = await makeRestaurant()
    await withinOneWindow(async () => {
      const there = (await signIn(w, randomId(), { name: 'Ravi' })).body
      const made = await send(w, there.token)
      expect(made.status, made.text).toBe(201)
      await spend(LIMITS.guest, ruleOf(LIMITS.guest, 'subject'), sittingOf(w))
      expect((await signIn(w, randomId())).status).toBe(429)
      expect((await send(w, there.token)).status).toBe(201)

      const again = await signIn(w, randomId(), { name: 'Ravi Rao' }, there.token)
      expect(again.status).toBe(200)
      expect([again.body.user.id, again.body.user.name]).toEqual([there.user.id, 'Ravi Rao'])
      expect((await send(w, again.body.token)).body.order.userId).toBe(there.user.id)
      expect((await call('GET /auth/me', { token: there.token })).body.user.name).toBe('Ravi Rao')
      // The token of another table is no help.
      const other = (await signIn(w, randomId(), { tableId: w.tables[1] })).body
      expect((await signIn(w, randomId(), {}, other.token)).status).toBe(429)

      const number = mobile()
      await call('POST /auth/user/login', { body: { mobile_number: number } })
      const byCode = await call('POST /auth/user/verify', {
        body: { mobile_number: number, otp: await codeTo(number), tableId: w.tables[0] },
      })
      expect(byCode.status, byCode.text).toBe(200)
      expect((await send(w, byCode.body.token)).status).toBe(201)

      expect((await w.settle(made.body.order._id)).status).toBe(200)
      expect((await signIn(w, randomId(), {}, there.token)).body.user.id).not.toBe(there.user.id)
      expect((await signIn(w, randomId())).status).toBe(200)
    })
  })

  it('again with the same token has a limit of its own', async () => {
    const w = await makeRestaurant()
    await withinOneWindow(async () => {
      const { token, user } = (await signIn(w, randomId())).body
      await spend(LIMITS.guest, ruleOf(LIMITS.guest, 'account'), user.id)
      expect(statuses([await signIn(w, randomId(), {}, token), await signIn(w, randomId())])).toEqual([429, 200])
    })
  })
})

describe('sending orders', () => {
  const MOST = ruleOf(LIMITS.guestSend, 'guest').most
  const TOGETHER = ruleOf(LIMITS.guestSend, 'laterGuests').most
  const spent = async (w: World, token: string, most = MOST) => {
    const replies = await Promise.all(times(most + 1, () => send(w, token)))
    expect(statuses(replies).sort()).toEqual([...times(most, () => 201), 429])
    return replies.find((r) => r.status === 429)
  }

  it.each([
    ['sent to the kitchen', false],
    ['held', true],
  ])('%s: after ten in a minute a guest gets 429 with the seconds to wait, while other guests and staff carry on', async (_name, hold) => {
    const w = await makeRestaurant(hold ? { settings: { qrSettings } } : {})
    await w.order([w.line('plain')])
    const [hostile = '', honest = ''] = await guestsOf(w, 2, randomId())
    await withinOneWindow(async () => {
      // Of what is held only three may wait; the staff decline each.
      if (hold)
        for (const _ of times(MOST, () => 0)) {
          const { order } = (await send(w, hostile)).body
          const kotId = order.kots.at(-1).kotId
          await w.does('waiter', 'PUT /orders/item/status', { orderId: order._id, kotId, status: 'Cancelled', reason: 'no' })
        }
      else await spent(w, hostile)
      const before = await w.everything()
      const refused = await send(w, hostile)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(refused.body.retryAfter).toBeGreaterThan(0)
      expect(refused.body.retryAfter).toBeLessThanOrEqual(60)
      expect(await w.everything()).toEqual(before)
      expect(statuses([await send(w, honest), await w.send([w.line('plain')])])).toEqual([201, 201])
    })
  })

  it('uses no KOT number when the limit refuses them', async () => {
    const w = await makeRestaurant()
    const [token = ''] = await guestsOf(w, 1, randomId())
    await withinOneWindow(async () => {
      await spent(w, token)
      expect((await w.order([w.line('plain')])).kots.at(-1)?.kotNumber).toBe(MOST + 1)
    })
  })

  it('is counted for each of the first six guests of an address alone; the later guests share one allowance', async () => {
    const w = await makeRestaurant()
    const here = randomId()
    await withinOneWindow(async () => {
      const [first = '', ...rest] = await guestsOf(w, 9, here)
      await spent(w, rest[6] ?? '', TOGETHER)
      // The seventh and eighth share with the ninth, whose sends are spent; the sixth has its own.
      expect(statuses([await send(w, rest[5] ?? ''), await send(w, rest[6] ?? '')])).toEqual([429, 429])
      expect(statuses([await send(w, first), await send(w, rest[4] ?? '')])).toEqual([201, 201])
      const [elsewhere = ''] = await guestsOf(w, 1, randomId())
      expect((await send(w, elsewhere)).status).toBe(201)
      // Again with the token of a guest who shares: still shared.
      const again = await signIn(w, here, {}, rest[6])
      expect((await send(w, again.body.token)).status).toBe(429)
    })
  })

  it('is counted together from the table’s thirty-first guest on, whatever their address', async () => {
    const w = await makeRestaurant()
    await withinOneWindow(async () => {
      await spend(LIMITS.ownAllowance, ruleOf(LIMITS.ownAllowance, 'subject'), sittingOf(w), 1)
      const [last = ''] = await guestsOf(w, 1, randomId())
      const [one = ''] = await guestsOf(w, 1, randomId())
      const [two = ''] = await guestsOf(w, 1, randomId())
      await spent(w, one, TOGETHER)
      expect(statuses([await send(w, two), await send(w, last)])).toEqual([429, 201])
    })
  })
})

describe('one address that uses all its allowances at a table', () => {
  /** Seven are an address's own six and the shared one. */
  const everyAllowance = async (w: World, ask: (token: string) => Promise<Reply>, most: number) => {
    for (const token of await guestsOf(w, 7, randomId())) {
      const replies: Reply[] = []
      for (const _ of times(most + 1, () => 0)) replies.push(await ask(token))
      expect(replies.at(-1)?.status).toBe(429)
    }
  }

  it('leaves others at the table tries for offer codes', async () => {
    const w = await makeRestaurant()
    const tryCode = (token: string) => send(w, token, undefined, { offerCode: 'GUESS' })
    await withinOneWindow(async () => {
      await everyAllowance(w, tryCode, ruleOf(LIMITS.dinerCode, 'account').most)
      const [other = ''] = await guestsOf(w, 1, randomId())
      expect((await tryCode(other)).body.code).toBe('offer_not_applicable')
    })
  }, 30_000)

  it('leaves others at the table alerts with their own text', async () => {
    const w = await makeRestaurant()
    const write = (token: string) => call('POST /tables/alert', { token, body: { tableId: w.tables[0], alertType: 'napkins please' } })
    await withinOneWindow(async () => {
      await everyAllowance(w, write, ruleOf(LIMITS.alertText, 'account').most)
      const [other = ''] = await guestsOf(w, 1, randomId())
      expect((await write(other)).status).toBe(201)
    })
  }, 30_000)

  it('leaves room in the order for others’ held tickets', async () => {
    const w = await makeRestaurant({ settings: { qrSettings } })
    const largest = () => [w.kot(times(30, () => w.line('plain'))), w.kot(times(MAX_WAITING.lines - 30, () => w.line('plain')))]
    await withinOneWindow(async () => {
      for (const token of await guestsOf(w, 8, randomId())) {
        const sent = await send(w, token, largest())
        const more = await send(w, token)
        expect([more.status, more.body.code]).toEqual([409, 'tickets_waiting'])
        // Not the whole order: a refusal costs the restaurant less than an order.
        expect(more.body.order).toEqual({ _id: expect.any(String), version: expect.any(Number) })
        // The eighth shares with the seventh.
        if (sent.status !== 201) expect(sent.body.code).toBe('tickets_waiting')
      }
      const [other = ''] = await guestsOf(w, 1, randomId())
      const sent = await send(w, other)
      expect(sent.status, sent.text.slice(0, 300)).toBe(201)
      expect(sent.body.order.kots).toHaveLength(15)
    })
  }, 30_000)
})

describe('tickets that wait to be accepted', () => {
  const waiting = (w: World, token: string, n: number) => Promise.all(times(n, () => send(w, token)))

  it('are five at most for one guest; accepted and declined ones make room again', async () => {
    const w = await makeRestaurant({ settings: { qrSettings } })
    const { token } = await w.guest()
    const replies = await waiting(w, token, MAX_WAITING.tickets)
    expect(statuses(replies)).toEqual(times(MAX_WAITING.tickets, () => 201))
    const order = (await w.read(replies[0]?.body.order._id))!
    expect((await send(w, token)).body.code).toBe('tickets_waiting')
    const [one, two] = order.kots.map((k) => k.kotId)
    await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [{ kotId: one, items: [] }] } })
    expect(statuses([await send(w, token), await send(w, token)])).toEqual([201, 409])
    await w.does('waiter', 'PUT /orders/item/status', { orderId: order._id, kotId: two, status: 'Cancelled', reason: 'no' })
    expect(statuses([await send(w, token), await send(w, token)])).toEqual([201, 409])
    expect((await w.events()).every((e) => !JSON.stringify(e.data).includes('allowance'))).toBe(true)
  })

  it('fill an order to at most 40 tickets and 300 lines, so that staff can always add', async () => {
    for (const settings of [{ qrSettings }, {}]) {
      const w = await makeRestaurant({ settings })
      for (const _ of times(2, () => 0)) expect((await w.send(times(100, () => w.line('plain')))).status).toBe(201)
      expect((await w.send(times(71, () => w.line('plain')))).status).toBe(201)
      const { token } = await w.guest()
      const refused = await send(w, token, [w.kot(times(30, () => w.line('plain')))])
      expect([refused.status, refused.body.code]).toEqual([409, 'order_full'])
      expect(refused.body.message).toContain('Ask the staff')
      expect((await send(w, token, [w.kot(times(29, () => w.line('plain')))])).status).toBe(201)
      expect((await send(w, (await w.guest()).token)).body.code).toBe('order_full')
      expect((await w.send(times(MAX_BY_GUESTS.lines / 3, () => w.line('plain')))).status).toBe(201)
    }
  }, 30_000)

  it('come to at most Rs. 10 lakh for one guest and Rs. 1 crore for all, so that others and the staff can always add', async () => {
    for (const acceptOrders of [true, false]) {
      const w = await makeRestaurant({ settings: { qrSettings: { ...qrSettings, acceptOrders } } })
      await w.rows('UPDATE menu_items SET price = ? WHERE id = ?', 100_000, w.items.plain)
      const { token } = await w.guest()
      const dear = (n: number) => [w.kot([w.line('plain', 999), w.line('plain', n)])]
      const refused = await send(w, token, dear(2))
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        409,
        'order_full',
        'What one guest orders comes to Rs. 10,00,000.00 at most. Check its quantities, or ask the staff.',
      ])
      const made = await send(w, token, dear(1))
      expect(made.status, made.text).toBe(201)
      expect((await send(w, token)).body.code).toBe('order_full')
      for (const _ of times(9, () => 0)) expect((await send(w, (await w.guest()).token, dear(1))).status).toBe(201)
      const full = await send(w, (await w.guest()).token)
      expect([full.status, full.body.code, full.body.order]).toEqual([409, 'order_full', { _id: made.body.order._id, version: 10 }])
      expect(full.body.message).toContain('Ask the staff')
      expect((await w.send(times(80, () => w.line('plain', 999)))).status).toBe(201)
      // What was declined or cancelled makes room.
      const { kotId } = made.body.order.kots[0]
      const declined = { orderId: made.body.order._id, kotId, status: 'Cancelled', reason: 'no' }
      expect((await w.does('superuser', 'PUT /orders/item/status', declined)).status).toBe(200)
      expect((await send(w, token)).status).toBe(201)
    }
  }, 30_000)

  it('leave staff three quarters of the order’s size, however long their notes and addons are', async () => {
    const w = await makeRestaurant()
    const addons = times(60, (i) => ({ name: `${i} ${'म'.repeat(100)}`, price: 0 }))
    const group = JSON.stringify([{ name: 'All', min: 0, max: 60, addons }])
    await w.rows('UPDATE menu_items SET addon_groups = ? WHERE id = ?', group, w.items.plain)
    const line = w.line('plain', 1, { addonGroups: [{ name: 'All', addons: addons.map(({ name }) => ({ name })) }] })
    const { token } = await w.guest()
    expect((await send(w, token, [w.kot(times(12, () => line))])).status).toBe(201)
    const refused = await send(w, token, [w.kot([line, line])])
    expect([refused.status, refused.body.code]).toEqual([409, 'order_full'])
    expect((await w.send(times(33, () => line))).status).toBe(201)
  })
})
