import {
  Armchair,
  ArrowRightLeft,
  Ban,
  ChevronDown,
  ListX,
  MessageSquareText,
  Move,
  Printer,
  ReceiptText,
  Repeat2,
  UserRound,
  Users,
} from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useBlocker, useNavigate, useSearchParams } from 'react-router'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { searchItems } from '#domain/menu.ts'
import type { OrderType } from '#domain/order.ts'
import { tableLabel } from '#domain/table.ts'
import { type DraftLine, draftTotals, needsChoice, type NewDraftLine, repeatRound } from '#domain/ticket.ts'
import { plural } from '#domain/text.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import {
  discardDraft,
  draftLabel,
  draftNow,
  forgetOrder,
  freeParcelKey,
  tableKey,
  useAllDrafts,
  useDraft,
} from '#web/shared/order/drafts.ts'
import { useFloorDialogs } from '#web/shared/floor/dialogs.tsx'
import { headOf, type FloorTable } from '#web/shared/floor/floor.ts'
import { useFloor } from '#web/shared/floor/useFloor.ts'
import { useLive } from '#web/core/live.ts'
import { CancelLineDialog } from '#web/shared/order/CancelLineDialog.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { useItemPicker } from '#web/shared/menu/ItemPicker.tsx'
import { orderLabel } from '#web/shared/order/label.ts'
import { isSoldOut, lineOf, useMenu } from '#web/shared/menu/menu.ts'
import { NoteDialog } from '#web/shared/menu/NoteFields.tsx'
import { PayPanel } from '#web/shared/order/PayPanel.tsx'
import { useOpenOrders, useOrder } from '#web/shared/order/useOpenOrders.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { usePrint } from '#web/shared/print/PrintPreview.tsx'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { ConflictDialog, useSendKot } from '#web/shared/order/sending.tsx'
import { sessionNow } from '#web/core/session.ts'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Live } from '#web/ui/Live.tsx'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { CartBar } from './CartBar.tsx'
import { CustomerSheet } from './CustomerSheet.tsx'
import { CancelOrderDialog, LeaveDialog, UnsentDialog } from './dialogs.tsx'
import { MenuGrid } from './MenuGrid.tsx'
import { OrderPane } from './OrderPane.tsx'
import { ParcelMenu } from './ParcelMenu.tsx'
import { TablePicker } from './TablePicker.tsx'
import { sameTarget, targetOf, typesOffered } from './target.ts'
import { TileMenu } from './TileMenu.tsx'
import { useRemoteChanges } from './useRemoteChanges.ts'
import { to } from '#web/core/to.ts'

export const picking = 'min-w-0 px-3! [&>span]:w-full [&>span]:justify-start!'
const OWN_MOVE_MS = 30_000
const NO_TAX = { gst: 0, vat: 0, serviceCharge: 0 }

type Asking =
  | { kind: 'table'; why?: string; item?: MenuItemShape }
  | { kind: 'customer' }
  | { kind: 'unsent' }
  | { kind: 'cancelOrder'; order: OrderShape }
  | { kind: 'cancelLine'; order: OrderShape; kot: Kot; line: OrderItem }
  | { kind: 'sentNote'; order: OrderShape; kot: Kot; line: OrderItem }
  | { kind: 'draftNote'; line: DraftLine }
  | { kind: 'tile'; item: MenuItemShape; tile: HTMLElement }

