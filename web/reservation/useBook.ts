import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ReservationShape } from '#domain/api/reservations.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { maySteps, type ReservationStatus } from '#domain/reservation.ts'
import { tableLabel } from '#domain/table.ts'
import { useConfirm, undoable } from '#web/app/feedback/confirm.tsx'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { tablePath } from '#web/app/pages.ts'
import { useDates } from '#web/core/dates.ts'
import { ApiError } from '#web/core/api.ts'
import { REFUSALS, useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useSession, useUser } from '#web/core/session.ts'
import { useNow } from '#web/ui/hooks.ts'
import { entriesOf } from './book.ts'

/** SCREENS "/restaurant/reservation": there are no events for bookings, so they are read again every minute, and when a table's guests sit down or leave. */
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
  // A bill closes the booking of those who sat there, and a move gives it another table: the tables' events say so.
  const seated = useTables()
    .flatMap((t) => (t.seatedAt ? t._id : []))
    .join()
  const { refetch } = query
  const read = useRef(seated)
  useEffect(() => {
    if (read.current === seated) return
    read.current = seated
    void refetch()
  }, [seated, refetch])
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
  const client = useQueryClient()
  const change = useCommand('PUT /restaurant/reservations/update/:id', {
    quiet: true,
    refreshes: LISTED,
    // Changed elsewhere within the last minute: it is shown as it is now, before somebody presses again.
    onError: (error) => {
      if (error.status === 409) for (const list of LISTED) void client.invalidateQueries({ queryKey: [list] })
    },
  })
  const removal = useRemoval('DELETE /restaurant/reservations/delete/:id', {
    body: 'It is deleted for good. If the guests cancel, use “Cancel booking” instead, which keeps it on record.',
    invalidates: LISTED,
  })
  const refusal = may.ok ? (online ? null : REFUSALS.offline) : may.why
  /** The version of each booking after the last step that was pressed here: the next press may come before the book was read again. */
  const after = useRef(new Map<string, Promise<number>>())
  const set = (booking: ReservationShape, status: ReservationStatus): Promise<number> => {
    const before = after.current.get(booking._id)
    const made = (async () => {
      const version = Math.max(booking.version, (await before?.catch(() => 0)) ?? 0)
      try {
        const { reservation } = await change.mutateAsync({ params: { id: booking._id }, body: { status, version } })
        return reservation.version
      } catch (error) {
        // It is so already: their bill has closed it, or another host was quicker. Who is seated may be at another table than this page shows.
        const now = error instanceof ApiError ? (error.details.reservation as ReservationShape | undefined) : undefined
        if (now?.status !== status || status === 'seated') throw error
        return now.version
      }
    })()
    after.current.set(booking._id, made)
    return made
  }

  /** Sets the status, with Undo if the status can be set back. */
  const step = async (booking: ReservationShape, status: ReservationStatus): Promise<boolean> => {
    const label = SAID[status](booking.customerName, booking.tableNumber ? tableLabel(booking.tableNumber) : 'a table')
    // Guests who were seated without being marked as arrived go back to arrived.
    const back = [booking.status, 'arrived' as const].find((before) => maySteps(status, before))
    if (back && back !== status) return undoable({ label, do: () => set(booking, status), undo: () => set(booking, back), id: booking._id })
    try {
      await set(booking, status)
      snack.success(label)
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }

  /** Seats the guests and opens their table. The server begins its order in their name, on whichever device (decision 011). */
  const seat = async (booking: ReservationShape): Promise<void> => {
    const isIts = (t: TableShape) => t._id === booking.tableId
    let table = tables.find(isIts)
    try {
      // The tables have not been read yet, or are older than this one.
      table ??= (await client.fetchQuery({ ...apiQuery('GET /tables'), staleTime: 0 })).tables.find(isIts)
    } catch (error) {
      return showError(error)
    }
    if (!table) return void snack.error(`The table of ${booking.customerName} no longer exists. Choose another one.`)
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
