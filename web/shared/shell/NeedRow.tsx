import { createElement, type ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { createPart } from '#web/app/part.ts'
import { useDates } from '#web/core/dates.ts'
import { floorElapsed } from '#web/shared/floor/floor.ts'
import { cx } from '#web/ui/cx.ts'
import { useElapsed } from '#web/ui/hooks.ts'
import type { Need } from './needs.ts'

const ticket = createPart(() => import('./NeedTicket.tsx'))
const call = createPart(() => import('./NeedCall.tsx'))
const kitchen = createPart(() => import('./NeedKitchen.tsx'))
const print = createPart(() => import('./NeedPrint.tsx'))
/** The scripts of these rows are loaded beside the page, before the first row is needed. */
export function fetchNeedRows(): void {
  ticket.fetch()
  call.fetch()
  kitchen.fetch()
  print.fetch()
}

/**
 * One row of "Needs a person", with what one press does about it. A list item: put it in a `ul`. `full`: there is room for all that a guest asks for.
 */
export function NeedRow({ need, full, className }: { need: Need; full?: boolean; className?: string }) {
  if (need.kind === 'ticket') return <ticket.Part need={need} full={full} className={className} />
  if (need.kind === 'call') return <call.Part need={need} className={className} />
  return need.kind === 'print' ? <print.Part need={need} className={className} /> : <kitchen.Part need={need} className={className} />
}

type RowProps = {
  look: string
  icon: LucideIcon
  need: Need
  /** The second line, before the age. */
  detail: ReactNode
  /** Without its age: it no longer matters. */
  aged?: boolean
  title?: string
  /** Where its words lead. */
  to?: string | null
  /** Over the whole width, below the row. */
  below?: ReactNode
  className?: string
  children: ReactNode
}

export function Row({ look, icon, need: { label, word, since }, detail, aged = true, title, to, below, className, children }: RowProps) {
  const ms = useElapsed(since)
  const dates = useDates()
  const words = (
    <>
      <span className="line-clamp-2 [overflow-wrap:anywhere]">
        <b className="num font-bold">{label}</b> {word}
      </span>
      <span className="block truncate text-14">
        {detail}
        {detail && aged ? ' · ' : null}
        {aged ? (
          <time dateTime={since} title={dates.clock(since)} className="num">
            {floorElapsed(ms)}
          </time>
        ) : null}
      </span>
    </>
  )
  return (
    <li className={cx('flex min-h-13 min-w-0 flex-wrap items-center gap-x-3 rounded-[8px] py-0.5 pr-0.5 pl-3', look, className)}>
      {createElement(icon, { className: 'size-6 flex-none', 'aria-hidden': true })}
      {to ? (
        <Link to={to} title={title} className="min-w-0 flex-1 rounded-control leading-5 text-inherit no-underline hover:underline">
          {words}
        </Link>
      ) : (
        <span title={title} className="min-w-0 flex-1 leading-5">
          {words}
        </span>
      )}
      <span className="flex flex-none gap-1.5">{children}</span>
      {below}
    </li>
  )
}
