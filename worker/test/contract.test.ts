import { describe, expect, it } from 'vitest'
import type { Call } from '#domain/api/index.ts'
import { PAGES } from '#domain/permissions.ts'
import { ROLES } from '#domain/roles.ts'
import { CALLS, operation } from './calls.ts'

const READS = 'a reading POST: it changes nothing'
const SIGNS_IN = 'its answer has a token, and an answer with a secret is never stored (CONTRACT §9)'
const SECRET = 'about a password or a code: nothing of it is stored'
const COUNTS = 'fire and forget: counted once in ten minutes whatever is repeated'
const SETS = 'sets a state that the body names: the same again changes nothing more'
const DECIDES = 'decides what waits, once: whoever is second is told 409 already_decided with what was decided'

/** The POSTs (and what answers 201) that take no Idempotency-Key, and why. */
const WITHOUT_KEY: Partial<Record<Call, string>> = {
  'POST /auth/restaurant/login': SIGNS_IN,
  'POST /auth/partner/login': SIGNS_IN,
  'POST /auth/backoffice/login': SIGNS_IN,
  'POST /auth/google/token': SIGNS_IN,
  'POST /auth/partner/signup': SIGNS_IN,
  'POST /auth/restaurant/signup': SIGNS_IN,
  'POST /auth/user/login': SIGNS_IN,
  'POST /auth/user/verify': SIGNS_IN,
  'POST /restaurant/claim/complete': SIGNS_IN,
  'POST /auth/restaurant/verify-otp': SIGNS_IN,
  'GET /restaurant/keys/generate': 'its answer has the key itself, which is shown once',
  'POST /auth/restaurant/forgot-password': SECRET,
  'POST /auth/restaurant/reset-password': SECRET,
  'POST /auth/email/code': SECRET,
  'POST /auth/email/confirm': SETS,
  'POST /auth/logout': SETS,
  'POST /kot/reset-time': SETS,
  'POST /kot/acknowledge': SETS,
  'POST /restaurant/user': READS,
  'POST /orders/active': READS,
  'POST /orders/offer': READS,
  'POST /menus/restaurant': READS,
  'POST /menus/trending': READS,
  'POST /menus/categories': READS,
  'POST /api/analytics/dashboard-analytics': READS,
  'POST /api/analytics/sales': READS,
  'POST /api/analytics/customer-insights': READS,
  'POST /api/analytics/dishes': READS,
  'POST /api/analytics/changed-after-print': READS,
  'POST /api/analytics/outlet/dashboard-analytics': READS,
  'POST /api/analytics/outlet/sales': READS,
  'POST /api/analytics/outlet/customer-insights': READS,
  'POST /api/analytics/partner/aggregated-insights': READS,
  'POST /partner/menu/preview': READS,
  'POST /cert/sign': READS,
  'POST /statistics/view/:id': COUNTS,
  'POST /statistics/cart/:id': COUNTS,
  'POST /statistics/order/:id': COUNTS,
  'POST /backoffice/restaurants/approve': DECIDES,
  'POST /backoffice/restaurants/reject': DECIDES,
  'POST /backoffice/restaurants/claims/process': DECIDES,
  'POST /backoffice/rebuild': 'makes the books what the orders say: the same again changes nothing',
}

describe('every call of the contract', () => {
  it('has its own operationId', () => {
    const ids = CALLS.map((a) => operation(a).operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  })

  it.each(CALLS)('%s says who may call it, where, what it does and what it answers when it fails', (address) => {
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
      (a) =>
        /^(POST|PUT|PATCH|DELETE) \/(orders|pos|tables|menus?\/item(?!\/save|\/:id\/unsave))/.test(a) &&
        !['POST /orders/active', 'POST /orders/offer'].includes(a),
    ),
  )('%s changes something, so it takes an Idempotency-Key', (address) => {
    expect(operation(address).idempotent).toBe(true)
  })

  it.each(CALLS.filter((a) => a.startsWith('POST ') || operation(a).status === 201))(
    '%s takes an Idempotency-Key, or the table says why not',
    (address) => {
      expect([operation(address).idempotent === true, address in WITHOUT_KEY]).toEqual([!(address in WITHOUT_KEY), address in WITHOUT_KEY])
    },
  )
})
