import { describe, expect, it } from 'vitest'
import { stageOf } from './itemStatus.ts'
import { linesOf, type Order } from './order.ts'
import { stationStates, stationOf } from './station.ts'
import { cancelledPortions } from './stock.ts'
import { INVALID, order, refusal, set as change } from './test/orders.ts'

/** Two lines of the grill, one of the bar. */
const ticket = () => order([{ station: 'Grill' }, { station: 'Grill' }, { station: 'Bar' }])
const set = (o: Order, what: Parameters<typeof change>[1], readyStep = true, together = true) => change(o, what, readyStep, together)
/** The statuses that waiters and guests see, and those that the kitchen sees. */
const seen = (o: Order) => linesOf(o).map((l) => l.status)
const kitchen = (o: Order) => linesOf(o).map(stageOf)
const bump = (o: Order, station: string, readyStep = true) =>
  set(o, { stations: [station], status: readyStep ? 'Ready' : 'Served' }, readyStep)

describe('a ticket of several stations', () => {
  it('becomes ready as a whole with its last station, whichever that is', () => {
    for (const [first, last] of [
      ['Grill', 'Bar'],
      ['bar', 'GRILL'],
    ] as const) {
      const one = bump(ticket(), first)
      expect(seen(one.order)).toEqual(['Preparing', 'Preparing', 'Preparing'])
      expect(
        stationStates(linesOf(one.order).map((l) => ({ ...l, station: stationOf(l), status: stageOf(l) }))).map((s) => s.ready),
      ).toEqual([first === 'Grill', first === 'bar'])
      const both = bump(one.order, last)
      expect(seen(both.order)).toEqual(['Ready', 'Ready', 'Ready'])
      expect(both.changed.map((l) => [l.lineId, l.status]).sort()).toEqual(['l0', 'l1', 'l2'].map((id) => [id, 'Ready']))
      expect(linesOf(both.order).every((l) => !l.prepared)).toBe(true)
    }
  })
  it('skips Ready where the restaurant does', () => {
    const one = bump(ticket(), 'Bar', false).order
    expect(seen(one)).toEqual(['Preparing', 'Preparing', 'Preparing'])
    expect(seen(bump(one, 'Grill', false).order)).toEqual(['Served', 'Served', 'Served'])
  })
  it('also waits for a line that is finished by itself', () => {
    const one = set(ticket(), { lineId: 'l0', stations: ['Grill'], status: 'Ready' }).order
    expect([seen(one), kitchen(one)]).toEqual([
      ['Preparing', 'Preparing', 'Preparing'],
      ['Ready', 'Preparing', 'Preparing'],
    ])
    const bar = bump(one, 'Bar').order
    expect(seen(set(bar, { lineId: 'l1', stations: ['Grill'], status: 'Ready' }).order)).toEqual(['Ready', 'Ready', 'Ready'])
  })
  it('a station is bumped once: the second time nothing is left to do', () => {
    const one = bump(ticket(), 'Bar').order
    expect(refusal(() => bump(one, 'Bar'))).toBe(INVALID)
    expect(refusal(() => bump(one, 'Cold'))).toBe(INVALID)
  })
  it('a station is taken back alone, before the ticket is ready and after', () => {
    const one = bump(ticket(), 'Grill').order
    expect(kitchen(set(one, { stations: ['Grill'], status: 'Preparing' }).order)).toEqual(['Preparing', 'Preparing', 'Preparing'])
    expect(kitchen(set(one, { lineId: 'l1', stations: ['Grill'], status: 'Preparing' }).order)).toEqual(['Ready', 'Preparing', 'Preparing'])
    const all = bump(one, 'Bar').order
    const back = set(all, { stations: ['Bar'], status: 'Preparing' }).order
    expect(seen(back)).toEqual(['Ready', 'Ready', 'Preparing'])
    expect(seen(bump(back, 'Bar').order)).toEqual(['Ready', 'Ready', 'Ready'])
  })
  it('is ready when the last station’s lines were cancelled; a finished line that is cancelled counts as waste', () => {
    const one = bump(ticket(), 'Grill').order
    const { order: next, changed } = set(one, { lineId: 'l2', status: 'Cancelled' })
    expect(seen(next)).toEqual(['Ready', 'Ready', 'Cancelled'])
    expect(changed.map((l) => l.lineId)).toEqual(['l2'])
    const wasted = set(one, { lineId: 'l0', status: 'Cancelled' }).order
    expect(cancelledPortions(one, wasted)).toMatchObject([{ lineId: 'l0', prepared: true }])
    const ended: Order = { ...one, orderStatus: 'cancelled' }
    expect(cancelledPortions(one, ended).map((p) => p.prepared)).toEqual([true, true, false])
  })
  it('is finished as a whole by the pass, or when the last line is served or set Ready by hand', () => {
    const one = bump(ticket(), 'Grill').order
    expect(seen(set(one, { status: 'Ready' }).order)).toEqual(['Ready', 'Ready', 'Ready'])
    expect(seen(set(one, { lineId: 'l2', status: 'Served' }).order)).toEqual(['Ready', 'Ready', 'Served'])
    expect(seen(set(one, { lineId: 'l0', status: 'Served' }).order)).toEqual(['Served', 'Preparing', 'Preparing'])
  })
})

it('a ticket of one station is ready line by line, as where there are no stations', () => {
  const grill = order([{ station: 'Grill' }, { station: 'Grill' }, { station: 'Bar', status: 'Cancelled' }])
  expect(seen(set(grill, { lineId: 'l0', stations: ['Grill'], status: 'Ready' }).order)).toEqual(['Ready', 'Preparing', 'Cancelled'])
  const noList = set(ticket(), { stations: ['Bar'], status: 'Ready' }, true, false)
  expect([seen(noList.order), noList.changed.length]).toEqual([['Preparing', 'Preparing', 'Ready'], 1])
})

it('in whatever order stations bump, take back and cancel, a finished line waits only while another line is cooking', () => {
  let seed = 7
  const pick = <T>(list: readonly T[]): T => list[(seed = (seed * 1103515245 + 12345) % 2147483648) % list.length]!
  for (let round = 0; round < 300; round++) {
    let o = ticket()
    for (let n = 0; n < 8; n++) {
      const stations = [pick(['Grill', 'Bar'])]
      const lineId = pick(['l0', 'l1', 'l2'])
      const step = pick([
        { stations, status: 'Ready' as const },
        { stations, lineId, status: 'Ready' as const },
        { stations, status: 'Preparing' as const },
        { lineId, status: 'Cancelled' as const },
        { lineId, status: 'Served' as const },
      ])
      try {
        o = set(o, step).order
      } catch (error) {
        expect((error as { status?: number }).status).toBe(409)
      }
      const cooks = linesOf(o).some((l) => stageOf(l) === 'Preparing')
      expect(linesOf(o).some((l) => l.status === 'Preparing' && l.prepared) && !cooks).toBe(false)
    }
  }
})
