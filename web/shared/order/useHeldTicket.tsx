import { type ComponentProps, useEffect } from 'react'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { createPart } from '#web/app/part.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { useCommand } from '#web/core/query.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { markOwn } from './changes.ts'
import { sentText } from './label.ts'
import { itemsText, summaryOf, waits } from './held.ts'

/** Its script is loaded beside the page. */
const asked = createPart(() => import('./AskedFor.tsx'))

/** What a guest asks for. If its script can't be loaded, the dishes are named without their choices and notes while it is fetched again. */
export function Asked(props: ComponentProps<typeof asked.Part>) {
  const all = asked.useWhen(true, props)
  return asked.useReady() ? all : summaryOf(props.kot)
}

/**
 * Accepts or declines a guest's waiting ticket (SCREENS §6.8). `label` is the order's name. Null once somebody has decided.
 */
export function useHeldTicket(order: OrderShape, kot: Kot, label: string) {
  useEffect(() => asked.fetch(), [])
  const confirm = useConfirm()
  const accept = useCommand('PUT /pos/order', {
    onSuccess: ({ order: now }) => {
      const number = now.kots.find((k) => k.kotId === kot.kotId)?.kotNumber
      snack.success(`${sentText(label, number)} to the kitchen`)
    },
  })
  const cancel = useCommand('PUT /orders/item/status', { quiet: true })
  if (!waits(kot)) return null
  const items = itemsText(kot)
  const declineBecause = (reason: string) => {
    markOwn({ kind: 'cancel', kotId: kot.kotId })
    markOwn({ kind: 'end', orderId: order._id })
    return cancel.mutateAsync({ body: { orderId: order._id, kotId: kot.kotId, status: 'Cancelled', reason, held: true } })
  }
  return {
    items,
    accepting: accept.isPending,
    accept: () => accept.mutate({ body: { orderId: order._id, orderData: { kots: [{ kotId: kot.kotId }] } } }),
    declineBecause,
    /** Declines after a question, which may say why to the guest. */
    decline() {
      let why = ''
      void confirm({
        title: `Decline ${items} for ${label}?`,
        body: <Asked kot={kot} order={order} onReason={(reason) => (why = reason)} />,
        confirmLabel: 'Decline',
        tone: 'danger',
        run: () => declineBecause(why || 'Declined'),
      })
    },
  }
}
