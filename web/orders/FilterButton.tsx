import { ListFilter } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Input } from '#web/ui/Input.tsx'
import { TYPE_WORDS, TYPES, type View } from './view.ts'

const SHORT: Record<View['type'], string> = { ...TYPE_WORDS, parcels: 'Parcels' }

export interface FilterButtonProps {
  view: View
  onChange: (change: Partial<View>) => void
  className?: string
}

/** Which types, and of what is over also which days. A choice counts at once. */
export function FilterButton({ view, onChange, className }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  const closed = view.tab !== 'live'
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button icon={<ListFilter />} className={className}>
          <span className="sr-only">Filter: </span>
          {SHORT[view.type]}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Filter"
          className="scroll-quiet z-60 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card border border-hairline bg-surface text-text shadow-popover outline-none"
        >
          <div className="grid gap-1.5 px-4 py-3">
            <p className="text-14 font-medium">Type</p>
            <FilterChips
              label="Type"
              value={view.type}
              onToggle={(type) => {
                onChange({ type })
                // With dates still to choose it stays open.
                if (!closed) setOpen(false)
              }}
              options={TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }))}
            />
          </div>
          {closed ? <Dates view={view} onChange={onChange} /> : null}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Dates({ view, onChange }: FilterButtonProps) {
  const [typed, setTyped] = useState({ from: view.from ?? '', to: view.to ?? '' })
  const turned = typed.from !== '' && typed.to !== '' && typed.from > typed.to
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (!next.from || !next.to || next.from <= next.to) onChange({ from: next.from || null, to: next.to || null })
  }
  return (
    <div className="grid gap-3 border-t border-hairline px-4 py-3">
      <div className="grid grid-cols-2 gap-2">
        <Field label="From">
          <Input type="date" inputClassName="text-14" value={typed.from} onChange={(event) => change({ from: event.target.value })} />
        </Field>
        <Field label="To" error={turned ? 'Not before From' : undefined}>
          <Input type="date" inputClassName="text-14" value={typed.to} onChange={(event) => change({ to: event.target.value })} />
        </Field>
      </div>
      {view.from || view.to || typed.from || typed.to ? (
        <Button size={40} onClick={() => change({ from: '', to: '' })}>
          Any date
        </Button>
      ) : null}
    </div>
  )
}
