import { CalendarClock, ChevronDown, ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from '#domain/text.ts'
import { addDays, dayText, isDate, wallClock } from '#domain/time.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { mayReplaceSheet } from '#web/app/form/guard.ts'
import { Kept } from '#web/app/form/Kept.tsx'
import { AbsentSheet, Stale } from '#web/app/list/parts.tsx'
import { useSearch } from '#web/app/useSearch.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMediaQuery, useNow } from '#web/ui/hooks.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Input, SearchInput } from '#web/ui/Input.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BookingSheet } from './BookingSheet.tsx'
import { BookList } from './BookList.tsx'
import { type Entry, finds, guestsOf, type Preset, type Proposal } from './book.ts'
import { Timeline } from './Timeline.tsx'
import { useDay, useSteps, useTables } from './useBook.ts'

/** In the address instead of a booking's id: a new one is open. */
const NEW = 'new'

/** The book (SCREENS §2.2 "/restaurant/reservation"): a day's bookings, and beside the list who sits where and when. */
export default function ReservationPage() {
  const [params, setAddress] = useSearch()
  const dates = useDates()
  const now = useNow()
  const at = wallClock(new Date(now), dates.timezone)
  const asked = params.get('day')
  const open = params.get('reservation')
  // At midnight the book turns its page only when nothing is open: a booking of the evening would leave the list, and a new one would move to tomorrow.
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  if ((openedAt === null) !== (open === null)) setOpenedAt(open === null ? null : now)
  const day = isDate(asked) ? asked : wallClock(new Date(openedAt ?? now), dates.timezone).date
  const nowOn = (date: string) => (date === at.date ? at.minutes : null)
  const [search, setSearch] = useState('')
  const [preset, setPreset] = useState<Preset>({})
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const wide = useMediaQuery('(min-width: 768px)')
  const online = useOnline()
  const steps = useSteps()
  const tables = useTables()
  const { query, entries } = useDay(day)
  const mayBook = useMay('POST /restaurant/reservations/create')

  const show = useCallback(
    (next: { day?: string; reservation?: string | null }, how?: { push?: boolean; closes?: boolean }) =>
      setAddress((newest) => {
        if (next.day) newest.set('day', next.day)
        if (next.reservation) newest.set('reservation', next.reservation)
        if (next.reservation === null) newest.delete('reservation')
        return newest
      }, how),
    [setAddress],
  )
  // From 1280 the sheet stands beside the book, which stays usable.
  const goTo = async (to: string) => {
    if (await mayReplaceSheet()) show({ day: to, reservation: null })
  }
  /** What was pressed to open the sheet. */
  const opener = useRef<Element | null>(null)
  const openOne = async (id: string) => {
    const pressed = document.activeElement
    if (id === open || !(await mayReplaceSheet())) return
    opener.current = pressed
    show({ reservation: id }, { push: open === null })
  }
  const close = () => show({ reservation: null }, { closes: true })
  // The sheet beside the book gives the focus to nothing when it closes: it goes back to what was pressed, or to the booking's row.
  const section = useRef<HTMLElement>(null)
  const closed = useEffectEvent((id: string) => {
    const row = section.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
    for (const back of [opener.current, row]) if (document.activeElement === document.body && back instanceof HTMLElement) back.focus()
    opener.current = null
  })
  const last = useRef(open)
  useEffect(() => {
    const id = last.current
    last.current = open
    if (id === null || open !== null) return
    const frame = requestAnimationFrame(() => closed(id))
    return () => cancelAnimationFrame(frame)
  }, [open])
  const refusal = day < at.date ? 'This day has passed' : (steps.refusal ?? (mayBook.ok ? null : mayBook.why))
  const book = async (from: Preset) => {
    const isShown = open === NEW && from.tableId === preset.tableId && from.time === preset.time
    const pressed = document.activeElement
    if (refusal || isShown || !(await mayReplaceSheet())) return
    opener.current = pressed
    setPreset(from)
    show({ reservation: NEW }, { push: open === null })
  }
  // An address or a press opens no booking that can't be made. One that is open stays, offline and after midnight, with what was typed.
  const [begun, setBegun] = useState(false)
  const isNew = open === NEW
  if (begun !== isNew && !(isNew && refusal)) setBegun(isNew)
  const create = (label: string) => (
    <Button variant="primary" icon={<Plus className="max-sm:hidden" />} disabledReason={refusal} onClick={() => book({})}>
      {label}
    </Button>
  )
  const opened = entries?.find((e) => e._id === open) ?? null
  const bookingSheet = (booking: Entry | null) => (
    <BookingSheet
      key={`${open} ${preset.tableId} ${preset.time}`}
      booking={booking}
      day={day}
      preset={booking ? {} : preset}
      nowOn={nowOn}
      steps={steps}
      onPropose={setProposal}
      onClose={close}
    />
  )

  return (
    <div className="flex min-h-0 flex-1">
      <section ref={section} aria-label="Book" className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex min-h-16 flex-none flex-wrap items-center gap-2 border-b border-hairline px-4 py-2 max-sm:px-3">
          <IconButton label="Day before" icon={<ChevronLeft />} onClick={() => goTo(addDays(day, -1))} />
          <DayButton day={day} today={at.date} onChange={goTo} />
          <IconButton label="Next day" icon={<ChevronRight />} onClick={() => goTo(addDays(day, 1))} />
          <p className="num flex-none text-14 text-muted max-lg:hidden">{entries ? plural(guestsOf(entries), 'guest') : null}</p>
          <div className="ml-auto flex min-w-0 flex-1 basis-60 items-center justify-end gap-2">
            <SearchInput
              label="Name or mobile"
              value={search}
              onChange={setSearch}
              maxLength={40}
              className="w-40 min-w-0 flex-1 sm:max-w-60"
            />
            {create('New booking')}
          </div>
        </div>
        {(query.isError || !online) && query.dataUpdatedAt > 0 ? (
          <Stale list={{ failed: query.isError ? query : null, updatedAt: query.dataUpdatedAt }} />
        ) : null}
        <Loaded query={{ ...query, data: entries }} skeleton={<BookSkeleton />} className="m-4">
          {(all) => {
            const found = search.trim() ? all.filter((e) => finds(e, search)) : all
            return (
              <div className="flex min-h-0 flex-1">
                <div className="scroll-quiet min-h-0 min-w-0 overflow-y-auto border-hairline bg-surface max-md:flex-1 md:w-68 md:flex-none md:border-r xl:w-76">
                  {found.length > 0 ? (
                    <BookList entries={found} today={day === at.date} open={open} steps={steps} onOpen={openOne} />
                  ) : (
                    <EmptyState
                      icon={<CalendarClock />}
                      title={
                        all.length === 0 ? `No bookings on ${dayText(day, { weekday: true })}` : `No booking matches “${search.trim()}”`
                      }
                      action={
                        all.length > 0 ? (
                          <Button onClick={() => setSearch('')}>Clear search</Button>
                        ) : refusal ? undefined : (
                          create('Book the first guests')
                        )
                      }
                    />
                  )}
                </div>
                {wide ? (
                  <Timeline
                    key={day}
                    entries={found}
                    tables={tables}
                    now={nowOn(day)}
                    open={open}
                    proposal={proposal?.date === day ? proposal : null}
                    onOpen={openOne}
                    onFree={book}
                  />
                ) : null}
              </div>
            )
          }}
        </Loaded>
      </section>
      {open === null || (isNew && !begun) ? null : isNew ? (
        bookingSheet(null)
      ) : (
        <Kept
          key={open}
          row={opened}
          noun="booking"
          absent={
            <AbsentSheet
              noun={{ one: 'booking', many: 'bookings' }}
              list={{ total: entries?.length ?? null, failed: null }}
              onClose={close}
            />
          }
        >
          {bookingSheet}
        </Kept>
      )}
    </div>
  )
}

/** The day that is shown; it opens the next days, and any other by its date. */
function DayButton({ day, today, onChange }: { day: string; today: string; onChange: (day: string) => void }) {
  const [open, setOpen] = useState(false)
  const choose = (to: string) => {
    setOpen(false)
    onChange(to)
  }
  const word = day === today ? 'Today, ' : day === addDays(today, 1) ? 'Tomorrow, ' : ''
  return (
    <Popover
      label="Day"
      open={open}
      onOpenChange={setOpen}
      className="grid w-64 gap-1 p-2"
      trigger={
        <Button iconEnd={<ChevronDown className="size-4" />} className="min-w-0 shrink max-sm:flex-1">
          {word}
          {dayText(day, { weekday: true })}
        </Button>
      }
    >
      {[0, 1, 2, 3, 4, 5, 6].map((ahead) => {
        const date = addDays(today, ahead)
        return (
          <Button key={date} variant="quiet" aria-pressed={date === day} className="justify-start" onClick={() => choose(date)}>
            {ahead === 0 ? 'Today, ' : ahead === 1 ? 'Tomorrow, ' : ''}
            {dayText(date, { weekday: true })}
          </Button>
        )
      })}
      <label className="grid gap-1 px-4 py-2 text-14 font-medium">
        Another day
        <Input type="date" value={day} onChange={(event) => (isDate(event.target.value) ? onChange(event.target.value) : undefined)} />
      </label>
    </Popover>
  )
}

const BookSkeleton = () => (
  <div role="status" aria-label="Loading bookings" className="grid gap-2 p-4">
    {[0, 1, 2, 3, 4, 5].map((i) => (
      <Skeleton key={i} className="h-16 rounded-card md:max-w-72" />
    ))}
  </div>
)
