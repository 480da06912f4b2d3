import { CircleCheck, Coins } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { cx } from '#web/ui/cx.ts'
import { useOverflows } from '#web/ui/hooks.ts'
import { usePaymentHistory } from '../usePaymentHistory.ts'
import { iconOf } from './Methods.tsx'
import { receivedRows } from './received.ts'
import { useReceivedMenu } from './useReceivedMenu.tsx'
import type { useTender } from './useTender.ts'

/** Brings the share that is being paid into view, when another is. */
const show = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

/** The payments received, each of which can be corrected or given back, and the shares still to be paid. */
export function Shares({ order, tender }: { order: OrderShape; tender: ReturnType<typeof useTender> }) {
  const { share, shares, method } = tender
  const [list, overflows] = useOverflows<HTMLUListElement>()
  const dates = useDates()
  const history = usePaymentHistory(order, { enabled: order.payments.length > 0 })
  const rows = receivedRows(order, history && history.rows)
  // Without the history a row is all that came by its method.
  const names = history ? tender.paidNames(rows) : []
  const { menu, dialogs } = useReceivedMenu(order, history, (row) => tender.changesOf(names[rows.indexOf(row)] ?? ''))
  const many = rows.length + (share === null ? 0 : shares.length) > 3
  return (
    <>
      <ul
        ref={list}
        aria-label="Shares"
        tabIndex={overflows ? 0 : undefined}
        // More than three would push the methods below the Settle button; on a high screen the fourth shows that there are more.
        style={many ? { maxHeight: 'clamp(160px, 50dvh - 224px, 224px)' } : undefined}
        className={cx(
          'mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden',
          many && 'scroll-quiet flex-none overflow-y-auto focus-visible:-outline-offset-2',
        )}
      >
        {rows.map((row, i) => {
          const name = names[i] ? `${names[i]}, ${row.method}` : row.method
          return (
            <li
              key={row.key}
              className="flex h-16 short:h-12 short:leading-4.5 items-center gap-3 rounded-card bg-success-soft pr-1 pl-4 max-xl:gap-2 max-xl:pl-3 text-on-success-soft [--money-unit:currentColor]"
            >
              <CircleCheck className="size-6 flex-none" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <b className="block truncate font-semibold">{name}</b>
                <small className="block text-14 short:text-12">Received {dates.clock(row.at)}</small>
              </span>
              <Money paise={row.paise} className="flex-none font-semibold" />
              {menu(row, name) ?? <span className="pr-2" />}
            </li>
          )
        })}
        {share === null
          ? null
          : shares.map(({ name, amount }, i) => {
              const Icon = i === 0 ? iconOf(method) : Coins
              return (
                <li
                  key={name}
                  ref={i === 0 && many ? show : undefined}
                  aria-current={i === 0 ? 'step' : undefined}
                  className={cx(
                    'flex h-16 short:h-12 short:leading-4.5 items-center gap-3 rounded-card border bg-surface px-4 max-xl:gap-2 max-xl:px-3',
                    i === 0 ? 'border-accent ring-1 ring-accent ring-inset' : 'border-hairline text-muted',
                  )}
                >
                  <Icon className="size-6" aria-hidden="true" />
                  <span className="min-w-0 flex-1">
                    <b className="block truncate font-semibold">
                      {name}
                      {i === 0 && method ? `, ${method}` : ''}
                    </b>
                    <small className="block text-14 text-muted short:text-12">{i === 0 ? 'Now' : 'Next'}</small>
                  </span>
                  <Money paise={amount} className="font-semibold" />
                </li>
              )
            })}
      </ul>
      {dialogs}
    </>
  )
}
