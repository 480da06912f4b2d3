import { expect, it } from 'vitest'
import { anOrder } from './test/order.ts'
import { customerFields } from './useCustomer.ts'

it('a GST number that was typed too late for the bill is neither shown nor saved: the order keeps its own', () => {
  const typed = { customerGstin: '27AAPFU0939F1ZV' }
  const order = anOrder({ billNumber: 4, customerGstin: '' })
  expect(customerFields({ ...order, paymentStatus: 'unpaid' }, typed).customerGstin).toBe(typed.customerGstin)
  expect(customerFields({ ...order, paymentStatus: 'partial' }, typed).customerGstin).toBe('')
})
