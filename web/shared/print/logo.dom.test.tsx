import { afterEach, beforeEach, expect, it } from 'vitest'
import { documents } from '#domain/test/papers.ts'
import { setSpeaker } from '#web/core/say.ts'
import { printed } from '#web/test/escpos.ts'
import { bytesOf } from './bytes.ts'
import { logoFor } from './logo.ts'

const bill = documents.find(({ name }) => name === 'bill')!
const kot = documents.find(({ name }) => name === 'kot')!

const warned: string[] = []
beforeEach(() => {
  warned.length = 0
  setSpeaker({ warning: (message) => void warned.push(message), error: () => undefined, close: () => undefined })
  // jsdom reads no picture.
  HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException('', 'EncodingError'))
})
afterEach(() => setSpeaker(null))

it('a bill whose logo can’t be read is printed without it, with one message for the first bill only', async () => {
  const print = (logo: string) => bytesOf(bill.document, { columns: 48, restaurant: bill.restaurant, logo })
  const without = await bytesOf(bill.document, { columns: 48, restaurant: bill.restaurant })
  expect(await print('bm8gaW1hZ2U=')).toEqual(without)
  expect(await print('bm8gaW1hZ2U=')).toEqual(without)
  expect(printed(without).lines.length).toBeGreaterThan(10)
  expect(warned).toEqual([expect.stringMatching(/^Failed to load image\. .*Settings, Print/)])
  // Another logo gets a message of its own.
  await print('data:image/png;base64,')
  expect(warned.slice(1)).toEqual([expect.stringMatching(/^No image data provided\. .*Settings, Print/)])
})

it('no other paper has a logo, so none of them warns; nor does a bill that has none', async () => {
  await bytesOf(kot.document, { columns: 48, restaurant: kot.restaurant, logo: 'b3RoZXI=' })
  expect(await logoFor(null, 48)).toBeNull()
  expect(warned).toEqual([])
})
