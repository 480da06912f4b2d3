import { cx } from './cx.ts'

const tones = {
  neutral: 'bg-raised text-text',
  danger: 'bg-danger text-on-danger',
  accent: 'bg-accent-strong text-on-accent-strong',
  success: 'bg-success text-on-success',
  /** inside a filled control */
  plain: 'bg-transparent',
}

/** A number badge. Give it a `label` where the number alone is unclear: '3 alerts'. */
type CountProps = { value: number; tone?: keyof typeof tones; max?: number; label?: string; className?: string; 'aria-hidden'?: boolean }

export function Count({ value, tone = 'neutral', max = 99, label, className, 'aria-hidden': hidden }: CountProps) {
  return (
    <span
      aria-hidden={hidden}
      className={cx(
        'num inline-grid h-5 min-w-5 flex-none place-items-center rounded-full px-1.25 text-12 leading-none font-semibold',
        tones[tone],
        className,
      )}
    >
      {label ? <span className="sr-only">{label}</span> : null}
      <span aria-hidden={label ? true : undefined}>{value > max ? `${max}+` : value}</span>
    </span>
  )
}
