import { cx } from '#web/ui/cx.ts'

/** The parts differ by lightness and outline as well as by colour. */
const FILLS = [
  'bg-accent',
  'bg-text',
  'bg-border',
  'bg-accent-soft ring-1 ring-inset ring-accent',
  'bg-surface ring-1 ring-inset ring-border',
  'bg-raised ring-1 ring-inset ring-text',
]
const fillOf = (index: number): string => FILLS[index % FILLS.length] ?? 'bg-accent'

export interface Part {
  name: string
  /** Its size, of any unit, 0 or more */
  value: number
}

/** Parts of a whole in one bar, in this order. The figures are in a table beside it, each row with the part's ShareSwatch. */
export function ShareBar({ label, parts, className }: { label: string; parts: readonly Part[]; className?: string }) {
  return (
    <div role="img" aria-label={label} className={cx('flex h-3 gap-0.5 overflow-hidden', className)}>
      {parts.length === 0 ? <span className="flex-1 rounded-[3px] bg-raised" /> : null}
      {parts.map(({ name, value }, i) => (
        <span key={name} className={cx('min-w-2 rounded-[3px]', fillOf(i))} style={{ flexGrow: value, flexBasis: 0 }} />
      ))}
    </div>
  )
}

/** The colour of the part at this index. */
export const ShareSwatch = ({ index }: { index: number }) => (
  <i aria-hidden="true" className={cx('mr-2 inline-block size-2.5 rounded-[3px]', fillOf(index))} />
)
