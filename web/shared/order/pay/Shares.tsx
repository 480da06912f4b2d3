import { CircleCheck, Coins } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import { Money } from '#web/app/Money.tsx'
import { cx } from '#web/ui/cx.ts'
import { iconOf } from './Methods.tsx'
import type { useTender } from './useTender.ts'

/** The payments received, and the shares still to be paid. */
export function Shares({ order, tender }: { order: OrderShape; tender: ReturnType<typeof useTender> }) {
  const { done, share, shares, method } = tender
  return (
    <ul aria-label="Shares" className="mt-3 grid gap-2 empty:hidden">
      {order.payments.map((p) => (
        <li
          key={p.method}
          className="flex h-16 items-center gap-3 rounded-card bg-success-soft px-4 text-on-success-soft [--money-unit:currentColor]"
        >
          <CircleCheck className="size-6" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            <b className="block truncate font-semibold">{p.method}</b>
            <small className="block text-14">Received</small>
          </span>
          <Money rupees={p.amount} className="font-semibold" />
        </li>
      ))}
      {share === null
        ? null
        : shares.map((amount, i) => {
            const Icon = i === 0 ? iconOf(method) : Coins
            return (
              <li
                key={done + i}
                aria-current={i === 0 ? 'step' : undefined}
                className={cx(
                  'flex h-16 items-center gap-3 rounded-card border bg-surface px-4',
                  i === 0 ? 'border-accent ring-1 ring-accent ring-inset' : 'border-hairline text-muted',
                )}
              >
                <Icon className="size-6" aria-hidden="true" />
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-semibold">
                    Share {done + i + 1}
                    {i === 0 && method ? `, ${method}` : ''}
                  </b>
                  <small className="block text-14 text-muted">{i === 0 ? 'Now' : 'Next'}</small>
                </span>
                <Money paise={amount} className="font-semibold" />
              </li>
            )
          })}
    </ul>
  )
}
