import type { DietType } from '#domain/order.ts'

const NAMES: Record<DietType, string> = { veg: 'Veg', vegan: 'Vegan', egg: 'Egg', nonVeg: 'Non-veg' }

/**
 * FSSAI's mark of a dish, as in the menu: a green circle for veg and vegan, a brown triangle for all else; a glass for alcohol, whatever its diet. Each page may set
 * its size, but not its colour.
 */
export function DietMark({ of: { dietType: diet, isAlcohol } }: { of: { dietType: DietType; isAlcohol: boolean } }) {
  if (isAlcohol)
    return (
      <svg className="icon diet-mark" viewBox="0 0 24 24" role="img" aria-label="Alcohol">
        <path d="M8 22h8M7 10h10M12 15v7M12 15a5 5 0 0 0 5-5c0-2-.5-4-2-8H9c-1.5 4-2 6-2 8a5 5 0 0 0 5 5Z" />
      </svg>
    )
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
