import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { isSoldOut } from '#domain/menu.ts'
import { MESSAGES } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { afterSend, atMenuPrice, costOf, type Draft, type DraftLine, lineAmount } from '#domain/ticket.ts'
import { ApiError, call, messageOf } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { to } from '#web/core/to.ts'
import { cart, cartNow, orderBody, type Unanswered } from '../cart.ts'
import { endVisit } from '../end.ts'
import { fetchAgain } from '../fetched.ts'
import { readOrder, take } from '../live.ts'
import { showAll } from '../menu/filter.ts'
import { dishChanged } from '../menu/page.ts'
import { placeNow } from '../place.ts'
import { go } from '../router.ts'
import { askToSit, sittingNow } from '../sitting.ts'
import { visit } from '../visit.ts'

/** The result of a press on "Place order". The cart keeps its lines in all cases except `placed`; `changed` describes what was changed in it. */
export type Outcome =
  | { how: 'placed' }
  /** The guest closed the sheet that asks for name and mobile. */
  | { how: 'closed' }
  /** These dishes can't be sold (SPEC §5, §8). */
  | { how: 'unavailable'; dishes: { itemId: string; message: string }[] }
  /** The cart was changed: the guest looks at it and presses again. */
  | { how: 'changed'; message: string }
  /** `unsure`: the order may have arrived. Pressing again sends the very same one. */
  | { how: 'failed'; message: string; unsure: boolean }

/** SPEC §8. */
export const unavailable = (name: string): string => `Item "${name}" is unavailable.`
/** Some of SPEC's messages have no full stop. */
const nothingSent = (message: string): Outcome => ({
  how: 'failed',
  message: `${message.replace(/\w$/, '$&.')} Nothing was sent, and your cart is kept.`,
  unsure: false,
})

/**
 * Fetches every dish of the cart again (SPEC §5 "Before creating an order"): those that can't be sold, and lines whose price has changed since, which get
 * today's. Throws ApiError when the menu can't be read.
 */
async function check(restaurantId: string, draft: Draft): Promise<Outcome | null> {
  const ids = [...new Set(draft.lines.map((l) => l._id))]
  const found = await Promise.all(
    ids.map((id) =>
      call('GET /menus/item/:id', { params: { id }, query: { restaurantId } })
        .then(({ item }): [string, MenuItemShape | null] => [id, item])
        .catch((error: unknown): [string, null] => {
          if (error instanceof ApiError && error.status === 404) return [id, null]
          throw error
        }),
    ),
  )
  const items = new Map(found)
  for (const item of items.values()) if (item) dishChanged(item)
  const wanted = (id: string) => draft.lines.reduce((sum, l) => sum + (l._id === id ? l.quantity : 0), 0)
  const dishes = draft.lines.flatMap((line) => {
    const item = items.get(line._id)
    if (!item || isSoldOut(item)) return [{ itemId: line._id, message: unavailable(line.itemName) }]
    if (item.remaining !== null && item.remaining < wanted(line._id))
      return [{ itemId: line._id, message: `${unavailable(line.itemName)} Only ${item.remaining} left.` }]
    if (!atMenuPrice(line, item))
      return [{ itemId: line._id, message: `${unavailable(line.itemName)} The menu no longer offers it like this.` }]
    return []
  })
  if (dishes.length > 0)
    return { how: 'unavailable', dishes: dishes.filter((d, i) => dishes.findIndex((o) => o.itemId === d.itemId) === i) }
  const dearer = draft.lines.filter((line) => atPriceOf(restaurantId, line, items.get(line._id)))
  if (dearer.length === 0) return null
  const [first] = dearer
  const now = cartNow(restaurantId).draft?.lines.find((l) => l.key === first?.key)
  const isTax = now && first && lineAmount(now) === lineAmount(first)
  return {
    how: 'changed',
    message: `The ${isTax ? 'tax on' : 'price of'} ${first?.itemName} has changed${now && !isTax ? ` to ${formatRupees(lineAmount({ ...now, quantity: 1 }) / 100)}` : ''}${dearer.length > 1 ? `, and ${dearer.length - 1} more` : ''}. Look at the total and place the order again.`,
  }
}

/** Gives a line today's price and tax. True when one of them was another. */
function atPriceOf(restaurantId: string, line: DraftLine, item: MenuItemShape | null | undefined): boolean {
  const now = item && atMenuPrice(line, item)
  if (!now || costOf(now) === costOf(line)) return false
  cart.replace(restaurantId, line.key, now)
  return true
}

/** Only the guest who opened the table's order gives it a note and an offer (403 `not_order_opener`); without an order, anybody. */
export const isOpener = (order: Pick<OrderShape, 'userId'> | null, userId: string | undefined): boolean => !order || order.userId === userId

