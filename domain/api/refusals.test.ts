import { describe, expect, it } from 'vitest'
import type { Operation } from './contract.ts'
import { api, type Call } from './index.ts'
import { refusalsOf } from './refusals.ts'

const of = (call: Call) => refusalsOf(api[call] as unknown as Operation)
const codes = (call: Call, status: number) => Object.keys(of(call)[status] ?? {})

describe('the errors that the contract lists for a call', () => {
  it('always include a failure of the server', () => {
    for (const call of Object.keys(api) as Call[]) expect(codes(call, 500), call).toEqual(['internal'])
  })

  it('include a missing or bad token when the call needs one', () => {
    expect(codes('GET /orders/restaurant/pending', 401)).toEqual([
      'unauthenticated',
      'invalid_token',
      'token_expired',
      'session_expired',
      'invalid_sync_key',
    ])
    expect(codes('GET /restaurant/nearby', 401)).toEqual([])
    // Public calls are answered even with a revoked key.
    expect(codes('POST /menus/restaurant', 401)).toEqual([])
  })

  it('include a wrong role, a page that is switched off and a restaurant that isn’t approved, where these are checked', () => {
    expect(codes('GET /tables', 403)).toEqual(['forbidden', 'page_disabled', 'pending_approval', 'rejected'])
    // It has no page, and a limited token may make it.
    expect(codes('GET /restaurant/profile', 403)).toEqual(['forbidden'])
    expect(codes('GET /restaurant/nearby', 403)).toEqual([])
  })

  it('include a malformed body where it takes one, and a misused Idempotency-Key where it takes one', () => {
    expect(codes('POST /kot/reset-time', 400)).toEqual(['malformed_json'])
    expect(codes('POST /media', 400)).toEqual(['malformed_form'])
    expect(codes('GET /tables', 400)).toEqual([])
    for (const status of [413, 415]) expect([codes('GET /tables', status).length, codes('POST /media', status).length]).toEqual([0, 1])
    expect(codes('DELETE /tables/delete/:id', 422)).toEqual(['validation_failed', 'idempotency_mismatch'])
    expect(codes('GET /tables', 422)).toEqual([])
  })

  it('include the call’s own errors with their texts', () => {
    expect(codes('PUT /tables/update', 409)).toEqual(['busy', 'version_conflict', 'duplicate_table', 'table_occupied'])
    expect(of('DELETE /tables/delete/:id')[404]).toEqual({ not_found: 'No such table' })
  })

  it('are named by status and code', () => {
    for (const [call, op] of Object.entries(api as unknown as Record<string, Operation>))
      for (const name of Object.keys(op.errors ?? {})) expect(name, call).toMatch(/^[45]\d\d [a-z]+(_[a-z]+)*$/)
  })
})
