import { expect, it } from 'vitest'
import { revealBy } from './reveal.ts'

const list = { top: 100, bottom: 260 }

it.each([
  ['in view', { top: 120, bottom: 200 }, 0],
  ['below', { top: 240, bottom: 320 }, 60],
  ['above', { top: 40, bottom: 120 }, -60],
  ['taller than its ticket: the dish’s name is shown, not only OK', { top: 140, bottom: 440 }, 40],
  ['taller than its ticket, its name in view', { top: 100, bottom: 400 }, 0],
])('a row that is %s', (_, row, by) => expect(revealBy(row, list)).toBe(by))
