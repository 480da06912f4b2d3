import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormerName } from '#domain/api/employees.ts'
import { FormSkeleton, Loaded } from '#web/app/Loaded.tsx'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { useDebounced } from '#web/shared/useDebounced.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SearchInput } from '#web/ui/Input.tsx'

/** Who had which name until when, because payments and cancellations name people (docs/decisions/030-names.md). `names` are the newest; a name that is typed is looked up among all. */
export function EarlierNames({ names }: { names: readonly FormerName[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Earlier names</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Earlier names"
        description="Payments, cancellations and bills keep the name that a person had then."
      >
        <Names newest={names} />
      </Dialog>
    </>
  )
}

function Names({ newest }: { newest: readonly FormerName[] }) {
  const [typed, setTyped] = useState('')
  const sought = useDebounced(typed.trim())
  const found = useQuery({ ...apiQuery('GET /restaurant/employees', { query: { formerName: sought } }), enabled: sought !== '' })
  return (
    <div className="grid gap-2">
      <SearchInput size={44} label="A name in the books" maxLength={80} value={typed} onChange={setTyped} />
      {sought === '' ? (
        <List names={newest} none="Nobody had another name." />
      ) : (
        <Loaded query={found} skeleton={<FormSkeleton label="Looking the name up" fields={1} />}>
          {({ formerNames }) => <List names={formerNames} none={`Nobody had the name “${sought}” before.`} />}
        </Loaded>
      )}
    </div>
  )
}

function List({ names, none }: { names: readonly FormerName[]; none: string }) {
  const dates = useDates()
  if (names.length === 0) return <p className="py-2.5 text-muted">{none}</p>
  return (
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
  )
}
