import { closesNextDay, type HoursRow } from '#domain/hours.ts'
import { WEEK } from '#domain/time.ts'
import { ChipsField, TimeField } from './fields.tsx'
import { RowsField } from './RowsField.tsx'
import type { Form } from './useForm.ts'

type WithHours = { opening_hours: HoursRow[] }

/**
 * The form's `opening_hours`: days with the same times share a row, a day with a break is in two, and one without a row is closed. Its value is `hourRows()` of the
 * periods (domain/hours.ts); `periodsOf()` turns it back into periods. In its own file, like RowsField.
 */
export function HoursField<V extends WithHours>({ form: whole, label = 'Opening hours' }: { form: Form<V>; label?: string }) {
  // A form with more fields than the hours can be used as a form of hours; TypeScript can't infer that because of `setValue`.
  const form = whole as unknown as Form<WithHours>
  const hours = form.values.opening_hours
  return (
    <RowsField
      form={form}
      name="opening_hours"
      label={label}
      noun={{ one: 'opening time', many: 'opening times' }}
      blank={{ days: [], opens: '11:00', closes: '23:00' }}
      max={21}
      show={({ days, opens, closes }) =>
        `${WEEK.flatMap(({ value, label: day }) => (days.includes(value) ? [day] : [])).join(' ')} ${opens} to ${closes}`
      }
      hint={hours.length === 0 ? 'Without hours you count as open at any time.' : 'You are closed on days that are not chosen.'}
    >
      {(row) => (
        <div className="grid gap-3">
          <ChipsField form={form} name={row.at('days')} label="Days" required="Choose at least one day." options={WEEK} />
          <div className="grid grid-cols-2 gap-3">
            <TimeField form={form} name={row.at('opens')} label="Opens" required="Enter when it opens." />
            <TimeField
              form={form}
              name={row.at('closes')}
              label="Closes"
              required="Enter when it closes."
              hint={untilNextDay(hours[row.index])}
            />
          </div>
        </div>
      )}
    </RowsField>
  )
}

function untilNextDay(row: HoursRow | undefined): string | undefined {
  if (!row?.opens || !row.closes || !closesNextDay(row)) return undefined
  return row.opens === row.closes ? 'Open for 24 hours' : 'On the next day'
}
