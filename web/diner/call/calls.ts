import type { AlertShape } from '#domain/api/tables.ts'
import { messageOf } from '#web/core/api.ts'
import { command } from '#web/core/attempt.ts'
import { useStore } from '#web/core/store.ts'
import type { IconName } from '../Icon.tsx'
import { readOrder } from '../live.ts'
import { askToSit, sittingNow } from '../sitting.ts'
import { changeVisit, isNewer, visit } from '../visit.ts'

/** What a guest can ask the staff for, from every page (SCREENS §2.6 "Call waiter"). */
type CallType = 'callWaiter' | 'water' | 'bill' | 'clean'
export const CALLS: readonly { type: CallType; name: string; ask: string; done: string; icon: IconName }[] = [
  { type: 'callWaiter', name: 'Waiter', ask: 'Call', done: 'Called', icon: 'bell' },
  { type: 'water', name: 'Water', ask: 'Ask', done: 'Asked', icon: 'water' },
  { type: 'bill', name: 'Bill', ask: 'Ask', done: 'Asked', icon: 'bill' },
  { type: 'clean', name: 'Clean table', ask: 'Ask', done: 'Asked', icon: 'clean' },
]

/** A call can be repeated after this. */
export const AGAIN_MS = 60_000

type CallState =
  | { state: 'free' }
  | { state: 'sending' }
  /** `mayRepeat`: more than a minute ago. */
  | { state: 'called'; text: string; mayRepeat: boolean }
  | { state: 'onTheWay' }
  | { state: 'failed'; text: string }

/** `just now`, `1 min ago` */
const ago = (ms: number): string => (ms < 60_000 ? 'just now' : `${Math.floor(ms / 60_000)} min ago`)

/** `now` is the server's time, in milliseconds, because a phone's clock may be wrong. */
export function callState(
  type: CallType,
  alerts: readonly Pick<AlertShape, 'alertType' | 'timestamp' | 'acknowledged'>[],
  sending: { failed: string | null } | undefined,
  now: number,
): CallState {
  if (sending) return sending.failed === null ? { state: 'sending' } : { state: 'failed', text: sending.failed }
  const alert = alerts.find((a) => a.alertType === type)
  if (!alert) return { state: 'free' }
  if (alert.acknowledged) return { state: 'onTheWay' }
  const since = Math.max(0, now - Date.parse(alert.timestamp))
  const { done } = CALLS.find((c) => c.type === type) ?? { done: 'Called' }
  return { state: 'called', text: `${done} ${ago(since)}`, mayRepeat: since >= AGAIN_MS }
}

const setSending = (type: CallType, to: { failed: string | null } | undefined) =>
  changeVisit({ sendings: { ...visit.get().sendings, [type]: to } })

/** Asks the staff. A repeat after a failure is the same call. */
export async function sendCall(type: CallType): Promise<void> {
  const sitting = sittingNow()
  if (!sitting || visit.get().sendings[type]?.failed === null) return
  const before = visit.get().alerts
  setSending(type, { failed: null })
  try {
    const { alert } = await command('POST /tables/alert', { body: { tableId: sitting.tableId, alertType: type } })
    changeVisit({ alerts: [...visit.get().alerts.filter((a) => a.alertType !== type), alert] })
    setSending(type, undefined)
  } catch (error) {
    setSending(type, isNewer(type, visit.get().alerts, before) ? undefined : { failed: `Not sent. ${messageOf(error)}` })
    // The staff may have moved the table meanwhile.
    void readOrder()
  }
}

// ------------------------------------------------------------ the sheet

export const useCallSheet = (): boolean => useStore(visit, ({ callsOpen }) => callsOpen)
export const closeCalls = (): void => changeVisit({ callsOpen: false })
/** Opens the sheet. If the staff don't know this guest yet, name and mobile are asked for first (SCREENS §6.12). */
export async function openCalls(): Promise<void> {
  if (await askToSit('Call waiter')) changeVisit({ callsOpen: true })
}
/** Asks for the bill from the order's page, without opening the sheet. */
export async function askForBill(): Promise<void> {
  if (await askToSit('Ask for the bill')) await sendCall('bill')
}
