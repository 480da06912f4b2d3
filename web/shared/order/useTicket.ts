import { useMemo, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import type { OrderType } from '#domain/statuses.ts'
import { atMenuPrices } from '#domain/atMenuPrices.ts'
import { type Draft, type DraftLine, draftTotals, type NewDraftLine } from '#domain/ticket.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useOnline } from '#web/core/online.ts'
import { useProfile } from '#web/core/profile.ts'
import { isSoldOut, type MenuData } from '#web/shared/menu/menu.ts'
import { type DraftActions, draftNow } from './drafts.ts'
import { orderLabel, sentText } from './label.ts'
import { OFFLINE_SEND } from './offline.ts'
import { removeLine } from './removeLine.ts'
import { useSendKot } from './sending.tsx'

const NO_TAX = { gst: 0, vat: 0, serviceCharge: 0 }

/** The unsent ticket that a page has open, and the open order that it is for. `key` is empty while none is open. */
export type OpenTicket = { key: string; draft: Draft | null; edit: DraftActions; order: OrderShape | null; type: OrderType }

/** The unsent ticket: its lines, the selected one, and sending it. `onShow` shows the menu or the order on a narrow screen. */
export function useTicket(
  { key, draft: typed, edit, order, type }: OpenTicket,
  menu: MenuData & { query: { data: unknown } },
  onShow: (view: 'menu' | 'order') => void,
) {
  const profile = useProfile()
  const { send, isSending } = useSendKot()
  const online = useOnline()
  const [chosen, choose] = useState<string | null>(null)
  const [refusedItem, setRefusedItem] = useState<{ key: string; itemId: string; message: string } | null>(null)
  const [announcement, announce] = useState('')

  const { byId } = menu
  const draft = useMemo(() => typed && atMenuPrices(typed, byId), [typed, byId])
  const lines = draft?.lines ?? []
  const active = lines.find((l) => l.key === chosen) ?? null
  const refused = refusedItem && refusedItem.key === key && lines.some((l) => l._id === refusedItem.itemId) ? refusedItem : null
  const counts = useMemo(() => {
    const sums = new Map<string, number>()
    for (const line of draft?.lines ?? []) sums.set(line._id, (sums.get(line._id) ?? 0) + line.quantity)
    return sums
  }, [draft])
  const totals = draftTotals(draft, order, profile?.taxPercentages ?? NO_TAX, {
    roundOff: profile?.taxSettings.roundOff,
    orderType: type,
  })

  const add = (line: NewDraftLine) => {
    // Not `draft`: several lines may be added before it is drawn again.
    const before = draftNow(key)?.draft?.lines ?? []
    edit.add(line)
    const after = draftNow(key)?.draft?.lines ?? []
    const touched = after.find((l) => before.find((b) => b.key === l.key)?.quantity !== l.quantity)
    if (touched) {
      choose(touched.key)
      announce(`${touched.quantity} × ${touched.itemName}`)
    }
  }
  const remove = (line: DraftLine) => removeLine(edit, line)
  const setQuantity = (line: DraftLine, quantity: number) => (quantity < 1 ? remove(line) : edit.setQuantity(line.key, quantity))
  const isOff = (line: DraftLine) => {
    const item = byId.get(line._id)
    return line._id === refused?.itemId || (menu.query.data !== undefined && (!item || isSoldOut(item)))
  }

  /** Sends the ticket; returns the order, or null if it was not sent completely. */
  async function sendNow(): Promise<OrderShape | null> {
    // While it is sent, its event may have taken the draft already.
    if (!draftNow(key)?.draft && !isSending(key)) return null
    setRefusedItem(null)
    const result = await send(key)
    if (result.ok) {
      choose(null)
      onShow('menu')
      snack.success(sentText(orderLabel(result.order), result.kot?.kotNumber), { id: `sent:${key}` })
      return result.order
    }
    if (result.reason === 'unavailable') {
      setRefusedItem({ key, itemId: result.itemId, message: result.message })
      onShow('order')
    }
    return null
  }
  async function removeAndSend() {
    if (!refused) return
    edit.dropUnavailable([refused.itemId])
    setRefusedItem(null)
    if (draftNow(key)?.draft) await sendNow()
  }

  return {
    /** At the menu's present prices. */
    draft,
    lines,
    active,
    choose,
    refused: refused?.message ?? null,
    counts,
    totals,
    taxPercentages: order?.taxPercentages ?? profile?.taxPercentages ?? NO_TAX,
    add,
    remove,
    setQuantity,
    isOff,
    /** Why it can't be sent now. */
    sendReason: lines.length === 0 ? 'Nothing to send' : online ? null : OFFLINE_SEND,
    sending: key !== '' && isSending(key),
    sendNow,
    removeAndSend,
    /** For a screen reader: the line just added. */
    announcement,
  }
}
export type Ticket = ReturnType<typeof useTicket>
