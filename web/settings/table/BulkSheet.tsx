import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { takenNumbers } from '#domain/tableNumber.ts'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { NumberField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { MOST, numbersOf, sentenceOf } from './numbers.ts'

type Props = { tables: readonly TableShape[]; areas: readonly string[]; onClose: () => void }

/** New tables, many at once: "T1 to T20: 20 tables with 4 seats, Patio". */
export function BulkSheet({ tables, areas, onClose }: Props) {
  // The highest number so far.
  const next = Math.max(0, ...tables.map((t) => (/^\d+$/.test(t.tableNumber) ? Number(t.tableNumber) : 0))) + 1
  const form = useCallForm({
    call: 'POST /tables/createTables',
    defaults: { name: '', from: next as number | null, to: next as number | null, capacity: 4 as number | null, area: '' },
    toBody: ({ name, from, to, capacity, area }) => ({
      tables: numbersOf(name, from, to).map((tableNumber) => ({ tableNumber, capacity: capacity ?? 0, area: area.trim() })),
    }),
    fieldOf: { tables: 'to', 'tables.0.capacity': 'capacity', 'tables.0.area': 'area', 'tables.0.tableNumber': 'from' },
    invalidates: ['GET /tables'],
    refusals: { duplicate_table: 'from' },
    onSaved: (answer) => {
      snack.success(`${plural(answer.tables.length, 'table')} added`)
      onClose()
    },
  })
  const { name, from, to, capacity, area } = form.values
  const numbers = numbersOf(name, from, to)
  const taken = takenNumbers(numbers, tables)
  const sentence = sentenceOf(numbers, capacity, area)
  return (
    <FormSheet
      form={form}
      title="Add tables"
      submitLabel={numbers.length > 0 ? `Add ${plural(numbers.length, 'table')}` : 'Add tables'}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <NumberField form={form} name="from" label="From number" required min={0} max={99_999} />
        <NumberField form={form} name="to" label="To number" required min={from ?? 0} max={(from ?? 0) + MOST - 1} />
      </div>
      <NumberField form={form} name="capacity" label="Seats" required min={1} max={99} />
      <TextField form={form} name="area" label="Area" optional maxLength={40} placeholder="Patio" hint={known(areas)} />
      <TextField
        form={form}
        name="name"
        label="Name before the number"
        optional
        maxLength={14}
        placeholder="Bar"
        hint="“Bar” makes Bar 1, Bar 2. Without one they are T1, T2."
      />
      {taken.length > 0 ? (
        <Banner tone="danger">
          {taken.slice(0, 6).map(tableLabel).join(', ')}
          {taken.length > 6 ? ` and ${taken.length - 6} more` : ''} {taken.length === 1 ? 'exists' : 'exist'} already. Choose other numbers.
        </Banner>
      ) : sentence ? (
        <p role="status" className="rounded-card bg-raised px-3 py-2.5 text-14 font-medium [overflow-wrap:anywhere]">
          {sentence}
        </p>
      ) : null}
    </FormSheet>
  )
}

/** The existing areas, so that people write the same area the same way. */
export const known = (areas: readonly string[]) => (areas.length > 0 ? `So far: ${areas.join(', ')}` : undefined)
