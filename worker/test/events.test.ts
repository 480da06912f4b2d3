import { describe, expect, test } from 'vitest'
import { anEvent, anOrder, faultOfMessage, faultOfRow } from './events.ts'

/** The checks that setup.ts makes after every test and TestSocket for every message, here with wrong events. */
describe('an event is checked against the contract', () => {
  const row = (sketch: Parameters<typeof anEvent>[0], change: object = {}) => {
    const { event, tableId, data } = anEvent(sketch)
    return { event, tableId, data: JSON.stringify(data), dinerData: null, ...change }
  }

  test('an event that follows the contract passes', () => {
    expect(faultOfRow(row({ event: 'orderCreated', tableId: 't' }))).toBeNull()
    expect(faultOfRow(row({ event: 'orderCompleted' }, { dinerData: '{"feedbackToken":"f"}' }))).toBeNull()
  })

  test('an unknown name fails', () => {
    expect(faultOfRow(row({}, { event: 'orderChanged' }))).toBe('the outbox has an event orderChanged')
    // Alerts have no seq: they are the room's.
    expect(faultOfRow(row({}, { event: 'tableAlert' }))).toBe('the outbox has an event tableAlert')
    expect(faultOfMessage({ event: 'hello', data: {} })).toBe('the contract has no event hello')
  })

  test('a field that is missing or of another type fails', () => {
    expect(faultOfRow(row({}, { data: JSON.stringify({ orderId: 'o1', tableId: null }) }))).toMatch(/^orderUpdated is not .*"order"/)
    expect(faultOfRow(row({ event: 'orderUpdated', data: { order: { grandTotal: '1' } } }))).toMatch(/order\.grandTotal/)
    expect(faultOfMessage({ event: 'joined', data: { room: 'restaurant', seq: 1, resumed: false } })).toMatch(/alerts/)
  })

  test('the wrong listeners fail', () => {
    expect(faultOfRow(row({ event: 'stockLow' }, { tableId: 't' }))).toBe('stockLow is for staff, and went to t')
    expect(faultOfRow(row({ event: 'menuItemUpdated' }))).toBe('menuItemUpdated is for everyone, and went to null')
    expect(faultOfRow(row({}, { tableId: '*' }))).toBe('orderUpdated is for table, and went to *')
  })

  test('more fields for diners than the contract lists fail', () => {
    expect(faultOfRow(row({}, { dinerData: JSON.stringify({ order: anOrder() }) }))).toMatch(/^orderUpdated tells diners/)
  })
})
