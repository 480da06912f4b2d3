import type { ComponentProps } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { createPart } from '#web/app/part.ts'
import { waitingKots } from './held.ts'

const waiting = createPart(() => import('./HeldWaiting.tsx'))
const Waiting = (props: ComponentProps<typeof waiting.Part>) => waiting.useWhen(true, props)

/** Says that the order can't be billed yet, and shows the guest's ticket to accept or decline; one ticket at a time. Its script is loaded beside the page. */
export function HeldNotice({ order, flush }: { order: OrderShape; flush?: boolean }) {
  const [kot] = waitingKots(order)
  return kot ? <Waiting key={kot.kotId} order={order} kot={kot} flush={flush} /> : null
}
