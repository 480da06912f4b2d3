import { expect, it } from 'vitest'
import { distanceText } from './location.ts'

it('a distance is as exact as it is useful', () =>
  expect([0, 4, 404, 994, 995, 1240, 9949, 9950, 12_400].map((metres) => distanceText(metres).replace('\u00a0', ' '))).toEqual([
    '10 m',
    '10 m',
    '400 m',
    '990 m',
    '1.0 km',
    '1.2 km',
    '9.9 km',
    '10 km',
    '12 km',
  ]))

it('a distance and its unit are not on two lines', () => expect([400, 1240].map(distanceText)).toEqual(['400\u00a0m', '1.2\u00a0km']))
