import type { BodyOf } from '#domain/api/contract.ts'
import type { Api } from '#domain/api/index.ts'
import type { Offer } from '#domain/api/offers.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import {
  addItem,
  afterSend,
  decrement,
  type Draft,
  draftCount,
  dropUnavailable,
  increment,
  isEmpty,
  type NewDraftLine,
  replaceLine,
  setNote,
  toSent,
} from '#domain/ticket.ts'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'

/**
 * The diner's cart: dishes of one restaurant that were not sent yet, kept on this phone. Lines are the same when dish, choices and note are (SPEC §5 "Item
 * identity for merging", domain/ticket.ts). All tabs of the phone share it.
 */
export type Cart = {
  draft: Draft | null
  /** For the kitchen, about the whole order. */
  note: string
  offer: ChosenOffer | null
  /** An order that was sent and has no answer yet. */
  unanswered: Unanswered | null
  /** UTC ISO, of the last change. */
  updatedAt: string
}

/** An offer without a code is named by its id, one with a code by what the guest typed, with the terms that the server has for it. */
type ChosenOffer = { id: string } | { code: string; offer: Offer }

/**
 * An order that may or may not have arrived. It is kept before it is sent, also through a reload, so that sending it again is the same order: same key, same
 * body, same kotId (CONTRACT §1 "Exactly once").
 */
export type Unanswered = { key: string; order: SentOrder; draft: Draft; at: string }
type SentOrder = BodyOf<Api, 'POST /orders'>['order']

const EMPTY: Cart = { draft: null, note: '', offer: null, unanswered: null, updatedAt: '' }
const STORED = 'tawa_cart:'
/** A cart that nobody touched for this long is from an earlier visit. */
const MAX_AGE_MS = 6 * 3_600_000

const isOld = ({ updatedAt }: Cart) => Date.now() - Date.parse(updatedAt) >= MAX_AGE_MS

const carts = createStore<Record<string, Cart>>({})

function stored(restaurantId: string): Cart {
  const cart = readStored<Cart>(STORED + restaurantId)
  const isWhole = cart && (cart.draft === null || Array.isArray(cart.draft?.lines)) && typeof cart.note === 'string'
  if (!isWhole || isOld(cart)) return EMPTY
  // A code that an earlier version kept without its offer is typed once more.
  const isUnread = cart.offer !== null && 'code' in cart.offer && !cart.offer.offer
  return { ...EMPTY, ...cart, offer: isUnread ? null : cart.offer }
}

/** The carts that were read from the device and have not changed since. */
const read = new Map<string, Cart>()

export function cartNow(restaurantId: string): Cart {
  const known = carts.get()[restaurantId] ?? read.get(restaurantId)
  if (known) return known
  const cart = stored(restaurantId)
  read.set(restaurantId, cart)
  return cart
}

function change(restaurantId: string, next: (cart: Cart, at: string) => Partial<Cart>): void {
  const cart = cartNow(restaurantId)
  const at = new Date().toISOString()
  const changed = { ...cart, ...next(cart, at), updatedAt: at }
  const isBlank = isEmpty(changed.draft) && !changed.note && !changed.offer && !changed.unanswered
  carts.set((all) => ({ ...all, [restaurantId]: changed }))
  writeStored(STORED + restaurantId, isBlank ? null : changed)
}

const changeDraft = (restaurantId: string, next: (draft: Draft, at: string) => Draft | null): void =>
  change(restaurantId, ({ draft }, at) => (draft ? { draft: next(draft, at) } : {}))

/** The cart of a restaurant as it is now. */
export function useCart(restaurantId: string): Cart {
  return useStore(carts, () => cartNow(restaurantId))
}

/** Calls `changed` after each change of any cart, for code outside React. */
export const onCartChange = carts.subscribe

/** Empties the carts of earlier visits, in a page that was not loaded again since. */
export function leaveOldCarts(): void {
  read.clear()
  carts.set((all) => Object.fromEntries(Object.entries(all).map(([id, cart]) => [id, isOld(cart) ? EMPTY : cart])))
}

/** Another tab changed a cart. */
export function watchCarts(): void {
  addEventListener('storage', ({ key }) => {
    if (!key?.startsWith(STORED)) return
    const restaurantId = key.slice(STORED.length)
    carts.set((all) => ({ ...all, [restaurantId]: stored(restaurantId) }))
  })
}

