import { Command, defaultFilter } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { type ControlProps, useFieldControl } from '#web/ui/Field.tsx'
import type { ControlSize, SelectOption } from '#web/ui/Input.tsx'

const heights: Record<ControlSize, string> = {
  32: 'h-8 px-2.5 text-14 pointer-coarse:h-12',
  44: 'h-11 px-3 text-16',
  48: 'h-12 px-3 text-16',
}

/** For options that are fetched. `ask` gets what is typed, '' when the list opens; what doesn't match it by its label is hidden all the same. */
export type ComboboxSearch = { ask: (text: string) => void; busy: boolean }

/** A button that opens a list to search. Loaded on its own (`ComboboxField`), because of cmdk's weight. */
export default function Combobox({
  label,
  options,
  placeholder,
  size,
  value,
  onChange,
  search,
  ref,
}: {
  label: string
  options: readonly SelectOption[]
  placeholder: string
  size: ControlSize
  value: string
  onChange: (value: string) => void
  search?: ComboboxSearch
  ref?: React.Ref<HTMLButtonElement>
}) {
  const [open, setOpen] = useState(false)
  const { required: _, ...control } = useFieldControl<ControlProps>({})
  const chosen = options.find((option) => option.value === value)
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        if (next) search?.ask('')
        setOpen(next)
      }}
    >
      <Popover.Trigger
        {...control}
        ref={ref}
        type="button"
        role="combobox"
        aria-expanded={open}
        aria-label={`${label}: ${chosen?.label ?? placeholder}`}
        className={cx(
          'flex w-full min-w-0 items-center gap-2 rounded-control border border-border bg-surface text-left aria-invalid:border-danger',
          heights[size],
          !chosen && 'text-muted',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{chosen?.label ?? placeholder}</span>
        <ChevronsUpDown className="size-4.5 flex-none text-muted" aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          className="z-60 w-(--radix-popover-trigger-width) min-w-56 rounded-card border border-hairline bg-surface shadow-popover"
        >
          {/* By the label alone: a value may be an id, whose letters would match by chance. */}
          <Command label={label} loop filter={(_value, search, words = []) => defaultFilter(words.join(' '), search)}>
            <Command.Input
              autoFocus
              placeholder="Search"
              onValueChange={search?.ask}
              className="h-11 w-full border-b border-hairline bg-transparent px-3 text-16 outline-none"
            />
            <Command.List className="scroll-quiet max-h-72 overflow-y-auto p-1">
              <Command.Empty className="px-3 py-4 text-14 text-muted">{search?.busy ? 'Searching…' : 'No matches'}</Command.Empty>
              {options.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  keywords={[option.label]}
                  disabled={option.disabled}
                  onSelect={() => {
                    onChange(option.value)
                    setOpen(false)
                  }}
                  className="flex min-h-9 items-center gap-2 rounded-control px-2 text-14 data-[disabled=true]:text-muted data-[selected=true]:bg-raised pointer-coarse:min-h-12"
                >
                  <span className="min-w-0 flex-1">{option.label}</span>
                  {option.value === value ? <Check className="size-4.5" aria-hidden="true" /> : null}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
