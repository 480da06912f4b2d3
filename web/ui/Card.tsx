import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { Skeleton } from './Skeleton.tsx'

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode
  /** Muted, beside the title */
  note?: ReactNode
  action?: ReactNode
  /** Adds padding; leave it out for lists and tables that reach the edges */
  padded?: boolean
}

export function Card({ title, note, action, padded = false, className, children, ...props }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      {...props}
      className={cx('min-w-0 rounded-card border border-hairline bg-surface', className)}
    >
      {title || action ? (
        <header className="flex min-h-12 flex-wrap items-center gap-x-2 px-4 py-1.5">
          <h2 id={id} className="py-1 text-16 font-semibold">
            {title}
          </h2>
          {note ? <span className="text-14 text-muted">{note}</span> : null}
          {action ? <div className="ml-auto flex items-center gap-2">{action}</div> : null}
        </header>
      ) : null}
      {padded ? <div className={cx('px-4 pb-4', title || action ? null : 'pt-4')}>{children}</div> : children}
    </section>
  )
}

export interface KpiCardProps {
  label: ReactNode
  value: ReactNode
  /** Small, beside the value. While loading, a placeholder keeps its place. */
  valueNote?: ReactNode
  delta?: { direction: 'up' | 'down' | 'flat'; tone: 'good' | 'bad' | 'neutral'; text: string } | null
  comparison?: ReactNode
  loading?: boolean
  /** It never has a `delta`: while loading no place is kept for one. */
  short?: boolean
  className?: string
}

const arrows = { up: ArrowUp, down: ArrowDown, flat: Minus }
const tones = { good: 'text-success', bad: 'text-danger', neutral: 'text-muted' }

export function KpiCard({ label, value, valueNote, delta, comparison, loading = false, short = false, className }: KpiCardProps) {
  const Arrow = arrows[delta?.direction ?? 'flat']
  return (
    <div
      aria-busy={loading || undefined}
      className={cx('min-w-0 rounded-card border border-hairline bg-surface px-3 pt-3 pb-3.5 text-14 sm:px-4', className)}
    >
      <p className="text-muted">{label}</p>
      {loading ? (
        <div className="grid gap-2 pt-2">
          <Skeleton className="h-7 w-3/4" />
          {valueNote}
          {short ? null : <Skeleton className="h-5 w-1/2" />}
          <Skeleton className="h-4 w-2/3" />
        </div>
      ) : (
        <>
          <p className="num mt-0.5 mb-1.5 flex flex-wrap items-baseline gap-x-1.5 text-20 leading-8 font-semibold sm:text-24 tracking-[-0.01em]">
            {value}
            {valueNote ? (
              <span className="min-w-0 text-14 font-normal tracking-normal whitespace-normal text-muted">{valueNote}</span>
            ) : null}
          </p>
          {delta ? (
            <p className={cx('num inline-flex items-center gap-0.5 font-semibold whitespace-normal!', tones[delta.tone])}>
              <Arrow className="size-4" strokeWidth={2.25} aria-hidden="true" />
              {delta.text}
            </p>
          ) : null}
          {comparison ? <p className="num mt-0.5 text-12 whitespace-normal! text-muted">{comparison}</p> : null}
        </>
      )}
    </div>
  )
}
