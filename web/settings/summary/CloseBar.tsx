import { useQueryClient } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { showError } from '#web/app/feedback/snack.tsx'
import { useMay } from '#web/core/may.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { usePrintDay } from './DayPaper.tsx'
import { type Closed, receivedOf, type Summary } from './Figures.tsx'

/** The bar with "Close day" for the running day, or the reason why it can't be closed. It stays in view. */
export function CloseBar() {
  const confirm = useConfirm()
  const { orders } = useOpenOrders()
  const may = useMay('GET /kot/reset')
  const close = useCommand('GET /orders/daily-summary', { quiet: true, invalidates: ['GET /orders/daily-summary', 'GET /kot'] })
  const client = useQueryClient()
  const [reading, setReading] = useState(false)
  const open = orders.length
  const print = usePrintDay()
  /** Reads the figures again for the question, because orders may have been settled since the page was loaded. */
  const readAgain = async (): Promise<Summary | null> => {
    setReading(true)
    try {
      return (await client.fetchQuery({ ...apiQuery('GET /orders/daily-summary', { query: {} }), staleTime: 0 })).summary
    } catch (error) {
      showError(error)
      return null
    } finally {
      setReading(false)
    }
  }
  const closeDay = async () => {
    const summary = await readAgain()
    if (!summary) return
    const reset = { wanted: true }
    let closed: Omit<Closed, 'range'> = { summary }
    const yes = await confirm({
      title: `Close ${dayText(summary.date, { weekday: true, year: true })}?`,
      body: (
        <div className="grid gap-3">
          <p>
            {plural(summary.completedOrders, 'bill')}, sales <strong>{formatRupees(summary.totalSales)}</strong>, received{' '}
            <strong>{formatRupees(receivedOf(summary))}</strong>.
          </p>
          <Checkbox label="Reset KOT counter" defaultChecked onCheckedChange={(wanted) => (reset.wanted = wanted)} />
        </div>
      ),
      confirmLabel: 'Close day',
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
      ) : null}
      <Button
        variant="primary"
        loading={reading}
        disabledReason={may.ok ? (open > 0 ? plural(open, 'open order') : null) : may.why}
        onClick={() => void closeDay()}
      >
        Close day
      </Button>
    </div>
  )
}
