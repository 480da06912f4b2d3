import type { QueryClient } from '@tanstack/react-query'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { type ItemStatus } from '#domain/order.ts'
import { isMade, mayStep, stageOf } from '#domain/itemStatus.ts'
import { isAt, stationOf } from '#domain/station.ts'
import { ApiError, call, messageOf } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { keptKey } from '#web/core/kept.ts'
import { absorb } from '#web/core/liveCache.ts'
import { restaurantIdNow, subscribeToSession, useSession } from '#web/core/session.ts'
import { orderOfRefusal } from '#web/shared/order/refused.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { playSound } from '#web/app/feedback/sound.ts'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'
import { isSoundOn } from './device.ts'

/**
 * Bumps and recalls. Until the server has answered, the board shows the requested status (`asked`) instead of the server's; the cache
 * holds only the server's state, so that live events and presses don't overwrite each other. What could not be sent is kept, marked, with the same
 * Idempotency-Key, and is sent again by a press or once Tawa can be reached. Commands of one ticket are sent one after the other, in order. They belong to
 * the person who pressed, and are removed when the session, the role or the restaurant changes, like everything kept on the device.
 */
export type Step = {
  lineId: string | null
  status: ItemStatus
  /** The status that it begins with. A step that is sent late must not take back what was served meanwhile. */
  from?: ItemStatus
  stations?: readonly string[]
  key: string
}
export type Command = {
  id: string
  orderId: string
  kotId: string
  /** `T7, KOT 12`, for messages. */
  label: string
  lineIds: string[]
  /** The final status of the lines. */
  to: ItemStatus
  /** The steps not yet done. */
  steps: Step[]
  failed: boolean
}
type Commands = readonly Command[]

const NONE: Commands = []
/** Commands by their owner. Those of an earlier owner are removed when the owner changes. */
const store = createStore<Record<string, Commands>>({})
const keyNow = () => keptKey('kitchen_bumps')
/** The owner of the commands now. For people for whom nothing is kept on the device (the back office in a restaurant), they last as long as this page. */
const ownerNow = (): string => keyNow() ?? restaurantIdNow()
subscribeToSession(() => {
  const owner = ownerNow()
  if (Object.keys(store.get()).some((other) => other !== owner)) store.set(({ [owner]: own }) => (own ? { [owner]: own } : {}))
})

function load(owner: string): Commands {
  const held = store.get()[owner]
  if (held) return held
  if (owner !== ownerNow()) return NONE
  const read = owner === keyNow() ? readStored<Command[]>(owner) : null
  // The page was left before an answer came, so the result is unknown: send it again with the same key.
  const commands = (Array.isArray(read) ? read : [])
    .filter((c) => typeof c?.kotId === 'string' && Array.isArray(c.steps))
    .map((c) => ({ ...c, steps: c.steps.map((step) => withStart(c, step)), failed: true }))
  store.set((all) => ({ ...all, [owner]: commands }))
  return commands
}

/** A bump that an earlier version of the app kept doesn't say where it began. Its body becomes another one, so it gets a new key. */
const withStart = ({ to }: Command, step: Step): Step =>
  step.from || to === 'Preparing' ? step : { ...step, from: 'Preparing', key: randomId() }

function change(owner: string, next: (commands: Commands) => Commands): void {
  // The session ended while a call was under way.
  if (owner !== ownerNow()) return
  const commands = next(load(owner))
  store.set((all) => ({ ...all, [owner]: commands }))
  if (owner === keyNow()) writeStored(owner, commands.length === 0 ? null : commands)
}

export const useCommands = (): Commands => {
  useSession()
  const owner = ownerNow()
  load(owner)
  return useStore(store, (all) => all[owner] ?? NONE)
}

/** The last requested status of each line. */
export const askedOf = (commands: Commands): Map<string, ItemStatus> =>
  new Map(commands.flatMap((c) => c.lineIds.map((id): [string, ItemStatus] => [id, c.to])))

// ------------------------------------------------------------ what to send

/**
 * The calls that bring lines of a ticket to a status. If these are all lines of the ticket, or all that it has at the screen's `stations`, one call without itemId is
 * enough; otherwise each line gets a call. A call names the screen's stations, so that the server waits for the other stations; the pass, which shows all stations, names
 * none. A Served line goes back through Ready, as the rules require. What sets Ready or Served says from which status, so that it never does anything else.
 */
export function stepsFor(
  kot: Pick<Kot, 'items'>,
  lineIds: readonly string[],
  to: ItemStatus,
  readyStep: boolean,
  stations: readonly string[] | null = null,
): Omit<Step, 'key'>[] {
  const live = kot.items.filter((i) => i.status !== 'Cancelled')
  const here = stations ? live.filter((i) => isAt(i, stations)) : live
  const affected = here.filter((i) => i.status !== to && mayStep(i.status, to, readyStep))
  const meant = live.filter((i) => lineIds.includes(i.lineId))
  if (affected.length > 0 && affected.length === meant.length && affected.every((i) => lineIds.includes(i.lineId)))
    return [{ lineId: null, status: to, ...began(to), ...(stations ? { stations } : {}) }]
  return meant.flatMap((i): Omit<Step, 'key'>[] => {
    if (i.status === to) return []
    const direct = {
      lineId: i.lineId,
      status: to,
      ...began(to),
      ...(to === 'Preparing' ? {} : { stations: [stationOf(i)].filter(Boolean) }),
    }
    return to === 'Preparing' && i.status === 'Served' && readyStep
      ? [{ lineId: i.lineId, status: 'Ready', from: 'Served' }, direct]
      : [direct]
  })
}
/** Only what is still being prepared is bumped. */
const began = (to: ItemStatus): Pick<Step, 'from'> => (to === 'Preparing' ? {} : { from: 'Preparing' })

