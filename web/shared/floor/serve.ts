import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { isMade } from '#domain/itemStatus.ts'
import { type ItemStatus } from '#domain/order.ts'
import { orderCan } from '#domain/orderCan.ts'
import { type Answer, ApiError, messageOf } from '#web/core/api.ts'
import { command } from '#web/core/attempt.ts'
import { absorb } from '#web/core/liveCache.ts'
import { useProfile } from '#web/core/profile.ts'
import { sessionNow, subscribeToSession, useRole } from '#web/core/session.ts'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { createStore, useStore } from '#web/core/store.ts'
import { orderOfRefusal } from '#web/shared/order/refused.ts'

/**
 * Serving, with Undo for 5 s. Kitchen and managers may take a step back: their change is sent at once and Undo reverts it. Others may not (CONTRACT §3):
 * their change shows at once, but is sent when the 5 s are over or the page is hidden.
 */
export const UNDO_MS = 5000

type Serving = {
  orderId: string
  kotId: string
  itemId: string
  lineId: string
  name: string
  /** Its status when it was pressed. */
  was: ItemStatus
  /** Called when the kitchen has taken it back before it was sent. */
  takenBack?: () => void
  /** True once it is served. */
  sent?: Promise<boolean>
}
const serving = createStore<ReadonlyMap<string, Serving>>(new Map())
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const put = (one: Serving) => serving.set((all) => new Map(all).set(one.lineId, one))
const drop = (lineId: string) => serving.set((all) => new Map([...all].filter(([id]) => id !== lineId)))

/** Orders with the lines that this device has just served shown as Served, although they may not be sent yet. */
export const withServed = (orders: readonly OrderShape[], lines: ReadonlyMap<string, unknown>): readonly OrderShape[] =>
  lines.size === 0
    ? orders
    : orders.map((o) =>
        o.kots.some((k) => k.items.some((i) => lines.has(i.lineId)))
          ? {
              ...o,
              kots: o.kots.map((k) => ({
                ...k,
                items: k.items.map((i) => (lines.has(i.lineId) && canServe(i) ? { ...i, status: 'Served' as const } : i)),
              })),
            }
          : o,
      )
export const useServing = (): ReadonlyMap<string, unknown> => useStore(serving)

/** Can this line be served? True if it is ready, or if it skips the Ready step. */
export const canServe = (line: Pick<OrderItem, 'status'>): boolean => line.status === 'Ready' || line.status === 'Preparing'

const servingOf = (order: Pick<OrderShape, '_id'>, kot: Pick<Kot, 'kotId'>, line: OrderItem): Serving => ({
  orderId: order._id,
  kotId: kot.kotId,
  itemId: line._id,
  lineId: line.lineId,
  name: `${line.quantity} × ${line.itemName}`,
  was: line.status,
})

/** The line as this device knows it now, and the order that has it: a merge of tables puts it into another one. */
function knownNow(client: QueryClient, { lineId }: Serving): { orderId: string; status: ItemStatus } | undefined {
  const known = client.getQueryData<Answer<'GET /orders/restaurant/pending'>>(['GET /orders/restaurant/pending', {}])
  for (const order of known ? [...known.orders, ...known.toCook] : []) {
    const status = statusIn(order, lineId)
    if (status) return { orderId: order._id, status }
  }
}

/**
 * Sets a line's status. With `from` it is refused (409) when the line has another status by then. Throws ApiError; the current order in a 409 goes to the cache, as
 * does the answer.
 */
