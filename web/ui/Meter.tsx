import { cx } from './cx.ts'

const fills = { accent: 'bg-accent', success: 'bg-success', warning: 'bg-warning', danger: 'bg-danger', primary: 'bg-primary' }

export interface MeterProps {
  label: string
  value: number
  max?: number
  /** Announced instead of the number: 'Rs. 1,272.78 of Rs. 2,545.56 paid' */
  valueText?: string
  tone?: keyof typeof fills
  height?: 6 | 12
  className?: string
}

export function Meter({ label, value, max = 1, valueText, tone = 'accent', height = 6, className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cx('overflow-hidden rounded-full bg-raised', height === 6 ? 'h-1.5' : 'h-3', className)}
    >
      <div className={cx('h-full rounded-full', fills[tone])} style={{ width: `${share * 100}%` }} />
    </div>
  )
}
