import type { OrderShape } from '#domain/api/order.ts'
import { digitsOf } from '#domain/customer.ts'
import { orderNamed } from '#domain/order.ts'

export const customerOf = (order: Pick<OrderShape, 'customer_name' | 'user'>): string => order.customer_name || order.user.name || ''
export const mobileOf = (order: Pick<OrderShape, 'mobile_number' | 'user'>): string => order.mobile_number || order.user.mobile_number || ''

/** Each word that is typed begins one of the name's words: "far k" finds Farah Khan. */
function beginsWords(name: string, text: string): boolean {
  const words = name.toLowerCase().split(/\s+/)
  const typed = text.toLowerCase().split(/\s+/)
  return /\p{L}/u.test(text) && typed.every((one) => words.some((word) => word.startsWith(one)))
}

type Findable = Pick<OrderShape, 'billNumber' | 'tableNumber' | 'mobile_number' | 'user' | 'customer_name' | 'orderType' | 'serialNumber'>

/** "T7" and "7" are table 7. */
export function isTable(tableNumber: string, search: string): boolean {
  const text = search.trim().toLowerCase()
  return [text, text.replace(/^t(?=\d)/, '')].includes(tableNumber.toLowerCase())
}

/**
 * Searches the loaded list by everything that it shows: bill number, table, `Take Away 105` or its number alone, the beginnings of the customer's names, and
 * the beginning of a mobile number.
 */
export function finds(order: Findable, search: string): boolean {
  const text = search.trim()
  if (!text) return true
  const named = orderNamed(text)
  if (
    !order.tableNumber &&
    (named ? named.orderType === order.orderType && named.serialNumber === order.serialNumber : text === String(order.serialNumber))
  )
    return true
  if (beginsWords(customerOf(order), text)) return true
  if (/^\d{1,9}$/.test(text) && order.billNumber === Number(text)) return true
  if (order.tableNumber && isTable(order.tableNumber, text)) return true
  const digits = digitsOf(text)
  return digits.length >= 4 && digitsOf(mobileOf(order as OrderShape)).startsWith(digits)
}
