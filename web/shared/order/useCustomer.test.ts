import { expect, it } from 'vitest'
import { anOrder } from './test/order.ts'
import { customerFields } from './useCustomer.ts'

it('what was typed before the order was there fills what it doesn’t have, and its note stands beside the order’s', () => {
  const order = anOrder({ customer_name: 'Ravi', mobile_number: '', additionalNote: 'nut allergy', guests: null })
  const typed = { mobile_number: '9848022110', additionalNote: 'Birthday', guests: 2, orderId: null }
  expect(customerFields(order, typed)).toMatchObject({
    customer_name: 'Ravi',
    mobile_number: '9848022110',
    additionalNote: 'nut allergy; Birthday',
    guests: 2,
  })
  expect(customerFields(order, { ...typed, orderId: order._id })).toMatchObject({ customer_name: 'Ravi', additionalNote: 'Birthday' })
  const unseen = { ...typed, orderId: order._id, unseen: true }
  expect(customerFields(order, unseen)).toMatchObject({ additionalNote: 'nut allergy; Birthday' })
  expect(customerFields(order, { ...unseen, additionalNote: 'nut allergy, window' }).additionalNote).toBe('nut allergy, window')
})

it('two customers are not mixed: the number and the GST number of one don’t stand beside the name of the other', () => {
  const order = anOrder({ customer_name: 'Meera', mobile_number: '', customerGstin: '' })
  const typed = { customer_name: 'Ravi', mobile_number: '9848022110', customerGstin: '27AAPFU0939F1ZV', orderId: null }
  expect(customerFields(order, typed)).toMatchObject({ customer_name: 'Meera', mobile_number: '', customerGstin: '' })
})

it('a GST number that was typed too late for the bill is neither shown nor saved: the order keeps its own', () => {
  const typed = { customerGstin: '27AAPFU0939F1ZV' }
  const order = anOrder({ billNumber: 4, customerGstin: '' })
  expect(customerFields({ ...order, paymentStatus: 'unpaid' }, typed).customerGstin).toBe(typed.customerGstin)
  expect(customerFields({ ...order, paymentStatus: 'partial' }, typed).customerGstin).toBe('')
})