export function Counter() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const profile = useProfile()
  const who = useWho()
  const floor = useFloor()
  const { orders, query: pending } = useOpenOrders()
  const drafts = useAllDrafts()
  const menu = useMenu()
  const { send, isSending } = useSendKot()
  const { printBill, printKot, printing } = usePrint()

  // ---------------------------------------------------------- what is open
  const tablesOn = profile?.isTableEnabled ?? true
  const target = targetOf(search, {
    orders,
    loaded: pending.data !== undefined,
    drafts,
    defaultType: profile?.pos_default_order_type ?? 'Dine In',
    tablesOn,
  })
  const asked = target.kind === 'table' ? floor.byId(target.tableId) : undefined
  // A merged table's order is its parent's.
  const entry = asked && headOf(asked, floor.tables)
  const order =
    target.kind === 'table'
      ? (entry?.order ?? null)
      : target.kind === 'parcel' && target.orderId
        ? (orders.find((o) => o._id === target.orderId) ?? null)
        : null
  const type: OrderType = target.kind === 'parcel' || target.kind === 'start' ? target.type : 'Dine In'
  const key = target.kind === 'table' ? tableKey(entry?.table._id ?? target.tableId) : target.kind === 'parcel' ? target.key : ''
  const base =
    target.kind === 'table'
      ? { tableNumber: entry?.table.tableNumber ?? null, orderId: order?._id ?? null }
      : { orderType: type, orderId: order?._id ?? null }
  const { draft, meta, failed, count, ...edit } = useDraft(key, base)
  const label = entry
    ? entry.label
    : order
      ? orderLabel(order)
      : key
        ? draftLabel({ key, meta: { ...meta, orderType: type } }, tableLabel)
        : type
  const loading =
    target.kind === 'loading' || (target.kind === 'table' && floor.isPending && !asked) || (target.kind === 'start' && !profile)

  const leaving = useRef(false)
  const go = useCallback(
    (path: string, { replace = false, free = false } = {}) => {
      leaving.current = free
      void navigate(path, { replace })
    },
    [navigate],
  )

  // The restaurant's own order type, once it is known.
  const start = target.kind === 'start' && (profile || search.get('type')) ? target.type : null
  useEffect(() => {
    if (start === 'Dine In') go(to.pos({ type: 'dine-in' }), { replace: true, free: true })
    else if (start) go(to.pos({ draft: freeParcelKey(start) }), { replace: true, free: true })
  }, [start, go])

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (leaving.current) {
      leaving.current = false
      return false
    }
    if (sessionNow().status !== 'in' || !key || !draftNow(key)?.draft) return false
    return currentLocation.pathname !== nextLocation.pathname || !sameTarget(currentLocation.search, nextLocation.search)
  })

  // ---------------------------------------------------------- state of the screen
  const [asking, setAsking] = useState<Asking | null>(null)
  const [text, setText] = useState('')
  const [view, setView] = useState<'menu' | 'order'>('menu')
  const [chosen, setChosen] = useState<string | null>(null)
  const [refusedItem, setRefusedItem] = useState<{ key: string; itemId: string; message: string } | null>(null)
  const [said, setSaid] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  const waiting = useRef<MenuItemShape | null>(null)
  const { changes, mine, theirs } = useRemoteChanges(order)
  const movingHere = useRef(0)
  const close = () => setAsking(null)

  const lines = draft?.lines ?? []
  const active = lines.find((l) => l.key === chosen) ?? null
  const refused = refusedItem && refusedItem.key === key && lines.some((l) => l._id === refusedItem.itemId) ? refusedItem : null
  const counts = useMemo(() => {
    const sums = new Map<string, number>()
    for (const line of draft?.lines ?? []) sums.set(line._id, (sums.get(line._id) ?? 0) + line.quantity)
    return sums
  }, [draft])
  const totals = draftTotals(draft, order, profile?.taxPercentages ?? NO_TAX, { roundOff: profile?.taxSettings.roundOff })

  // ---------------------------------------------------------- adding
  const add = (line: NewDraftLine) => {
    const before = draft?.lines ?? []
    edit.add(line)
    const after = draftNow(key)?.draft?.lines ?? []
    const touched = after.find((l) => before.find((b) => b.key === l.key)?.quantity !== l.quantity)
    if (touched) {
      setChosen(touched.key)
      setSaid(`${touched.quantity} × ${touched.itemName}`)
    }
  }
  const picker = useItemPicker({ add, replace: edit.replace })

  const pick = (item: MenuItemShape, tile: HTMLElement | null = null) => {
    if (isSoldOut(item)) return void snack.info(`${item.name} is sold out`, { id: 'sold-out' })
    if (target.kind === 'none') return setAsking({ kind: 'table', why: `For ${item.name}`, item })
    if (!key) return
    picker.pick(item, tile)
  }
  // The tiles are many: what they are given must not change with every line.
  const latest = useRef({ pick })
  useEffect(() => {
    latest.current = { pick }
  })
  const onPick = useCallback((item: MenuItemShape, tile: HTMLElement) => latest.current.pick(item, tile), [])
  const onMenu = useCallback((item: MenuItemShape, tile: HTMLElement) => setAsking({ kind: 'tile', item, tile }), [])

  const ready = target.kind === 'table' && !floor.isPending
  useEffect(() => {
    // A dish was tapped before its table was chosen.
    const item = waiting.current
    if (!item || !ready) return
    waiting.current = null
    latest.current.pick(item, null)
  }, [ready])

  const availability = useCommand('PATCH /menus/item/:id/availability', { quiet: true })
  function setAvailable(item: MenuItemShape, available: boolean) {
    const put = (value: boolean) => availability.mutateAsync({ params: { id: item._id }, body: { available: value } })
    void undoable({
      label: available ? `${item.name} is back on sale` : `${item.name} is sold out`,
      id: `available:${item._id}`,
      do: () => put(available),
      undo: () => put(!available),
    })
  }

  // ---------------------------------------------------------- the open ticket
  function removeLine(line: DraftLine) {
    const { key: _, ...item } = line
    void undoable({
      label: `Removed ${line.quantity} × ${line.itemName}`,
      id: `removed:${line.key}`,
      do: () => edit.remove(line.key),
      undo: () => edit.add(item),
    })
  }
  const setQuantity = (line: DraftLine, quantity: number) => (quantity < 1 ? removeLine(line) : edit.setQuantity(line.key, quantity))
  const isOff = (line: DraftLine) => {
    const item = menu.byId.get(line._id)
    return line._id === refused?.itemId || (menu.query.data !== undefined && (!item || isSoldOut(item)))
  }

  /** True when everything is with the kitchen. */
  async function sendNow(): Promise<OrderShape | null> {
    const sent = draftNow(key)
    if (!sent?.draft) return null
    mine(sent.draft.kotId)
    if (sent.failed) mine(sent.failed.ticket.kotId)
    setRefusedItem(null)
    const result = await send(key)
    if (result.ok) {
      setChosen(null)
      setView('menu')
      const kot = result.kot?.kotNumber
      snack.success(`${orderLabel(result.order)}: ${kot ? `KOT ${kot}` : 'KOT'} sent`, { id: `sent:${key}` })
      // Said once: the next ticket must not overwrite what another device has put there since.
      if (draftNow(key)) edit.setMeta({ customer_name: undefined, mobile_number: undefined, guests: undefined, additionalNote: undefined })
      return result.order
    }
    if (result.reason === 'unavailable') {
      setRefusedItem({ key, itemId: result.itemId, message: result.message })
      setView('order')
    }
    return null
  }
  async function removeAndSend() {
    if (!refused) return
    edit.dropUnavailable([refused.itemId])
    setRefusedItem(null)
    if (draftNow(key)?.draft) await sendNow()
  }

  // ---------------------------------------------------------- bill and settle
  const pay = search.get('pay') === '1'
  const [paying, setPaying] = useState<string | null>(null)
  if (pay && order && paying !== order._id) setPaying(order._id)
  if (!pay && paying !== null) setPaying(null)
  const bill = useOrder(pay ? (paying ?? order?._id) : null)

  const withPay = (on: boolean) => {
    const next = new URLSearchParams(search)
    if (on) next.set('pay', '1')
    else next.delete('pay')
    return `${to.pos()}?${next}`
  }
  const openPay = () => {
    snack.close(`sent:${key}`)
    go(withPay(true))
  }
  const closePay = () => go(withPay(false), { replace: true })
  async function sendAndPay() {
    const sent = await sendNow()
    close()
    if (!sent) return
    // A parcel's own address, as its order is known only now.
    if (target.kind === 'parcel' && !target.orderId) go(`${to.pos({ order: sent._id })}&pay=1`, { free: true })
    else openPay()
  }
  function onSettled(ended: OrderShape) {
    forgetOrder(ended._id)
    // What was not sent is asked about where it stands: keep it as a new order, or discard it.
    if (draftNow(key)?.draft) return closePay()
    go(
      ended.tableId
        ? to.pos({ type: 'dine-in' })
        : to.pos({ draft: freeParcelKey(ended.orderType === 'Delivery' ? 'Delivery' : 'Take Away') }),
      {
        replace: true,
        free: true,
      },
    )
    setView('menu')
  }
  const print = () => {
    if (!order) return
    // It would lie over the preview's own buttons.
    snack.close(`sent:${key}`)
    printBill(order)
  }
  const printReason = order ? why.bill(order, who) : 'Nothing has been sent yet'
  // What is on the ticket in hand can be sent and settled in one go.
  const settleReason = order ? why.settle(order, who) : count > 0 ? why.settleNew(who) : 'Nothing to settle'
  const settle = () => (settleReason ? undefined : count > 0 ? setAsking({ kind: 'unsent' }) : openPay())

  // ---------------------------------------------------------- other devices
  useLive('tableMoved', ({ from, to: into }) => {
    if (target.kind !== 'table' || from._id !== target.tableId) return
    // What was moved here has its own words, with Undo.
    if (Date.now() - movingHere.current > OWN_MOVE_MS)
      snack.info(`${label} moved to ${tableLabel(into.tableNumber)}`, { id: `moved:${into._id}` })
    go(to.pos({ table: into._id }), { replace: true, free: true })
  })
  useLive('orderCompleted', ({ order: ended }) => {
    // With unsent items the dialog asks; the pay panel says it itself.
    if (ended._id !== order?._id || pay || count > 0) return
    snack.info(
      `${ended.tableNumber ? `Table ${ended.tableNumber}` : orderLabel(ended)} was ${ended.orderStatus === 'cancelled' ? 'cancelled' : 'billed'}`,
      { id: `over:${ended._id}` },
    )
  })
  const dialogs = useFloorDialogs(floor, { onMoved: (_, into) => go(to.pos({ table: into.table._id }), { replace: true, free: true }) })

  // ---------------------------------------------------------- customer
  const update = useCommand('PUT /pos/order', { quiet: true })
  const noteOf = useCommand('PUT /orders/note', { quiet: true })
  const customer = {
    customer_name: meta.customer_name ?? order?.customer_name ?? '',
    mobile_number: meta.mobile_number ?? order?.mobile_number ?? '',
    guests: meta.guests ?? order?.guests ?? null,
    additionalNote: meta.additionalNote ?? order?.additionalNote ?? '',
  }
  async function saveCustomer(next: typeof customer) {
    if (!order) {
      edit.setMeta({ ...base, ...next, guests: next.guests ?? undefined })
      return
    }
    await update.mutateAsync({ body: { orderId: order._id, orderData: { ...next, guests: next.guests ?? undefined } } })
  }

  // ---------------------------------------------------------- keys
  const step = (by: number) => {
    if (lines.length === 0) return
    const at = active ? lines.indexOf(active) : by > 0 ? -1 : lines.length
    setChosen(lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.key ?? null)
  }
  const inHand = active ?? lines.at(-1) ?? null
  const here = !pay && !loading
  const find = () => {
    setView('menu')
    // The phone's menu may have been hidden until now.
    requestAnimationFrame(() => searchBox.current?.select())
  }
  const more = () => inHand && (setChosen(inHand.key), setQuantity(inHand, inHand.quantity + 1))
  useShortcuts({
    F2: { label: 'Search items', run: find, when: here },
    '/': { label: 'Search items', run: find, when: here },
    t: { label: 'Choose a table', run: () => setAsking({ kind: 'table' }), when: here && tablesOn },
    ArrowUp: { label: 'Line up', run: () => step(-1), when: here && lines.length > 0 },
    ArrowDown: { label: 'Line down', run: () => step(1), when: here && lines.length > 0 },
    '+': { label: 'One more', run: () => void more(), when: here && !!inHand },
    '=': { run: () => void more(), when: here && !!inHand },
    '-': { label: 'One less', run: () => inHand && setQuantity(inHand, inHand.quantity - 1), when: here && !!inHand },
    Delete: { label: 'Remove the line', run: () => inHand && removeLine(inHand), when: here && !!inHand },
    F4: { label: 'Note for the line', run: () => inHand && setAsking({ kind: 'draftNote', line: inHand }), when: here && !!inHand },
    F8: { label: 'Send KOT', run: () => void sendNow(), when: here && count > 0 },
    'Mod+Enter': { label: 'Send KOT', run: () => void sendNow(), when: here && count > 0 },
    F9: { label: 'Bill & settle', run: settle, when: here },
    'Mod+p': { label: 'Print bill', run: () => (printReason ? undefined : print()), when: here && !!order },
  })

  // ---------------------------------------------------------- the order's menu
  const lastKot = order?.kots.filter((k) => !k.held).at(-1)
  const again = lastKot && menu.items.length > 0 ? repeatRound(lastKot, menu.items) : []
  const other = type === 'Take Away' ? 'Delivery' : 'Take Away'
  const orderMenu: MenuEntry[] = [
    {
      key: 'customer',
      label: 'Customer and note',
      icon: <MessageSquareText />,
      onSelect: () => setAsking({ kind: 'customer' }),
      disabledReason: order && why.change(order, who),
    },
    order
      ? {
          key: 'again',
          label: 'Repeat last round',
          icon: <Repeat2 />,
          onSelect: () => edit.addAll(again),
          disabledReason: again.length === 0 ? 'Nothing of it is on sale' : null,
        }
      : null,
    order && lastKot
      ? {
          key: 'reprint',
          label: `Reprint KOT ${lastKot.kotNumber ?? ''}`.trim(),
          icon: <Printer />,
          onSelect: () => printKot(order, lastKot),
        }
      : null,
    order && entry
      ? {
          key: 'move',
          label: 'Move table',
          icon: <Move />,
          onSelect: () => {
            movingHere.current = Date.now()
            dialogs.move(entry)
          },
          disabledReason: why.move(order, who),
        }
      : null,
    order && type !== 'Dine In'
      ? {
          key: 'type',
          label: `Change to ${other}`,
          icon: <ArrowRightLeft />,
          disabledReason: why.change(order, who),
          onSelect: () =>
            update.mutate(
              { body: { orderId: order._id, orderData: { orderType: other } } },
              {
                onSuccess: () => go(to.pos({ order: order._id }), { replace: true, free: true }),
                onError: (e) => void snack.error(e.message),
              },
            ),
        }
      : null,
    count > 0 || order ? 'separator' : null,
    count > 0
      ? {
          key: 'discard',
          label: 'Discard new ticket',
          icon: <ListX />,
          danger: true,
          onSelect: () => {
            const held = draft
            void undoable({
              label: `Discarded ${plural(count, 'item')}`,
              do: () => edit.restore(null),
              undo: () => edit.restore(held),
            })
          },
        }
      : null,
    order
      ? {
          key: 'cancel',
          label: 'Cancel order',
          icon: <Ban />,
          danger: true,
          disabledReason: why.cancel(order, who),
          onSelect: () => setAsking({ kind: 'cancelOrder', order }),
        }
      : null,
  ]

  // ---------------------------------------------------------- changing what is open
  function chooseType(next: OrderType) {
    if (next === type) return
    go(next === 'Dine In' ? to.pos({ type: 'dine-in' }) : to.pos({ draft: freeParcelKey(next) }))
  }
  function chooseTable(t: FloorTable) {
    const item = asking?.kind === 'table' ? asking.item : undefined
    close()
    waiting.current = item ?? null
    const head = headOf(t, floor.tables)
    if (target.kind === 'table' && target.tableId === head.table._id) return
    go(to.pos({ table: head.table._id }))
    setView('menu')
  }

  const onTable = type === 'Dine In'
  const tableAndCustomer = (
    <>
      {onTable ? (
        <Button
          className={picking}
          icon={<Armchair />}
          iconEnd={<ChevronDown className="ml-auto text-muted" />}
          aria-haspopup="dialog"
          onClick={() => setAsking({ kind: 'table' })}
        >
          {entry ? (
            <>
              <b className="num font-semibold">{entry.label}</b>
              {entry.table.area ? <span className="ml-2 text-14 font-normal text-muted">{entry.table.area}</span> : null}
            </>
          ) : (
            'Table'
          )}
        </Button>
      ) : (
        <ParcelMenu type={type === 'Delivery' ? 'Delivery' : 'Take Away'} current={key} onOpen={(path) => go(path)} />
      )}
      <Button
        className={`${picking} flex-1`}
        icon={<UserRound />}
        iconEnd={
          <>
            {customer.guests ? (
              <span className="ml-auto flex flex-none items-center gap-1 text-14 font-normal text-muted">
                <Users className="size-4!" aria-hidden="true" />
                {customer.guests}
                <span className="sr-only"> guests</span>
              </span>
            ) : null}
            <ChevronDown className={cx('text-muted @max-[56rem]:hidden', !customer.guests && 'ml-auto')} />
          </>
        }
        aria-haspopup="dialog"
        disabled={!key || target.kind === 'gone'}
        onClick={() => setAsking({ kind: 'customer' })}
      >
        {customer.customer_name || customer.mobile_number || <span className="text-muted">Customer</span>}
      </Button>
    </>
  )

  const instead =
    target.kind === 'none' ? (
      <EmptyState
        icon={<Armchair />}
        title="Choose a table to begin"
        action={
          <Button variant="primary" kbd="T" icon={<Armchair />} onClick={() => setAsking({ kind: 'table' })}>
            Choose table
          </Button>
        }
      />
    ) : target.kind === 'gone' || (target.kind === 'table' && !floor.isPending && !asked && !floor.failed) ? (
      <EmptyState
        icon={<ReceiptText />}
        title={target.kind === 'gone' ? 'This order is over' : 'This table is not there any more'}
        action={
          <Button asChild>
            <Link to={to.orders()}>Look in Orders</Link>
          </Button>
        }
      />
    ) : (floor.failed && onTable) || (pending.isError && !pending.data) ? (
      <QueryError query={floor.failed ?? pending} className="m-4" />
    ) : null

  if (pay && bill)
    return (
      <>
        <PayPanel order={bill} onBack={closePay} onSettled={onSettled} />
        <ConflictDialog draftKey={key} />
      </>
    )

  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] @min-[40rem]:grid-cols-[minmax(0,1fr)_344px] @min-[56rem]:grid-cols-[minmax(0,1fr)_400px]">
        <section aria-label="Menu" className={cx('flex min-h-0 min-w-0 flex-col', view === 'order' && '@max-[40rem]:hidden')}>
          <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline px-4 py-2 @min-[56rem]:h-16 @min-[56rem]:flex-nowrap @min-[56rem]:py-0">
            <Segmented
              label="Order type"
              value={type}
              onChange={chooseType}
              options={typesOffered(tablesOn).map((value) => ({ value, label: value }))}
              className="@max-[56rem]:w-full! flex-none [&_label]:flex-auto! [&_label]:px-3! @min-[66rem]:[&_label]:px-4!"
            />
            <SearchInput
              ref={searchBox}
              label="Search items"
              kbd="F2"
              value={text}
              onChange={setText}
              className="min-w-40! flex-1"
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown') {
                  event.preventDefault()
                  document.querySelector<HTMLElement>('[data-tile][tabindex="0"]')?.focus()
                }
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !text.trim()) return
                const [found] = searchItems(menu.items, text).filter((i) => !isSoldOut(i))
                if (!found) return
                event.preventDefault()
                pick(found, event.currentTarget)
                setText('')
              }}
            />
          </div>
          <MenuGrid menu={menu} search={text} counts={counts} onPick={onPick} onMenu={onMenu} />
          <CartBar
            label={label}
            count={count}
            order={order}
            total={totals.grandTotal}
            sending={isSending(key)}
            choose={target.kind === 'none'}
            onOpen={() => (target.kind === 'none' ? setAsking({ kind: 'table' }) : setView('order'))}
            onSend={() => void sendNow()}
          />
        </section>
        <aside
          aria-label={`Order of ${label}`}
          className={cx(
            'flex min-h-0 min-w-0 flex-col bg-surface @min-[40rem]:border-l @min-[40rem]:border-hairline',
            view === 'menu' && '@max-[40rem]:hidden',
          )}
        >
          <OrderPane
            who={tableAndCustomer}
            loading={loading}
            instead={instead}
            order={order}
            draft={draft}
            count={count}
            totals={totals}
            taxPercentages={order?.taxPercentages ?? profile?.taxPercentages ?? NO_TAX}
            menu={orderMenu}
            changes={changes}
            refused={refused?.message ?? null}
            notSent={failed?.message ?? null}
            lines={{
              activeKey: active?.key ?? null,
              isOff,
              hasChoice: (line) => {
                const item = menu.byId.get(line._id)
                return !!item && (item.variants.length > 0 || item.addonGroups.length > 0)
              },
              onActivate: (k) => setChosen(k === chosen ? null : k),
              onQuantity: setQuantity,
              onNote: (line) => setAsking({ kind: 'draftNote', line }),
              onCustomise: (line) => {
                const item = menu.byId.get(line._id)
                if (item) picker.customise(line, item)
              },
              onRemove: removeLine,
            }}
            onRemoveAndSend={() => void removeAndSend()}
            onCancelLine={(kot, line) => {
              if (!order) return
              mine(`cancel:${line.itemName}`)
              setAsking({ kind: 'cancelLine', order, kot, line })
            }}
            onNoteLine={(kot, line) => order && setAsking({ kind: 'sentNote', order, kot, line })}
            onBackToMenu={() => setView('menu')}
            print={{ run: print, reason: printReason, busy: printing !== null && printing === order?._id }}
            settle={{ run: settle, reason: settleReason }}
            send={{ run: () => void sendNow(), busy: key !== '' && isSending(key) }}
          />
        </aside>
      </div>
      <Live>{said}</Live>

      {picker.element}
      {dialogs.dialogs}
      {key ? <ConflictDialog draftKey={key} /> : null}
      {asking?.kind === 'table' ? (
        <TablePicker floor={floor} current={entry?.table._id ?? null} why={asking.why} onPick={chooseTable} onClose={close} />
      ) : null}
      {asking?.kind === 'customer' && key ? (
        <CustomerSheet title={label} value={customer} dineIn={type === 'Dine In'} onSave={saveCustomer} onClose={close} />
      ) : null}
      {asking?.kind === 'unsent' ? (
        <UnsentDialog
          count={count}
          hasOrder={order !== null}
          sending={isSending(key)}
          onSend={() => void sendAndPay()}
          onWithout={() => (close(), openPay())}
          onClose={close}
        />
      ) : null}
      {asking?.kind === 'cancelOrder' ? <CancelOrderDialog order={asking.order} onClose={close} /> : null}
      {asking?.kind === 'cancelLine' ? (
        <CancelLineDialog
          {...asking}
          onClose={() => {
            theirs(`cancel:${asking.line.itemName}`)
            close()
          }}
        />
      ) : null}
      {asking?.kind === 'sentNote' ? (
        <NoteDialog
          title={`Note for ${asking.line.itemName}`}
          value={asking.line.additionalItemNote}
          onSave={(note) =>
            noteOf.mutateAsync({
              body: { orderId: asking.order._id, kotId: asking.kot.kotId, itemId: asking.line._id, lineId: asking.line.lineId, note },
            })
          }
          onClose={close}
        />
      ) : null}
      {asking?.kind === 'draftNote' ? (
        <NoteDialog
          title={`Note for ${asking.line.itemName}`}
          value={asking.line.additionalItemNote}
          onSave={(note) => edit.setNote(asking.line.key, note)}
          onClose={close}
        />
      ) : null}
      {asking?.kind === 'tile' ? (
        <TileMenu
          item={menu.byId.get(asking.item._id) ?? asking.item}
          anchor={asking.tile}
          onClose={close}
          onNote={() => (key ? picker.open(asking.item) : pick(asking.item))}
          onQuantity={(quantity) => {
            if (!key) pick(asking.item)
            else if (needsChoice(asking.item) === 'none') add(lineOf(asking.item, { quantity }))
            else picker.open(asking.item, { quantity })
          }}
          onAvailable={(available) => setAvailable(asking.item, available)}
        />
      ) : null}
      {blocker.state === 'blocked' ? (
        <LeaveDialog
          label={label}
          count={count}
          sending={isSending(key)}
          onStay={() => blocker.reset()}
          onKeep={() => blocker.proceed()}
          onDiscard={() => {
            discardDraft(key)
            blocker.proceed()
          }}
          onSend={async () => ((await sendNow()) ? blocker.proceed() : blocker.reset())}
        />
      ) : null}
    </div>
  )
}
