import { expect, it } from 'vitest'
import { comboOf } from './shortcuts.tsx'

const press = (key: string, more: object = {}) => comboOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

it('names pressed keys as pages write them', () => {
  expect(press('F8')).toBe('F8')
  expect(press('K', { metaKey: true })).toBe('Mod+k')
  expect(press('Enter', { ctrlKey: true })).toBe('Mod+Enter')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('T')).toBe('t')
  expect(press('Tab', { shiftKey: true })).toBe('Shift+Tab')
})
