import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createAttempts } from './attempt.ts'

const lost = new ApiError('no answer', { network: true })
const refusal = (status: number, code = '') => new ApiError('refused', { status, code })
const CREATES = 'POST /restaurant/offers/create'
const SETS = 'PATCH /menus/item/:id/availability'
const MOVES = 'POST /tables/move'
const offer = (title: string) => ({ body: { title, value: 40 } })
const available = (on: boolean, id = 'naan') => ({ params: { id }, body: { available: on } })

let attempts: ReturnType<typeof createAttempts>
type Sent = Parameters<typeof attempts.begin>
/** Sends it, and ends it at once. */
function press(address: Sent[0], input: Sent[1], error?: unknown) {
  const attempt = attempts.begin(address, input)
  attempt.ended(error)
  return attempt.key
}

beforeEach(() => {
  vi.useFakeTimers()
  attempts = createAttempts()
})
afterEach(() => vi.useRealTimers())

describe('the key of an action', () => {
  it.each([
    ['no answer', lost],
    ['a failure of the server', refusal(503)],
    ['a rate limit', refusal(429)],
    ['an ended session', refusal(401)],
    ['"the same is under way"', refusal(409, 'busy')],
    ['a page that is switched off', refusal(403, 'page_disabled')],
    ['a restaurant that waits for approval', refusal(403, 'pending_approval')],
  ])('stays the same for an equal input after %s', (_, failure) => {
    const key = press(CREATES, { body: { title: 'Naan', value: 40 } }, failure)
    expect(press(CREATES, { body: { value: 40, title: 'Naan' } })).toBe(key)
  })

  it.each([
    ['success', undefined],
    ['a field that was refused', refusal(422)],
    ['a newer version', refusal(409, 'version_conflict')],
    ['a role that may not', refusal(403, 'forbidden')],
  ])('is new after %s', (_, failure) => {
    const key = press(CREATES, offer('Naan'), failure)
    expect(press(CREATES, offer('Naan'))).not.toBe(key)
  })

  it('is the same while the first is under way: a second press is no second action', () => {
    expect(attempts.begin(SETS, available(true)).key).toBe(attempts.begin(SETS, available(true)).key)
  })

  it('of two that are under way is kept for the one that got no answer', () => {
    const move = (to: string) => ({ body: { fromTableId: 'T1', toTableId: to } })
    const a = attempts.begin(MOVES, move('T2'))
    attempts.begin(MOVES, move('T3')).ended()
    a.ended(lost)
    expect(press(MOVES, move('T2'))).toBe(a.key)
  })

  it('of something created is kept although another was created since, and for as long as the page is open', () => {
    const key = press(CREATES, offer('Naan'), lost)
    press(CREATES, offer('Roti'))
    vi.advanceTimersByTime(3_600_000)
    expect(press(CREATES, offer('Naan'), lost)).toBe(key)
  })

  it('of a state is new once another state was chosen, and stays new when it is changed back', () => {
    const keys = [press(SETS, available(false), lost), press(SETS, available(true)), press(SETS, available(false))]
    expect(new Set(keys).size).toBe(3)
  })

  it('of a state is new when another state of the same thing was chosen while it was under way', () => {
    const first = attempts.begin(SETS, available(false))
    const second = attempts.begin(SETS, available(true))
    first.ended(lost)
    second.ended()
    expect(press(SETS, available(false))).not.toBe(first.key)
  })

  it('of a state of another thing is its own', () => {
    const key = press(SETS, available(false), lost)
    press(SETS, available(true, 'roti'))
    expect(press(SETS, available(false))).toBe(key)
  })

  it('of a state is forgotten after two minutes', () => {
    const key = press(SETS, available(false), lost)
    vi.advanceTimersByTime(119_000)
    expect(press(SETS, available(false), lost)).toBe(key)
    vi.advanceTimersByTime(120_000)
    expect(press(SETS, available(false))).not.toBe(key)
  })

  it('stays when an event raised the version, and what was sent first is sent again', () => {
    const update = (version: number) => ({ body: { name: 'T1', version } })
    const first = attempts.begin('PUT /tables/update', update(1))
    first.ended(lost)
    const again = attempts.begin('PUT /tables/update', update(2))
    expect(again.key).toBe(first.key)
    expect(again.input).toEqual(update(1))
    again.ended(refusal(409, 'version_conflict'))
    const next = attempts.begin('PUT /tables/update', update(2))
    expect(next.key).not.toBe(first.key)
    expect(next.input).toEqual(update(2))
  })

  it('tells two files apart', () => {
    const file = (name: string) => ({ body: {}, files: { file: new File(['x'], name, { lastModified: 1 }) } })
    const key = press('POST /media', file('a.png'), lost)
    expect(press('POST /media', file('a.png'), lost)).toBe(key)
    expect(press('POST /media', file('b.png'))).not.toBe(key)
  })

  it('of another person is another', () => {
    const key = press(CREATES, offer('Naan'), lost)
    attempts.forget()
    expect(press(CREATES, offer('Naan'))).not.toBe(key)
  })
})
