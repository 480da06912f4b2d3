/** WCAG 2.2 contrast of colours, and how a restaurant's own colours are made legible (SCREENS §1.1). */
type Rgb = readonly [number, number, number]

export function parseHex(text: string): Rgb | null {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  if (!hex) return null
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex
  const n = Number.parseInt(full, 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}

const toHex = (rgb: Rgb): string => `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((v) => {
    const c = v / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio, from 1 to 21; 1 if either is not a colour. */
export function contrast(a: string, b: string): number {
  const [x, y] = [parseHex(a), parseHex(b)]
  if (!x || !y) return 1
  const [l, m] = [luminance(x), luminance(y)]
  return (Math.max(l, m) + 0.05) / (Math.min(l, m) + 0.05)
}

/** Mixes `share` (0 to 1) of colour `b` into colour `a`. */
export function mix(a: string, b: string, share: number): string {
  const [x, y] = [parseHex(a), parseHex(b)]
  if (!x || !y) return a
  return toHex([0, 1, 2].map((i) => (x[i] ?? 0) * (1 - share) + (y[i] ?? 0) * share) as unknown as Rgb)
}

const AA = 4.5
const WHITE = '#ffffff'
const INK = '#1a0f10'

/** The requested text colour if it is legible on the fill, otherwise white or ink (near black), whichever has more contrast. */
export function textOn(fill: string, wanted: string): { text: string; changed: boolean } {
  if (contrast(fill, wanted) >= AA) return { text: wanted, changed: false }
  return { text: contrast(fill, WHITE) >= contrast(fill, INK) ? WHITE : INK, changed: true }
}

/** Moves a colour towards white or black until it is legible on every background in `grounds`. */
export function until(colour: string, towards: 'white' | 'black', grounds: readonly string[], ratio = AA): string {
  const end = towards === 'white' ? WHITE : '#000000'
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mix(colour, end, share)
    if (grounds.every((g) => contrast(tried, g) >= ratio)) return tried
  }
  return end
}

export const HOUSE = { accentColor: '#3f2a2b', secondaryAccentColor: '#c46d5e', buttonFontColor: '#fff' } as const
const LIGHT = { bg: '#faf7f5', surface: '#ffffff', raised: '#f3edea' }
const DARK = { bg: '#171112', surface: '#211819', raised: '#2c2122' }

export type RestaurantColours = { accentColor: string; secondaryAccentColor: string; buttonFontColor: string }
export type Tokens = Record<string, string>

const same = (a: string, b: string) => {
  const [x, y] = [parseHex(a), parseHex(b)]
  return Boolean(x && y && toHex(x) === toHex(y))
}

/** The tokens that a restaurant's colours override, for light and dark. Empty for Tawa's own colours and for invalid ones. */
export function themeTokens(colours: RestaurantColours): { light: Tokens; dark: Tokens; warnings: string[] } {
  const light: Tokens = {}
  const dark: Tokens = {}
  const warnings: string[] = []
  const { accentColor: primary, secondaryAccentColor: accent } = colours
  const label = parseHex(colours.buttonFontColor) ? colours.buttonFontColor : WHITE
  if (parseHex(primary) && !(same(primary, HOUSE.accentColor) && same(label, HOUSE.buttonFontColor))) {
    const on = textOn(primary, label)
    if (on.changed) warnings.push(`${label} can’t be read on ${primary}; ${on.text} is used instead.`)
    light['--primary'] = primary
    light['--on-primary'] = on.text
    if (!same(primary, HOUSE.accentColor)) {
      const lit = until(primary, 'white', [DARK.bg, DARK.surface, DARK.raised])
      dark['--primary'] = lit
      dark['--on-primary'] = textOn(lit, label).text
    }
  }
  if (parseHex(accent) && !same(accent, HOUSE.secondaryAccentColor)) {
    const strong = until(accent, 'black', [LIGHT.bg, LIGHT.surface, LIGHT.raised])
    const lit = until(accent, 'white', [DARK.bg, DARK.surface, DARK.raised])
    const tokens = (plain: string, bold: string, label: string, soft: string, towards: 'black' | 'white'): Tokens => ({
      '--accent': plain,
      '--accent-strong': bold,
      '--on-accent-strong': textOn(bold, label).text,
      '--accent-soft': soft,
      '--on-accent-soft': until(accent, towards, [soft], 7),
    })
    Object.assign(light, tokens(accent, strong, WHITE, mix(LIGHT.surface, accent, 0.12), 'black'))
    Object.assign(dark, tokens(lit, lit, INK, mix(DARK.bg, accent, 0.22), 'white'))
    if (strong !== accent) warnings.push(`${accent} is too light for small text; ${strong} is used for links.`)
  }
  return { light, dark, warnings }
}
