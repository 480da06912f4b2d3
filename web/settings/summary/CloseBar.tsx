import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countText, sinceCount } from '#domain/drawer.ts'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { showError } from '#web/app/feedback/snack.tsx'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { usePrintDay } from './DayPaper.tsx'
import { type Closed, receivedOf, type Summary } from './Figures.tsx'

type Kot = Answer<'GET /kot'>['kot']

/** `Closed 19:30 by Anjali Reddy, 2 KOTs since`; null for a day that was not closed. */
function useClosedText() {
  const dates = useDates()
  return ({ closed, lastResetAt, currentNumber }: Kot): string | null => {
    if (!closed) return null
    // Numbers that were started anew since don't count from there.
    const since = lastResetAt === closed.at ? (currentNumber > 0 ? `, ${plural(currentNumber, 'KOT')} since` : ', no KOT since') : ''
    return `Closed ${dates.clock(closed.at)} by ${closed.by}${since}`
  }
}

/** The bar with "Close day" for the running day, or the reason why it can't be closed. It stays in view. */
export function CloseBar() {
  const confirm = useConfirm()
  const dates = useDates()
  const { orders } = useOpenOrders()
  const may = useMay('GET /kot/reset')
  const close = useCommand('GET /orders/daily-summary', { quiet: true, invalidates: ['GET /orders/daily-summary', 'GET /kot'] })
  const client = useQueryClient()
  const counter = { ...apiQuery('GET /kot'), staleTime: 15_000 }
  const kot = useQuery(counter).data?.kot
  const textOf = useClosedText()
  const closedText = kot ? textOf(kot) : null
  const [reading, setReading] = useState(false)
  const open = orders.length
  const print = usePrintDay()
  /** Reads the figures again for the question, because orders may have been settled since the page was loaded. */
  const readAgain = async (): Promise<{ summary: Summary; kot: Kot } | null> => {
    setReading(true)
    try {
      const [figures, counters] = await Promise.all([
        client.fetchQuery({ ...apiQuery('GET /orders/daily-summary', { query: {} }), staleTime: 0 }),
        client.fetchQuery({ ...counter, staleTime: 0 }),
      ])
      return { ...figures, ...counters }
    } catch (error) {
      showError(error)
      return null
    } finally {
      setReading(false)
    }
  }
  const closeDay = async () => {
    const now = await readAgain()
    if (!now) return
    const { summary } = now
    const counted = summary.drawer?.counted
    const off = counted ? toPaise(counted.amount) - toPaise(counted.expected ?? 0) : 0
    const since = summary.drawer ? sinceCount(summary.drawer, formatPaise) : ''
    const before = textOf(now.kot)
    // Closed again, the numbers would begin at 1 a second time on one day.
    const reset = { wanted: before === null }
    let closed: Omit<Closed, 'range'> = { summary }
    const yes = await confirm({
      title: `Close ${dayText(summary.date, { weekday: true, year: true })}${before ? ' again' : ''}?`,
      body: (
        <div className="grid gap-3">
          {before ? <p>{before}.</p> : null}
          <p>
            {plural(summary.completedOrders, 'bill')}, sales <strong>{formatRupees(summary.totalSales)}</strong>, received{' '}
            <strong>{formatRupees(receivedOf(summary))}</strong>.
          </p>
          {counted && (off !== 0 || since) ? (
            <p className={off === 0 ? undefined : 'font-semibold text-danger'}>
              The cash drawer was counted at {dates.clock(counted.at)}: {countText(off, 0, formatPaise)}.{since ? ` ${since}.` : ''}
            </p>
          ) : null}
          <Checkbox label="Reset KOT counter" defaultChecked={reset.wanted} onCheckedChange={(wanted) => (reset.wanted = wanted)} />
        </div>
      ),
      confirmLabel: 'Close day',
      cancelLabel: 'Keep it open',
      run: async () => {
        // The day that the question names: if another began meanwhile, the server refuses instead of closing that one.
        closed = await close.mutateAsync({ query: { date: summary.date, ...(reset.wanted ? { resetKOT: 'true' } : {}) } })
      },
    })
    // The call that resets the counter orders the paper too.
    if (yes) print(closed.summary, { running: false, at: Date.now(), paper: closed.paper })
  }
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-hairline bg-surface px-4 py-3 sm:px-6">
      {open > 0 ? (
        <p role="status" className="mr-auto flex items-center gap-2 text-14 text-danger">
          <CircleX className="size-5 flex-none" aria-hidden="true" />
          <span>
            {plural(open, 'open order')}. Settle, complete or cancel them to close the day.{' '}
            <Link to={to.orders()} className="font-semibold text-accent-strong">
              Show them
            </Link>
          </span>
        </p>
      ) : closedText ? (
        <p role="status" aria-label="Closed" className="mr-auto flex items-center gap-2 text-14">
          <CircleCheck className="size-5 flex-none text-success" aria-hidden="true" />
          {closedText}. What is sold now still counts for this day.
        </p>
      ) : null}
      <Button
        variant={closedText ? 'outline' : 'primary'}
        loading={reading}
        disabledReason={may.ok ? (open > 0 ? plural(open, 'open order') : null) : may.why}
        onClick={() => void closeDay()}
      >
        Close day
      </Button>
    </div>
  )
}
