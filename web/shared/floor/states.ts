import {
  CalendarClock,
  Circle,
  CircleDot,
  ConciergeBell,
  HandPlatter,
  Link2,
  type LucideIcon,
  ReceiptText,
  Utensils,
  Wallet,
} from 'lucide-react'
import type { TableStateName } from '#domain/table.ts'
import type { Tone } from '#web/ui/StatusChip.tsx'
import { toAcceptText } from '#web/shared/order/held.ts'
import type { FloorTable } from './floor.ts'

/** Colour, icon and word of a table's state, the same on every page (SCREENS §1.1 "Table states"). */
type StateLook = { word: string; icon: LucideIcon; tone: Tone; card: string }

export const STATES: Record<TableStateName, StateLook> = {
  free: { word: 'Free', icon: Circle, tone: 'neutral', card: 'border-border bg-transparent text-muted' },
  ordering: { word: 'Ordering', icon: CircleDot, tone: 'info', card: 'border-transparent bg-info-soft text-on-info-soft' },
  running: { word: 'Running', icon: Utensils, tone: 'running', card: 'border-transparent bg-accent-soft text-on-accent-soft' },
  ready: { word: 'Ready', icon: ConciergeBell, tone: 'success', card: 'border-transparent bg-success-soft text-on-success-soft' },
  billed: { word: 'Billed', icon: ReceiptText, tone: 'billed', card: 'border-transparent bg-billed-soft text-on-billed-soft' },
  reserved: { word: 'Reserved', icon: CalendarClock, tone: 'billed', card: 'border-dashed border-billed bg-surface text-on-billed-soft' },
}
const TO_ACCEPT: Omit<StateLook, 'word'> = {
  icon: HandPlatter,
  tone: 'warning',
  card: 'border-transparent bg-warning-soft text-on-warning-soft',
}

/** The words instead of "Billed" once money was received for a bill, so that nobody asks for the money again. */
export const paidLook = (whole: boolean): Pick<StateLook, 'word' | 'icon'> => ({ word: whole ? 'Paid' : 'Part paid', icon: Wallet })

/** The look of a table's card now. A diner's ticket to accept comes before everything except this device's unsent items. */
export function lookOf({ state, toAccept, parent, left }: FloorTable): StateLook {
  const look = STATES[state.state]
  if (toAccept > 0 && state.state !== 'ordering') return { ...TO_ACCEPT, word: toAcceptText(toAccept) }
  if (state.state === 'billed' && left !== null) return { ...look, ...paidLook(left === 0) }
  return { ...look, word: state.word, icon: parent ? Link2 : look.icon }
}
