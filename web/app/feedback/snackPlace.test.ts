import { expect, test } from 'vitest'
import { placeOf } from './SnackPlace.tsx'

type Box = Parameters<typeof placeOf>[0] extends Iterable<infer B> ? B : never

const box = (left: number, over: Partial<Box> = {}): Box => ({
  from: 'top' as const,
  page: false,
  left,
  width: 300,
  top: 0,
  bottom: 48,
  widest: 480,
  ...over,
})

test('the page’s place counts before the shell’s while it is visible', () => {
  expect(placeOf([])).toBeNull()
  expect(placeOf([box(1)])?.left).toBe(1)
  expect(placeOf([box(2, { page: true }), box(1)])?.left).toBe(2)
  expect(placeOf([box(2, { page: true, width: 0 }), box(1)])?.left).toBe(1)
  expect(placeOf([box(1), box(3, { width: 0 })])?.left).toBe(1)
  // A sheet above the page covers the page's place, and not the shell's.
  expect(placeOf([box(2, { page: true }), box(1)], true)?.left).toBe(1)
})
