import { describe, expect, it } from 'vitest'
import { PAGES } from '#domain/permissions.ts'
import { ROLES } from '#domain/roles.ts'
import { CALLS, operation } from './calls.ts'

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
