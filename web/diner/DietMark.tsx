import type { DietType } from '#domain/order.ts'

const NAMES: Record<DietType, string> = { veg: 'Veg', vegan: 'Vegan', egg: 'Egg', nonVeg: 'Non-veg' }

/** FSSAI's mark of a dish, as in the menu: a green circle for veg and vegan, a brown triangle for all else. Each page may set its size, but not its colour. */
export function DietMark({ diet }: { diet: DietType }) {
  const veg = diet === 'veg' || diet === 'vegan'
  return (
    <svg
      className="diet-mark"
      viewBox="0 0 16 16"
      role="img"
      aria-label={NAMES[diet]}
      style={{ color: veg ? 'var(--veg)' : 'var(--non-veg)' }}
    >
      <rect x="1" y="1" width="14" height="14" rx="2" fill="none" stroke="currentColor" strokeWidth="1.75" />
      {veg ? <circle cx="8" cy="8" r="3.5" fill="currentColor" /> : <path d="M8 4 12.2 11.5H3.8Z" fill="currentColor" />}
    </svg>
  )
}
