import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { DateRange } from '#web/ui/DateRange.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { PERIOD_WORDS, PERIODS, problemOf, type View } from './period.ts'

type Props = { view: View; onShow: (view: View) => void }

/** Today · Yesterday · 7 d · 30 d · Custom. A custom period begins with `days`, those that are shown. */
export function PeriodChips({ view, days, onShow }: Props & { days: { startDate: string; endDate: string } | undefined }) {
  return (
    <FilterChips
      label="Period"
      size={32}
      value={view.period}
      options={PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
      onToggle={(period) =>
        onShow(
          period === 'custom' ? { period, from: days?.startDate ?? null, to: days?.endDate ?? null } : { period, from: null, to: null },
        )
      }
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
