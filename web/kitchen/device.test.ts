import { describe, expect, it } from 'vitest'
import { at, item, kot, order } from './testOrders.ts'
import { keeps, readDevice } from './device.ts'
import type { Bumped } from './tickets.ts'

const board = new Set(['k'])
const ticket = (status: 'Preparing' | 'Ready' | 'Served' | 'Cancelled') =>
  kot({ kotId: 'k', items: [item({ status }), item({ status: 'Served' })] })

describe('an order that ends while its ticket is on the board', () => {
  it('stays, struck through, if it was cancelled', () => {
    const kept = keeps(order({ orderStatus: 'cancelled', kots: [ticket('Preparing'), kot({ kotId: 'elsewhere' })] }), board)
    expect(kept?.kots.map((k) => [k.kotId, k.items.map((i) => i.status)])).toEqual([['k', ['Cancelled', 'Served']]])
  })
  it('is not kept by this device if it was paid: the server lists it', () => {
    expect(keeps(order({ orderStatus: 'completed', orderType: 'Take Away', kots: [ticket('Preparing')] }), board)).toBeNull()
  })
  it('is removed when nothing is left to acknowledge', () => {
    expect(keeps(order({ orderStatus: 'cancelled', kots: [] }), board)).toBeNull()
    expect(keeps(order({ orderStatus: 'cancelled', kots: [ticket('Preparing')] }), new Set())).toBeNull()
    expect(keeps(order({ kots: [ticket('Preparing')] }), board)).toBeNull()
  })
})

describe('what a device stores', () => {
  it('is read safely, even if invalid', () => {
    expect(readDevice(null)).toMatchObject({ seen: [], fontSize: 20, sound: true })
    expect(readDevice({ seen: ['a', 4], fontSize: 99, sound: false, bumped: 'no', kept: [{}] })).toMatchObject({
      seen: ['a'],
      fontSize: 20,
      sound: false,
      bumped: [],
      kept: [],
    })
    expect(readDevice({ fontSize: 28 }).fontSize).toBe(28)
  })
  it('drops kept orders after a shift', () => {
    const now = Date.parse(at(0))
    const kept = (hours: number) => ({ order: order(), at: at(hours * 60) })
    expect(readDevice({ kept: [kept(2), kept(13)] }, now).kept).toHaveLength(1)
  })
  it('drops bumped tickets after a shift: last night’s KOT 5 is not today’s', () => {
    const now = Date.parse(at(0))
    const bump = (hours: number): Bumped => ({
      kotId: `${hours}`,
      orderId: 'o',
      kotNumber: 5,
      label: 'T7',
      at: at(hours * 60),
      items: 'Naan',
    })
    expect(readDevice({ bumped: [bump(2), bump(13)] }, now).bumped).toEqual([bump(2)])
  })
})
