import { ChevronUp } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { orderNotes } from '#domain/bill.ts'
import { atMenuPrices } from '#domain/atMenuPrices.ts'
import { draftTotals, lineAmount } from '#domain/ticket.ts'
import { plural } from '#domain/text.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { draftNow, tableKey, useDraft } from '#web/shared/order/drafts.ts'
import { Money } from '#web/app/Money.tsx'
import { ChangedNotice } from '#web/shared/order/ChangedNotice.tsx'
import { HeldNotice } from '#web/shared/order/HeldNotice.tsx'
import { OrderNotes } from '#web/shared/order/OrderNotes.tsx'
import { useItemPicker } from '#web/shared/menu/ItemPicker.tsx'
import { useMenu } from '#web/shared/menu/menu.ts'
import { useProfile } from '#web/core/profile.ts'
import { ConflictDialog } from '#web/shared/order/ConflictDialog.tsx'
import { sentText } from '#web/shared/order/label.ts'
import { useSendKot } from '#web/shared/order/sending.tsx'
import { type CustomerField, TableCustomer, useTableCustomerLoaded } from '#web/shared/order/TableCustomer.tsx'
import { removeLine } from '#web/shared/order/removeLine.ts'
import { OFFLINE_SEND } from '#web/shared/order/offline.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { Slot } from '#web/app/shell/slots.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useChanges } from '#web/shared/order/useChanges.ts'
import { Button } from '#web/ui/Button.tsx'
import { byDish, lastRound, type Refusal, refusedStill, type Round, troubles } from '#web/shared/order/cart.ts'
import { CartSheet } from './CartSheet.tsx'
import { TableGuests } from './TableGuests.tsx'
import { FROM_TABLES } from './work.ts'
import { MenuList } from '#web/shared/menu/MenuList.tsx'
import { useRowActions } from '#web/shared/menu/useRowActions.ts'
import { to } from '#web/core/to.ts'

export type TableMenuProps = {
  tableId: string
  tableNumber: string | null
  label: string
  entry: FloorTable | undefined
  /** The order is still on its way */
  waiting: boolean
  header: ReactNode
  /** The customer's sheet is open, and where its typing begins; null while it isn't. */
  asking: CustomerField | null
  onAsk: (field: CustomerField | null) => void
}

