import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { addDays, wallClock } from '#domain/time.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

const today = wallClock(new Date(), 'Asia/Kolkata').date
const tomorrow = addDays(today, 1)
let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
afterEach(() => {
  vi.useRealTimers()
})
const body = (more: object = {}) => ({
  customerName: 'Meera',
  mobile_number: '+91 98200 12345',
  partySize: 4,
  date: tomorrow,
  time: '20:00',
  ...more,
})
const book = (more: object = {}, options = {}) => w.does('cashier', 'POST /restaurant/reservations/create', body(more), options)
const change = (id: string, more: object) => w.does('generalManager', `PUT /restaurant/reservations/update/${id}`, more)
const list = async (query = '') => (await w.does('mobileAdmin', `GET /restaurant/reservations${query}`)).body.reservations
const n = (i: number) => w.tables[i] ?? ''
/** A booking that begins in that many minutes. */
const soon = (minutes: number, more: object = {}) => {
  const { date, time } = wallClock(new Date(Date.now() + minutes * 60_000), 'Asia/Kolkata')
  return book({ date, time, ...more })
}

describe('a reservation', () => {
  it('can be booked, listed, changed and removed; its record is kept', async () => {
    const made = await book({ tableId: n(0) })
    expect(made.status, made.text).toBe(201)
    expect(made.body.reservation).toMatchObject({
      customerName: 'Meera',
      durationMinutes: 90,
      tableNumber: '1',
      note: '',
      status: 'booked',
      date: tomorrow,
      time: '20:00',
    })
    const id = made.body.reservation._id
    expect(await list()).toEqual([made.body.reservation])
    const moved = await change(id, { time: '21:00', tableId: null, note: 'Window' })
    expect(moved.body.reservation).toEqual({
      ...made.body.reservation,
      time: '21:00',
      tableId: null,
      tableNumber: null,
      note: 'Window',
      version: 2,
    })
    // Fields that the body leaves out stay.
    expect((await change(id, { partySize: 6 })).body.reservation).toMatchObject({ durationMinutes: 90, note: 'Window', partySize: 6 })
    expect((await w.does('cashier', `DELETE /restaurant/reservations/delete/${id}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await change(id, { note: 'x' })).status).toBe(404)
    expect((await w.rows('SELECT deleted_at FROM reservations WHERE id = ?', id))[0].deleted_at).toBeTruthy()
  })

  it('is listed by date and status', async () => {
    const a = (await book({ date: addDays(today, 2) })).body.reservation._id
    const b = (await book({ date: addDays(today, 9) })).body.reservation._id
    await change(b, { status: 'cancelled' })
    const ids = async (query: string) => (await list(query)).map((r: { _id: string }) => r._id)
    expect(await ids('')).toEqual([a, b])
    expect(await ids(`?from=${today}&to=${addDays(today, 5)}`)).toEqual([a])
    expect(await ids(`?from=${addDays(today, 5)}`)).toEqual([b])
    expect(await ids('?status=cancelled')).toEqual([b])
    expect(await ids(`?to=${today}`)).toEqual([])
    expect((await w.does('cashier', 'GET /restaurant/reservations?from=tomorrow')).status).toBe(422)
    const reversed = await w.does('cashier', 'GET /restaurant/reservations?from=2026-11-21&to=2026-11-20')
    expect([reversed.status, reversed.body.errors]).toEqual([422, [{ path: 'to', message: 'Must not be before the start.' }]])
  })

  it('is listed in pages with the total', async () => {
    // Two bookings in each minute, so that the pages must agree on their order.
    for (const time of ['20:00', '19:00', '20:00', '19:00', '21:00']) await book({ time })
    const page = async (query: string) => (await w.does('cashier', `GET /restaurant/reservations?${query}`)).body
    const ids = (body: { reservations: { _id: string }[] }) => body.reservations.map((r) => r._id)
    const whole = await page('')
    expect(whole.reservations.map((r: { time: string }) => r.time)).toEqual(['19:00', '19:00', '20:00', '20:00', '21:00'])
    expect(whole).toMatchObject({ totalPages: 1, currentPage: 1, itemsPerPage: 200, totalReservations: 5 })
    const [one, two, three, beyond] = await Promise.all([1, 2, 3, 4].map((n) => page(`limit=2&page=${n}`)))
    expect([...ids(one), ...ids(two), ...ids(three)]).toEqual(ids(whole))
    expect(beyond).toMatchObject({ reservations: [], totalPages: 3, currentPage: 4, itemsPerPage: 2, totalReservations: 5 })
    expect(await page(`from=${addDays(today, 2)}`)).toMatchObject({ reservations: [], totalPages: 1, totalReservations: 0 })
    expect((await page('status=booked&limit=2')).totalReservations).toBe(5)
    expect((await w.does('cashier', 'GET /restaurant/reservations?limit=1001')).status).toBe(422)
  })

  it('409 version_conflict: a change of an outdated version returns the current booking', async () => {
    const { _id, version } = (await book()).body.reservation
    expect(version).toBe(1)
    const moved = (await change(_id, { time: '21:00', version })).body.reservation
    expect(moved).toMatchObject({ time: '21:00', version: 2 })
    for (const stale of [{ status: 'arrived' }, { time: '22:00' }]) {
      const late = await change(_id, { ...stale, version })
      expect([late.status, late.body.code, late.body.reservation]).toEqual([409, 'version_conflict', moved])
    }
    // Of two changes at once with the same version, one is refused; a change without a version is applied.
    const both = await Promise.all(['A', 'B'].map((note) => change(_id, { note, version: 2 })))
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    expect((await change(_id, { status: 'arrived' })).body.reservation).toMatchObject({ status: 'arrived', version: 4 })
    expect((await change(_id, { note: 'x', version: 0 })).status).toBe(422)
  })

  it('409 table_taken: an overlap at its table, unless allowed; the next booking may begin when one ends', async () => {
    const first = (await book({ tableId: n(0) })).body.reservation
    const clash = await book({ tableId: n(0), time: '21:00' })
    expect([clash.status, clash.body.code]).toEqual([409, 'table_taken'])
    expect(clash.body.reservations).toEqual([first])
    expect((await book({ tableId: n(0), time: '21:30' })).status).toBe(201)
    expect((await book({ tableId: n(1), time: '21:00' })).status).toBe(201)
    expect((await book({ time: '21:00' })).status).toBe(201)
    const over = await book({ tableId: n(0), time: '21:00', allowOverlap: true })
    expect(over.status).toBe(201)
    // A booking keeps its place on its own table; on another one overlaps are checked again.
    expect((await change(over.body.reservation._id, { note: 'Birthday' })).status).toBe(200)
    expect((await change(over.body.reservation._id, { time: '21:15' })).body.code).toBe('table_taken')
    await change(first._id, { status: 'cancelled' })
    expect((await change(first._id, { status: 'booked' })).body.code).toBe('table_taken')
  })

  it('books a table once when ten devices book it at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, (_, i) => book({ tableId: n(2), time: `20:${10 + i}` })))
    expect(all.map((r) => r.status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await list()).toHaveLength(1)
  })

  it('is made once when it is sent again with its key', async () => {
    await w.as('cashier')
    const [a, b] = await Promise.all([book({ tableId: n(0) }, { key: `k-${w.id}` }), book({ tableId: n(0) }, { key: `k-${w.id}` })])
    expect([a.status, b.status]).toEqual([201, 201])
    expect(a.text).toBe(b.text)
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['yesterday', { date: addDays(today, -1) }],
    ['nobody', { partySize: 0 }],
    ['no time', { time: '25:00' }],
    ['no date', { date: '2030-02-30' }],
    ['no number', { mobile_number: 'x' }],
  ])('422: %s', async (_name, more) => expect((await book(more)).status).toBe(422))

  it('422: a change into the past; a booking in the past can still be closed', async () => {
    const { _id } = (await book()).body.reservation
    expect((await change(_id, { date: addDays(today, -2) })).status).toBe(422)
    await w.rows(
      'UPDATE reservations SET date = ?, starts_at = ?, ends_at = ? WHERE id = ?',
      '2020-01-01',
      '2020-01-01T14:30:00.000Z',
      '2020-01-01T16:00:00.000Z',
      _id,
    )
    expect((await change(_id, { status: 'noShow' })).body.reservation.status).toBe('noShow')
    // The restaurant was in another zone then.
    await w.rows(`UPDATE reservations SET starts_at = '2020-01-01T16:00:00.000Z', ends_at = '2020-01-01T17:30:00.000Z' WHERE id = ?`, _id)
    expect((await change(_id, { note: 'Rang, was ill' })).body.reservation.note).toBe('Rang, was ill')
  })

  it('409 invalid_transition: a status that doesn’t follow', async () => {
    const { _id } = (await book()).body.reservation
    for (const status of ['arrived', 'seated', 'completed']) expect((await change(_id, { status })).body.reservation.status).toBe(status)
    expect((await change(_id, { status: 'booked' })).body.code).toBe('invalid_transition')
  })

  it('404: another restaurant’s booking and table', async () => {
    const theirs = await makeRestaurant()
    expect((await book({ tableId: theirs.tables[0] })).status).toBe(404)
    const { _id } = (await book()).body.reservation
    expect((await theirs.does('superuser', `PUT /restaurant/reservations/update/${_id}`, { note: 'x' })).status).toBe(404)
    expect((await theirs.does('superuser', `DELETE /restaurant/reservations/delete/${_id}`)).status).toBe(404)
    expect((await theirs.does('superuser', 'GET /restaurant/reservations')).body.reservations).toEqual([])
  })
})

describe('when the restaurant’s zone changes', () => {
  const moveTo = (timezone: string, options = {}) => w.does('superuser', 'PUT /restaurant/profile', { timezone }, options)
  const spans = async () =>
    new Map(
      (await w.rows('SELECT id, starts_at, ends_at FROM reservations WHERE restaurant_id = ?', w.id)).map((r) => [
        r.id,
        [r.starts_at, r.ends_at],
      ]),
    )
  const at = (time: string) => new Date(`${tomorrow}T${time}:00.000+04:00`).toISOString()

  it('every future booking keeps the date and time that its guest was given', async () => {
    const evening = (await book({ tableId: n(0) })).body.reservation
    const cancelled = (await book({ time: '12:00', durationMinutes: 60 })).body.reservation
    await change(cancelled._id, { status: 'cancelled' })
    const past = (await book()).body.reservation
    await w.rows(
      `UPDATE reservations SET date = '2020-01-01', starts_at = '2020-01-01T14:30:00.000Z', ends_at = '2020-01-01T16:00:00.000Z' WHERE id = ?`,
      past._id,
    )
    const before = await list()
    expect((await moveTo('Asia/Dubai')).status).toBe(200)
    expect(await list()).toEqual(before)
    expect(await spans()).toEqual(
      new Map([
        [evening._id, [at('20:00'), at('21:30')]],
        [cancelled._id, [at('12:00'), at('13:00')]],
        [past._id, ['2020-01-01T14:30:00.000Z', '2020-01-01T16:00:00.000Z']],
      ]),
    )
    expect((await book({ tableId: n(0), time: '21:00' })).body.code).toBe('table_taken')
    for (const time of ['18:30', '21:30']) expect((await book({ tableId: n(0), time })).status).toBe(201)
  })

  it('the floor gets an event for each table that is now reserved', async () => {
    // Five past eleven at night. Tokyo's clock is three and a half hours ahead and takes over at midnight, when it is 03:30 there.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-09-01T23:05+05:30') })
    const status = async (i: number) => (await w.table(i)).status
    await book({ date: '2031-09-01', time: '23:50', tableId: n(0) })
    await book({ date: '2031-09-02', time: '01:00', tableId: n(1) })
    await book({ date: '2031-09-02', time: '12:00', tableId: n(2) })
    expect([await status(0), await status(1), await status(2)]).toEqual(['reserved', 'available', 'available'])
    const floor = async () => (await w.events()).filter((e) => e.event === 'tableChanged')
    const heard = (await floor()).length
    await moveTo('Asia/Tokyo')
    // The one before midnight stays; that of one o'clock, which Tokyo has passed by then, begins with the change.
    expect([await status(0), await status(1), await status(2)]).toEqual(['reserved', 'reserved', 'available'])
    const told = (await floor()).slice(heard)
    expect(told.map((e) => [e.event, e.data.table._id, e.data.table.status])).toEqual([['tableChanged', n(1), 'reserved']])
    // Setting the same zone again changes nothing.
    await moveTo('Asia/Tokyo')
    expect(await floor()).toHaveLength(heard + 1)
    // Taken back: it begins at one again.
    await moveTo('Asia/Kolkata')
    expect([await status(0), await status(1)]).toEqual(['reserved', 'available'])
    expect(await floor()).toHaveLength(heard + 2)
  })

  it('bookings in every shard keep their times when the partner changes the zone', async () => {
    w = await makeRestaurant({ partnerId: randomId(), shard: 'OUTLETS_1' })
    const { _id } = (await book({ tableId: n(0) })).body.reservation
    const put = await w.does('partner', `PUT /partner/restaurant/${w.id}`, { timezone: 'Asia/Dubai' })
    expect(put.status, put.text).toBe(200)
    expect(await spans()).toEqual(new Map([[_id, [at('20:00'), at('21:30')]]]))
  })

  it('a booking that is made or moved at the same moment keeps its time too', async () => {
    const made = await book({ tableId: n(0) }, { via: meanwhile(() => moveTo('Asia/Dubai')) })
    expect(made.status, made.text).toBe(201)
    const { _id } = made.body.reservation
    expect(await spans()).toEqual(new Map([[_id, [at('20:00'), at('21:30')]]]))
    await moveTo('Asia/Kolkata')
    const address = `PUT /restaurant/reservations/update/${_id}`
    await w.does('cashier', address, { time: '19:00' }, { via: meanwhile(() => moveTo('Asia/Dubai')) })
    expect(await spans()).toEqual(new Map([[_id, [at('19:00'), at('20:30')]]]))
  })

  it('a booking that is moved in between keeps its time too', async () => {
    const { _id } = (await book({ tableId: n(0) })).body.reservation
    const other = (await book({ tableId: n(0), time: '10:00' })).body.reservation
    await moveTo('Asia/Dubai', { via: meanwhile(() => change(_id, { time: '19:00' })) })
    expect(await spans()).toEqual(
      new Map([
        [_id, [at('19:00'), at('20:30')]],
        [other._id, [at('10:00'), at('11:30')]],
      ]),
    )
  })
})

describe('the table of a booking', () => {
  const status = async (i: number) => [(await w.table(i)).status, (await w.does('waiter', 'GET /tables')).body.tables[i].status]

  it('shows as reserved from 60 minutes before until the guests are seated', async () => {
    const first = (await soon(50, { tableId: n(0) })).body.reservation
    await soon(70, { tableId: n(1) })
    await soon(-10, { tableId: n(2) })
    expect([await status(0), await status(1), await status(2), await status(3)]).toEqual([
      ['reserved', 'reserved'],
      ['available', 'available'],
      ['reserved', 'reserved'],
      ['available', 'available'],
    ])
    await change(first._id, { status: 'seated' })
    expect(await status(0)).toEqual(['available', 'available'])
  })

  it('409 table_booked: can’t be deleted while bookings are ahead; the message gives their number and the next one’s time', async () => {
    const remove = (i: number) => w.does('superuser', `DELETE /tables/delete/${n(i)}`)
    const later = (await book({ tableId: n(0), date: addDays(today, 9), time: '13:00' })).body.reservation
    const next = (await book({ tableId: n(0) })).body.reservation
    const both = await remove(0)
    expect([both.status, both.body.code, both.body.message]).toEqual([
      409,
      'table_booked',
      `Table 1 has 2 bookings to come, the next on ${tomorrow} at 20:00. Move or cancel them first.`,
    ])
    expect(both.body.reservations).toEqual([next, later])
    expect((await w.does('waiter', 'GET /tables')).body.tables).toHaveLength(w.tables.length)
    await change(next._id, { status: 'cancelled' })
    expect((await remove(0)).body.message).toBe(`Table 1 is booked on ${addDays(today, 9)} at 13:00. Move or cancel the booking first.`)
    await change(later._id, { tableId: n(1) })
    expect((await remove(0)).status).toBe(200)
    // A cancelled booking keeps its number, and returns to the table if that still exists.
    expect((await change(next._id, { note: 'x' })).body.reservation).toMatchObject({ tableId: n(0), tableNumber: '1', status: 'cancelled' })
    expect((await change(next._id, { status: 'booked' })).status).toBe(404)
    expect((await change(next._id, { status: 'booked', tableId: n(2) })).body.reservation).toMatchObject({
      tableNumber: '3',
      status: 'booked',
    })
  })

  it('can be deleted when its bookings are past, done or removed', async () => {
    const made = async () => (await book({ tableId: n(0), allowOverlap: true })).body.reservation._id
    const [past, done, out, missed] = [await made(), await made(), await made(), await made()]
    await w.rows(
      `UPDATE reservations SET date = '2020-01-01', starts_at = '2020-01-01T14:30:00.000Z', ends_at = '2020-01-01T16:00:00.000Z' WHERE id = ?`,
      past,
    )
    for (const status of ['seated', 'completed']) await change(done, { status })
    await w.does('cashier', `DELETE /restaurant/reservations/delete/${out}`)
    await change(missed, { status: 'noShow' })
    expect((await w.does('superuser', `DELETE /tables/delete/${n(0)}`)).status).toBe(200)
  })

  it('is either booked or deleted, whichever happens in between', async () => {
    const remove = (i: number, options = {}) => w.does('superuser', `DELETE /tables/delete/${n(i)}`, undefined, options)
    expect((await remove(0, { via: meanwhile(() => book({ tableId: n(0) })) })).body.code).toBe('table_booked')
    expect((await book({ tableId: n(1) }, { via: meanwhile(() => remove(1)) })).status).toBe(404)
    const { _id } = (await book()).body.reservation
    const late = await w.does(
      'cashier',
      `PUT /restaurant/reservations/update/${_id}`,
      { tableId: n(2) },
      { via: meanwhile(() => remove(2)) },
    )
    expect(late.status).toBe(404)
    expect((await list()).map((r: { tableNumber: string | null }) => r.tableNumber)).toEqual(['1', null])
  })

  it('shows as occupied when it has an order; the public sees nothing of bookings', async () => {
    await soon(20, { tableId: n(0) })
    await w.order([w.line('plain')])
    expect(await status(0)).toEqual(['occupied', 'occupied'])
    expect((await call(`GET /tables/${n(0)}`)).body.table.status).toBeUndefined()
  })
})
