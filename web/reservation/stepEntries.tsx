import { Armchair, CircleX, Clock, LogOut, MapPinCheck, Trash2, Undo2, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { maySteps, type ReservationStatus } from '#domain/reservation.ts'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import type { Tone } from '#web/ui/StatusChip.tsx'
import type { Entry } from './book.ts'
import type { Steps } from './useBook.ts'

/** How a status looks: its word, its colour, its icon (SCREENS: every state has all three). */
export const LOOKS: Record<ReservationStatus, { word: string; tone: Tone; icon: ReactNode }> = {
  booked: { word: 'Booked', tone: 'billed', icon: <Clock /> },
  arrived: { word: 'Arrived', tone: 'info', icon: <MapPinCheck /> },
  seated: { word: 'Seated', tone: 'running', icon: <Armchair /> },
  completed: { word: 'Left', tone: 'neutral', icon: <LogOut /> },
  noShow: { word: 'No-show', tone: 'neutral', icon: <UserX /> },
  cancelled: { word: 'Cancelled', tone: 'neutral', icon: <CircleX /> },
}

/** The steps besides Seat, as their menu names them. `Back to booked` undoes a mistake. */
const STEPS: readonly { status: ReservationStatus; label: string; icon: ReactNode; from?: readonly ReservationStatus[] }[] = [
  { status: 'arrived', label: 'Arrived', icon: <MapPinCheck />, from: ['booked', 'noShow'] },
  { status: 'completed', label: 'Left', icon: <LogOut /> },
  { status: 'arrived', label: 'Not seated yet', icon: <Undo2 />, from: ['seated'] },
  { status: 'booked', label: 'Back to booked', icon: <Undo2 /> },
  { status: 'noShow', label: 'No-show', icon: <UserX /> },
  { status: 'cancelled', label: 'Cancel booking', icon: <CircleX /> },
]

/** The menu of an open booking, with the steps that its status allows. `onGone`: it was deleted here. */
export function stepEntries(entry: Entry, steps: Steps, onGone: () => void): MenuEntry[] {
  const disabledReason = steps.refusal
  return [
    maySteps(entry.status, 'seated') && {
      label: 'Seat',
      icon: <Armchair />,
      disabledReason: steps.seatRefusal(entry),
      onSelect: () => steps.seat(entry),
    },
    ...STEPS.filter(({ status, from }) => maySteps(entry.status, status) && (!from || from.includes(entry.status))).map(
      ({ status, label, icon }) => ({ label, icon, disabledReason, onSelect: () => steps.step(entry, status) }),
    ),
    'separator',
    {
      label: 'Delete',
      icon: <Trash2 />,
      danger: true,
      disabledReason,
      onSelect: () => void steps.remove(entry).then((gone) => gone && onGone()),
    },
  ]
}
