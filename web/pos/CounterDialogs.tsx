import { useEffect } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { type DraftLine, needsChoice } from '#domain/ticket.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import type { ItemPicker } from '#web/shared/menu/ItemPicker.tsx'
import type { MenuData } from '#web/shared/menu/menu.ts'
import { useSoldOut } from '#web/shared/menu/useSoldOut.ts'
import { discardDraft, moveDraft } from '#web/shared/order/drafts.ts'
import { type OrderAsking, OrderDialogs } from '#web/shared/order/OrderDialogs.tsx'
import { PARCEL } from '#web/shared/order/target.ts'
import { createPart } from '#web/app/part.ts'
import { to } from '#web/core/to.ts'
import type { useCustomer } from '#web/shared/order/useCustomer.ts'
import type { Opened } from './useOpened.ts'
import type { Paying } from './usePaying.ts'
import type { Ticket } from '#web/shared/order/useTicket.ts'
import type { WaitingDish } from '#web/shared/order/useWaitingDish.ts'

/** Their scripts are loaded right after the page's. */
const tileMenu = createPart(() => import('./TileMenu.tsx'))
const note = createPart(async () => ({ default: (await import('#web/shared/menu/NoteFields.tsx')).NoteDialog }))
const leave = createPart(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }))
const tablePicker = createPart(async () => ({ default: (await import('#web/shared/floor/TablePicker.tsx')).TablePicker }))
const fetchDialogs = () => [tileMenu, tablePicker, note, leave].forEach((part) => part.fetch())

/** The open dialog of the counter, and the dish or line it is about. */
export type Asking =
  /** `takes`: the unsent items go to the chosen table. */
  | { kind: 'table'; why?: string; dish?: WaitingDish; takes?: true }
  | OrderAsking
  | { kind: 'draftNote'; line: DraftLine }
  | { kind: 'tile'; item: MenuItemShape; tile: HTMLElement }

export interface CounterDialogsProps {
  asking: Asking | null
  onClose: () => void
  opened: Opened
  ticket: Ticket
  paying: Paying
  customer: ReturnType<typeof useCustomer>
  menu: MenuData
  picker: ItemPicker
  onTable: (table: FloorTable) => void
  /** The unsent items become Dine In. */
  onDineIn: () => void
  onPick: (dish: WaitingDish) => void
}

export function CounterDialogs(props: CounterDialogsProps) {
  const { asking, onClose, opened, ticket, paying, customer, menu, picker, onPick } = props
  const { key, label, count, entry, floor, edit, answerLeaving } = opened
  const { setAvailable } = useSoldOut()
  const along = answerLeaving ? opened.along() : null
  useEffect(fetchDialogs, [])
  useEffect(() => {
    // Tried again at a press, if they could not be loaded with the page.
    if (asking) fetchDialogs()
  }, [asking])
  return (
    <>
      {picker.element}
      <OrderDialogs
        asking={asking?.kind === 'table' || asking?.kind === 'draftNote' || asking?.kind === 'tile' ? null : asking}
        opened={opened}
        customer={customer}
        sending={ticket.sending}
        onSend={ticket.sendNow}
        onSendAndSettle={paying.sendAndOpen}
        onSettleWithout={paying.open}
        onKeep={(kept) => (PARCEL.test(kept) ? opened.go(to.pos({ draft: kept }), { replace: true, free: true }) : undefined)}
        onClose={onClose}
      />
      {asking?.kind === 'table' ? (
        <tablePicker.Part floor={floor} current={entry?.table._id ?? null} why={asking.why} onPick={props.onTable} onClose={onClose} />
      ) : null}
      {asking?.kind === 'draftNote' ? (
        <note.Part
          title={`Note for ${asking.line.itemName}`}
          value={asking.line.additionalItemNote}
          keptAs={`note:${key}:${asking.line.key}`}
          onSave={(text) => edit.setNote(asking.line.key, text)}
          onClose={onClose}
        />
      ) : null}
      {asking?.kind === 'tile' ? (
        <tileMenu.Part
          item={menu.byId.get(asking.item._id) ?? asking.item}
          anchor={asking.tile}
          onClose={onClose}
          onNote={() => onPick({ item: asking.item, quantity: 1, sheet: true })}
          onQuantity={(quantity) => onPick({ item: asking.item, quantity, sheet: needsChoice(asking.item) !== 'none' })}
          onAvailable={(available) => setAvailable(asking.item, available)}
        />
      ) : null}
      {answerLeaving ? (
        <leave.Part
          label={label}
          count={count}
          sending={ticket.sending}
          sendReason={ticket.sendReason}
          along={
            along && {
              type: along.type,
              run: () => {
                if (along.parcel) moveDraft(key, along.parcel, { orderId: null })
                else props.onDineIn()
                answerLeaving(along.parcel !== null)
              },
            }
          }
          onStay={() => answerLeaving(false)}
          onKeep={() => answerLeaving(true)}
          onDiscard={() => {
            discardDraft(key)
            answerLeaving(true)
          }}
          onSend={async () => answerLeaving((await ticket.sendNow()) !== null)}
        />
      ) : null}
    </>
  )
}
