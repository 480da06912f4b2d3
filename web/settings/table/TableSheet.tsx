import type { TableShape } from '#domain/api/tables.ts'
import { canMoveTo, tableLabel } from '#domain/table.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { NumberField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { known } from './BulkSheet.tsx'

const valuesOf = ({ tableNumber, capacity, area }: TableShape) => ({ tableNumber, capacity: capacity as number | null, area })

/** Changes one table. The code on its printed sheet stays valid: it names the table, not its number. */
export function TableSheet({ table, areas, onClose }: { table: TableShape; areas: readonly string[]; onClose: () => void }) {
  const form = useCallForm({
    call: 'PUT /tables/update',
    kept: true,
    query: { id: table._id },
    defaults: valuesOf(table),
    toBody: ({ tableNumber, capacity, area }, version) => ({ tableNumber, capacity: capacity ?? 0, area, version }),
    onlyChanges: true,
    version: table.version,
    newest: ({ table: now }) => (now ? { version: (now as TableShape).version, defaults: valuesOf(now as TableShape) } : null),
    invalidates: ['GET /tables'],
    refusals: { duplicate_table: 'tableNumber', table_occupied: 'tableNumber' },
    onSaved: ({ table: saved }) => {
      snack.success(`${tableLabel(saved.tableNumber)} is saved`)
      onClose()
    },
  })
  return (
    <FormSheet form={form} title={tableLabel(table.tableNumber)} onClose={onClose}>
      <TextField
        form={form}
        name="tableNumber"
        label="Number or name"
        required
        maxLength={20}
        hint="A number shows as T7. The printed QR code stays valid."
        disabledReason={canMoveTo(table) || form.isChanged('tableNumber') ? null : 'In use: its number can be changed when it is free.'}
      />
      <NumberField form={form} name="capacity" label="Seats" required min={1} max={99} />
      <TextField form={form} name="area" label="Area" optional maxLength={40} hint={known(areas)} />
    </FormSheet>
  )
}
