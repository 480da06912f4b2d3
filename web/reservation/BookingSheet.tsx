import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReservationShape } from '#domain/api/reservations.ts'
import { customerNumberOf } from '#domain/customer.ts'
import { isOpenOn, type Period } from '#domain/openAt.ts'
import { holds } from '#domain/reservation.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { DateField, SelectField, StepperField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { type Form, useCallForm } from '#web/app/form/useForm.ts'
import { ApiError, type Input } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { useDates } from '#web/core/dates.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { type BookingValues, clashing, clockOf, type Entry, type Preset, type Proposal, spanOf, suggestions } from './book.ts'
import { StepBar } from './StepBar.tsx'
import { TableChoice } from './TableChoice.tsx'
import { TimeChoice } from './TimeChoice.tsx'
import { type Steps, useDay, useTables } from './useBook.ts'

type Props = {
  booking: Entry | null
  /** The day of a new booking. */
  day: string
  preset: Preset
  /** The current time in minutes of the day, if the form's day is today. */
  nowOn: (date: string) => number | null
  steps: Steps
  onPropose: (proposal: Proposal | null) => void
  onClose: () => void
}

const DURATIONS = [60, 90, 120, 150, 180]
const durationsWith = (own: string) =>
  [...new Set([...DURATIONS, Number(own)])].sort((a, b) => a - b).map((minutes) => ({ value: String(minutes), label: `${minutes} min` }))
type Body = Input<'POST /restaurant/reservations/create'>['body']
/** A body that was sent, and the form's values that it was made of. */
type Sent = { values: string; body: Body }
/** No table yet: the guests get one when they come. */
const ANY = ''

