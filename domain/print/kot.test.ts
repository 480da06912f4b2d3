import { describe, expect, it } from 'vitest'
import type { OrderShape } from '../api/order.ts'
import { AppError } from '../errors.ts'
import { kotDocument } from './document.ts'
import { gone, pictured } from '../test/papers.ts'
import { billText as bill, kotLines, kotText as kot } from '../test/paperText.ts'
import { aKot, anOrderShape, aRestaurant } from '../test/shapes.ts'

describe('a Delivery order', () => {
  const delivery = (over: Partial<OrderShape> = {}) =>
    pictured({
      tableNumber: null,
      orderType: 'Delivery',
      mobile_number: '98450 11111',
      deliveryAddress: 'Flat 302, Lakeview Residency, Road No. 12\nTOTAL Rs. 1.00',
      ...over,
    })
  const whole = `\
Customer: Meera Iyer
Mobile: 98450 11111
Address: Flat 302, Lakeview
         Residency, Road No. 12
         TOTAL Rs. 1.00
--------------------------------`
  const wide = `\
Customer: Meera Iyer         Mobile: 98450 11111
Address: Flat 302, Lakeview Residency, Road No.
         12
         TOTAL Rs. 1.00
------------------------------------------------`
  it('has customer, number and address on the KOT and the bill, none of its lines where the paper’s own begin', () => {
    expect(kot(delivery(), 32)).toContain(whole)
    expect(kot(delivery(), 48)).toContain(wide)
    expect(bill(delivery(), 32)).toContain(whole)
    expect(bill(delivery(), 48)).toContain(wide)
  })
  it('has them on the bill also where customers’ details are not printed', () => {
    const quiet = aRestaurant({ showCustomerDetails: false })
    expect(bill(delivery(), 32, quiet)).toContain(whole)
    expect(bill(pictured(), 32, quiet)).not.toContain('Meera')
  })
  it.each([
    ['not known', { deliveryAddress: '' }],
    ['one that paper can’t show', { deliveryAddress: 'पुणे' }],
    ['one that another type of order has', { orderType: 'Take Away' as const }],
  ])('prints no address: %s', (_why, over) => {
    for (const paper of [kot, bill]) expect(paper(delivery(over), 32)).not.toContain('Address')
  })
})

describe('a KOT', () => {
  it('can’t be printed without an establishment name', () => {
    const order = pictured()
    for (const restaurant of [null, undefined, aRestaurant({}, { establishment_name: ' ' })]) {
      const print = () => kotLines(order, restaurant as never, { columns: 32 })
      expect(print).toThrow('Cannot print KOT: Missing restaurant information')
      expect(print).toThrow(AppError)
    }
  })
  it('isn’t printed when no items remain', () => {
    const order = anOrderShape([aKot([gone()]), aKot([])])
    for (const k of order.kots) expect(kotDocument(order, k)).toBeNull()
  })
  it('wraps names instead of cutting them when full names are on', () => {
    const text = kot(pictured(), 32, aRestaurant({ fullKotNames: true }))
    expect(text).toContain('  1 The Louis Beast Chicken\n    Burger\n  1 The Louis Beast Lamb Burger')
    expect(text).not.toContain('..')
  })
  it('calls a parcel by its type and number, and a table by its name', () => {
    const label = (over: Partial<OrderShape>) => {
      const order = pictured(over)
      return kotLines(order, aRestaurant(), { columns: 32 }).filter((l) => l.big)[1]!.text
    }
    expect(label({ tableNumber: null, orderType: 'Take Away', serialNumber: 18 })).toBe('Take Away 18')
    expect(label({ tableNumber: null, orderType: 'Delivery', serialNumber: 7 })).toBe('Delivery 7')
    expect(label({ tableNumber: 'Patio 3' })).toBe('Patio 3')
  })
  it('always carries notes in full, also when bills don’t', () => {
    const order = pictured({ specialInstructions: 'Nut allergy at this table, please be careful' })
    expect(kot(order, 32, aRestaurant({ showNotes: false }))).toContain('Note: Nut allergy at this table,\n      please be careful')
  })
  it.each([
    ['no 花生!', 'Note: no ! (see screen)'],
    ['حساسية الفول السوداني', 'Note: (see screen)'],
    ['café, 2 × 🌶', 'Note: cafe, 2 x'],
  ])('says where the rest of a note is of which it can’t show every letter: %s', (note, line) => {
    expect(kot(pictured({ specialInstructions: note })).split('\n')).toContain(line)
  })
})
