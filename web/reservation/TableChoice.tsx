import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { Suggestion } from './book.ts'

/** How many tables are suggested before "All tables". */
const SUGGESTED = 3
const NONE = 'none'

/** The tables that suit the booking best, and all others on demand. A table's drawback is shown beside it. */
export function TableChoice({
  choice,
  value,
  onChange,
}: {
  choice: readonly Suggestion[]
  value: string
  onChange: (tableId: string) => void
}) {
  const [all, setAll] = useState(false)
  if (choice.length === 0)
    return (
      <Field label="Table" group>
        <p className="text-14 text-muted">Choose a time to see which tables are free.</p>
      </Field>
    )
  const shown = all ? choice : choice.filter((s, i) => i < SUGGESTED || s.table._id === value)
  return (
    <Field
      label="Table"
      group
      labelEnd={
        all || choice.length <= SUGGESTED ? undefined : (
          <Button
            variant="link"
            size={32}
            className="-my-1.5 -mr-3 pointer-coarse:-my-3.5 pointer-coarse:-mr-4"
            onClick={() => setAll(true)}
          >
            All {choice.length} tables
          </Button>
        )
      }
    >
      <RadioGroup
        value={value || NONE}
        onChange={(id) => onChange(id === NONE ? '' : id)}
        className="divide-y divide-hairline overflow-hidden rounded-card border border-border"
        options={[
          ...shown.map((s) => ({
            value: s.table._id,
            label: (
              <>
                <b className="font-semibold">{tableLabel(s.table.tableNumber)}</b>{' '}
                {[s.table.area, plural(s.table.capacity, 'seat')].filter(Boolean).join(', ')}
              </>
            ),
            end: <Against {...s} />,
          })),
          { value: NONE, label: 'No table yet' },
        ]}
      />
    </Field>
  )
}

function Against({ clash, small, inUse, free }: Suggestion) {
  const words = clash ? `Taken from ${clash.time}` : small ? 'Too small' : inUse ? 'In use now' : null
  if (!words) return <span className="text-14 font-normal text-muted">{free}</span>
  return (
    <span className="flex items-center gap-1 text-14 font-normal text-on-warning-soft">
      <TriangleAlert className="size-4 text-warning-icon" aria-hidden="true" />
      {words}
    </span>
  )
}
