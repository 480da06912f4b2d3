import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kot, OrderItem } from '#domain/api/order.ts'
import { modsOf } from '#domain/ticket.ts'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/app/Money.tsx'
import { ItemStatusChip } from './OrderStateChip.tsx'

/** A note as the kitchen sees it, on a yellow band. */
export function NoteBand({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-start gap-1.5 rounded-[4px] bg-warning-soft py-0.5 pr-2 pl-1.5 text-14 font-medium text-on-warning-soft in-data-held:pl-0',
        className,
      )}
    >
      <MessageSquareText className="mt-0.5 size-4" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">Note: </span>
        {children}
      </span>
    </span>
  )
}

export interface KotLinesProps {
  kot: Pick<Kot, 'items'>
  /** Shows amounts at the end of the lines, or below their names where the place is narrow */
  amounts?: boolean | 'below'
  /** After a line: a menu, a Serve button */
  end?: (line: OrderItem) => ReactNode
  /** Replaces the status chip; undefined keeps the chip */
  status?: (line: OrderItem) => ReactNode | undefined
  /** Lines that another device has just changed */
  highlight?: (line: OrderItem) => boolean
  className?: string
}

/** The lines of a sent ticket with their status. Cancelled lines stay, struck through, with their reason. */
export function KotLines({ kot, amounts = true, end, status, highlight, className }: KotLinesProps) {
  return (
    <ul className={className}>
      {kot.items.map((line) => {
        const cancelled = line.status === 'Cancelled'
        const custom = status?.(line)
        const struck = cancelled ? 'text-muted line-through' : undefined
        return (
          <li
            key={line.lineId}
            className={cx(
              'flex min-h-12 flex-wrap items-center gap-x-2 py-1 pl-4 text-14 leading-4.5',
              end ? 'pr-1' : 'pr-4',
              highlight?.(line) && 'bg-accent-soft',
            )}
          >
            {/* Keeps the texts on one baseline when a button makes the row taller. */}
            <span className="flex min-w-0 flex-1 items-baseline gap-2 py-1.5">
              <b className={cx('num min-w-6 flex-none text-16 font-semibold', struck)}>{line.quantity}</b>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className={cx('block text-16 leading-5 font-medium', struck)}>{line.itemName}</span>
                {modsOf(line).map((mod) => (
                  <span key={mod} className="block text-muted">
                    {mod}
                  </span>
                ))}
                {amounts === 'below' ? (
                  <span className={cx('block text-muted', struck)}>
                    <Money rupees={line.amount} />
                  </span>
                ) : null}
                {cancelled && line.cancelReason ? (
                  <span className="block text-muted">
                    {line.cancelReason}
                    {line.cancelledBy ? `, by ${line.cancelledBy}` : null}
                  </span>
                ) : null}
              </span>
            </span>
            {custom === undefined ? <ItemStatusChip status={line.status} /> : custom}
            {amounts === true ? (
              <span className={cx('w-22 flex-none text-right', struck)}>
                <Money rupees={line.amount} />
              </span>
            ) : null}
            {end?.(line)}
            {/* Over the full width below the line, because on a phone a status and a button leave room for only a word or two. */}
            {line.additionalItemNote ? (
              <span className="w-full pr-3 pb-1 pl-8">
                <NoteBand>{line.additionalItemNote}</NoteBand>
              </span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
