import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aRestaurant } from '#domain/test/shapes.ts'
import { documents } from '#domain/test/papers.ts'
import type { OrderShape } from '#domain/api/order.ts'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { giveBill } from './billFile.ts'

const bill = documents.find(({ name }) => name === 'bill')!.document as unknown as { order: OrderShape }
const order = { ...bill.order, invoiceNumber: 'SY/26-27/42', billPrintedAt: null }
const restaurant = aRestaurant() as RestaurantShape

const saved: { name: string; file: Blob }[] = []
const made: Blob[] = []
beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (made.push(blob as Blob), 'blob:x'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: made.at(-1)! })
  })
})
afterEach(() => {
  saved.length = made.length = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const sharing = (share: (data: ShareData) => Promise<void>, can = true) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { canShare: () => can, share }))

it('is saved under the invoice’s number where the device shares no files', async () => {
  sharing(() => Promise.reject(new Error('not asked')), false)
  await giveBill(order, restaurant)
  expect(saved.map(({ name }) => name)).toEqual(['Invoice SY-26-27-42.pdf'])
  expect(saved[0]!.file.type).toBe('application/pdf')
  expect(await saved[0]!.file.slice(0, 5).text()).toBe('%PDF-')
})

it('is shared where the device can, and not saved as well', async () => {
  const shared: ShareData[] = []
  sharing(async (data) => void shared.push(data))
  await giveBill(order, restaurant)
  expect([shared.map(({ files }) => files?.map(({ name, type }) => [name, type])), saved]).toEqual([
    [[['Invoice SY-26-27-42.pdf', 'application/pdf']]],
    [],
  ])
})

it('is saved when the browser no longer lets the page share, and not when the person closed the sharing', async () => {
  sharing(() => Promise.reject(new DOMException('Closed', 'AbortError')))
  await giveBill(order, restaurant)
  expect(saved).toEqual([])
  sharing(() => Promise.reject(new DOMException('Too late', 'NotAllowedError')))
  await giveBill(order, restaurant)
  expect(saved).toHaveLength(1)
})
