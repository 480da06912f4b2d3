import type { CSSProperties } from 'react'
import { type RestaurantColours, themeTokens } from '#domain/contrast.ts'

/** Tawa's default tokens (styles/tokens.css), which on this page are replaced by the saved colours. */
const HOUSE = {
  light: {
    '--primary': '#3f2a2b',
    '--on-primary': '#ffffff',
    '--accent': '#c46d5e',
    '--accent-strong': '#a84e3f',
    '--accent-soft': '#fbeeea',
    '--on-accent-soft': '#7d3628',
  },
  dark: {
    '--primary': '#e0907f',
    '--on-primary': '#1a0f10',
    '--accent': '#e0907f',
    '--accent-strong': '#e0907f',
    '--accent-soft': '#3a201b',
    '--on-accent-soft': '#f6c9bf',
  },
}

/** A preview of the colours, before they are saved: buttons and texts of guests and staff, light and dark. */
export function ThemePreview({ colours, name }: { colours: RestaurantColours; name: string }) {
  const tokens = themeTokens(colours)
  return (
    <div role="group" aria-label="Preview of the colours" className="grid gap-3 @sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          role="group"
          aria-label={`In the ${theme} theme`}
          style={{ ...HOUSE[theme], ...tokens[theme] } as CSSProperties}
          className="grid min-w-0 gap-3 rounded-card border border-hairline bg-bg p-3 text-14"
        >
          <p className="text-16 font-semibold wrap-anywhere">{name}</p>
          <p className="flex items-center justify-between gap-2 rounded-control bg-accent-soft px-2 py-1 text-on-accent-soft">
            <span>Table 7</span>
            <b className="num">Rs. 420.00</b>
          </p>
          <p className="border-b-2 border-accent pb-1 font-medium">Starters</p>
          <p className="font-medium text-accent-strong">See the whole menu</p>
          <span className="grid h-10 place-items-center rounded-control bg-primary font-semibold text-on-primary">Place order</span>
        </div>
      ))}
    </div>
  )
}
