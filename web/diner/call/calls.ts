import { call, messageOf } from '#web/core/api.ts'
import { command } from '#web/core/attempt.ts'
import { useStore } from '#web/core/store.ts'
import type { IconName } from '../Icon.tsx'
import { readOrder } from '../live.ts'
import { askToSit, sittingNow } from '../sitting.ts'
import { changeVisit, isNewer, type Visit, visit } from '../visit.ts'

/** What a guest can ask the staff for, from every page (SCREENS §2.6 "Call waiter"). */
type CallType = 'callWaiter' | 'water' | 'bill' | 'clean'
export const CALLS: readonly { type: CallType; name: string; ask: string; done: string; icon: IconName }[] = [
  { type: 'callWaiter', name: 'Waiter', ask: 'Call', done: 'Called', icon: 'bell' },
  { type: 'water', name: 'Water', ask: 'Ask', done: 'Asked', icon: 'water' },
  { type: 'bill', name: 'Bill', ask: 'Ask', done: 'Asked', icon: 'bill' },
  { type: 'clean', name: 'Clean table', ask: 'Ask', done: 'Asked', icon: 'clean' },
]

/** A call can be repeated after this. */
const AGAIN_MS = 60_000
/** A call that the staff have seen can be made anew after this (ms): what was asked for was brought, or forgotten. They may leave the call open on their screens. */
const SEEN_AGAIN_MS = 5 * 60_000

type CallState = {
  state: 'free' | 'sending' | 'called' | 'onTheWay' | 'failed'
  text: string
  /** The guest can make the call, be it once more. */
  mayCall: boolean
}

/** `just now`, `1 min ago` */
const ago = (ms: number): string => (ms < 60_000 ? 'just now' : `${Math.floor(ms / 60_000)} min ago`)

/** `now` is the phone's time in milliseconds. The bill can be asked for again as soon as more was ordered than the printed one has. */
export function callState(type: CallType, { alerts, sendings, order, skew }: Visit, now: number): CallState {
  const sending = sendings[type]
  if (sending)
    return sending.failed === null
      ? { state: 'sending', text: 'Sending…', mayCall: false }
      : { state: 'failed', text: sending.failed, mayCall: true }
  const alert = alerts.find((a) => a.alertType === type)
  if (!alert) return { state: 'free', text: '', mayCall: true }
  const { acknowledged, timestamp } = alert
  const since = Math.max(0, now - skew - Date.parse(timestamp))
  if (!acknowledged)
    return { state: 'called', text: `${CALLS.find((c) => c.type === type)?.done} ${ago(since)}`, mayCall: since >= AGAIN_MS }
  const isBillOld = type === 'bill' && !order?.billPrintedAt && order?.kots.some((kot) => (kot.sentAt ?? kot.createdAt) > timestamp)
  return { state: 'onTheWay', text: 'On the way', mayCall: isBillOld || since >= SEEN_AGAIN_MS }
}

const setSending = (type: CallType, to: Visit['sendings'][string]) => changeVisit({ sendings: { ...visit.get().sendings, [type]: to } })

/** Asks the staff, or takes the call back if that has failed. A repeat after a failure is the same call. */
export async function sendCall(type: CallType): Promise<void> {
  const sitting = sittingNow()
  const { sendings, alerts: before } = visit.get()
  if (sendings[type]?.back) return takeBack(type)
  if (!sitting || sendings[type]?.failed === null) return
  setSending(type, { failed: null })
  try {
    const { alert } = await command('POST /tables/alert', { body: { tableId: sitting.tableId, alertType: type } })
    const { alerts, ownCalls } = visit.get()
    changeVisit({ alerts: [...alerts.filter((a) => a.alertType !== type), alert], ownCalls: [...ownCalls, alert._id] })
    setSending(type, undefined)
  } catch (error) {
    setSending(type, isNewer(type, visit.get().alerts, before) ? undefined : { failed: `Not sent. ${messageOf(error)}` })
    // The staff may have moved the table meanwhile.
    void readOrder()
  }
}

/** True if this phone has made the call that is open, and nobody has seen it yet. */
export const ownCall = (type: CallType, { alerts, ownCalls }: Visit): boolean =>
  alerts.some((a) => a.alertType === type && !a.acknowledged && ownCalls.includes(a._id))

/** Takes a call back that was a wrong press; one that a friend made too goes on. The room tells all phones of the table, this one too. */
export async function takeBack(type: CallType): Promise<void> {
  const sitting = sittingNow()
  if (!sitting) return
  const isOwn = (id: string) => visit.get().alerts.some((a) => a._id === id && a.alertType === type)
  setSending(type, { failed: null })
  try {
    // Each press has a key of its own, because the stored answer of a call that was taken back before would end no later one.
    await call('POST /tables/alert/withdraw', { body: { tableId: sitting.tableId, alertType: type } })
    changeVisit({ ownCalls: visit.get().ownCalls.filter((id) => !isOwn(id)) })
    setSending(type, undefined)
  } catch (error) {
    setSending(type, ownCall(type, visit.get()) ? { failed: `Not taken back. ${messageOf(error)}`, back: true } : undefined)
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
