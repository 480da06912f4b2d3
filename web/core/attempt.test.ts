import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createAttempts, type Kept } from './attempt.ts'

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

  it('of a state of another thing is another key', () => {
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

  it.each([
    ['a call of a table', 'POST /tables/alert', { body: { tableId: 'T7', alertType: 'bill', orderId: 'o7' } }],
    ['a paper', 'POST /print/jobs', { body: { kind: 'kot', orderId: 'o7', kotId: 'k5' } }],
    ['a purchase', 'POST /restaurant/inventory/stocks', { body: { rawMaterial: 'tomato', unit: 'kg', stockQuantity: 10 } }],
    ['a booking', 'POST /restaurant/reservations/create', { body: { customerName: 'Asha', date: '2026-11-28', time: '20:00' } }],
    ['a conversion', 'POST /restaurant/inventory/conversions/execute', { body: { conversionId: 'dough', times: 2 } }],
    ['waste', 'POST /restaurant/inventory/raw-materials/:id', { params: { id: 'tomato' }, body: { delta: -2, reason: 'Waste: spilt' } }],
  ] as const)('of %s is forgotten after two minutes: the same is then meant again', (_, address, input) => {
    const key = press(address, input, lost)
    vi.advanceTimersByTime(60_000)
    expect(press(address, input, lost)).toBe(key)
    vi.advanceTimersByTime(120_000)
    expect(press(address, input)).not.toBe(key)
  })

  it.each([
    ['a call of a table', 'POST /tables/alert', (n: number) => ({ body: { tableId: `T${n}`, alertType: 'bill' } })],
    ['a paper', 'POST /print/jobs', (n: number) => ({ body: { kind: 'kot', orderId: 'o7', kotId: `k${n}` } })],
    ['a conversion', 'POST /restaurant/inventory/conversions/execute', (n: number) => ({ body: { conversionId: `c${n}`, times: 2 } })],
  ] as const)('of %s is kept although another was asked for since: the first may have arrived', (_, address, input) => {
    const key = press(address, input(7), lost)
    press(address, input(8), lost)
    press(address, input(9))
    expect(press(address, input(7))).toBe(key)
  })

  describe('of what a form asks for that may be meant again', () => {
    const BUYS = 'POST /restaurant/inventory/stocks'
    const purchase = { body: { rawMaterial: 'tomato', unit: 'kg', stockQuantity: 10 } }

    it('is new in the next one for a second pan of waste too', () => {
      const [wastes, waste] = ['POST /restaurant/inventory/raw-materials/:id', { params: { id: 'tomato' }, body: { delta: -2 } }] as const
      const close = attempts.opened(wastes)
      const key = press(wastes, waste, lost)
      close()
      expect(press(wastes, waste)).not.toBe(key)
    })

    it('stays as long as the form is open, and is new in the next one', () => {
      const close = attempts.opened(BUYS)
      const key = press(BUYS, purchase, lost)
      vi.advanceTimersByTime(3_600_000)
      expect(press(BUYS, purchase, lost)).toBe(key)
      close()
      attempts.opened(BUYS)
      expect(press(BUYS, purchase)).not.toBe(key)
    })

    it('stays while it is under way although the form was closed', () => {
      const close = attempts.opened(BUYS)
      const slow = attempts.begin(BUYS, purchase)
      close()
      expect(press(BUYS, purchase, lost)).toBe(slow.key)
    })

    it('that was under way when the form was closed ends two minutes after it failed', () => {
      const close = attempts.opened(BUYS)
      const slow = attempts.begin(BUYS, purchase)
      close()
      slow.ended(lost)
      vi.advanceTimersByTime(120_000)
      attempts.opened(BUYS)
      expect(press(BUYS, purchase)).not.toBe(slow.key)
    })
  })

  describe('of a correction of a material', () => {
    const CORRECTS = 'POST /restaurant/inventory/raw-materials/:id'
    const by = (delta: number, id = 'tomato') => ({ params: { id }, body: { delta } })

    it('is new once it was counted otherwise since: the same figure is then another count', () => {
      const key = press(CORRECTS, by(-2), lost)
      press(CORRECTS, by(2))
      expect(press(CORRECTS, by(-2))).not.toBe(key)
    })

    it('stays when another material was counted since', () => {
      const key = press(CORRECTS, by(-2), lost)
      press(CORRECTS, by(2, 'rice'))
      expect(press(CORRECTS, by(-2))).toBe(key)
    })

    it('stays while the dialog of waste is open, whatever was typed in between', () => {
      attempts.opened(CORRECTS)
      const key = press(CORRECTS, by(-2), lost)
      press(CORRECTS, by(-3), lost)
      expect(press(CORRECTS, by(-2))).toBe(key)
    })
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

  describe.each([
    ['a share that is given back', 'POST /orders/:id/payments/give-back', { amount: 450, method: 'Cash', reason: 'Guest pays otherwise' }],
    ['a portion that is cancelled', 'PUT /orders/item/status', { lineId: 'beer', status: 'Cancelled', quantityChange: -1 }],
    ['a bill that is printed', 'POST /orders/:id/bill', {}],
  ] as const)('of %s', (_, address, step) => {
    const seen = (version: number) => ({ params: { id: 'o7' }, body: { ...step, version } })

    it('stays as long as its result is not seen', () => {
      const key = press(address, seen(4), lost)
      expect(press(address, seen(4))).toBe(key)
    })

    it('is new once it is seen: the same is then one more, within two minutes and while the first is under way too', () => {
      const key = press(address, seen(4), lost)
      const slow = attempts.begin(address, seen(5))
      expect(slow.key).not.toBe(key)
      const next = attempts.begin(address, seen(6))
      expect(next.key).not.toBe(slow.key)
      expect(next.input).toEqual(seen(6))
    })
  })

  it('differs for two files', () => {
    const file = (name: string) => ({ body: {}, files: { file: new File(['x'], name, { lastModified: 1 }) } })
    const key = press('POST /media', file('a.png'), lost)
    expect(press('POST /media', file('a.png'), lost)).toBe(key)
    expect(press('POST /media', file('b.png'))).not.toBe(key)
  })

  describe('after a reload', () => {
    /** Pages of one tab. */
    let kept: ReturnType<Kept['read']>
    const page = (owner: string | null) => {
      attempts = createAttempts({ read: () => kept && structuredClone(kept), write: (now) => (kept = now && structuredClone(now)) })
      attempts.belongTo(owner)
    }
    const PAYS = 'PUT /orders/payment/status'
    const part = { body: { orderId: 'o1', paymentStatus: 'partially_paid', payments: [{ method: 'Cash', amount: 500 }], version: 3 } }
    beforeEach(() => {
      kept = null
      page('anita')
    })

    it('is the same for a payment that was under way or failed, with the input that was sent first', () => {
      const { key } = attempts.begin(PAYS, part)
      page('anita')
      const again = attempts.begin(PAYS, { body: { ...part.body, version: 4 } })
      expect([again.key, again.input]).toEqual([key, part])
      again.ended(lost)
      page('anita')
      expect(press(PAYS, part)).toBe(key)
    })

    it('is new after an answer, and after two minutes', () => {
      const key = press(PAYS, part)
      page('anita')
      const other = press(PAYS, part, lost)
      expect(other).not.toBe(key)
      vi.advanceTimersByTime(120_000)
      page('anita')
      expect(press(PAYS, part)).not.toBe(other)
    })

    it('is the same for the same person who signs in again after an ended session, and for nobody else', () => {
      const key = press(PAYS, part, lost)
      attempts.belongTo(null)
      attempts.belongTo('anita')
      expect(press(PAYS, part, lost)).toBe(key)
      attempts.belongTo('vikram')
      expect(kept).toBeNull()
      expect(press(PAYS, part, lost)).not.toBe(key)
    })

    it('is gone after a sign-out', () => {
      const key = press(PAYS, part, lost)
      attempts.forget()
      expect(kept).toBeNull()
      expect(press(PAYS, part)).not.toBe(key)
    })

    it('of anything but orders, payments and tables is not kept on the device: its input may hold a password', () => {
      press('POST /restaurant/employees', { body: { name: 'Asha', password: 'secret' } }, lost)
      expect(JSON.stringify(kept)).not.toContain('secret')
    })
  })

  it('differs for another person', () => {
    const key = press(CREATES, offer('Naan'), lost)
    attempts.forget()
    expect(press(CREATES, offer('Naan'))).not.toBe(key)
  })
})
