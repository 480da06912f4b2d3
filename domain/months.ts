import { addDays } from './time.ts'

/** The month that runs, as far as it is over, and the one before, from the business date `today`; all dates are `YYYY-MM-DD`. Taxes are filed by them. */
export function monthsOf(today: string): Record<'This month' | 'Last month', { from: string; to: string }> {
  const first = (date: string) => `${date.slice(0, 8)}01`
  const before = addDays(first(today), -1)
  return { 'This month': { from: first(today), to: today }, 'Last month': { from: first(before), to: before } }
}
