import { useState } from 'react'
import { monthsOf } from '#domain/months.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateRange } from '#web/ui/DateRange.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { PERIOD_WORDS, PERIODS, problemOf, type View } from './period.ts'

type Props = { view: View; onShow: (view: View) => void }

type Chips = Props & { days: { startDate: string; endDate: string } | undefined; today?: string | null }

/** Today · Yesterday · 7 d · 30 d · Custom. A custom period begins with `days`, those that are shown. With the business date `today`, also this month and the last one. */
export function PeriodChips({ view, days, today, onShow }: Chips) {
  const months = Object.entries(today ? monthsOf(today) : {}).map(([label, { from, to }]) => ({ value: `${from} ${to}`, label, from, to }))
  const [custom, rest] = [{ value: 'custom', label: PERIOD_WORDS.custom }, PERIODS.filter((value) => value !== 'custom')]
  const month = view.period === 'custom' ? months.find(({ value }) => value === `${view.from} ${view.to}`) : undefined
  return (
    <FilterChips<string>
      label="Period"
      size={32}
      value={month?.value ?? view.period}
      options={[...rest.map((value) => ({ value, label: PERIOD_WORDS[value] })), ...months, custom]}
      onToggle={(pressed) => {
        const { from, to } = months.find(({ value }) => value === pressed) ?? { from: days?.startDate ?? null, to: days?.endDate ?? null }
        const period = rest.find((value) => value === pressed)
        onShow(period ? { period, from: null, to: null } : { period: 'custom', from, to })
      }}
    />
  )
}

/**
 * From and To, both included. Dates that are missing or in the wrong order are refused here. A filter like those of a list, not a form: nothing is saved,
 * and the days are in the address.
 */
export function CustomDays(props: Props) {
  const { period, from, to } = props.view
  return period === 'custom' ? <Days key={`${from} ${to}`} {...props} /> : null
}

function Days({ view, onShow }: Props) {
  const [days, setDays] = useState({ from: view.from ?? '', to: view.to ?? '' })
  const [asked, setAsked] = useState(view.from !== null || view.to !== null)
  const problem = problemOf({ from: days.from || null, to: days.to || null })
  const apply = () => {
    setAsked(true)
    if (!problem) onShow({ period: 'custom', ...days })
  }
  return (
    <div className="flex flex-wrap items-start gap-2">
      <DateRange
        {...days}
        onChange={(part) => setDays((now) => ({ ...now, ...part }))}
        error={asked ? problem : null}
        onEnter={apply}
        size={32}
        className="w-full sm:w-110"
      />
      <Button size={32} variant="primary" className="sm:mt-6.5" onClick={apply}>
        Show
      </Button>
    </div>
  )
}
