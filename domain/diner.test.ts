import { describe, expect, it } from 'vitest'
import { aKot, anItem } from './test/shapes.ts'
import { DINER, forDiner, isOwnNumber } from './diner.ts'

const charge = { _id: 'packing', name: 'Packing', amount: 10, per: 'order' as const, orderTypes: ['Take Away' as const], set: 5 }

describe('the customer’s number', () => {
  const order = {
    userId: 'asha',
    mobile_number: '98200 12345',
    customer_name: 'Asha',
    user: { name: 'Asha', mobile_number: '98200 12345' },
    customerGstin: '29AABCI1681G1ZK',
    deliveryAddress: '12, Church Street',
    cancelledBy: null,
    discountBy: null,
    serviceChargeBy: null,
    lastPrinted: null,
    biller: null,
    refund: null,
    taxPercentages: { gst: 5, vat: 0, serviceCharge: 0, charges: [charge] },
    kots: [],
  }
  const diner = (accountId: string, mobileNumber: string, isGuest = true) => ({ accountId, mobileNumber, isGuest })
  it.each([
    ['of a guest who began the order with it', order, diner('asha', '+91 9820012345'), true],
    ['of a guest who began it with another', order, diner('asha', '9820012346'), false],
    ['of another guest who typed it', order, diner('ravi', '9820012345'), false],
    ['of the account that has proven it', order, diner('ravi', '9820012345', false), true],
    ['of an account with another', order, diner('asha', '9820012346', false), false],
    ['of an account without one', order, diner('asha', '', false), false],
    ['where there is none, of the account without one', { ...order, mobile_number: '' }, diner('asha', '', false), false],
    ['where there is none, of the guest without one', { ...order, mobile_number: '' }, diner('asha', ''), false],
  ])('%s', (_who, of, who, own) => {
    expect(isOwnNumber(of, who)).toBe(own)
    const hidden = {
      ...of,
      customer_name: '',
      mobile_number: '',
      customerGstin: '',
      deliveryAddress: '',
      user: { name: '', mobile_number: '' },
    }
    expect(forDiner(of, who)).toEqual(own ? of : hidden)
  })

  it('never comes with the names of staff, not even for its own guest', () => {
    const by = 'Meera Iyer'
    const printed = { lastPrinted: { total: 105, at: '2026-11-21T15:32:00.000Z', by } }
    const named = {
      ...order,
      cancelledBy: by,
      discountBy: by,
      serviceChargeBy: by,
      ...printed,
      biller: by,
      taxPercentages: { ...order.taxPercentages, charges: [{ ...charge, setBy: by }] },
      refund: { amount: 105, reason: 'Cold', at: '2026-11-21T15:32:00.000Z', by, businessDate: '2026-11-21' },
      kots: [aKot([anItem({ cancelledBy: by })], { sentBy: by })],
    }
    for (const who of [diner('asha', '9820012345'), diner('ravi', '9820012346'), null])
      expect(JSON.stringify(forDiner(named, who))).not.toContain(by)
    expect(forDiner({ ...order, kots: [aKot([anItem()], { sentBy: DINER })] }, null).kots[0]?.sentBy).toBe(DINER)
  })

  it('marks a guest’s ticket as sent by a guest, also after the staff have accepted it', () => {
    const [createdAt, later] = ['2026-11-21T15:32:00.000Z', '2026-11-21T15:33:10.000Z']
    const sentBy = (by: string, sentAt: string | null) =>
      forDiner({ ...order, kots: [aKot([anItem()], { sentBy: by, createdAt, sentAt, held: sentAt === null })] }, null).kots[0]?.sentBy
    expect(sentBy(DINER, null)).toBe(DINER)
    expect(sentBy('Meera Iyer', later)).toBe(DINER)
    expect(sentBy('Meera Iyer', createdAt)).toBe('')
  })

  it('is not shown to a caller without a diner session', () => {
    expect(forDiner(order, null)).toMatchObject({
      mobile_number: '',
      customer_name: '',
      customerGstin: '',
      deliveryAddress: '',
      user: { name: '', mobile_number: '' },
    })
  })
})
