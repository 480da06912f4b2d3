import { Armchair, ReceiptText, Smartphone } from 'lucide-react'
import { type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderType } from '#domain/order.ts'
import { canOpen } from '#domain/permissions.ts'
import { plural } from '#domain/text.ts'
import { afterPaint } from '#web/app/afterPaint.ts'
import { SnackPlace } from '#web/app/feedback/SnackPlace.tsx'
import { createPart } from '#web/app/part.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useStore } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'
import { useFloorDialogs } from '#web/shared/floor/dialogs.tsx'
import { type FloorTable, headOf } from '#web/shared/floor/floor.ts'
import { useFollowTable } from '#web/shared/floor/useFollowTable.ts'
import { useItemPicker } from '#web/shared/menu/ItemPicker.tsx'
import { isSoldOut, useMenu } from '#web/shared/menu/menu.ts'
import { freeParcelKey, moveDraft, tableKey } from '#web/shared/order/drafts.ts'
import { PayScreen, useFetchPayPanel } from '#web/shared/order/PayScreen.tsx'
import { useChanges } from '#web/shared/order/useChanges.ts'
import { useEndedElsewhere } from '#web/shared/order/useOrderEnd.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { leavesFocus } from '#web/ui/hooks.ts'
import { SearchInput } from '#web/ui/Input.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { CartBar } from './CartBar.tsx'
import { type Asking, CounterDialogs } from './CounterDialogs.tsx'
import { MenuGrid } from './MenuGrid.tsx'
import { OrderPane } from './OrderPane.tsx'
import { useForgetSettled } from '#web/shared/order/settled.ts'
import { TableAndCustomer } from './TableAndCustomer.tsx'
import { typesOffered } from '#web/shared/order/target.ts'
import { useCounterKeys } from './useCounterKeys.ts'
import { useDishSearch } from './useDishSearch.ts'
import { useCustomer } from '#web/shared/order/useCustomer.ts'
import { type Opened, useOpened } from './useOpened.ts'
import { useOrderMenu } from '#web/shared/order/useOrderMenu.tsx'
import { usePaying } from './usePaying.ts'
import { useWho } from '#web/shared/order/why.ts'
import { useTicket } from '#web/shared/order/useTicket.ts'
import { useWaitingDish, type WaitingDish } from '#web/shared/order/useWaitingDish.ts'
import { tellOver, useWaitingLines } from './useWaitingLines.ts'

const settledCard = createPart(async () => ({ default: (await import('#web/shared/order/SettledCard.tsx')).SettledCard }))

