import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { addDays, dayText, isDate } from '#domain/time.ts'
import { PanelPage } from '#web/app/PanelPage.tsx'
import { Loaded } from '#web/app/Loaded.tsx'
import { useDates } from '#web/core/dates.ts'
import { useLivePolling } from '#web/core/live.ts'
import { apiQuery } from '#web/core/query.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Checklist } from './Checklist.tsx'
import { CloseBar } from './CloseBar.tsx'
import { DayPaper } from './DayPaper.tsx'
import { Drawer } from './Drawer.tsx'
import { type Closed, Figures } from './Figures.tsx'

/** How a day ended, and closing it (SCREENS §2.3 "/summary", journey 12). Past days are only read. */
export default function SummaryPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('day')
  const { today, date } = useDay(isDate(asked) ? asked : undefined)
  const query = useQuery({ ...summaryOf(date), refetchInterval: useLivePolling() })
  // Without a date, the day of the figures that are shown.
  const day = date ?? query.data?.summary.date ?? today
  const show = (next: string) => setParams(next === today ? {} : { day: next }, { replace: true })
  const isToday = day !== undefined && day === today
  return (
    <PanelPage
      panel={query.isError && !query.data ? null : <DayPaper query={query} running={isToday} />}
      bar={query.data && isToday ? <CloseBar /> : null}
    >
      <div className="@container grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <IconButton
            size={32}
            variant="outline"
            label="Day before"
            icon={<ChevronLeft />}
            disabledReason={day ? null : 'Loading'}
            onClick={() => day && show(addDays(day, -1))}
          />
          <Input
            type="date"
            size={32}
            aria-label="Day"
            className="w-44!"
            value={day ?? ''}
            max={today}
            onChange={(event) => isDate(event.target.value) && show(event.target.value)}
          />
          <IconButton
            size={32}
            variant="outline"
            label="Day after"
            icon={<ChevronRight />}
            disabledReason={day && !isToday ? null : 'This is the running day'}
            onClick={() => day && show(addDays(day, 1))}
          />
          <DayRange
            day={day}
            range={query.data?.summary.date === day ? query.data?.range : undefined}
            now={isToday ? query.dataUpdatedAt : null}
          />
        </div>
        {/* Without a day in the address it is the running day. The checklist keeps its place until that day is known. */}
        {date === undefined ? <Checklist drawer={query.data?.summary.drawer} /> : null}
        <Loaded query={query} className="">
          {({ summary }) => <Figures summary={summary} drawer={<Drawer summary={summary} running={isToday} />} />}
        </Loaded>
      </div>
    </PanelPage>
  )
}

const summaryOf = (date?: string) => ({ ...apiQuery('GET /orders/daily-summary', { query: date ? { date } : {} }), staleTime: 15_000 })

/**
 * `today`: the business day that runs. The KOT counter's is asked for once, and the summary without a date follows every sale: after the reset time it is the first to
 * know the new day. `date`: the day `asked` for, unless it is that one or has not begun.
 */
function useDay(asked: string | undefined): { today: string | undefined; date: string | undefined } {
  const client = useQueryClient()
  const counters = useQuery(apiQuery('GET /kot')).data?.kot.businessDate
  const figures = useQuery({ ...summaryOf(), enabled: asked === undefined || asked === counters }).data?.summary.date
  const behind = counters && figures && counters !== figures ? (counters < figures ? 'GET /kot' : 'GET /orders/daily-summary') : null
  useEffect(() => {
    if (behind) void client.invalidateQueries({ queryKey: [behind] })
  }, [behind, client])
  const today = counters && figures && figures > counters ? figures : (counters ?? figures)
  return { today, date: asked && today && asked >= today ? undefined : asked }
}

/**
 * `Sun 22 Nov 2026, 04:00 to 19:42 IST`, of a past day `Sat 21 Nov 2026, 04:00 to 22 Nov, 04:00 IST`: the period of all figures, as the clock was on that day. Where it
 * doesn't fit beside the day it has a line of its own from the start, so that nothing below moves when the times are known. `now`: of the running day, when its
 * figures were fetched.
 */
function DayRange({ day, range, now }: { day: string | undefined; range: Closed['range'] | undefined; now: number | null }) {
  const dates = useDates()
  const timeOf = (at: string | number) =>
    [dates.date(at) === day ? '' : dayText(dates.date(at)), dates.clock(at)].filter(Boolean).join(', ')
  return (
    <p className="num min-h-5 text-14 text-muted @max-2xl:w-full @2xl:ml-auto">
      {day ? dayText(day, { weekday: true, year: true }) : null}
      {range ? `, ${timeOf(range.from)} to ${timeOf(now ?? range.to)} ${dates.zone(range.from)}` : null}
    </p>
  )
}
