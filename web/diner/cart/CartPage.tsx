import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { MESSAGES } from '#domain/messages.ts'
import { isSoldOut } from '#domain/menu.ts'
import { formatPaise } from '#domain/money.ts'
import { plural, tableName } from '#domain/text.ts'
import { type DraftLine, lineAmount } from '#domain/ticket.ts'
import { ApiError, call, messageOf } from '#web/core/api.ts'
import { useOnline } from '#web/core/online.ts'
import { useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { openCalls } from '../call/calls.ts'
import { type Cart, cart as carts, cartCount, useCart } from '../cart.ts'
import { DietMark } from '../DietMark.tsx'
import { Page } from '../Frame.tsx'
import { Icon } from '../Icon.tsx'
import { useFetched } from '../fetched.ts'
import { watchFoot } from '../foot.ts'
import { dishNewsNow, dishNow, latestOf, useDishNews } from '../menu/page.ts'
import { ItemSheet } from '../menu/sheet.ts'
import { useNow } from '../now.ts'
import { type Place, usePlace } from '../place.ts'
import { go } from '../router.ts'
import { snack } from '../Snack.tsx'
import { useReceipt, useVisit } from '../visit.ts'
import { choicesOf } from '../order/words.ts'
import '../order/order.css'
import { Offers } from './Offers.tsx'
import { isOpener as mayDescribe, type Outcome, placeOrder, unavailable } from './place.ts'
import { Totals } from './Totals.tsx'
import { sentNow, totalOf } from './total.ts'

export default function CartPage() {
  const place = usePlace()
  if (place) return <CartOf place={place} />
  return <Nowhere />
}

/** The cart's page if there is no restaurant: no code was scanned, or the visit is over. */
function Nowhere() {
  const receipt = useReceipt()
  return (
    <Page title="Your cart">
      <div className="empty">
        <h2>{MESSAGES.noRestaurant}</h2>
        <p>Scan the code on your table.</p>
        {receipt && (
          <a className="button-quiet" href={to.thankYou()}>
            Your last receipt
          </a>
        )}
      </div>
    </Page>
  )
}

const NO_OFFERS: never[] = []
/** If a press has no answer after this time (ms), the page says so. */
const SLOW_MS = 4000

function CartOf({ place }: { place: Place }) {
  const { restaurantId } = place
  const cart = useCart(restaurantId)
  const { order, skew } = useVisit()
  const { user } = useSession()
  const now = useNow()
  const online = useOnline()
  const profile = useFetched('GET /restaurant/profile/necessary/:id', { params: { id: restaurantId } })
  const offers = useFetched('GET /restaurant/offers/:id', { params: { id: restaurantId } })
  const [busy, setBusy] = useState(false)
  const [slow, setSlow] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const off = useSoldOut(cart, outcome)
  const restaurant = profile.data?.restaurant
  const count = cartCount(cart)
  const takesOrders = restaurant?.acceptsOrders ?? true
  const isOpener = mayDescribe(order, user?._id)
  const offer = isOpener ? cart.offer : null
  // By the server's clock, since a phone's may be wrong.
  const totalWith = (draft: Cart['draft']) =>
    restaurant && totalOf({ draft, offer }, order, restaurant, offers.data?.offers ?? NO_OFFERS, new Date(now - skew))
  const total = totalWith(cart.draft)
  // While an order has no answer, the button sends that one.
  const sends = cart.unanswered ? totalWith(cart.unanswered.draft) : total
  const unread = [profile, offers].find(({ data, error }) => error && !data)

  useArrival(cart, order, busy)
  useFocusKept()

  /** The line whose choices are being changed, and its dish as it is now. */
  const [editing, setEditing] = useState<{ line: DraftLine; item: MenuItemShape } | null>(null)

  async function edit(line: DraftLine) {
    try {
      const item =
        dishNow(line._id) ?? (await call('GET /menus/item/:id', { params: { id: line._id }, query: { restaurantId }, quiet: true })).item
      setEditing({ line, item })
    } catch (error) {
      snack(error instanceof ApiError && error.status === 404 ? unavailable(line.itemName) : messageOf(error), { tone: 'error' })
    }
  }

  async function press() {
    if (busy) return
    setBusy(true)
    setOutcome(null)
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    try {
      setOutcome(await placeOrder())
    } finally {
      clearTimeout(timer)
      setSlow(false)
      setBusy(false)
    }
  }

  const title = 'Your cart'
  const note = place.tableNumber === null ? place.restaurantName : `${tableName(place.tableNumber)} · not sent`
  if (count === 0 && !cart.unanswered)
    return (
      <Page title={title} note={place.restaurantName} back={to.dinerMenu()}>
        <div className="empty">
          <Icon name="menu" />
          <h2>Your cart is empty</h2>
          <p>Add dishes from the menu, then place the order here.</p>
          <a className="button" href={to.dinerMenu()}>
            To the menu
          </a>
        </div>
      </Page>
    )
  return (
    <Page title={title} note={note} back={to.dinerMenu()}>
      <div className="pad" style={{ display: 'grid', gap: 12, paddingTop: 12 }}>
        {cart.unanswered && !busy && outcome?.how !== 'failed' && (
          <Notice tone="warning">
            Your order of{' '}
            {plural(
              cart.unanswered.draft.lines.reduce((n, l) => n + l.quantity, 0),
              'item',
            )}{' '}
            was sent, but no answer came. Press Place order: it is placed once.
          </Notice>
        )}
        <ul className="card list" aria-label="In your cart">
          {(cart.draft?.lines ?? []).map((line) => (
            <Line
              key={line.key}
              line={line}
              restaurantId={restaurantId}
              trouble={off.get(line._id) ?? null}
              onChange={() => void edit(line)}
            />
          ))}
        </ul>
        {isOpener && takesOrders && (
          // An order without an answer is sent again as it was, so no later note or offer could go with it.
          <fieldset className="contents" disabled={cart.unanswered !== null}>
            <label className="field">
              <span className="unseen">Note for the kitchen</span>
              <textarea
                className="input"
                rows={2}
                maxLength={500}
                placeholder="Note for the kitchen"
                value={cart.note}
                onChange={(event) => carts.note(restaurantId, event.target.value)}
              />
            </label>
            {cart.unanswered && !busy && (
              <p className="small muted">Another note or offer can go with your next order. Tell the staff what can’t wait.</p>
            )}
            {total && <Offers restaurantId={restaurantId} cart={cart} offers={total.offers} />}
          </fieldset>
        )}
        {!isOpener && cart.note && (
          <Notice tone="warning" action="Remove" press={() => carts.note(restaurantId, '')}>
            Your note “{cart.note}” isn’t sent: only whoever began this table’s order can give it one. Put it on a dish, or tell the staff.
          </Notice>
        )}
        {unread && online && (
          <Notice tone="danger" press={() => void unread.refetch()}>
            {messageOf(unread.error)}
          </Notice>
        )}
        {total && <Totals total={total} />}
      </div>
      {takesOrders ? (
        <div className="action-bar" ref={watchFoot}>
          <Troubles outcome={outcome} off={off} cart={cart} restaurantId={restaurantId} />
          {slow && <Notice tone="info">This takes longer than usual. Stay here.</Notice>}
          <button type="button" className="button large ends" aria-disabled={busy || off.size > 0} onClick={() => void press()}>
            <span>{busy ? 'Placing your order…' : 'Place order'}</span>
            {sends && <span className="num">{formatPaise(sentNow(sends))}</span>}
          </button>
          <p className="small muted" style={{ textAlign: 'center', paddingTop: 6 }}>
            {user?.role === 'user' ? `Ordering as ${user.name}. ` : ''}
            {restaurant && (restaurant.qrSettings.acceptOrders ? 'The staff accept it first.' : 'Goes straight to the kitchen.')}
          </p>
        </div>
      ) : (
        <div className="action-bar" ref={watchFoot}>
          <Notice tone="info">This restaurant takes no orders from the phone. Ask the staff.</Notice>
          {place.tableId && (
            <button type="button" className="button large" style={{ marginTop: 8 }} onClick={() => void openCalls()}>
              Call waiter
            </button>
          )}
        </div>
      )}
      {editing && (
        <ItemSheet
          item={editing.item}
          line={editing.line}
          onSubmit={(changed) => carts.replace(restaurantId, editing.line.key, changed)}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  )
}

/** Dishes of the cart that can't be sold, with the reason, by the last answer, the menu and the restaurant's events. */
function useSoldOut(cart: Cart, outcome: Outcome | null): ReadonlyMap<string, string> {
  // Events that came before the answer are no newer than the answer, which is about the lines as they were.
  const [answered, setAnswered] = useState({ outcome, news: dishNewsNow(), cart })
  const news = useDishNews()
  if (answered.outcome !== outcome) setAnswered({ outcome, news, cart })
  const linesOf = ({ draft }: Cart, id: string) => JSON.stringify(draft?.lines.filter((line) => line._id === id))
  const found = new Map<string, string>()
  const refused = outcome?.how === 'unavailable' ? outcome.dishes : []
  for (const { _id } of cart.draft?.lines ?? []) {
    const told = news.get(_id)
    // The menu's page too, because it replaces older events. It is not fetched while the cart is shown.
    const said = latestOf(_id)
    const isChanged = linesOf(cart, _id) !== linesOf(answered.cart, _id)
    const byAnswer = isChanged ? undefined : refused.find((d) => d.itemId === _id)?.message
    const isNewer = told !== answered.news.get(_id)
    const asKnown = said && (said.deleted || isSoldOut(said)) ? unavailable(said.name) : undefined
    const message = isNewer ? asKnown : (byAnswer ?? asKnown)
    if (message) found.set(_id, message)
  }
  return found
}

function Line({
  line,
  restaurantId,
  trouble,
  onChange,
}: {
  line: DraftLine
  restaurantId: string
  trouble: string | null
  onChange: () => void
}) {
  const { key, itemName, quantity } = line
  return (
    <li className="line cart-line" style={{ flexWrap: 'wrap' }}>
      <DietMark of={line} />
      <div className="grow">
        <p className="what">{itemName}</p>
        <p className="small muted">{choicesOf(line)}</p>
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="num">{formatPaise(lineAmount(line))}</span>
          <button type="button" className="link small -my-2" aria-label={`Change ${itemName}`} onClick={onChange}>
            Change
          </button>
        </p>
      </div>
      <div className="stepper" role="group" aria-label={itemName}>
        <button
          type="button"
          aria-label={quantity === 1 ? `Remove ${itemName}` : `Fewer ${itemName}`}
          onClick={() => carts.less(restaurantId, key)}
        >
          <Icon name={quantity === 1 ? 'bin' : 'minus'} />
        </button>
        <output>{quantity}</output>
        <button type="button" aria-label={`More ${itemName}`} onClick={() => carts.more(restaurantId, key)}>
          <Icon name="plus" />
        </button>
      </div>
      {trouble && (
        <p className="notice" data-tone="danger" style={{ width: '100%' }} role="alert">
          <span className="grow">{trouble}</span>
          <button type="button" className="link" style={{ color: 'inherit' }} onClick={() => carts.removeDishes(restaurantId, [line._id])}>
            Remove it
          </button>
        </p>
      )}
    </li>
  )
}

/** Why the order can't be placed, above its button. */
function Troubles({
  outcome,
  off,
  cart,
  restaurantId,
}: {
  outcome: Outcome | null
  off: ReadonlyMap<string, string>
  cart: Cart
  restaurantId: string
}) {
  const online = useOnline()
  const [first] = off
  if (first) {
    const name = cart.draft?.lines.find((l) => l._id === first[0])?.itemName ?? ''
    return (
      <p className="notice" data-tone="danger" role="alert">
        <span className="grow">{first[1]}</span>
        <button
          type="button"
          className="link"
          style={{ color: 'inherit' }}
          aria-label={`Remove ${name}`}
          onClick={() => carts.removeDishes(restaurantId, [first[0]])}
        >
          Remove it
        </button>
      </p>
    )
  }
  if (outcome?.how === 'failed') return <Notice tone={outcome.unsure ? 'warning' : 'danger'}>{outcome.message}</Notice>
  if (outcome?.how === 'changed') return <Notice tone="warning">{outcome.message}</Notice>
  if (!online) return <Notice tone="warning">You are offline. Your cart is kept on this phone; the kitchen has not received it.</Notice>
  return null
}

/** An order whose answer was lost turns out to have arrived: without a word the guest would look at an empty cart, and order a second time. */
function useArrival({ unanswered }: Cart, order: OrderShape | null, busy: boolean): void {
  const waiting = useRef<string | null>(null)
  useEffect(() => {
    if (unanswered) waiting.current = unanswered.draft.kotId
    // While it is being sent, `placeOrder` goes there itself.
    if (unanswered || busy) return
    const arrived = order?.kots.some(({ kotId }) => kotId === waiting.current)
    waiting.current = null
    if (!arrived) return
    snack('Your order has arrived.')
    go(to.dinerOrder())
  }, [unanswered, order, busy])
}

/** A press may take its own button away. The focus goes to the page's title then; otherwise the next Tab would begin at the top of the document. */
function useFocusKept(): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => void (last.current = target as Element)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (last.current?.isConnected === false && document.activeElement === document.body)
      document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
  })
}

function Notice({
  tone,
  action = 'Try again',
  press,
  children,
}: {
  tone: 'info' | 'warning' | 'danger'
  action?: string
  press?: () => void
  children: ReactNode
}) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'info' ? 'status' : 'alert'} style={{ marginBottom: 8 }}>
      <span className="grow">{children}</span>
      {press && (
        <button type="button" className="link" style={{ color: 'inherit' }} onClick={press}>
          {action}
        </button>
      )}
    </div>
  )
}
