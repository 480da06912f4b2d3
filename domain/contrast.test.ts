import { expect, it } from 'vitest'
import { contrast, HOUSE, mix, parseHex, textOn, themeTokens, until } from './contrast.ts'

const at = (a: string, b: string) => Math.round(contrast(a, b) * 100) / 100

it('computes the ratios listed in SCREENS §1.1', () => {
  expect(at('#ffffff', '#c46d5e')).toBe(3.69)
  expect(at('#3f2a2b', '#c46d5e')).toBe(3.61)
  expect(at('#1a0f10', '#c46d5e')).toBe(5.09)
  expect(at('#ffffff', '#a84e3f')).toBe(5.49)
  expect(at('#fff', '#000')).toBe(21)
  expect(contrast('no colour', '#000')).toBe(1)
})

it('reads short and long hex colours and mixes them', () => {
  expect(parseHex('#fff')).toEqual([255, 255, 255])
  expect(parseHex('3f2a2b')).toEqual([63, 42, 43])
  expect(parseHex('red')).toBeNull()
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})

it('keeps the requested text colour if it is legible, otherwise takes white or ink (near black), whichever has more contrast', () => {
  expect(textOn('#3f2a2b', '#fff')).toEqual({ text: '#fff', changed: false })
  expect(textOn('#ffd400', '#fff')).toEqual({ text: '#1a0f10', changed: true })
  expect(textOn('#c46d5e', '#fff')).toEqual({ text: '#1a0f10', changed: true })
})

it('does not change Tawa’s own colours', () => {
  expect(themeTokens(HOUSE)).toEqual({ light: {}, dark: {}, warnings: [] })
  expect(themeTokens({ accentColor: '#3F2A2B', secondaryAccentColor: '#C46D5E', buttonFontColor: '#ffffff' })).toEqual({
    light: {},
    dark: {},
    warnings: [],
  })
  expect(themeTokens({ accentColor: 'nope', secondaryAccentColor: '', buttonFontColor: '' })).toEqual({ light: {}, dark: {}, warnings: [] })
})

it('makes any restaurant’s colours legible in the light and dark theme', () => {
  for (const accentColor of ['#ffd400', '#0b3d2e', '#111111', '#ffffff', '#1f5fa8'])
    for (const secondaryAccentColor of ['#ff0000', '#ffe0e0', '#00ffcc', '#000000']) {
      const { light, dark } = themeTokens({ accentColor, secondaryAccentColor, buttonFontColor: '#fff' })
      expect(at(light['--primary']!, light['--on-primary']!)).toBeGreaterThanOrEqual(4.5)
      expect(at(dark['--primary']!, '#211819')).toBeGreaterThanOrEqual(4.5)
      expect(at(dark['--primary']!, dark['--on-primary']!)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#faf7f5', '#ffffff', '#f3edea']) expect(at(light['--accent-strong']!, ground)).toBeGreaterThanOrEqual(4.5)
      expect(at(light['--on-accent-soft']!, light['--accent-soft']!)).toBeGreaterThanOrEqual(4.5)
      expect(at(dark['--on-accent-soft']!, dark['--accent-soft']!)).toBeGreaterThanOrEqual(4.5)
      expect(at(dark['--accent-strong']!, dark['--on-accent-strong']!)).toBeGreaterThanOrEqual(4.5)
    }
  expect(until('#888888', 'white', ['#000000'])).toBe('#888888')
})
