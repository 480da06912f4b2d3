import { cx } from './cx.ts'

function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words[words.length - 1] ?? '') : ''
  return ([...first][0] ?? '').concat([...last][0] ?? '').toLocaleUpperCase()
}

/** Initials of a name. The name must be shown beside it, or given as `label`. */
export function Avatar({ name, size = 32, label, className }: { name: string; size?: 24 | 32 | 48; label?: string; className?: string }) {
  return (
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={cx(
        'inline-grid flex-none place-items-center rounded-full bg-accent-soft font-semibold text-on-accent-soft',
        size === 48 ? 'size-12 text-16' : size === 32 ? 'size-8 text-12' : 'size-6 text-[0.625rem]',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}
