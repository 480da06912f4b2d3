import { Armchair, ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { plural } from '#domain/text.ts'
import { lineAmount } from '#domain/ticket.ts'
import type { OrderType } from '#domain/order.ts'
import { Money } from '#web/app/Money.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { Slot } from '#web/app/shell/slots.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { to } from '#web/core/to.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { TablePicker } from '#web/shared/floor/TablePicker.tsx'
import { useItemPicker } from '#web/shared/menu/ItemPicker.tsx'
import { isSoldOut, useMenu } from '#web/shared/menu/menu.ts'
import { MenuList, ON_ITS_SIDE } from '#web/shared/menu/MenuList.tsx'
import { useRowActions } from '#web/shared/menu/useRowActions.ts'
import { byDish } from '#web/shared/order/cart.ts'
import { ConflictDialog } from '#web/shared/order/ConflictDialog.tsx'
import { useForgetSettled } from '#web/shared/order/settled.ts'
import { typesOffered } from '#web/shared/order/target.ts'
import { useTicket } from '#web/shared/order/useTicket.ts'
import { useWaitingDish, type WaitingDish } from '#web/shared/order/useWaitingDish.ts'
import { Button } from '#web/ui/Button.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Live } from '#web/ui/Live.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Gone } from './Gone.tsx'
import { useBegin, useCurrent } from './useCurrent.ts'

/** `/restaurant/pos-mobile/menu`: the dishes first; the order type is a toggle, and Dine In needs a table. */
export default function MenuPage() {
  const current = useCurrent(to.mobileMenu)
  const { key, type, entry, order, draft, count, edit, label, floor, tablesOn } = current
  const menu = useMenu()
  const ticket = useTicket(current, menu, nothing)
  const navigate = useNavigate()
  /** Choosing a table, perhaps for a dish that was tapped first. */
  const [asking, setAsking] = useState<{ dish: WaitingDish | null } | null>(null)
  const onItsSide = useMediaQuery(ON_ITS_SIDE)
  const search = useRef<HTMLInputElement>(null)
  const picker = useItemPicker({ add: ticket.add, replace: edit.replace })
  const inHand = useMemo(() => byDish(draft), [draft])
  const unsent = draft?.lines.reduce((sum, line) => sum + lineAmount(line), 0) ?? 0
  const seeOrder = () => void navigate(to.mobileOrder({ draft: key }))

  useForgetSettled(count > 0)

  const pick = (item: MenuItemShape, anchor: HTMLElement | null, quantity = 1) => {
    if (isSoldOut(item)) return void snack.info(`${item.name} is sold out`, { id: 'sold-out' })
    if (!key) return setAsking({ dish: { item, quantity } })
    picker.pick(item, anchor, quantity)
  }
  const less = (item: MenuItemShape) => {
    const [only, ...more] = inHand(item._id).lines
    // Several lines of this dish: the order shows which.
    if (only && more.length === 0) edit.decrement(only.key)
    else seeOrder()
  }
  const hold = (item: MenuItemShape) => (key ? picker.open(item) : setAsking({ dish: { item, quantity: 1, sheet: true } }))
  const rows = useRowActions({ onAdd: pick, onLess: less, onHold: hold })

  const keepWaiting = useWaitingDish(entry !== undefined, ({ item, quantity, sheet }) =>
    sheet ? picker.open(item) : pick(item, null, quantity),
  )

  useShortcuts({
    '/': { label: 'Search items', run: () => search.current?.focus() },
    F2: { label: 'Search items', run: () => search.current?.focus() },
    t: { label: 'Choose table', run: () => (tablesOn ? setAsking({ dish: null }) : undefined) },
  })
  function chooseType(next: OrderType) {
    if (next === type) return
    if (next === 'Dine In') setAsking({ dish: null })
    else current.toParcel(next)
  }
  function chooseTable(table: FloorTable) {
    keepWaiting(asking?.dish ?? null)
    setAsking(null)
    current.toTable(table)
  }

  const tableButton =
    type === 'Dine In' ? (
      <Button
        full
        icon={<Armchair />}
        iconEnd={<ChevronDown className="ml-auto text-muted" />}
        aria-haspopup="dialog"
        className="min-w-0 text-left [&>span]:w-full [&>span]:justify-start!"
        onClick={() => setAsking({ dish: null })}
      >
        {entry ? label : 'Choose a table'}
      </Button>
    ) : null

  if (current.gone) return <Gone title={current.gone} />
  if (current.broken) return <QueryError query={current.broken} className="m-4" />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Slot name="header">
        <span data-header="" className="flex min-w-0 flex-1 gap-2 pl-2">
          <Segmented
            label="Order type"
            full
            value={type}
            onChange={chooseType}
            options={typesOffered(tablesOn).map((value) => ({ value, label: value }))}
            className="sm:max-w-90 [&_label]:flex-auto! [&_label]:px-1! [&_label]:text-14!"
          />
          {onItsSide ? <span className="min-w-0 flex-1">{tableButton}</span> : null}
        </span>
      </Slot>
      {onItsSide ? null : <div className="flex-none border-b border-hairline bg-surface px-4 py-2 empty:hidden">{tableButton}</div>}
      <MenuList
        menu={menu}
        waiting={current.loading}
        inHand={inHand}
        round={null}
        onRepeat={nothing}
        {...rows}
        search={search}
        notice={order ? <AddingTo label={label} name={order.customer_name} type={type} /> : null}
      />
      {count > 0 || order ? (
        <Slot name="cart">
          <div className="flex h-18 items-center gap-3 px-4">
            <span className="min-w-0 flex-1 leading-5">
              <b className="block truncate font-semibold">{count > 0 ? plural(count, 'item') : label}</b>
              <span className="text-14">
                {/* Of the unsent items their own price; the bill so far is its order's. */}
                <Money paise={count > 0 ? unsent : ticket.totals.grandTotal} />
              </span>
            </span>
            <Button variant="primary" size={56} iconEnd={<ChevronRight />} onClick={seeOrder} className="min-w-40">
              View order
            </Button>
          </div>
        </Slot>
      ) : null}
      <Live>{ticket.announcement}</Live>
      {asking ? (
        <TablePicker
          floor={floor}
          current={entry?.table._id ?? null}
          why={asking.dish ? `For ${asking.dish.item.name}` : undefined}
          onPick={chooseTable}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {picker.element}
      {key ? <ConflictDialog draftKey={key} onKeep={(next) => current.go(next, { replace: true })} /> : null}
    </div>
  )
}

/** Shown for an order that the kitchen already has: dishes are added to it until a new order is begun. */
function AddingTo({ label, name, type }: { label: string; name: string; type: OrderType }) {
  const begin = useBegin()
  return (
    <p className="flex min-h-12 flex-none items-center gap-2 border-b border-hairline bg-info-soft pl-4 text-14 text-on-info-soft">
      <span className="min-w-0 flex-1 truncate">
        Adding to <b className="font-semibold">{label}</b> {name}
      </span>
      {type === 'Dine In' ? null : (
        <Button variant="link" icon={<Plus />} className="flex-none px-3! text-current!" onClick={begin}>
          New order
        </Button>
      )}
    </p>
  )
}

const nothing = () => undefined
