import { Wine } from 'lucide-react'
import { cx } from './cx.ts'

type Diet = 'veg' | 'nonVeg' | 'egg' | 'vegan'

const names: Record<Diet, string> = { veg: 'Veg', nonVeg: 'Non-veg', egg: 'Egg', vegan: 'Vegan' }

export interface DietMarkProps {
  diet: Diet
  isAlcohol?: boolean
  size?: 16 | 20
  className?: string
}

/** FSSAI's shapes, which differ without colour: a circle for veg, a triangle for non-veg. Egg and vegan add their word; alcohol is a glass. */
export function DietMark({ diet, isAlcohol = false, size = 16, className }: DietMarkProps) {
  const name = isAlcohol ? 'Alcohol' : names[diet]
  if (isAlcohol) {
    return (
      <span role="img" aria-label={name} className={cx('inline-flex flex-none text-muted', className)}>
        <Wine width={size} height={size} strokeWidth={2} aria-hidden="true" />
      </span>
    )
  }
  const veg = diet === 'veg' || diet === 'vegan'
  return (
    <span
      role="img"
      aria-label={name}
      className={cx('inline-flex flex-none items-center gap-1 text-12 font-medium', veg ? 'text-veg' : 'text-non-veg', className)}
    >
      <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" className="flex-none">
        <rect x="1" y="1" width="14" height="14" rx="2" fill="none" stroke="currentColor" strokeWidth="1.75" />
        {veg ? <circle cx="8" cy="8" r="3.5" fill="currentColor" /> : <path d="M8 4 12.2 11.5H3.8Z" fill="currentColor" />}
      </svg>
      {diet === 'egg' || diet === 'vegan' ? <span aria-hidden="true">{name}</span> : null}
    </span>
  )
}
