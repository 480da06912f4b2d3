import { useEffect } from 'react'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { type RestaurantColours, type Tokens, themeTokens } from '#domain/contrast.ts'
import { createStore, readText, useStore, writeText } from '#web/core/store.ts'

/** Light, dark, or as the device says. web/public/theme.js applies it before the first paint. */
type ThemeMode = 'light' | 'dark' | 'system'
const KEY = 'tawa_theme'
const stored = (): ThemeMode => {
  const mode = readText(KEY)
  return mode === 'light' || mode === 'dark' ? mode : 'system'
}
const mode = createStore<ThemeMode>(stored())

function apply(next: ThemeMode) {
  const root = document.documentElement
  if (next === 'system') delete root.dataset.theme
  else root.dataset.theme = next
  // The bar of the window, when Tawa is installed.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const { scheme } = meta.dataset
    meta.media = next === 'system' ? `(prefers-color-scheme: ${scheme})` : scheme === next ? 'all' : 'not all'
  }
}

export function setTheme(next: ThemeMode): void {
  writeText(KEY, next === 'system' ? null : next)
  mode.set(next)
  apply(next)
}
export const useTheme = (): [ThemeMode, (next: ThemeMode) => void] => [useStore(mode), setTheme]

export function useDark(): boolean {
  const device = useMediaQuery('(prefers-color-scheme: dark)')
  const chosen = useStore(mode)
  return chosen === 'system' ? device : chosen === 'dark'
}

/** Prints this page in the light theme: a dark page would be black ink, or pale text on white paper. */
export function usePrintsLight(): void {
  useEffect(() => {
    const before = () => apply('light')
    const after = () => apply(mode.get())
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
}

let sheet: CSSStyleSheet | null = null
const block = (selector: string, tokens: Tokens) =>
  Object.keys(tokens).length === 0
    ? ''
    : `${selector}{${Object.entries(tokens)
        .map(([name, value]) => `${name}:${value}`)
        .join(';')}}`

/** Overrides Tawa's tokens with the restaurant's colours; null removes them. Uses a constructed style sheet, which the CSP allows. */
function applyColours(colours: RestaurantColours | null): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  const { light, dark } = colours ? themeTokens(colours) : { light: {}, dark: {} }
  const night = block(':root:not([data-theme])', dark)
  sheet.replaceSync(
    `${block(":root,[data-theme='light']", light)}${block("[data-theme='dark']", dark)}${night ? `@media (prefers-color-scheme:dark){${night}}` : ''}`,
  )
}

export function useRestaurantColours(colours: RestaurantColours | null | undefined): void {
  const key = colours ? `${colours.accentColor} ${colours.secondaryAccentColor} ${colours.buttonFontColor}` : ''
  useEffect(() => {
    const [accentColor, secondaryAccentColor, buttonFontColor] = key.split(' ')
    applyColours(accentColor && secondaryAccentColor && buttonFontColor ? { accentColor, secondaryAccentColor, buttonFontColor } : null)
    return () => applyColours(null)
  }, [key])
}