export type Ask = {
  order: OrderShape
  kotId: string
  label: string
  lineIds: readonly string[]
  to: ItemStatus
  readyStep: boolean
  stations: readonly string[] | null
}

/** Sends a change; the board shows it at once. Resolves when it was answered or is kept for sending again. */
export async function ask(client: QueryClient, { order, kotId, label, lineIds, to, readyStep, stations }: Ask): Promise<void> {
  const owner = ownerNow()
  const kot = order.kots.find((k) => k.kotId === kotId)
  if (!kot || lineIds.length === 0) return
  // Start from the status of earlier commands that aren't answered yet.
  const asked = askedOf(load(owner).filter((c) => c.kotId === kotId))
  const items = kot.items.map((i) => ({ ...i, status: i.status === 'Cancelled' ? i.status : (asked.get(i.lineId) ?? stageOf(i)) }))
  const steps = stepsFor({ items }, lineIds, to, readyStep, stations).map((s) => ({ ...s, key: randomId() }))
  if (steps.length === 0) return
  change(owner, (all) => [...all, { id: randomId(), orderId: order._id, kotId, label, lineIds: [...lineIds], to, steps, failed: false }])
  await run(client, owner, kotId)
}

const running = new Set<string>()

async function run(client: QueryClient, owner: string, kotId: string): Promise<void> {
  const id = `${owner} ${kotId}`
  if (running.has(id)) return
  running.add(id)
  try {
    for (let command = first(owner, kotId); command; command = first(owner, kotId)) if (!(await send(client, owner, command))) return
  } finally {
    running.delete(id)
  }
}

const first = (owner: string, kotId: string) => load(owner).find((c) => c.kotId === kotId)
const drop = (owner: string, id: string) => change(owner, (all) => all.filter((c) => c.id !== id))
const update = (owner: string, id: string, patch: Partial<Command>) =>
  change(owner, (all) => all.map((c) => (c.id === id ? { ...c, ...patch } : c)))

/** False if the following commands have to wait. */
async function send(client: QueryClient, owner: string, { id, orderId, kotId, label, lineIds, to, steps }: Command): Promise<boolean> {
  const quicker: string[] = []
  for (const [i, { lineId, status, from, stations, key }] of steps.entries()) {
    try {
      const answer = await call('PUT /orders/item/status', {
        body: {
          orderId,
          kotId,
          ...(lineId ? { lineId } : {}),
          status,
          ...(from ? { from } : {}),
          ...(stations?.length ? { stations: [...stations] } : {}),
        },
        idempotencyKey: key,
      })
      absorb(client, answer)
      update(owner, id, { steps: steps.slice(i + 1) })
    } catch (error) {
      if (!(error instanceof ApiError) || leavesOpen(error)) {
        if (!first(owner, kotId)?.failed && isSoundOn()) playSound('failure')
        update(owner, id, { failed: true })
        return false
      }
      absorb(client, error.details)
      if (error.status === 404) {
        const there = await orderWith(kotId)
        if (there === 'unknown') {
          update(owner, id, { failed: true })
          return false
        }
        if (there && there !== orderId) {
          // The old keys belong to calls that name the old order.
          update(owner, id, { orderId: there, steps: steps.slice(i).map((s) => ({ ...s, key: randomId() })) })
          return true
        }
      }
      const now = orderOfRefusal(error)
      const meant = lineId ? [lineId] : lineIds
      if (!isSo(now, kotId, meant, status) && !isSo(now, kotId, meant, to)) {
        snack.error(`${label}: ${messageOf(error)}`, { id: `bump:${kotId}` })
        break
      }
      // Another device was quicker: nothing is left to do for these lines, and an Undo of them would take back its press.
      update(owner, id, { steps: steps.slice(i + 1) })
      quicker.push(...meant)
      if (to !== 'Preparing')
        change(owner, (all) =>
          all.filter((c) => c.kotId !== kotId || c.to !== 'Preparing' || !c.lineIds.every((one) => quicker.includes(one))),
        )
    }
  }
  drop(owner, id)
  return true
}

/** The open order that has this ticket now, or the settled one that is still cooked: when tables are merged or parted, their tickets change the order. */
async function orderWith(kotId: string): Promise<string | null | 'unknown'> {
  try {
    const { orders, toCook } = await call('GET /orders/restaurant/pending')
    return [...orders, ...toCook].find((o) => o.kots.some((k) => k.kotId === kotId))?._id ?? null
  } catch {
    return 'unknown'
  }
}

const BEYOND: Partial<Record<ItemStatus, readonly ItemStatus[]>> = {
  Ready: ['Ready', 'Served'],
  Served: ['Served'],
  Preparing: ['Preparing'],
}

/** True if the lines already have the status, or a later one. */
export function isSo(order: OrderShape | null, kotId: string, lineIds: readonly string[], to: ItemStatus): boolean {
  const kot = order?.kots.find((k) => k.kotId === kotId)
  if (!kot) return false
  return lineIds.every((id) => {
    const line = kot.items.find((i) => i.lineId === id)
    return (
      line !== undefined &&
      (line.status === 'Cancelled' || (to !== 'Preparing' && isMade(line)) || (BEYOND[to]?.includes(stageOf(line)) ?? false))
    )
  })
}

/** Sends waiting commands again: of one ticket, or all. */
export async function retry(client: QueryClient, kotId?: string): Promise<void> {
  const owner = ownerNow()
  const waiting = load(owner).filter((c) => c.failed && (!kotId || c.kotId === kotId))
  await Promise.all([...new Set(waiting.map((c) => c.kotId))].map((id) => run(client, owner, id)))
}
