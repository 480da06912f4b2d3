import type { OrderShape } from '#domain/api/order.ts'
import { restaurantIdNow, useRestaurantId } from '#web/core/session.ts'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'
import { type Bumped, type NotesRead, remember } from './tickets.ts'

/** State of this kitchen screen only, not sent to the server. Stored by restaurant, so that a tablet used in two restaurants doesn't mix them up. */
type Device = {
  /** The ids of lines whose cancellation a cook has acknowledged. */
  seen: string[]
  /** Pinned tickets, in order. */
  pinned: string[]
  /** The notes that a cook has read, by ticket and line; the order's notes by ticket and ''. A note that is another one by now is marked until it is read. */
  read: NotesRead
  /** The chosen stations; [] means all. */
  stations: string[]
  /** Tickets that were open on this board. */
  watched: string[]
  bumped: Bumped[]
  /** Orders that were cancelled while their tickets were on the board, see `keeps`. */
  kept: KeptOrder[]
  fontSize: number
  sound: boolean
  /** All-day is shown beside the board. */
  allDay: boolean
}
type KeptOrder = { order: OrderShape; at: string }

export const FONT = { min: 18, max: 28, usual: 20 }
const FRESH: Device = {
  seen: [],
  pinned: [],
  read: {},
  stations: [],
  watched: [],
  bumped: [],
  kept: [],
  fontSize: FONT.usual,
  sound: true,
  allDay: false,
}
const LIMITS = { seen: 500, pinned: 50, watched: 200, kept: 40 } as const
export const KEPT_HOURS = 12

const store = createStore<Record<string, Device>>({})
const storageKey = (restaurantId: string) => `tawa_kitchen:${restaurantId}`
/** Within one shift: on the next day its KOT numbers begin again. */
const isRecent = ({ at }: { at: string }, now: number): boolean => now - Date.parse(at) < KEPT_HOURS * 3_600_000
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : [])

const isText = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
const notesOf = (value: unknown): NotesRead =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).filter(([, texts]) => isText(texts))) : {}

/** Reads a Device from whatever is in storage. */
export function readDevice(value: unknown, now = Date.now()): Device {
  const v = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Device, unknown>>
  const size = Number(v.fontSize)
  return {
    seen: strings(v.seen),
    pinned: strings(v.pinned),
    read: notesOf(v.read),
    stations: strings(v.stations),
    watched: strings(v.watched),
    bumped: Array.isArray(v.bumped) ? (v.bumped as Bumped[]).filter((b) => typeof b?.kotId === 'string' && isRecent(b, now)) : [],
    kept: Array.isArray(v.kept) ? (v.kept as KeptOrder[]).filter((k) => Array.isArray(k?.order?.kots) && isRecent(k, now)) : [],
    fontSize: size >= FONT.min && size <= FONT.max ? Math.round(size) : FONT.usual,
    sound: v.sound !== false,
    allDay: v.allDay === true,
  }
}

function load(restaurantId: string): Device {
  const held = store.get()[restaurantId]
  if (held) return held
  const device = readDevice(readStored(storageKey(restaurantId)))
  store.set((all) => ({ ...all, [restaurantId]: device }))
  return device
}

function changeDevice(change: (device: Device) => Partial<Device>): void {
  const restaurantId = restaurantIdNow()
  const old = load(restaurantId)
  const changed = change(old)
  if (Object.entries(changed).every(([name, value]) => old[name as keyof Device] === value)) return
  const next = { ...old, ...changed }
  for (const [name, most] of Object.entries(LIMITS)) {
    const list = next[name as keyof typeof LIMITS]
    if (list.length > most) Object.assign(next, { [name]: list.slice(-most) })
  }
  store.set((all) => ({ ...all, [restaurantId]: next }))
  writeStored(storageKey(restaurantId), next)
}

export function useDevice(): Device {
  const restaurantId = useRestaurantId()
  load(restaurantId)
  return useStore(store, (all) => all[restaurantId] ?? FRESH)
}