/** Portions in the cart. */
export const cartCount = (cart: Cart): number => draftCount(cart.draft)
/** Portions of one dish in the cart, with all its choices. */
export const inCart = (cart: Cart, itemId: string): number =>
  cart.draft?.lines.reduce((sum, line) => sum + (line._id === itemId ? line.quantity : 0), 0) ?? 0

// ------------------------------------------------------------ what the guest does

export const cart = {
  add: (restaurantId: string, line: NewDraftLine) => change(restaurantId, ({ draft }, at) => ({ draft: addItem(draft, line, at) })),
  more: (restaurantId: string, key: string) => changeDraft(restaurantId, (draft, at) => increment(draft, key, at)),
  /** One less; the last one takes the line away. */
  less: (restaurantId: string, key: string) => changeDraft(restaurantId, (draft, at) => decrement(draft, key, at)),
  replace: (restaurantId: string, key: string, line: NewDraftLine) =>
    changeDraft(restaurantId, (draft, at) => replaceLine(draft, key, line, at)),
  noteLine: (restaurantId: string, key: string, note: string) => changeDraft(restaurantId, (draft, at) => setNote(draft, key, note, at)),
  /** Takes all lines of these dishes away. */
  removeDishes: (restaurantId: string, itemIds: readonly string[]) =>
    changeDraft(restaurantId, (draft, at) => dropUnavailable(draft, itemIds, at)),
  note: (restaurantId: string, note: string) => change(restaurantId, () => ({ note })),
  offer: (restaurantId: string, offer: ChosenOffer | null) => change(restaurantId, () => ({ offer })),
  clear(restaurantId: string): void {
    carts.set((all) => ({ ...all, [restaurantId]: EMPTY }))
    writeStored(STORED + restaurantId, null)
  },

  /**
   * Begins to send what is in the cart: kept before it is sent. While an earlier order has no answer, that one is sent again, exactly as it was, and what was
   * added since stays in the cart.
   */
  begin(restaurantId: string, order: (draft: Draft) => SentOrder): Unanswered | null {
    const { draft, unanswered } = cartNow(restaurantId)
    if (unanswered) return unanswered
    if (isEmpty(draft)) return null
    const made: Unanswered = { key: randomId(), order: order(draft), draft, at: new Date().toISOString() }
    change(restaurantId, () => ({ unanswered: made }))
    return made
  },
  /** The order was refused: nothing was sent, and all of it stays in the cart. */
  refused: (restaurantId: string) => change(restaurantId, () => ({ unanswered: null })),
  /** What is in the cart becomes another ticket: the one that was sent may be in the order of a visit that has ended, and the server takes a kotId only once. */
  renew: (restaurantId: string) =>
    change(restaurantId, ({ draft }) => ({ draft: draft && { ...draft, kotId: randomId() }, unanswered: null })),
  /** The order has arrived: what was sent leaves the cart. What was added meanwhile stays, the dishes as a new ticket. */
  arrived: (restaurantId: string, { draft: sent, order }: Unanswered) =>
    change(restaurantId, ({ draft, note, offer }, at) => ({
      draft: afterSend(draft, sent, at),
      note: note.trim() === (order.additionalNote ?? '') ? '' : note,
      offer: offer && ('id' in offer ? offer.id !== order.offerId : offer.code !== order.offerCode) ? offer : null,
      unanswered: null,
    })),
}

/** An order without an answer whose ticket is in the table's order has arrived after all. True when it did. */
export function settleArrived(restaurantId: string, order: Pick<OrderShape, 'kots'>): boolean {
  const { unanswered } = cartNow(restaurantId)
  if (!unanswered || !order.kots.some((kot) => kot.kotId === unanswered.draft.kotId)) return false
  cart.arrived(restaurantId, unanswered)
  return true
}

/** The body of `POST /orders` (CONTRACT §5 "The server prices"): ids and choices, no prices. */
export function orderBody(
  cart: Pick<Cart, 'note' | 'offer'>,
  draft: Draft,
  { restaurantId, tableId }: { restaurantId: string; tableId: string },
): SentOrder {
  const { note, offer } = cart
  return {
    restaurantId,
    tableId,
    orderType: 'Dine In',
    ...(note.trim() ? { additionalNote: note.trim() } : {}),
    ...(offer && 'id' in offer ? { offerId: offer.id } : {}),
    ...(offer && 'code' in offer ? { offerCode: offer.code } : {}),
    kots: [toSent(draft)],
  }
}