const set = async (
  client: QueryClient,
  one: Serving,
  status: ItemStatus,
  { keepalive = false, from, prepared }: { keepalive?: boolean; from?: ItemStatus; prepared?: true } = {},
): Promise<void> => {
  const orderId = knownNow(client, one)?.orderId ?? one.orderId
  try {
    const { kotId, itemId, lineId } = one
    const body = { orderId, kotId, itemId, lineId, status, ...(from ? { from } : {}), ...(prepared ? { prepared } : {}) }
    absorb(client, await command('PUT /orders/item/status', { body }, { keepalive }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) absorb(client, error.details)
    throw error
  }
}

type SetItemStatus = (order: OrderShape, kot: Kot, line: OrderItem, status: ItemStatus, from: ItemStatus) => Promise<void>

/**
 * `set(order, kot, line, status, from)` sets a line's status at once, if it still is `from`. Rejects with an ApiError, which the caller shows. To serve, use
 * `useServe`.
 */
export function useItemStatus(): SetItemStatus {
  const client = useQueryClient()
  return useCallback((order, kot, line, status, from) => set(client, servingOf(order, kot, line), status, { from }), [client])
}

const statusIn = (order: OrderShape | null, lineId: string): ItemStatus | undefined =>
  order?.kots.flatMap((k) => k.items).find((i) => i.lineId === lineId)?.status

const send = (client: QueryClient, one: Serving, keepalive = false) => (one.sent = sendNow(client, one, keepalive))
async function sendNow(client: QueryClient, one: Serving, keepalive: boolean): Promise<boolean> {
  clearTimeout(timers.get(one.lineId))
  timers.delete(one.lineId)
  try {
    // What was pressed as Ready is served only if it still is; what was still being prepared may be Ready by now.
    await set(client, one, 'Served', { keepalive, ...(one.was === 'Ready' ? { from: one.was } : {}) })
    return true
  } catch (error) {
    const late = error instanceof ApiError && error.status === 409
    const now = late ? statusIn(orderOfRefusal(error), one.lineId) : undefined
    // Another device has served it already.
    if (now === 'Served') return true
    if (isTakenBack(one, now)) {
      sayTakenBack([one])
      return false
    }
    showError(error, {
      text: `${one.name} is not marked served. ${messageOf(error)}`,
      id: `serve:${one.lineId}`,
      seconds: 10,
      action: { label: 'Try again', run: () => void send(client, one) },
    })
    return false
  } finally {
    drop(one.lineId)
  }
}

const isTakenBack = (one: Serving, now: ItemStatus | undefined): boolean => one.was === 'Ready' && now === 'Preparing'
/** The line of the last snackbar that offers Undo. */
let offered = ''
/** Says it of all in one sentence. It takes the place of a snackbar that offers Undo for one of them, not of another line's. */
function sayTakenBack(all: readonly Serving[]): void {
  const names = all.map((one) => one.name).join(', ')
  const id = all.some((one) => one.lineId === offered) ? 'serve' : undefined
  snack.info(`The kitchen took ${names} back: not ready yet.`, { id })
  for (const one of all) one.takenBack?.()
}

/** Offers in a snackbar to take back what was served in a list that is gone, as long as it can be, in ms. */
export function offerUndo(all: readonly { lineId: string; name: string; undo: () => boolean }[], ms: number): void {
  const { leaving, status } = sessionNow()
  if (all.length === 0 || leaving || status !== 'in') return
  offered = all.at(-1)?.lineId ?? ''
  snack.show(`Served: ${all.map((one) => one.name).join(', ')}`, {
    id: 'serve',
    seconds: ms / 1000,
    action: { label: 'Undo', run: () => all.forEach((one) => one.undo()) },
  })
}

export type Serve = (
  order: OrderShape,
  kot: Kot,
  line: OrderItem,
  options?: { quiet?: boolean; takenBack?: () => void },
) => (() => boolean) | null

/**
 * `serve(order, kot, line)` serves a line and returns its undo, which a page may offer in place (with `quiet` there is no snackbar); null when the
 * line is being served already. The undo returns false, and says why, when it was too late. When the kitchen takes the line back before that was sent, it is
 * not served: a snackbar says so, and `takenBack` is called.
 */
export function useServe(): { serve: Serve } {
  const client = useQueryClient()
  const role = useRole()
  const readyStep = useProfile()?.kotSettings.readyStep ?? true
  return useMemo(
    () => ({
      serve(order, kot, line, { quiet = false, takenBack } = {}) {
        if (serving.get().has(line.lineId)) return null
        const one: Serving = { ...servingOf(order, kot, line), takenBack }
        const before = line.status
        put(one)
        const withSnackbar = (undo: () => boolean) => {
          if (!quiet) {
            offered = one.lineId
            snack.show(`Served: ${one.name}`, { id: 'serve', seconds: UNDO_MS / 1000, action: { label: 'Undo', run: () => void undo() } })
          }
          return undo
        }
        if (!orderCan.recall(role)) {
          watchWaiting(client)
          timers.set(
            one.lineId,
            setTimeout(() => void send(client, one), UNDO_MS),
          )
          return withSnackbar(() => {
            clearTimeout(timers.get(one.lineId))
            if (timers.delete(one.lineId)) {
              drop(one.lineId)
              return true
            }
            // It was sent when the page was hidden; if that fails, a snackbar says so already. Or this is a second tap while the snackbar leaves.
            void one.sent?.then((served) => {
              if (served) snack.info(`${one.name} is already marked served. The kitchen or a manager can take it back.`)
            })
            return false
          })
        }
        const sent = send(client, one)
        return withSnackbar(() => {
          void sent.then(async (ok) => {
            if (!ok) return
            try {
              if (readyStep || before === 'Ready') await set(client, one, 'Ready', { from: 'Served' })
              // What its station had finished is not cooked again.
              if (before === 'Preparing') await set(client, one, 'Preparing', isMade(line) ? { prepared: true } : {})
            } catch (error) {
              snack.error(messageOf(error))
            }
          })
          return true
        })
      },
    }),
    [client, role, readyStep],
  )
}

/**
 * Sends waiting changes when the page is hidden or the session ends, so that nothing shown as served is lost, and drops those of lines that the kitchen takes
 * back.
 */
let watched = false
function watchWaiting(client: QueryClient): void {
  if (watched) return
  watched = true
  client.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated') return
    const back = [...serving.get().values()].filter((one) => timers.has(one.lineId) && isTakenBack(one, knownNow(client, one)?.status))
    for (const { lineId } of back) {
      clearTimeout(timers.get(lineId))
      timers.delete(lineId)
      drop(lineId)
    }
    if (back.length > 0) sayTakenBack(back)
  })
  const sendAll = () => {
    for (const one of serving.get().values()) if (timers.has(one.lineId)) void send(client, one, true)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendAll()
  })
  subscribeToSession(() => {
    if (sessionNow().leaving) sendAll()
  })
}
