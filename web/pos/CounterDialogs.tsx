import { useEffect } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { type DraftLine, needsChoice } from '#domain/ticket.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import type { ItemPicker } from '#web/shared/menu/ItemPicker.tsx'
import { lineOf, type MenuData } from '#web/shared/menu/menu.ts'
import { NoteDialog } from '#web/shared/menu/NoteFields.tsx'
import { useSoldOut } from '#web/shared/menu/useSoldOut.ts'
import { CancelLineDialog } from '#web/shared/order/CancelLineDialog.tsx'
import { CancelOrderDialog } from '#web/shared/order/CancelOrderDialog.tsx'
import { discardDraft } from '#web/shared/order/drafts.ts'
import { type LineAsked, LineNoteDialog } from '#web/shared/order/LineNoteDialog.tsx'
import { ConflictDialog } from '#web/shared/order/ConflictDialog.tsx'
import { createPart } from '#web/app/part.ts'
import { LeaveDialog, UnsentDialog } from './dialogs.tsx'
import { TablePicker } from './TablePicker.tsx'
import type { useCustomer } from './useCustomer.ts'
import type { Opened } from './useOpened.ts'
import type { Paying } from './usePaying.ts'
import type { Ticket } from './useTicket.ts'

/** Their scripts come right after the page's. */
const customerSheet = createPart(() => import('./CustomerSheet.tsx'))
const tileMenu = createPart(() => import('./TileMenu.tsx'))

/** Which dialog of the counter is open, and about what. */
export type Asking =
  | { kind: 'table'; why?: string; item?: MenuItemShape; quantity?: number }
  | { kind: 'customer' }
  | { kind: 'unsent' }
  | { kind: 'cancelOrder'; order: OrderShape }
  | ({ kind: 'cancelLine' } & LineAsked)
  | ({ kind: 'sentNote' } & LineAsked)
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
  onPick: (item: MenuItemShape) => void
}

export function CounterDialogs(props: CounterDialogsProps) {
  const { asking, onClose, opened, ticket, paying, customer, menu, picker, onPick } = props
  const { key, label, count, order, entry, type, floor, edit, answerLeaving } = opened
  const { setAvailable } = useSoldOut()
  useEffect(() => {
    customerSheet.fetch()
    tileMenu.fetch()
  }, [])
  return (
    <>
      {picker.element}
      {key ? <ConflictDialog draftKey={key} /> : null}
      {asking?.kind === 'table' ? (
        <TablePicker floor={floor} current={entry?.table._id ?? null} why={asking.why} onPick={props.onTable} onClose={onClose} />
      ) : null}
      {asking?.kind === 'customer' && key ? (
        <customerSheet.Part title={label} value={customer.value} orderType={type} onSave={customer.save} onClose={onClose} />
      ) : null}
      {asking?.kind === 'unsent' ? (
        <UnsentDialog
          count={count}
          hasOrder={order !== null}
          sending={ticket.sending}
          onSend={async () => {
            const sent = await ticket.sendNow()
            onClose()
            if (sent) paying.openFor(sent)
          }}
          onWithout={() => {
            onClose()
            paying.open()
          }}
          onClose={onClose}
        />
      ) : null}
      {asking?.kind === 'cancelOrder' ? <CancelOrderDialog order={asking.order} onClose={onClose} /> : null}
      {asking?.kind === 'cancelLine' ? <CancelLineDialog {...asking} onClose={onClose} /> : null}
      {asking?.kind === 'sentNote' ? <LineNoteDialog {...asking} onClose={onClose} /> : null}
      {asking?.kind === 'draftNote' ? (
        <NoteDialog
          title={`Note for ${asking.line.itemName}`}
          value={asking.line.additionalItemNote}
          onSave={(note) => edit.setNote(asking.line.key, note)}
          onClose={onClose}
        />
      ) : null}
      {asking?.kind === 'tile' ? (
        <tileMenu.Part
          item={menu.byId.get(asking.item._id) ?? asking.item}
          anchor={asking.tile}
          onClose={onClose}
          onNote={() => (key ? picker.open(asking.item) : onPick(asking.item))}
          onQuantity={(quantity) => {
            if (!key) onPick(asking.item)
            else if (needsChoice(asking.item) === 'none') ticket.add(lineOf(asking.item, { quantity }))
            else picker.open(asking.item, { quantity })
          }}
          onAvailable={(available) => setAvailable(asking.item, available)}
        />
      ) : null}
      {answerLeaving ? (
        <LeaveDialog
          label={label}
          count={count}
          sending={ticket.sending}
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