const takesNote = () => isOpener(visit.get().order, sittingNow()?.userId)
const NOT_OPENER: Outcome = {
  how: 'changed',
  message: 'Only whoever began this table’s order can give it a note or an offer. Place the order again without them.',
}

let underWay: Promise<Outcome> | null = null
/** Places the order, once however often it is pressed: a press while one is under way is the same press. */
export function placeOrder(): Promise<Outcome> {
  underWay ??= place().finally(() => (underWay = null))
  return underWay
}

async function place(): Promise<Outcome> {
  const where = placeNow()
  if (!where?.tableId) return { how: 'failed', message: MESSAGES.noRestaurant, unsure: false }
  const { restaurantId } = where
  const took = takesNote()
  if (!(await askToSit('Place order'))) return { how: 'closed' }
  const { draft, unanswered, note, offer } = cartNow(restaurantId)
  if (!unanswered) {
    if (!draft) return { how: 'closed' }
    try {
      const trouble = await check(restaurantId, draft)
      if (trouble) return trouble
    } catch (error) {
      return nothingSent(messageOf(error, 'Failed to fetch menu item'))
    }
  }
  const sitting = sittingNow()
  if (!sitting) return nothingSent('Your visit at this table has ended.')
  // The order of a friend that this phone hears of only now: an allergy must not be left out without a word.
  if (took && !takesNote() && (note || offer)) return NOT_OPENER
  const sending = cart.begin(restaurantId, (lines) =>
    orderBody(takesNote() ? cartNow(restaurantId) : { note: '', offer: null }, lines, {
      restaurantId,
      tableId: sitting.tableId,
    }),
  )
  if (!sending) return { how: 'closed' }
  try {
    const { order } = await call('POST /orders', { body: { order: sending.order }, idempotencyKey: sending.key })
    cart.arrived(restaurantId, sending)
    take(order, { silent: true })
    countOrdered(sending)
    // Whoever adds more looks for something else.
    showAll()
    go(to.dinerOrder())
    return { how: 'placed' }
  } catch (error) {
    return refused(restaurantId, sending, error)
  }
}

/** For the menu's statistics. A failure is ignored. */
function countOrdered({ draft }: Unanswered): void {
  for (const id of new Set(draft.lines.map((l) => l._id)))
    void call('POST /statistics/order/:id', { params: { id }, quiet: true, keepalive: true }).catch(() => undefined)
}

async function refused(restaurantId: string, sending: Unanswered, error: unknown): Promise<Outcome> {
  const isMissing = error instanceof ApiError && error.status === 404
  const hasMore = afterSend(cartNow(restaurantId).draft, sending.draft, '') !== null
  // The staff may have moved the table since it was first sent.
  if (isMissing) await readOrder()
  // The answer was lost, but the order itself has arrived. A visit that has ended meanwhile settles nothing.
  if (sittingNow() && cartNow(restaurantId).unanswered?.key !== sending.key) {
    go(to.dinerOrder())
    return { how: 'placed' }
  }
  // The refusal has ended the visit.
  if (!sittingNow()) return { how: 'failed', message: 'Your visit at this table has ended. Your cart is kept.', unsure: false }
  if (leavesOpen(error)) {
    const message = messageOf(error)
    if (error instanceof ApiError && error.status === 429) return { how: 'failed', message, unsure: false }
    return {
      how: 'failed',
      message: `${message} We don’t know yet whether the kitchen has your order. Press again: it is placed once.`,
      unsure: true,
    }
  }
  if (isMissing && visit.get().failed === null) {
    // Its ticket is not in the order of this sitting; it may be in that of an earlier one.
    cart.renew(restaurantId)
    // The table was only moved. Dishes that were added since an answer was lost are not sent without another press.
    if (sittingNow()?.tableId !== sending.order.tableId && !hasMore) return place()
  } else cart.refused(restaurantId)
  if (!(error instanceof ApiError)) return nothingSent(messageOf(error, 'Order operation failed'))
  switch (error.code) {
    case 'item_unavailable': {
      const itemId = String(error.details.itemId ?? '')
      return { how: 'unavailable', dishes: [{ itemId, message: error.message }] }
    }
    case 'offer_not_applicable':
      cart.offer(restaurantId, null)
      fetchAgain('GET /restaurant/offers/:id', { params: { id: restaurantId } })
      return { how: 'changed', message: `${error.message} The offer was taken off. Look at the total and place the order again.` }
    case 'not_order_opener':
      // Once the order is known, the cart leaves them out and says so.
      await readOrder()
      if (takesNote()) {
        cart.offer(restaurantId, null)
        cart.note(restaurantId, '')
      }
      return NOT_OPENER
    case 'sitting_ended':
      endVisit({ how: 'ended' })
      return nothingSent(error.message)
    default:
      return nothingSent(error.message)
  }
}
