import { useState } from 'react'
import { BoundField } from '#web/app/form/Bound.tsx'
import type { Form } from '#web/app/form/useForm.ts'
import { cx } from '#web/ui/cx.ts'
import { type BookingValues, clockOf, firstTime, type OpenAt, type Span, timesFrom } from './book.ts'

const chip = 'flex h-12 flex-col items-center justify-center rounded-control border text-16 font-medium leading-4.5'

/** Times of 15 minutes as chips, ten at once. Past ones can't be chosen; those at which the restaurant is closed can, and say so. */
export function TimeChoice({
  form,
  now,
  past,
  span,
  open,
}: {
  form: Form<BookingValues>
  /** The current time in minutes of the day, if the day is today. */
  now: number | null
  /** The day has passed. */
  past: boolean
  span: Span | null
  open: OpenAt
}) {
  const [opened] = useState(form.values.time)
  const [begins, setBegins] = useState<number | null>(null)
  const { times, earlier, evening, later } = timesFrom(begins ?? firstTime(now, opened || null, open), now, open)
  return (
    <BoundField
      form={form}
      name="time"
      label="Time"
      group
      required
      show={(text: string) => text}
      labelEnd={span ? <span className="num text-muted">{`${clockOf(span.from)} to ${clockOf(span.to)}`}</span> : undefined}
    >
      {({ field }) => (
        <div role="group" aria-label="Time" className="num grid grid-cols-4 gap-2">
          {times.map(({ time, past: gone, closed }) => {
            const chosen = field.value === time
            const over = (gone || past) && !chosen
            return (
              <button
                key={time}
                type="button"
                aria-pressed={chosen}
                disabled={over}
                onClick={() => field.onChange(time)}
                className={cx(
                  chip,
                  chosen
                    ? 'border-2 border-accent-strong bg-accent-soft font-semibold text-on-accent-soft'
                    : 'border-border bg-surface hover:bg-raised disabled:border-hairline disabled:bg-transparent disabled:text-muted',
                )}
              >
                {time}
                {over || closed ? <span className="text-12 font-normal">{over ? 'past' : 'closed'}</span> : null}
              </button>
            )
          })}
          {earlier === null ? null : (
            <button type="button" onClick={() => setBegins(earlier)} className={cx(chip, 'border-border hover:bg-raised')}>
              Earlier
            </button>
          )}
          {times.every(({ past: gone }) => gone || past) && later === null ? (
            <p className="col-span-2 grid items-center text-14 text-muted">No time is left on this day.</p>
          ) : null}
          {evening === null ? null : (
            <button type="button" onClick={() => setBegins(evening)} className={cx(chip, 'border-border hover:bg-raised')}>
              Evening
            </button>
          )}
          {later === null ? null : (
            <button type="button" onClick={() => setBegins(later)} className={cx(chip, 'border-border hover:bg-raised')}>
              Later
            </button>
          )}
        </div>
      )}
    </BoundField>
  )
}