/** Makes a booking (null) or changes one. */
export function BookingSheet({ booking, day, preset, nowOn, steps, onPropose, onClose }: Props) {
  const dates = useDates()
  const tables = useTables()
  const [today] = useState(() => dates.date(Date.now()))
  // What the server alone knew to be booked at a table, and the table and time that it was about.
  const [refused, setRefused] = useState<{ about: string; bookings: readonly ReservationShape[] } | null>(null)
  // A new booking without an answer may have been made: pressed again with the same input it is sent as it was, although the list may have it by now.
  const sent = useRef<Sent | null>(null)
  const [unanswered, setUnanswered] = useState<Sent | null>(null)
  // While nobody has chosen a table, the best suggestion for guests and time is used.
  const [chosen, setChosen] = useState(booking !== null || preset.tableId !== undefined)
  const beside = useMediaQuery('(min-width: 1280px)')

  const defaults: BookingValues = {
    mobile_number: booking?.mobile_number ?? '',
    customerName: booking?.customerName ?? '',
    partySize: booking?.partySize ?? 2,
    date: booking?.date ?? day,
    time: booking?.time ?? preset.time ?? '',
    durationMinutes: String(booking?.durationMinutes ?? 90),
    tableId: booking?.tableId ?? preset.tableId ?? ANY,
    note: booking?.note ?? '',
  }
  const form: Form<BookingValues> = useCallForm({
    call: booking ? 'PUT /restaurant/reservations/update/:id' : 'POST /restaurant/reservations/create',
    params: booking ? { id: booking._id } : undefined,
    defaults,
    version: booking?.version,
    newest: (details) => {
      const now = details.reservation as ReservationShape | undefined
      if (!now) return null
      const { version, mobile_number, customerName, partySize, date, time, note } = now
      const fields = { mobile_number, customerName, partySize, date, time, note }
      return { version, defaults: { ...fields, durationMinutes: String(now.durationMinutes), tableId: now.tableId ?? ANY } }
    },
    toBody: (values, version) => {
      const { durationMinutes, tableId: _, ...fields } = values
      const body: Body = repeated?.body ?? {
        ...fields,
        durationMinutes: Number(durationMinutes),
        tableId: tableId || null,
        ...(overlapping.length > 0 ? { allowOverlap: true } : null),
      }
      sent.current = { values: JSON.stringify(values), body }
      return { ...body, ...(version === undefined ? null : { version }) }
    },
    onlyChanges: booking !== null,
    invalidates: ['GET /restaurant/reservations', 'GET /tables'],
    onRefused: (error) => {
      setUnanswered(!booking && leavesOpen(error) ? sent.current : null)
      if (leavesOpen(error)) void query.refetch()
      if (!(error instanceof ApiError) || error.code !== 'table_taken') return false
      // The table was booked after this day was loaded, or on the evening before: now the button says "Book anyway".
      setRefused({ about: place, bookings: (error.details.reservations as ReservationShape[] | undefined) ?? [] })
      void query.refetch()
      return true
    },
    onSaved: ({ reservation }) => {
      snack.success(`${reservation.customerName} is booked for ${dayText(reservation.date, { weekday: true })} at ${reservation.time}`)
      onClose()
    },
  })
  const { partySize, date, time, customerName } = form.values
  const { query, entries = [] } = useDay(date || day)
  const span = time ? spanOf({ time, durationMinutes: Number(form.values.durationMinutes) }) : null
  const now = nowOn(date)
  const hours = (useProfile()?.opening_hours.periods ?? []) as Period[]
  const open = (minutes: number) => isOpenOn(hours, date || day, minutes)
  const choice = span ? suggestions(tables, entries, { span, partySize, now, but: booking?._id }) : []
  const best = choice.find((s) => !s.clash && !s.small && !s.inUse)?.table._id ?? ANY
  const repeated = unanswered?.values === JSON.stringify(form.values) ? unanswered : null
  const tableId = repeated ? (repeated.body.tableId ?? ANY) : chosen ? form.values.tableId : best
  const place = JSON.stringify([tableId, date, span])
  const moved = !booking || ['date', 'time', 'durationMinutes', 'tableId'].some((name) => form.isChanged(name))
  // A booking that keeps its table and time needs no confirmation again.
  const overlapping = ((): ReservationShape[] => {
    if (!span || !tableId || !moved || repeated || (booking && !holds(booking.status))) return []
    const told = (refused?.about === place ? refused.bookings : []).filter((r) => !entries.some((e) => e._id === r._id))
    return [...clashing(entries, tableId, span, booking?._id), ...told]
  })()
  const at = tables.find((t) => t._id === tableId)
  const small = at !== undefined && partySize > at.capacity

  const proposal: Proposal | null = span ? { ...span, tableId: tableId || null, customerName, partySize, date } : null
  const proposed = JSON.stringify(booking && !moved ? null : proposal)
  useEffect(() => onPropose(JSON.parse(proposed) as Proposal | null), [proposed, onPropose])
  useEffect(() => () => onPropose(null), [onPropose])

  const label = at ? tableLabel(at.tableNumber) : 'Book'
  const submitLabel =
    overlapping.length > 0 ? 'Book anyway' : booking ? 'Save' : time ? (at ? `Book ${label} at ${time}` : `Book at ${time}`) : 'Book'
  return (
    <FormSheet
      form={form}
      beside={beside}
      title={booking ? booking.customerName : 'New booking'}
      description={dayText(date || day, { weekday: true })}
      submitLabel={submitLabel}
      submitSize={56}
      size={48}
      onClose={onClose}
    >
      {booking ? <StepBar entry={booking} steps={steps} onDone={onClose} /> : null}
      <div className="grid grid-cols-1 gap-3 xs:grid-cols-2">
        <TextField form={form} name="mobile_number" label="Mobile" kind="tel" required maxLength={20} autoFocus={!booking} />
        <TextField form={form} name="customerName" label="Name" required maxLength={80} autoComplete="off" />
      </div>
      <KnownGuest form={form} />
      <div className="grid grid-cols-2 gap-3">
        <StepperField form={form} name="partySize" label="Guests" min={1} max={500} />
        <DateField form={form} name="date" label="Date" required min={today} />
      </div>
      <TimeChoice form={form} now={now} past={date < today} span={span} open={open} />
      {span && moved && !open(span.from) ? <Banner tone="warning">By your opening hours you are closed at {time}.</Banner> : null}
      {tables.length > 0 ? (
        <TableChoice
          choice={choice}
          value={tableId}
          onChange={(id) => {
            setChosen(true)
            form.setValue('tableId', id)
          }}
        />
      ) : null}
      {overlapping.length > 0 ? (
        <Banner tone="warning" role="alert">
          {label} is booked then: {overlapping.map((r) => `${r.customerName}, ${r.time} to ${clockOf(spanOf(r).to)}`).join('; ')}.
        </Banner>
      ) : null}
      {small ? (
        <Banner tone="warning" icon={<TriangleAlert />}>
          {plural(partySize, 'guest')}, and {label} has {plural(at.capacity, 'seat')}.
        </Banner>
      ) : null}
      <SelectField form={form} name="durationMinutes" label="Duration" options={durationsWith(form.values.durationMinutes)} />
      <TextField form={form} name="note" label="Note" optional kind="multiline" rows={2} maxLength={300} />
    </FormSheet>
  )
}

/** Looks the mobile up and fills in the name, unless somebody has typed another one. */
function KnownGuest({ form }: { form: Form<BookingValues> }) {
  const dates = useDates()
  const { mobile_number, customerName } = form.values
  const known = customerNumberOf(mobile_number).length >= 10
  const guest = useQuery({
    ...apiQuery('GET /restaurant/customers', { query: { mobile_number: mobile_number.trim() } }),
    enabled: known,
    retry: false,
  }).data?.customers[0]
  const filled = useRef('')
  const fill = useEffectEvent((name: string) => {
    if (customerName.trim() !== '' && customerName !== filled.current) return
    filled.current = name
    form.setValue('customerName', name)
  })
  // A number that was corrected to an unknown one is not the first guest's.
  // Of some only the number is known, which then is the name.
  const name = guest && guest.name !== guest.mobile_number ? guest.name : ''
  useEffect(() => fill(name), [name])
  if (!guest || !known) return null
  return (
    <p role="status" className="-mt-2 flex items-start gap-1.5 text-14 text-success">
      <Check className="mt-0.5 size-4 flex-none" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Known guest: {plural(guest.visits, 'visit')}
        {guest.lastVisitAt ? `, last on ${dayText(dates.date(guest.lastVisitAt), { year: true })}` : ''}
        {guest.note ? `. ${guest.note}` : ''}
      </span>
    </p>
  )
}
