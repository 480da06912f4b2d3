import { useState } from 'react'
import type { FormerName } from '#domain/api/employees.ts'
import { useDates } from '#web/core/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Who had which name until when, because payments and cancellations name people (docs/decisions/030-names.md). Shows nothing if nobody was ever renamed or removed. */
export function EarlierNames({ names }: { names: readonly FormerName[] }) {
  const [open, setOpen] = useState(false)
  const dates = useDates()
  if (names.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Earlier names</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Earlier names"
        description="Payments, cancellations and bills keep the name that a person had then."
      >
        <ul className="divide-y divide-hairline">
          {names.map(({ employeeId, name, until, now, isRemoved }) => (
            <li key={`${employeeId} ${until}`} className="py-2.5">
              <p className="font-medium break-words">{name}</p>
              <p className="text-muted break-words">
                until {dates.when(until)}, {isRemoved ? 'then removed' : name === now ? 'and again now' : `now ${now}`}
              </p>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
