import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { changePercent, changeText } from '#domain/change.ts'
import { averageBill } from '#domain/averageBill.ts'
import { formatPaise } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { KpiMoney } from '#web/app/KpiMoney.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { cancelledPercent, percentText, type together } from './outlets.ts'

type Percent = number | null

/** Four figures of all outlets that answered, with those of the period before. */
export function Together({ all: { sums, before, known }, count }: { all: ReturnType<typeof together>; count: number }) {
  const outlets = known === count ? '' : `, ${known} of ${count} outlets`
  const ended = sums.orders + sums.cancelled
  return (
    <Card aria-label={known === count ? 'All outlets together' : `${known} of ${count} outlets together`}>
      <div className="grid grid-cols-[6fr_5fr] gap-px overflow-hidden rounded-card bg-hairline sm:grid-cols-2 @min-[920px]:grid-cols-4">
        <Figure
          label={`Sales${outlets}`}
          value={<KpiMoney paise={sums.sales} />}
          change={before && changePercent(sums.sales, before.sales)}
          from={before && formatPaise(before.sales)}
        />
        <Figure
          label="Orders"
          value={counted(sums.orders)}
          change={before && changePercent(sums.orders, before.orders)}
          from={before && counted(before.orders)}
        />
        <Figure
          label="Average bill"
          value={<KpiMoney paise={averageBill(sums)} />}
          change={before && changePercent(averageBill(sums), averageBill(before))}
          from={before && formatPaise(averageBill(before))}
        />
        <Figure
          label="Cancelled"
          value={percentText(cancelledPercent(sums))}
          note={`${counted(sums.cancelled)} of ${counted(ended)} orders${before ? `, before ${percentText(cancelledPercent(before))}` : ''}`}
        />
      </div>
    </Card>
  )
}

function Figure({
  label,
  value,
  change = null,
  from = null,
  note,
}: {
  label: string
  value: ReactNode
  change?: Percent
  from?: string | null
  note?: string
}) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <p className="text-14 text-muted">{label}</p>
      <p className="num mt-0.5 text-18 leading-8 font-semibold tracking-[-0.01em] whitespace-normal! sm:text-24">{value}</p>
      <p className="num mt-0.5 flex flex-wrap items-center gap-x-1.5 text-12 whitespace-normal! text-muted">
        {change === null ? null : <Change percent={change} />}
        {note ?? (from === null ? null : `from ${from}`)}
      </p>
    </div>
  )
}

/** `+8.2%` with its arrow: green for more, red from a tenth less, muted for little. */
export function Change({ percent }: { percent: Percent }) {
  if (percent === null) return <span className="text-muted">–</span>
  const text = changeText(percent)
  const Arrow = text === '0.0%' ? Minus : percent > 0 ? ArrowUp : ArrowDown
  const tone = text !== '0.0%' && percent > 0 ? 'text-success' : percent <= -10 ? 'text-danger' : 'text-muted'
  return (
    <span className={cx('num inline-flex items-center gap-0.5 font-semibold', tone)}>
      <Arrow className="size-3.5" strokeWidth={2.25} aria-hidden="true" />
      {text}
    </span>
  )
}