/** The menu for one table: adds dishes to the open ticket, sends it to the kitchen, and returns to the floor. */
export function TableMenu({ tableId, tableNumber, label, entry, waiting, header, asking, onAsk }: TableMenuProps) {
  const key = tableKey(tableId)
  const order = entry?.order ?? null
  const at = { tableId, tableNumber, order, entry }
  useTableCustomerLoaded()
  const base = useMemo(
    () => ({ tableId, ...(tableNumber ? { tableNumber } : {}), orderId: order?._id ?? null }),
    [tableId, tableNumber, order?._id],
  )
  const cart = useDraft(key, base)
  const { count } = cart
  // What was typed here for the first ticket of a table stands with what the order has.
  const notes = [...new Set([...(order ? orderNotes(order) : []), cart.meta.additionalNote?.trim() ?? ''])].filter(Boolean)
  const menu = useMenu()
  const draft = useMemo(() => cart.draft && atMenuPrices(cart.draft, menu.byId), [cart.draft, menu.byId])
  const profile = useProfile()
  const who = useWho()
  const { changes } = useChanges(order, entry?.table)
  const navigate = useNavigate()
  const { send, isSending } = useSendKot()
  const [open, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const search = useRef<HTMLInputElement>(null)

  const picker = useItemPicker({ add: cart.add, replace: cart.replace })
  // The person is on this page, and not in the middle of a dish's choices or the guests' details.
  const choosing = picker.element !== null || asking !== null
  const free = useRef(true)
  const fromTables = useRef(false)
  const { state } = useLocation() as { state: unknown }
  useLayoutEffect(() => {
    free.current = !choosing
    fromTables.current = state === FROM_TABLES
    return () => void (free.current = false)
  }, [choosing, state])
  const inHand = useMemo(() => byDish(draft), [draft])
  const round = useMemo(() => lastRound(order, menu.items), [order, menu.items])
  const refused = refusal && refusedStill(refusal, menu.byId) ? refusal : null
  const trouble = useMemo(() => troubles(draft, menu.byId, refused ? [refused.itemId] : []), [draft, menu.byId, refused])
  const amount = draft?.lines.reduce((sum, l) => sum + lineAmount(l), 0) ?? 0
  const total = profile ? draftTotals(draft, order, profile.taxPercentages, { roundOff: profile.taxSettings.roundOff }).grandTotal : null
  const sending = isSending(key)
  const fixed = order && why.change(order, who)
  const sendReason = why.send(who) ?? (who.online ? null : OFFLINE_SEND)

  const less = (item: MenuItemShape) => {
    const [only, ...more] = inHand(item._id).lines
    // Several lines of this dish: open the cart to choose one.
    if (only && more.length === 0) cart.decrement(only.key)
    else setOpen(true)
  }
  const rows = useRowActions({ onAdd: picker.pick, onLess: less, onHold: picker.open })

  const repeat = (last: Round) => {
    cart.addAll(last.lines)
    snack.show(`Added ${last.count}: ${last.lines.map((l) => `${l.quantity} ${l.itemName}`).join(', ')}`, {
      id: 'repeat',
      seconds: 3,
    })
  }

  async function sendNow() {
    setRefusal(null)
    const result = await send(key)
    if (!result.ok) {
      if (result.reason === 'unavailable') {
        const { itemId, message } = result
        setRefusal({ itemId, message, version: menu.byId.get(itemId)?.version })
        setOpen(true)
      }
      return
    }
    snack.success(sentText(label, result.kot?.kotNumber), { id: `sent:${key}` })
    // The answer may come late. It must not take away the next dishes, or another page.
    if (!free.current || draftNow(key)?.draft) return
    if (fromTables.current) void navigate(-1)
    else void navigate(to.captainTables(), { replace: true })
  }
  function drop() {
    cart.dropUnavailable([...trouble.keys()])
    setRefusal(null)
  }
  const press = () => (count > 0 && sendReason === null && !sending ? void sendNow() : undefined)
  useShortcuts({
    '/': { label: 'Search items', run: () => search.current?.focus() },
    F2: { label: 'Search items', run: () => search.current?.focus() },
    t: { label: 'Tables', run: () => void navigate(to.captainTables()) },
    F8: { label: 'Send KOT', run: press, inDialogs: open },
    'Mod+Enter': { label: 'Send KOT', run: press, inDialogs: open },
  })
  const items = plural(count, 'item')
  // Close the cart when it is emptied, so that it doesn't reopen with the next item.
  if (open && !draft) setOpen(false)

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Slot name="header">{header}</Slot>
      <MenuList
        menu={menu}
        waiting={waiting}
        inHand={inHand}
        round={round}
        onRepeat={repeat}
        {...rows}
        search={search}
        notice={
          <>
            <OrderNotes notes={notes} onEdit={fixed ? undefined : () => onAsk('additionalNote')} />
            {order ? (
              <>
                <ChangedNotice changes={changes} />
                <HeldNotice order={order} flush />
              </>
            ) : null}
          </>
        }
        above={
          <TableGuests
            guests={entry?.guests ?? cart.meta.guests ?? null}
            name={entry?.customer || cart.meta.customer_name || ''}
            reason={fixed}
            onPress={() => onAsk('guests')}
          />
        }
      />
      {count > 0 ? (
        <Slot name="cart">
          <div className="flex h-18 items-center gap-3 pr-4">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              className="flex min-w-0 flex-1 flex-col justify-center self-stretch pl-4 text-left leading-5 hover:bg-raised focus-visible:-outline-offset-4"
            >
              <b className="font-semibold">
                {items}
                <ChevronUp className="ml-1 inline-block size-5! align-[-4px] text-muted" aria-hidden="true" />
                {trouble.size > 0 ? <span className="text-danger">, {trouble.size} not available</span> : null}
              </b>
              <span className="text-14">
                <Money paise={amount} />
              </span>
              <span className="sr-only">, see the cart</span>
            </button>
            <Button
              variant="primary"
              size={56}
              loading={sending}
              disabledReason={sendReason}
              onClick={() => void sendNow()}
              className="min-w-46"
            >
              Send KOT ({count})
            </Button>
          </div>
        </Slot>
      ) : null}
      {open && draft ? (
        <CartSheet
          label={label}
          draft={draft}
          count={count}
          amount={amount}
          total={total}
          trouble={trouble}
          refusal={refused && trouble.size > 0 ? refused.message : null}
          itemOf={(line) => menu.byId.get(line._id)}
          onQuantity={(line, quantity) => cart.setQuantity(line.key, quantity)}
          onRemove={(line) => removeLine(cart, line)}
          onCustomise={picker.customise}
          onDropAndSend={() => {
            drop()
            void sendNow()
          }}
          onDropOnly={drop}
          onSend={() => void sendNow()}
          sending={sending}
          changes={changes}
          sendReason={sendReason}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {picker.element}
      {asking ? <TableCustomer {...at} label={label} field={asking} onClose={() => onAsk(null)} /> : null}
      <ConflictDialog draftKey={key} onDiscard={() => void navigate(to.captainTables(), { replace: true })} />
    </div>
  )
}
