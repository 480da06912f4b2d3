import { ListFilter, X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { monthsOf } from '#domain/months.ts'
import { addDays, rangeProblem, rangeText } from '#domain/time.ts'
import { useProfile } from '#web/core/profile.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateRange } from '#web/ui/DateRange.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SearchInput, Select } from '#web/ui/Input.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { businessDay } from '../businessDay.ts'
import { addressIsBusy } from '../useSearch.ts'
import type { ListView } from './useView.ts'
import { type Choice, type Choices, type DateRange as Days, type Filter, filtersIn, filterText, type Option } from './view.ts'

const TYPING_MS = 250

/** The search of a list. The text is written to the address shortly after the last key. */
export function ListSearch({
  view,
  label,
  hint,
  inputRef,
  className,
}: {
  view: ListView
  label: string
  /** What stands in the empty field, if the label is too long for it. */
  hint?: string
  inputRef: Ref<HTMLInputElement>
  className: string
}) {
  const [text, setText] = useState(view.q)
  const [last, setLast] = useState(view.q)
  const [written, setWritten] = useState<string | null>(null)
  if (view.q !== last) {
    setLast(view.q)
    setWritten(null)
    // Changed from outside, by Back or "Clear filters". What was written from here may arrive after more was typed, which stays.
    if (view.q !== written && view.q !== text.trim()) setText(view.q)
  }
  useEffect(() => {
    if (text.trim() === view.q) return
    const write = () => {
      if (addressIsBusy()) timer = setTimeout(write, TYPING_MS)
      else {
        setWritten(text.trim())
        view.change({ q: text.trim() })
      }
    }
    let timer = setTimeout(write, TYPING_MS)
    return () => clearTimeout(timer)
  })
  return (
    <div className={className}>
      <SearchInput ref={inputRef} label={label} placeholder={hint} kbd="/" maxLength={40} value={text} onChange={setText} />
    </div>
  )
}

const asOptions = (options: readonly Option[]) => options.map(({ value, label, count }) => ({ value, label, count }))

/** More options than these, one of which is chosen, are a select: chips would take half of the screen. */
const MOST_CHIPS = 9

/** The chips of one filter. */
function Chips({
  view,
  name,
  filter,
  scroll,
  onChosen,
}: {
  view: ListView
  name: string
  filter: Choice | Choices
  scroll?: boolean
  onChosen?: () => void
}) {
  const value = view.filters[name] as string | readonly string[]
  return (
    <FilterChips
      label={filter.label}
      value={value}
      scroll={scroll}
      options={asOptions(filter.options)}
      onToggle={(pressed) => {
        view.toggle(name, pressed)
        onChosen?.()
      }}
    />
  )
}

/**
 * Filters that are always visible, above the rows. `note` stands at the end of the first of them. `oneLine`: on a phone each filter keeps to one line, so that
 * nothing below moves when the counts come.
 */
export function ShownFilters({ view, note, oneLine }: { view: ListView; note?: ReactNode; oneLine: boolean }) {
  const shown = filtersIn(view.spec, view).filter(([, f]) => f.as === 'chips')
  return shown.map(([name, filter], i) =>
    filter.kind === 'dates' ? null : (
      <div key={name} className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline px-4 py-2 max-sm:px-3">
        {filter.kind === 'choice' && filter.options.length > MOST_CHIPS ? (
          <Select
            aria-label={filter.label}
            className="w-60"
            options={filter.options}
            value={view.filters[name] as string}
            onChange={(event) => view.toggle(name, event.target.value)}
          />
        ) : (
          <Chips view={view} name={name} filter={filter} scroll={oneLine} />
        )}
        {i === 0 && note ? <p className="num ml-auto min-w-0 text-14 whitespace-normal! text-muted">{note}</p> : null}
      </div>
    ),
  )
}

/** One button for the other filters. It shows what is chosen; a choice applies at once. */
export function FilterMenu({ view, className }: { view: ListView; className?: string }) {
  const [open, setOpen] = useState(false)
  const filters = filtersIn(view.spec, view).filter(([, f]) => f.as !== 'chips')
  if (filters.length === 0) return null
  // A single filter always shows its value; of several, only those that differ from the default.
  const alone = filters.filter(([, f]) => f.kind !== 'dates').length === 1
  const chosen = filters.flatMap(([name, f]) => shortText(f, view.filters[name], alone) ?? [])
  return (
    <Popover
      label="Filter"
      open={open}
      onOpenChange={setOpen}
      className="w-80 divide-y divide-hairline"
      trigger={
        <Button icon={<ListFilter />} className={className}>
          <span className="max-w-40 truncate">
            {chosen.length > 0 ? <span className="sr-only">Filter: </span> : null}
            {chosen.length > 0 ? chosen.join(', ') : 'Filter'}
          </span>
        </Button>
      }
    >
      {filters.map(([name, filter]) =>
        filter.kind === 'dates' ? (
          <DateFields key={name} value={view.filters[name] as Days} onChange={(range) => view.change({ filters: { [name]: range } })} />
        ) : (
          <div key={name} className="grid gap-1.5 px-4 py-3">
            <p className="text-14 font-medium">{filter.label}</p>
            {/* Stays open if there is more to choose. */}
            <Chips
              view={view}
              name={name}
              filter={filter}
              onChosen={() => (filters.length === 1 && filter.kind === 'choice' ? setOpen(false) : undefined)}
            />
          </div>
        ),
      )}
    </Popover>
  )
}

/** A filter's text on the button: the option, or of several the first and the number of others. Dates have their own chip. */
function shortText(filter: Filter, value: unknown, always: boolean): string | null {
  if (filter.kind === 'dates' || (filter.kind === 'choice' && value === filter.initial && !always)) return null
  const [first, ...more] = filter.options.filter((o) => (Array.isArray(value) ? value.includes(o.value) : o.value === value))
  return first ? (first.short ?? first.label) + (more.length > 0 ? ` + ${more.length}` : '') : null
}

/** The chosen date range as a chip; a press removes it. `note` stands beside it. */
export function ChosenDates({ view, note }: { view: ListView; note?: ReactNode }) {
  return filtersIn(view.spec, view).map(([name, filter]) => {
    const text = filter.kind === 'dates' ? filterText(filter, view.filters[name], rangeText) : null
    if (!text) return null
    return (
      <div key={name} className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline px-4 py-2 max-sm:px-3">
        <Button
          size={32}
          iconEnd={<X className="size-4" />}
          aria-label={`Remove dates: ${text}`}
          onClick={() => view.change({ filters: { [name]: { from: null, to: null } } })}
        >
          {text}
        </Button>
        {note ? <p className="min-w-0 text-14 text-muted">{note}</p> : null}
      </div>
    )
  })
}

/** Days that are often asked for, from the business day that runs. */
function periodsOf(today: string): Record<string, Days> {
  const yesterday = addDays(today, -1)
  return {
    Today: { from: today, to: today },
    Yesterday: { from: yesterday, to: yesterday },
    ...monthsOf(today),
  }
}

function DateFields({ value, onChange }: { value: Days; onChange: (range: Days) => void }) {
  const [typed, setTyped] = useState({ from: value.from ?? '', to: value.to ?? '' })
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (!rangeProblem(next.from, next.to)) onChange({ from: next.from || null, to: next.to || null })
  }
  const profile = useProfile()
  const [now] = useState(() => Date.now())
  const periods = profile ? periodsOf(businessDay(now, profile)) : {}
  const chosen = Object.keys(periods).find((name) => periods[name]?.from === value.from && periods[name]?.to === value.to)
  return (
    <div className="grid gap-3 px-4 py-3">
      <FilterChips
        label="Period"
        size={32}
        value={chosen ?? ''}
        options={Object.keys(periods).map((name) => ({ value: name, label: name }))}
        onToggle={(name) => change({ from: periods[name]?.from ?? '', to: periods[name]?.to ?? '' })}
      />
      <DateRange {...typed} onChange={change} error={rangeProblem(typed.from, typed.to)} inputClassName="text-14" />
      {typed.from || typed.to ? (
        <Button size={40} onClick={() => change({ from: '', to: '' })}>
          Any date
        </Button>
      ) : null}
    </div>
  )
}
