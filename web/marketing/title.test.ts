import { expect, it } from 'vitest'
import { titleOf } from './title.ts'

it.each([
  ['diwali_thali-20%.jpg', 'Diwali thali 20%'],
  ['Mango milkshake.webp', 'Mango milkshake'],
  ['दिवाली थाली.png', 'दिवाली थाली'],
])('%s names the banner “%s”', (file, title) => expect(titleOf(file)).toBe(title))

it.each([
  'IMG_2031.jpg',
  'IMG2031.JPG',
  'PXL_20261122_101500.jpg',
  'WhatsApp Image 2026-11-22 at 10.15.jpeg',
  '20261122.png',
  'a1.png',
  '',
])('%j says nothing about the banner', (file) => expect(titleOf(file)).toBe(''))

it('is no longer than a title may be', () => {
  expect(titleOf(`${'long '.repeat(40)}.png`).length).toBeLessThanOrEqual(80)
})