/** The counter: menu on the left, order on the right; a phone shows one at a time. */
export function Counter() {
  const opened = useOpened()
  const { target, order, type, key, count, edit, label, loading, floor, tablesOn, failed, go } = opened
  const menu = useMenu()
  const who = useWho()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [view, setView] = useState<'menu' | 'order'>('menu')
  const searchBox = useRef<HTMLInputElement>(null)
  const close = () => setAsking(null)
  const askTable = () => setAsking({ kind: 'table' })

  const ticket = useTicket(opened, menu, setView)
  const paying = usePaying(opened, ticket, { onUnsent: (print) => setAsking({ kind: 'unsent', print }), onSettled: () => setView('menu') })
  useForgetSettled(count > 0)
  useFetchPayPanel(order !== null || count > 0)
  useEffect(() => settledCard.fetch(), [])
  const customer = useCustomer(opened)
  const { changes } = useChanges(order, opened.entry?.table)
  useFollowTable(target.kind === 'table' ? target.tableId : null, (table, orderId) =>
    go(to.pos({ table, pay: paying.on && orderId === order?._id }), { replace: true, free: true }),
  )
  useEndedElsewhere(order, paying.on || count > 0)
  /** The order has another address now. A late answer takes nobody away from what was opened since. */
  const goAlong = (path: string) => paying.isHere(key) && go(path, { replace: true, free: true })
  const { move, dialogs: floorDialogs } = useFloorDialogs(floor, {
    onMoved: (_, into) => goAlong(to.pos({ table: into.table._id })),
  })
  const orderMenu = useOrderMenu(opened, menu, {
    charged: ticket.totals.chargeRows.length > 0,
    onCustomer: () => setAsking({ kind: 'customer' }),
    onCharges: (asked) => setAsking({ kind: 'charges', order: asked }),
    onMove: move,
    onCancel: (asked) => setAsking({ kind: 'cancelOrder', order: asked }),
    onRetyped: ({ _id }) => goAlong(to.pos({ order: _id })),
  })

  // ---------------------------------------------------------- a dish
  const keepLine = useWaitingLines(opened, ticket.add)
  const picker = useItemPicker({ add: target.kind === 'loading' ? keepLine : ticket.add, replace: edit.replace })
  const pick = (item: MenuItemShape, tile: HTMLElement | null = null, quantity = 1, sheet = false) => {
    if (isSoldOut(item)) return void snack.info(`${item.name} is sold out`, { id: 'sold-out' })
    if (target.kind === 'none') return setAsking({ kind: 'table', why: `For ${item.name}`, dish: { item, quantity, sheet } })
    if (target.kind === 'gone') return tellOver()
    if (!key && target.kind !== 'loading') return
    if (sheet) picker.open(item, { quantity })
    else picker.pick(item, tile, quantity)
  }
  const pickDish = ({ item, quantity, sheet }: WaitingDish) => pick(item, null, quantity, sheet)
  const dishes = useDishSearch(menu, pick)
  // Stable props, so that the many tiles don't re-render with every line. The pressed tile is painted first.
  const latest = useRef({ pick, found: dishes.tap })
  useEffect(() => {
    latest.current = { pick, found: dishes.tap }
  })
  const onPick = useCallback((item: MenuItemShape, tile: HTMLElement) => afterPaint(() => latest.current.pick(item, tile)), [])
  const onFound = useCallback((item: MenuItemShape, row: HTMLElement) => afterPaint(() => latest.current.found(item, row)), [])
  const onMenu = useCallback((item: MenuItemShape, tile: HTMLElement) => setAsking({ kind: 'tile', item, tile }), [])
  const keepWaiting = useWaitingDish(target.kind === 'table' && !floor.isPending, pickDish)

  // ---------------------------------------------------------- opening another order
  function chooseType(next: OrderType) {
    if (next === type) return
    go(to.pos(next === 'Dine In' ? { type: 'dine-in' } : { draft: freeParcelKey(next) }), { atOnce: true })
  }
  function chooseTable(table: FloorTable) {
    const { dish = null, takes = false } = asking?.kind === 'table' ? asking : {}
    close()
    keepWaiting(dish)
    const head = headOf(table, floor.tables)
    const { _id: tableId, tableNumber } = head.table
    if (takes) moveDraft(key, tableKey(tableId), { tableId, tableNumber, orderId: head.order?._id ?? null })
    if (target.kind === 'table' && target.tableId === tableId) return
    go(to.pos({ table: tableId }), { atOnce: true })
    setView('menu')
  }

  useCounterKeys(opened, ticket, paying, {
    find: () => {
      // Rendered at once: a frame later, the first letters typed after F2 would be lost, and Enter would add another dish. A phone may still show the order.
      flushSync(() => setView('menu'))
      searchBox.current?.focus()
      searchBox.current?.select()
    },
    chooseTable: askTable,
    begin: (next) => go(to.pos({ draft: freeParcelKey(next) }), { atOnce: true }),
    note: (line) => setAsking({ kind: 'draftNote', line }),
  })

  if (paying.bill) return <PayScreen draftKey={key} order={paying.bill} onBack={paying.close} onSettled={paying.settled} />

  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      {/* `contain`: a press changes the layout of the menu or of the order, never of both and the page. */}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] @min-[40rem]:grid-cols-[minmax(0,1fr)_344px] @min-[56rem]:grid-cols-[minmax(0,1fr)_400px]">
        <section
          aria-label="Menu"
          {...leavesFocus}
          style={{ contain: 'strict' }}
          className={cx('flex min-h-0 min-w-0 flex-col', view === 'order' && '@max-[40rem]:hidden')}
        >
          <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline px-4 py-2 @min-[56rem]:h-16 @min-[56rem]:flex-nowrap @min-[56rem]:py-0">
            <Segmented
              label="Order type"
              value={type}
              onChange={chooseType}
              options={typesOffered(tablesOn).map((value) => ({ value, label: value }))}
              className="@max-[56rem]:w-full! flex-none [&_label]:flex-auto! [&_label]:px-3! @max-[56rem]:[&_label]:px-1.5! @max-[56rem]:[&_label]:text-14! @min-[66rem]:[&_label]:px-4!"
            />
            <SearchField ref={searchBox} {...dishes.field} />
            {canOpen({ role: who.role }, to.mobileMenu(), who.permissions).ok ? (
              <Button
                icon={<Smartphone />}
                className="px-3! @min-[40rem]:hidden"
                onClick={() => go(to.mobileMenu({ draft: key || undefined }), { free: true })}
              >
                Mobile POS
              </Button>
            ) : null}
          </div>
          <MenuGrid
            menu={menu}
            search={dishes.search}
            chosen={dishes.chosen}
            counts={ticket.counts}
            onPick={onPick}
            onFound={onFound}
            onMenu={onMenu}
          />
          <CartBar
            label={label}
            count={count}
            order={order}
            total={ticket.totals.grandTotal}
            sending={ticket.sending}
            reason={ticket.sendReason}
            choose={target.kind === 'none'}
            onOpen={() => (target.kind === 'none' ? askTable() : setView('order'))}
            onSend={() => void ticket.sendNow()}
          />
        </section>
        <aside
          aria-label={`Order of ${label}`}
          style={{ contain: 'strict' }}
          className={cx(
            'scroll-quiet relative flex min-h-0 min-w-0 flex-col bg-surface low:overflow-y-auto @min-[40rem]:border-l @min-[40rem]:border-hairline',
            view === 'menu' && '@max-[40rem]:hidden',
          )}
        >
          {/* Atop the order, below table and customer. */}
          <SnackPlace page from="top" className="inset-x-2 top-[66px] h-12 @max-[40rem]:hidden" />
          <OrderPane
            who={
              <TableAndCustomer
                opened={opened}
                customer={customer.value}
                onTable={askTable}
                onCustomer={() => setAsking({ kind: 'customer' })}
              />
            }
            loading={loading}
            placeholder={placeholderFor(opened, askTable)}
            settled={<settledCard.Part className="flex-none" />}
            order={order}
            note={customer.value.additionalNote}
            draft={ticket.draft}
            count={count}
            totals={ticket.totals}
            taxPercentages={ticket.taxPercentages}
            menu={orderMenu}
            changes={changes}
            refused={ticket.refused}
            failed={failed}
            lines={{
              activeKey: ticket.active?.key ?? null,
              isOff: ticket.isOff,
              hasChoice: (line) => {
                const item = menu.byId.get(line._id)
                return !!item && (item.variants.length > 0 || item.addonGroups.length > 0)
              },
              onActivate: (k) => ticket.choose(k === ticket.active?.key ? null : k),
              onQuantity: ticket.setQuantity,
              onNote: (line) => setAsking({ kind: 'draftNote', line }),
              onCustomise: (line) => {
                const item = menu.byId.get(line._id)
                if (item) picker.customise(line, item)
              },
              onRemove: ticket.remove,
            }}
            onRemoveAndSend={() => void ticket.removeAndSend()}
            onCancelLine={(kot, line) => order && setAsking({ kind: 'cancelLine', order, kot, line })}
            onNoteLine={(kot, line) => order && setAsking({ kind: 'sentNote', order, kot, line })}
            onBackToMenu={() => setView('menu')}
            print={paying.print}
            settle={paying.settle}
            send={{ run: () => void ticket.sendNow(), busy: ticket.sending, reason: ticket.sendReason }}
          />
        </aside>
      </div>
      <Live>{ticket.announcement}</Live>
      {floorDialogs}
      <CounterDialogs
        asking={asking}
        onClose={close}
        opened={opened}
        ticket={ticket}
        paying={paying}
        customer={customer}
        menu={menu}
        picker={picker}
        onTable={chooseTable}
        onDineIn={() => setAsking({ kind: 'table', why: `For ${plural(count, 'item')} not sent`, takes: true })}
        onPick={pickDish}
      />
    </div>
  )
}

/** A component, so that a letter renders no more than the field. */
function SearchField({ typed, ...props }: { ref: Ref<HTMLInputElement> } & ReturnType<typeof useDishSearch>['field']) {
  return <SearchInput label="Search items" kbd="F2" value={useStore(typed)} {...props} className="min-w-40! flex-1" />
}

/** What is shown without an order: no table chosen yet, the order or table no longer exists, or loading failed. */
function placeholderFor({ target, gone, floor, pending, type }: Opened, onTable: () => void) {
  if (target.kind === 'none')
    return (
      <EmptyState
        icon={<Armchair />}
        title="Choose a table to begin"
        action={
          <Button variant="primary" kbd="T" icon={<Armchair />} onClick={onTable}>
            Choose table
          </Button>
        }
      />
    )
  if (gone)
    return (
      <EmptyState
        icon={<ReceiptText />}
        title={target.kind === 'gone' ? 'This order is over' : 'This table no longer exists'}
        action={
          <Button asChild>
            <Link to={to.orders()}>Find it in Orders</Link>
          </Button>
        }
      />
    )
  if ((floor.failed && type === 'Dine In') || (pending.isError && !pending.data))
    return <QueryError query={floor.failed ?? pending} className="m-4" />
  return null
}
