import { describe, expect, it } from 'vitest'
import {
  AppError,
  conflict,
  forbidden,
  invalid,
  invalidTransition,
  itemUnavailable,
  mustBeVersion,
  notFound,
  unauthenticated,
} from './errors.ts'
import { Id } from './api/common.ts'
import { randomId } from './ids.ts'
import { MESSAGES, rateLimitText } from './messages.ts'

describe('refusals', () => {
  it.each([
    [unauthenticated('Token expired', 'token_expired'), 401, 'token_expired', 'Token expired'],
    [forbidden(), 403, 'forbidden', "You don't have permission to do this."],
    [notFound('No such order'), 404, 'not_found', 'No such order'],
    [conflict('table_occupied', 'x'), 409, 'table_occupied', 'x'],
    [invalidTransition('x'), 409, 'invalid_transition', 'x'],
    [itemUnavailable('Beer', 'i'), 409, 'item_unavailable', 'Item "Beer" is unavailable.'],
    [invalid('x', [{ path: 'a', message: 'b' }]), 422, 'validation_failed', 'x'],
  ])('%s', (error, status, code, message) => {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ status, code, message })
  })
  it('carry the details that the caller needs', () => {
    expect(itemUnavailable('Beer', 'i').details).toEqual({ itemId: 'i' })
    expect(invalid('x', [{ path: 'a', message: 'b' }]).details).toEqual({ errors: [{ path: 'a', message: 'b' }] })
  })
})

describe('a version', () => {
  const ask = (seen?: number) => () => mustBeVersion(seen, { version: 2 }, () => ({ order: 1 }))
  it('that is not the stored one is 409 with what is stored; a caller without a version is not checked', () => {
    const stale = 'Changed on another device. Look at the latest state and try again.'
    expect(ask(1)).toThrow(expect.objectContaining({ status: 409, code: 'version_conflict', message: stale, details: { order: 1 } }))
    expect(ask(3)).toThrow(AppError)
    expect(ask(2)).not.toThrow()
    expect(ask()).not.toThrow()
  })
})

describe('the rate limit', () => {
  it.each([
    ['Slow down.', 30, 'Slow down. Please try again in 30 seconds'],
    ['Slow down', 1, 'Slow down. Please try again in 1 second'],
    [undefined, 90, `${MESSAGES.rateLimited}. Please try again in 2 minutes`],
    ['', 60, 'Rate limit exceeded. Please try again in 1 minute'],
    ['', 71_700, 'Rate limit exceeded. Please try again in 1195 minutes'],
    ['Try again later', 30, 'Try again later'],
    ['Slow down', undefined, 'Slow down'],
  ])('%j with retry after %j reads %j', (message, retryAfter, text) => expect(rateLimitText(message, retryAfter)).toBe(text))
})

describe('ids', () => {
  it('are short, URL-safe, all different and sort by time', () => {
    const ids = Array.from({ length: 1000 }, () => randomId())
    expect(new Set(ids).size).toBe(1000)
    for (const id of ids) expect(Id.safeParse(id).success).toBe(true)
    expect(randomId(1_700_000_000_000) < randomId(1_700_000_000_001)).toBe(true)
    expect(randomId(1_700_000_000_000)).toMatch(/^01hf7yat00[0-9a-z]{16}$/)
  })
  it.each(['', 'a b', 'a/b', 'x'.repeat(41)])('%j is not an id', (text) => expect(Id.safeParse(text).success).toBe(false))
})
