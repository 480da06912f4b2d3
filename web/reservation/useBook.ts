import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ReservationShape } from '#domain/api/reservations.ts'
import { maySteps, type ReservationStatus } from '#domain/reservation.ts'
import { tableLabel } from '#domain/table.ts'
import { useConfirm, undoable } from '#web/app/feedback/confirm.tsx'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { tablePath } from '#web/app/pages.ts'
import { useDates } from '#web/core/dates.ts'
import { REFUSALS, useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useSession, useUser } from '#web/core/session.ts'
import { useNow } from '#web/ui/hooks.ts'
import { entriesOf } from './book.ts'

/** SCREENS "/restaurant/reservation": there are no events for bookings, so they are read again every minute. */
const REFETCH_MS = 60_000
/** The most that one answer holds; a day has fewer. */
const MOST = 1000

const LISTED = ['GET /restaurant/reservations', 'GET /tables'] as const

/** The bookings of a date, `YYYY-MM-DD`. */
export function useDay(date: string) {
  const { timezone } = useDates()
  const now = new Date(useNow())
  const query = useQuery({
    ...apiQuery('GET /restaurant/reservations', { query: { from: date, to: date, limit: MOST } }),
    refetchInterval: REFETCH_MS,
    staleTime: REFETCH_MS / 2,
  })
  return { query, entries: query.data && entriesOf(query.data.reservations, now, timezone) }
}

export function useTables() {
  return useQuery({ ...apiQuery('GET /tables'), refetchInterval: REFETCH_MS }).data?.tables ?? []
}

const SAID: Record<ReservationStatus, (name: string, table: string) => string> = {
  booked: (name) => `${name} is booked again`,
  arrived: (name) => `${name} has arrived`,
  seated: (name, table) => `${name} is seated at ${table}`,
  completed: (name) => `${name} has left`,
  noShow: (name) => `${name} did not come`,
  cancelled: (name) => `The booking of ${name} is cancelled`,
}

/** What can be done with a booking, and why it can't be done now. */
export function useSteps() {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const online = useOnline()
  const { role } = useUser()
  const { permissions } = useSession()
  const may = useMay('PUT /restaurant/reservations/update/:id')
  const maySend = useMay('POST /pos/order')
  const tables = useTables()
  const change = useCommand('PUT /restaurant/reservations/update/:id', { quiet: true, refreshes: LISTED })
  const removal = useRemoval('DELETE /restaurant/reservations/delete/:id', {
    body: 'It is deleted for good. If the guests cancel, use “Cancel booking” instead, which keeps it on record.',
    invalidates: LISTED,
  })
  const refusal = may.ok ? (online ? null : REFUSALS.offline) : may.why
  const set = (id: string, status: ReservationStatus) => change.mutateAsync({ params: { id }, body: { status } })

  /** Sets the status, with Undo if the status can be set back. */
  const step = async (booking: ReservationShape, status: ReservationStatus): Promise<boolean> => {
    const label = SAID[status](booking.customerName, booking.tableNumber ? tableLabel(booking.tableNumber) : 'a table')
    // Guests who were seated without being marked as arrived go back to arrived.
    const back = [booking.status, 'arrived' as const].find((before) => maySteps(status, before))
    if (back && back !== status)
      return undoable({ label, do: () => set(booking._id, status), undo: () => set(booking._id, back), id: booking._id })
    try {
      await set(booking._id, status)
      snack.success(label)
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }

  /** Seats the guests and opens their table. The server begins its order in their name, on whichever device (decision 011). */
  const seat = async (booking: ReservationShape): Promise<void> => {
    const table = tables.find((t) => t._id === booking.tableId)
    if (!table) return
    const there =
      table.status === 'occupied' ? `${tableLabel(table.tableNumber)} has an open order.` : 'Guests of another booking sit there.'
    if (
      (table.status === 'occupied' || table.seatedAt) &&
      !(await confirm({
        title: `Seat ${booking.customerName} at ${tableLabel(table.tableNumber)}?`,
        body: `${there} What they order is ${table.status === 'occupied' ? 'added to it until it is settled' : 'one bill'}.`,
        confirmLabel: 'Seat',
      }))
    )
      return
    if (!(await step(booking, 'seated'))) return
    const path = tablePath(role, permissions, table._id)
    if (path && maySend.ok) void navigate(path)
  }

  return {
    refusal,
    seatRefusal: ({ tableId }: ReservationShape) => refusal ?? (tableId === null ? 'Choose a table first' : null),
    step: (booking: ReservationShape, status: ReservationStatus) => void step(booking, status),
    seat: (booking: ReservationShape) => void seat(booking),
    remove: (booking: ReservationShape) => removal(`the booking of ${booking.customerName}`, { params: { id: booking._id } }),
  }
}
export type Steps = ReturnType<typeof useSteps>
