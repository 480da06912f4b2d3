import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#domain/api/index.ts'
import { PAGES } from '#domain/permissions.ts'
import { type Role, ROLES, STAFF_ROLES } from '#domain/roles.ts'
import { addressOf, CALLS, inputOf, operation, setStage, type Stage } from './test/calls.ts'
import { call, makeRestaurant, signIn } from './test/world.ts'

describe('every call of the contract', () => {
  it('has an operationId of its own', () => {
    const ids = CALLS.map((a) => operation(a).operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  })

  it.each(CALLS)('%s says who, where, what it is and what it says when it fails', (address) => {
    const op = operation(address)
    expect(op.summary).toMatch(/^\S.{5,}/)
    expect(op.tags.length).toBeGreaterThan(0)
    expect(op.roles.length).toBeGreaterThan(0)
    for (const role of op.roles) expect(['public', ...ROLES]).toContain(role)
    expect(new Set(op.roles).size).toBe(op.roles.length)
    expect(['public', 'restaurant', 'partner', 'diner', 'platform']).toContain(op.scope)
    for (const page of op.pages) expect(PAGES).toContain(page)
    expect(op.failure).toMatch(/\w/)
    const named = [...address.matchAll(/:(\w+)/g)].map((m) => m[1])
    expect(Object.keys(op.params?.shape ?? {})).toEqual(named)
  })

  it.each(
    CALLS.filter(
      (a) => /^(POST|PUT|PATCH|DELETE) \/(orders|pos|tables|menus?\/item(?!\/save|\/:id\/unsave))/.test(a) && a !== 'POST /orders/active',
    ),
  )('%s changes something, so it takes an Idempotency-Key', (address) => {
    expect(operation(address).idempotent).toBe(true)
  })
})

/** CONTRACT §2's table, written by hand: the staff roles, and `user`, that each call lets in. */
const owners = ['superuser', 'managerialHead'] as const
const managers = [...owners, 'generalManager'] as const
const money = [...managers, 'cashier'] as const
const pos = [...money, 'captain', 'waiter'] as const
const everyStaff = [...pos, 'kitchen', 'delivery', 'mobileAdmin'] as const
const anyone = [...everyStaff, 'user'] as const
/** mobileAdmin makes every reading call. */
const MAY: Record<Call, readonly (Role | 'public')[]> = {
  'GET /health': [...anyone, 'public'],
  'GET /openapi.json': [...anyone, 'public'],
  'GET /docs': [...anyone, 'public'],
  'POST /auth/restaurant/login': [],
  'POST /auth/partner/login': [],
  'POST /auth/backoffice/login': [],
  'POST /auth/logout': anyone,
  'GET /auth/me': anyone,
  'POST /tables/createTables': owners,
  'GET /tables': [...pos, 'mobileAdmin'],
  'GET /tables/alerts': [...pos, 'mobileAdmin'],
  'GET /tables/:id': [...anyone, 'public'],
  'PUT /tables/update': owners,
  'DELETE /tables/delete/:id': owners,
  'POST /tables/alert': [...pos, 'user'],
  'POST /tables/clear-alert': pos,
  'POST /tables/move': pos,
  'POST /tables/merge': pos,
  'POST /orders': [...pos, 'user'],
  'POST /pos/order': pos,
  'PUT /pos/order': pos,
  'GET /orders': [...money, 'captain', 'delivery', 'mobileAdmin'],
  'GET /orders/restaurant/pending': everyStaff,
  'GET /orders/user/:id': [...money, 'captain', 'delivery', 'mobileAdmin', 'user'],
  'POST /orders/active': [...pos, 'mobileAdmin', 'user'],
  'PUT /orders/item/status': [...pos, 'kitchen'],
  'PUT /orders/status': [...pos, 'delivery'],
  'PUT /orders/payment/status': money,
  // Read as "order status and note": delivery for Take Away and Delivery orders.
  'PUT /orders/note': [...pos, 'delivery'],
  'POST /orders/:id/bill': pos,
  'POST /menus/restaurant': [...anyone, 'public'],
  'POST /menus/trending': [...anyone, 'public'],
  'POST /menus/categories': [...anyone, 'public'],
  'GET /menus/item/:id': [...anyone, 'public'],
  'PATCH /menus/item/:id/availability': [...money, 'captain', 'kitchen'],
  'GET /restaurant/profile': everyStaff,
  'GET /restaurant/:id/permissions': everyStaff,
  'POST /restaurant/user': everyStaff,
  'GET /kot': everyStaff,
  'GET /kot/reset': owners,
  'POST /kot/reset-time': owners,
  'POST /api/analytics/dashboard-analytics': [...money, 'mobileAdmin'],
  'POST /menus/createMenuItem': owners,
  'PUT /menus/item': owners,
  'DELETE /menus/item': owners,
  'DELETE /menu/:id': owners,
  'POST /menus/category': owners,
  'PUT /menus/category': owners,
  'DELETE /menus/category': owners,
  'POST /menus/subcategory': owners,
  'PUT /menus/subcategory': owners,
  'DELETE /menus/subcategory': owners,
  'GET /menus/addon-templates': everyStaff,
  'POST /menus/addon-template/create': owners,
  'PUT /menus/addon-template/:id': owners,
  'DELETE /menus/addon-template/delete/:id': owners,
  'GET /menus/export': [...owners, 'mobileAdmin'],
  'POST /menus/import': owners,
  // `user` with an account: a guest of a table has no list.
  'POST /menus/item/save': [],
  'DELETE /menus/item/:id/unsave': [],
  'GET /menus/saved': [],
  'GET /menus/item/:id/saved': [],
  'POST /statistics/view/:id': [...anyone, 'public'],
  'POST /statistics/cart/:id': [...anyone, 'public'],
  'POST /statistics/order/:id': [...anyone, 'public'],
  'GET /menus/recipe': [...money, 'kitchen', 'mobileAdmin'],
  'POST /menus/recipe': owners,
  'PUT /menus/recipe': owners,
  'DELETE /menus/recipe': owners,
  'GET /restaurant/inventory/raw-materials': [...money, 'kitchen', 'mobileAdmin'],
  'GET /restaurant/inventory/raw-materials/all': [...money, 'kitchen', 'mobileAdmin'],
  'GET /restaurant/inventory/raw-materials/:id': [...money, 'kitchen', 'mobileAdmin'],
  'POST /restaurant/inventory/raw-materials': [...money, 'kitchen'],
  'PUT /restaurant/inventory/raw-materials/:id': [...money, 'kitchen'],
  'DELETE /restaurant/inventory/raw-materials/:id': [...money, 'kitchen'],
  'POST /restaurant/inventory/raw-materials/:id': [...money, 'kitchen'],
  'GET /restaurant/inventory/stocks': [...money, 'kitchen', 'mobileAdmin'],
  'GET /restaurant/inventory/stocks/all': [...money, 'kitchen', 'mobileAdmin'],
  'GET /restaurant/inventory/stocks/:id': [...money, 'kitchen', 'mobileAdmin'],
  'POST /restaurant/inventory/stocks': [...money, 'kitchen'],
  'PUT /restaurant/inventory/stocks/update/:id': [...money, 'kitchen'],
  'PUT /restaurant/inventory/stocks/bulk-update': [...money, 'kitchen'],
  'DELETE /restaurant/inventory/stocks/:id': [...money, 'kitchen'],
  'GET /restaurant/inventory/conversions': [...money, 'kitchen', 'mobileAdmin'],
  'POST /restaurant/inventory/conversions': [...money, 'kitchen'],
  'DELETE /restaurant/inventory/conversions': [...money, 'kitchen'],
  'POST /restaurant/inventory/conversions/execute': [...money, 'kitchen'],
  'GET /restaurant/inventory/raw-materials/categories': [...money, 'kitchen', 'mobileAdmin'],
  'POST /restaurant/inventory/raw-materials/categories': [...money, 'kitchen'],
  'PUT /restaurant/inventory/raw-materials/categories': [...money, 'kitchen'],
  'DELETE /restaurant/inventory/raw-materials/categories/:id': [...money, 'kitchen'],
  'POST /restaurant/inventory/raw-materials/categories/subcategory': [...money, 'kitchen'],
  'DELETE /restaurant/inventory/raw-materials/categories/:id/subcategory/:subId': [...money, 'kitchen'],
  'PUT /restaurant/profile': owners,
  'GET /restaurant/profile/necessary/:id': [...anyone, 'public'],
  'GET /restaurant/invoice-details/:id': [...money, 'mobileAdmin'],
  'GET /restaurant/employees': [...managers, 'mobileAdmin'],
  'POST /restaurant/employees': managers,
  'PUT /restaurant/employees': managers,
  'DELETE /restaurant/employees/:id': managers,
  'PUT /restaurant/employees/:id/toggle-status': managers,
  'POST /feedback/submit': [...anyone, 'public'],
  // Reads too: mobileAdmin has nothing to do with keys.
  'GET /restaurant/keys': owners,
  'GET /restaurant/keys/generate': owners,
  'DELETE /restaurant/keys/:id': owners,
  'DELETE /restaurant/keys/:id/delete': owners,
  'GET /restaurant/offers/:id': [...anyone, 'public'],
  'POST /restaurant/offers/create': owners,
  'PUT /restaurant/offers/:id': owners,
  'POST /restaurant/promotional-banner': ['mobileAdmin'],
  'DELETE /restaurant/promotional-banner/:id': ['mobileAdmin'],
  'GET /restaurant/:id/details': [...anyone, 'public'],
  'PUT /restaurant/:id/update': ['mobileAdmin'],
  'GET /restaurant/nearby': [...anyone, 'public'],
  'GET /restaurant/reservations': [...money, 'mobileAdmin'],
  'POST /restaurant/reservations/create': [...money, 'mobileAdmin'],
  'PUT /restaurant/reservations/update/:id': [...money, 'mobileAdmin'],
  'DELETE /restaurant/reservations/delete/:id': [...money, 'mobileAdmin'],
  'GET /restaurant/customers': [...pos, 'mobileAdmin'],
  'POST /restaurant/customer': managers,
  'PUT /restaurant/customer': managers,
  'DELETE /restaurant/customer': managers,
  'GET /cert/certificate': [...pos, 'kitchen', 'delivery'],
  'POST /cert/sign': [...pos, 'kitchen', 'delivery'],
}

describe('who may call', () => {
  // Written by hand above and asked of the real Worker; which order or table is there doesn't matter, only whether the door opens.
  const partnerId = 'partner-of-the-matrix'
  let stage: Stage
  let given: (address: Call) => Parameters<typeof addressOf>[1]

  beforeAll(async () => {
    stage = await setStage(await makeRestaurant({ partnerId }))
    given = (address) => inputOf(address, stage)
  })

  const ask = async (address: Call, token: string | null, headers: Record<string, string> = {}) => {
    const input = given(address)
    const reply = await call(addressOf(address, input), { token, body: input.body, headers })
    expect(reply.status, reply.text).toBeLessThan(500)
    return reply
  }
  /** 401 and 403 at the door; a refusal for what one particular order is (delivery and Dine In) comes behind it. */
  const letIn = (reply: { status: number; body?: { code?: string; message?: string } }) =>
    ![401, 403].includes(reply.status) || reply.body?.message === 'Delivery changes Take Away and Delivery orders only.'
  const doors = CALLS.filter((a) => !a.endsWith('/login'))

  it('the hand-written table has every call', () => {
    expect(Object.keys(MAY).sort()).toEqual([...CALLS].sort())
  })

  it.each(doors)('%s', async (address) => {
    const { w } = stage
    const logout = address === 'POST /auth/logout'
    const verdict: string[] = []
    for (const role of STAFF_ROLES) {
      // Logout ends the session that it is asked with.
      const token = logout ? (await signIn(role, { restaurantId: w.id, shard: w.shard })).token : await w.as(role)
      if (letIn(await ask(address, token))) verdict.push(role)
    }
    const guest = await w.guest(0)
    const own = { ...given(address) }
    if (address === 'GET /orders/user/:id') own.params = { id: guest.accountId }
    const asGuest = await call(addressOf(address, own), { token: guest.token, body: own.body })
    if (letIn(asGuest)) verdict.push('user')
    if (letIn(await ask(address, null))) verdict.push('public')
    expect(verdict.sort()).toEqual([...MAY[address]].sort())
    // And openapi.json's x-roles say the same.
    const told = operation(address).roles.filter((r) => r === 'public' || r === 'user' || (STAFF_ROLES as readonly string[]).includes(r))
    if (told.length > 1) expect([...new Set(told)].sort()).toEqual([...MAY[address]].sort())
  })

  it.each(doors.filter((a) => operation(a).scope === 'restaurant' && !operation(a).roles.includes('public')))(
    '%s by who enters: partner, back office and admin with the header, nobody without',
    async (address) => {
      for (const role of ['partner', 'backoffice', 'admin'] as const) {
        const { token } = await signIn(role, role === 'partner' ? { partnerId } : {})
        expect([role, letIn(await ask(address, token, { 'X-Restaurant-Id': stage.w.id }))]).toEqual([role, true])
        expect([role, letIn(await ask(address, token))]).toEqual([role, false])
        expect(operation(address).roles).toContain(role)
      }
    },
  )

  it.each([
    ['partner', 'POST /auth/partner/login'],
    ['restaurant', 'POST /auth/restaurant/login'],
    ['backoffice', 'POST /auth/backoffice/login'],
  ] as const)('%s login is open to whoever is not signed in', async (_name, address) => {
    expect((await ask(address, null)).body.code).toBe('invalid_credentials')
    expect(operation(address).roles).toEqual(['public'])
  })
})