/** False on a screen whose sound was switched off. */
export const isSoundOn = (): boolean => load(restaurantIdNow()).sound

// ------------------------------------------------------------ changes

export const acknowledge = (lineIds: readonly string[]): void => changeDevice(({ seen }) => ({ seen: [...new Set([...seen, ...lineIds])] }))
export const unacknowledge = (lineIds: readonly string[]): void =>
  changeDevice(({ seen }) => (lineIds.some((id) => seen.includes(id)) ? { seen: seen.filter((id) => !lineIds.includes(id)) } : {}))
/** Notes the texts that a cook has read, by ticket and line. */
export const readNotes = (notes: NotesRead): void =>
  changeDevice(({ read }) => ({
    read: { ...read, ...Object.fromEntries(Object.entries(notes).map(([kotId, texts]) => [kotId, { ...read[kotId], ...texts }])) },
  }))
/** Pins or unpins a ticket; the last one pinned comes first. */
export const togglePin = (kotId: string): void =>
  changeDevice(({ pinned }) => ({ pinned: pinned.includes(kotId) ? pinned.filter((id) => id !== kotId) : [kotId, ...pinned] }))
export const setStations = (stations: string[]): void => changeDevice(() => ({ stations }))
export const setFontSize = (fontSize: number): void => changeDevice(() => ({ fontSize: Math.min(FONT.max, Math.max(FONT.min, fontSize)) }))
export const setAllDay = (allDay: boolean): void => changeDevice(() => ({ allDay }))
export const setSound = (sound: boolean): void => changeDevice(() => ({ sound }))
export const noteBump = (entry: Bumped): void => changeDevice(({ bumped }) => ({ bumped: remember(bumped, entry) }))
export const forgetBump = (kotId: string): void =>
  changeDevice(({ bumped }) => (bumped.some((b) => b.kotId === kotId) ? { bumped: bumped.filter((b) => b.kotId !== kotId) } : {}))

// ------------------------------------------------------------ orders that were cancelled while on the board

/**
 * A ticket must not disappear while a cook works on it: a cancelled order stays, struck through, until it is acknowledged. An order that was paid before it was cooked
 * stays without this (`toCook` of the open orders).
 */
export function keeps(order: OrderShape, onBoard: ReadonlySet<string>): OrderShape | null {
  if (order.orderStatus !== 'cancelled') return null
  const kots = order.kots.filter(
    (kot) => onBoard.has(kot.kotId) && kot.items.some((i) => i.status === 'Preparing' || i.status === 'Cancelled'),
  )
  if (kots.length === 0) return null
  return {
    ...order,
    kots: kots.map((kot) => ({
      ...kot,
      items: kot.items.map((i) => (i.status === 'Served' ? i : { ...i, status: 'Cancelled' as const })),
    })),
  }
}

export const keep = (order: OrderShape): void =>
  changeDevice(({ kept }) => ({ kept: [...kept.filter((k) => k.order._id !== order._id), { order, at: new Date().toISOString() }] }))

/** Drops what is no longer needed. `shown` are the tickets on the board. */
export function tidy(shown: ReadonlySet<string>, pending: ReadonlySet<string>): void {
  changeDevice(({ kept, pinned, read, watched, bumped }) => {
    const recent = bumped.filter((b) => isRecent(b, Date.now()))
    const left = kept.filter((k) => k.order.kots.some((kot) => shown.has(kot.kotId)) && !pending.has(k.order._id))
    const pins = pinned.filter((id) => shown.has(id))
    const notes = Object.entries(read).filter(([kotId]) => shown.has(kotId))
    const ids = [...shown]
    return {
      ...(left.length === kept.length ? {} : { kept: left }),
      ...(pins.length === pinned.length ? {} : { pinned: pins }),
      ...(notes.length === Object.keys(read).length ? {} : { read: Object.fromEntries(notes) }),
      ...(recent.length === bumped.length ? {} : { bumped: recent }),
      ...(ids.length === watched.length && ids.every((id) => watched.includes(id)) ? {} : { watched: ids }),
    }
  })
}
