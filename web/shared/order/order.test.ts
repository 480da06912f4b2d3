import { describe, expect, it } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { aKot, anItem } from '#domain/test/shapes.ts'
import { choiceOf, lineAmount, lineOf, modsOf, sameItem } from '#domain/ticket.ts'
import { isSoldOut, leftText } from '#web/shared/menu/menu.ts'
import { joinNote, splitNote } from '#web/shared/menu/note.ts'
import { kotStatus, openLook, paidBeside } from './OrderStateChip.tsx'

const wings = {
  _id: 'w',
  name: 'Fried Chicken Wings',
  price: 199,
  available: true,
  remaining: null,
  dietType: 'nonVeg',
  isAlcohol: false,
  variants: [
    { name: '2 Pcs', additionalPrice: 0 },
    { name: '4 Pcs', additionalPrice: 180 },
  ],
  addonGroups: [
    {
      name: 'Dips',
      min: 0,
      max: 3,
      addons: [
        { name: 'Mayo', price: 40 },
        { name: 'Aioli', price: 0 },
      ],
    },
  ],
} as unknown as MenuItemShape

describe('a line from choices', () => {
  const line = lineOf(wings, { variant: '4 Pcs', addons: { Dips: { Mayo: 2, Aioli: 0 } }, note: ' Jain ', quantity: 3 })
  it('has the menu’s prices and only the chosen addons', () => {
    expect(lineAmount(line)).toBe((199 + 180 + 80) * 3 * 100)
    expect(line.addonGroups).toEqual([{ name: 'Dips', addons: [{ name: 'Mayo', quantity: 2, price: 40 }] }])
    expect(line.additionalItemNote).toBe('Jain')
  })
  it('is unchanged after editing without changes', () => expect(sameItem(lineOf(wings, choiceOf(line)), line)).toBe(true))
  it('is described with prices for the counter and without for the kitchen', () => {
    expect(modsOf(line, { prices: true })).toEqual(['4 Pcs +180.00', '+ 2 Mayo 80.00'])
    expect(modsOf(line)).toEqual(['4 Pcs', '+ 2 Mayo'])
  })
  it('ignores a variant that the menu doesn’t have', () => expect(lineOf(wings, { variant: '8 Pcs' }).variants).toEqual([]))
})

describe('availability', () => {
  it('is sold out when switched off or none are left', () => {
    expect(isSoldOut({ available: false, remaining: null })).toBe(true)
    expect(isSoldOut({ available: true, remaining: 0 })).toBe(true)
    expect(isSoldOut({ available: true, remaining: 1 })).toBe(false)
  })
  it('says how many are left when it is running out', () => {
    expect(leftText({ available: true, remaining: 3 })).toBe('3 left')
    expect(leftText({ available: true, remaining: 40 })).toBeNull()
    expect(leftText({ available: false, remaining: 3 })).toBeNull()
  })
})

describe('kitchen notes', () => {
  it('are split and joined again', () => {
    expect(splitNote('No onion, cut in half, JAIN')).toEqual({ quick: ['No onion', 'Jain'], own: 'cut in half' })
    expect(joinNote({ quick: ['No onion'], own: ' cut in half ' })).toBe('No onion, cut in half')
    expect(joinNote({ quick: [], own: '' })).toBe('')
  })
})

describe('an open order’s chip', () => {
  const order = (...kots: Kot[]) => ({ orderStatus: 'pending', billPrintedAt: null, kots }) as OrderShape
  const sent = aKot([anItem({ status: 'Ready', quantity: 2 })])
  const guests = (status: 'In Cart' | 'Cancelled') => aKot([anItem({ status, quantity: 3 })], { kotNumber: null, held: true })

  it('shows a guest’s ticket to accept before the other items’ status, but after this device’s unsent items', () => {
    expect(openLook(order(sent, guests('In Cart')), 0)).toMatchObject({ word: '3 to accept', tone: 'warning' })
    expect(openLook(order(guests('In Cart')), 0).word).toBe('3 to accept')
    expect(openLook(order(sent, guests('In Cart')), 4).word).toBe('4 not sent')
  })
  it('says Paid or Part paid instead of Billed once money was received; if something is ready the chip says that, and the money is shown beside it', () => {
    const cooking = aKot([anItem({ status: 'Preparing' })])
    const billed = (paymentStatus: 'paid' | 'partial' | 'unpaid', ...kots: Kot[]) =>
      ({ ...order(...kots), billPrintedAt: '2026-11-23T15:00:00.000Z', paymentStatus }) as OrderShape
    expect((['paid', 'partial', 'unpaid'] as const).map((status) => openLook(billed(status, cooking), 0).word)).toEqual([
      'Paid',
      'Part paid',
      'Billed',
    ])
    expect(openLook(billed('paid', sent), 0).word).toBe('2 ready')
    expect([paidBeside(billed('paid', cooking), 0), paidBeside(billed('paid', sent), 0)]).toEqual([null, 'paid'])
    expect([paidBeside(billed('partial', sent), 0), paidBeside(billed('unpaid', sent), 0)]).toEqual(['part paid', null])
  })
  it('leaves out declined tickets', () => expect(openLook(order(sent, guests('Cancelled')), 0).word).toBe('2 ready'))
})

it('a collapsed ticket shows the status that needs attention first', () => {
  const kot = (...all: string[]) => ({ items: all.map((status) => ({ status })) }) as never
  expect(kotStatus(kot('Served', 'Preparing', 'Ready'))).toBe('Ready')
  expect(kotStatus(kot('Served', 'Cancelled'))).toBe('Served')
  expect(kotStatus(kot('Cancelled'))).toBe('Cancelled')
  expect(kotStatus(kot('In Cart'))).toBe('In Cart')
})
