import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createAttempt } from './attempt.ts'

const lost = new ApiError('no answer', { network: true })
const refusal = (status: number, code = '') => new ApiError('refused', { status, code })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the Idempotency-Key of an action', () => {
  it.each([
    ['no answer', lost],
    ['a failure of the server', refusal(503)],
    ['a rate limit', refusal(429)],
    ['an ended session', refusal(401)],
    ['"the same request is still running"', refusal(409, 'busy')],
  ])('stays the same for an equal input after %s', (_, failure) => {
    const attempt = createAttempt()
    const key = attempt.keyFor({ body: { name: 'Naan', price: 40 } })
    attempt.ended({ body: { name: 'Naan', price: 40 } }, failure)
    expect(attempt.keyFor({ body: { price: 40, name: 'Naan' } })).toBe(key)
  })

  it.each([
    ['success', undefined],
    ['a field that was refused', refusal(422)],
    ['a newer version', refusal(409, 'version_conflict')],
  ])('is new after %s', (_, failure) => {
    const attempt = createAttempt()
    const key = attempt.keyFor({ body: 1 })
    attempt.ended({ body: 1 }, failure)
    expect(attempt.keyFor({ body: 1 })).not.toBe(key)
  })

  it('changes with the input, and is not reused when the input is changed back', () => {
    const attempt = createAttempt()
    const soldOut = attempt.keyFor({ available: false })
    attempt.ended({ available: false }, lost)
    const available = attempt.keyFor({ available: true })
    attempt.ended({ available: true })
    expect(new Set([soldOut, available, attempt.keyFor({ available: false })]).size).toBe(3)
  })

  it('is dropped when another action follows', () => {
    const attempt = createAttempt()
    const first = attempt.keyFor('a')
    attempt.keyFor('b')
    attempt.ended('a', lost)
    expect(attempt.keyFor('a')).not.toBe(first)
  })

  it('stays the same while the first request is running: a second press is not a second action', () => {
    const attempt = createAttempt()
    expect(attempt.keyFor('a')).toBe(attempt.keyFor('a'))
  })

  it('is dropped after the given time', () => {
    const attempt = createAttempt(60_000)
    const key = attempt.keyFor('call the waiter')
    attempt.ended('call the waiter', lost)
    vi.advanceTimersByTime(59_000)
    expect(attempt.keyFor('call the waiter')).toBe(key)
    vi.advanceTimersByTime(1_000)
    expect(attempt.keyFor('call the waiter')).not.toBe(key)
  })

  it('differs for different files', () => {
    const attempt = createAttempt()
    const file = (name: string) => ({ files: { file: new File(['x'], name, { lastModified: 1 }) } })
    const key = attempt.keyFor(file('a.png'))
    attempt.ended(file('a.png'), lost)
    expect(attempt.keyFor(file('a.png'))).toBe(key)
    expect(attempt.keyFor(file('b.png'))).not.toBe(key)
  })
})
