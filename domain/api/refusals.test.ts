import { describe, expect, it } from 'vitest'
import type { Operation } from './contract.ts'
import { api, type Call } from './index.ts'
import { refusalsOf } from './refusals.ts'

const of = (call: Call) => refusalsOf(api[call] as unknown as Operation)
const codes = (call: Call, status: number) => Object.keys(of(call)[status] ?? {})

describe('what a call can refuse', () => {
  it('may always be a failure of the server', () => {
    for (const call of Object.keys(api) as Call[]) expect(codes(call, 500), call).toEqual(['internal'])
  })

  it('is a missing or bad token, if the call needs one', () => {
    expect(codes('GET /orders/restaurant/pending', 401)).toEqual([
      'unauthenticated',
      'invalid_token',
      'token_expired',
      'session_expired',
      'invalid_sync_key',
    ])
    expect(codes('GET /restaurant/nearby', 401)).toEqual([])
    // Public calls are also answered to a caller with a revoked key.
    expect(codes('POST /menus/restaurant', 401)).toEqual([])
  })

  it('is the role, the page and the approval', () => {
    expect(codes('GET /tables', 403)).toEqual(['forbidden', 'page_disabled', 'pending_approval', 'rejected'])
    // It has no page, and a limited token may make it.
    expect(codes('GET /restaurant/profile', 403)).toEqual(['forbidden'])
    expect(codes('GET /restaurant/nearby', 403)).toEqual([])
  })

  it('is what it takes: JSON or a form, and an Idempotency-Key', () => {
    expect(codes('POST /kot/reset-time', 400)).toEqual(['malformed_json'])
    expect(codes('POST /media', 400)).toEqual(['malformed_form'])
    expect(codes('GET /tables', 400)).toEqual([])
    for (const status of [413, 415]) expect([codes('GET /tables', status).length, codes('POST /media', status).length]).toEqual([0, 1])
    expect(codes('DELETE /tables/delete/:id', 422)).toEqual(['validation_failed', 'idempotency_mismatch'])
    expect(codes('GET /tables', 422)).toEqual([])
  })

  it('includes its own errors, with its own texts', () => {
    expect(codes('PUT /tables/update', 409)).toEqual(['busy', 'version_conflict', 'duplicate_table'])
    expect(of('DELETE /tables/delete/:id')[404]).toEqual({ not_found: 'No such table' })
  })

  it('is named by a status and a code', () => {
    for (const [call, op] of Object.entries(api as unknown as Record<string, Operation>))
      for (const name of Object.keys(op.errors ?? {})) expect(name, call).toMatch(/^[45]\d\d [a-z]+(_[a-z]+)*$/)
  })
})
