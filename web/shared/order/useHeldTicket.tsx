import type { Kot, OrderShape } from '#domain/api/order.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { queryClient, useCommand } from '#web/core/query.ts'
import { AskedFor } from './AskedFor.tsx'
import { markOwn } from './changes.ts'
import { itemsText, kotPortions, waits } from './held.ts'
import { sentText } from './label.ts'
import { useUnsold } from './unsold.ts'
import { useWho, why } from './why.ts'

const NOTHING_LEFT = 'None of it can be sold now: decline it'

/**
 * Accepts or declines a guest's waiting ticket (SCREENS §6.8). What can't be sold any more is declined when the rest is accepted, so that one dish that is sold out
 * doesn't cost the guest all of them. `label` is the order's name. Null once somebody has decided.
 */
export function useHeldTicket(order: OrderShape, kot: Kot, label: string) {
  const confirm = useConfirm()
  const who = useWho()
  const { unsold, refuse } = useUnsold(kot)
  const accept = useCommand('PUT /pos/order', {
    onSuccess: ({ order: now }) => {
      const number = now.kots.find((k) => k.kotId === kot.kotId)?.kotNumber
      snack.success(`${sentText(label, number)} to the kitchen`)
    },
    onError: ({ code, details, message }) => {
      if (code !== 'item_unavailable') return
      refuse(String(details.itemId), message)
      void queryClient.invalidateQueries({ queryKey: ['POST /menus/restaurant'] })
    },
  })
  const cancel = useCommand('PUT /orders/item/status', { quiet: true })
  if (!waits(kot)) return null
  const items = itemsText(kot)
  const rest = kotPortions(kot) - [...unsold.values()].reduce((sum, { quantity }) => sum + quantity, 0)
  const refusal = why.accept(order, who)
  const decline = (reason: string, more?: { lineId: string; quantityChange?: number; version?: number }) =>
    cancel.mutateAsync({ body: { orderId: order._id, kotId: kot.kotId, status: 'Cancelled', reason, held: true, ...more } })
  const declineBecause = (reason: string) => {
    markOwn({ kind: 'cancel', kotId: kot.kotId })
    markOwn({ kind: 'end', orderId: order._id })
    return decline(reason)
  }
  async function acceptRest() {
    let { version } = order
    try {
      for (const line of kot.items) {
        const gone = unsold.get(line.lineId)
        if (!gone) continue
        markOwn({ kind: 'cancel', kotId: kot.kotId, itemId: line._id })
        // By the version, one portion less is told from a repeat.
        const part = gone.quantity < line.quantity ? { quantityChange: -gone.quantity, version } : {}
        version = (await decline(gone.why, { lineId: line.lineId, ...part })).order.version
      }
    } catch (error) {
      return showError(error)
    }
    accept.mutate({ body: { orderId: order._id, orderData: { kots: [{ kotId: kot.kotId }] } } })
  }
  return {
    items,
    /** Portions that can be sold; null while all can. */
    rest: unsold.size > 0 ? rest : null,
    refusal,
    acceptRefusal: refusal ?? (rest === 0 ? NOTHING_LEFT : null),
    accepting: accept.isPending || cancel.isPending,
    accept: () => void acceptRest(),
    declineBecause,
    /** Declines after a question, which may say why to the guest. */
    decline() {
      let why = ''
      void confirm({
        title: `Decline ${items} for ${label}?`,
        body: <AskedFor kot={kot} order={order} onReason={(reason) => (why = reason)} />,
        confirmLabel: 'Decline',
        tone: 'danger',
        run: () => declineBecause(why || 'Declined'),
      })
    },
  }
}
