import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import { formatPaise, type Paise, toPaise } from '#domain/money.ts'
import { isOpen } from '#domain/order.ts'
import { whyNot } from '#domain/orderCan.ts'
import { leftOf } from '#domain/paid.ts'
import { paymentBody, sameMoney, type Split, type Tender } from '#domain/tender.ts'
import { ApiError, messageOf, wasShown } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { orderNow } from '#web/core/liveCache.ts'
import { useCommand } from '#web/core/query.ts'
import { changedTermsHere, markOwn } from '../changes.ts'
import { useCompleteOrder } from '../useCompleteOrder.ts'
import { useWho, why } from '../why.ts'
import { rememberMethod, type Tendering } from './useTender.ts'
import { orderOfRefusal } from '../refused.ts'

/** The payment that ended an order or paid it in full. Amounts in paise. */
export type Settled = {
  order: OrderShape
  method: string
  /** The amount handed over, in paise; cash may be more than was due. */
  given: Paise
  pays: Paise
  change: Paise
  tip: Paise
  /** The last share, `Share 3 of 3`; null for a bill that wasn't split into shares. */
  share: string | null
}

/** A payment to record. `order` is as it was when it was first sent under this key, `ask` only asks what became of it. */
type Try = {
  key: string
  order: OrderShape
  method: string
  takes: Tender
  split: Split
  tips: Tendering['tips']
  share: string | null
  shareOf: string | null
  ask?: boolean
}
/** What an order has received by the method of a payment of `pays` once that payment is recorded. */
type Expected = { method: string; pays: Paise; received: Paise }
type Failure = { text: string; tone: 'danger' | 'warning' | 'success'; lost?: Expected }

const netBy = ({ payments }: OrderShape, method: string): Paise => toPaise(payments.find((p) => p.method === method)?.amount ?? 0)
/**
 * Less is left to pay also after another device took a share, or cancelled a dish, so that alone says nothing about a payment whose answer was lost. One that
 * closes a bill with nothing left to pay adds no money, and only makes it paid.
 */
const hasArrived = (order: OrderShape, { method, pays, received }: Expected): boolean =>
  pays > 0 ? netBy(order, method) >= received : order.paymentStatus === 'paid'

const sameTip = (a: Tendering['tips'], b: Tendering['tips']) => a?.amount === b?.amount && a?.method === b?.method

/** How long Settle rests after a part payment, in milliseconds: it then stands for another guest's share, which a double press must not take. */
const REST = 1000

const recordedText = (order: OrderShape): string => `The payment was recorded. Left to pay ${formatPaise(leftOf(order))}.`

/** Records a payment; the last one settles and completes the order, and a paid order is closed. A retry after a lost answer records nothing twice. */
export function useSettle(
  order: OrderShape,
  { methods, method, split, share, shareOf, last, takes, type, tips, setTip }: Tendering,
  onSettled: (settled: Settled) => void,
) {
  const client = useQueryClient()
  const who = useWho()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [announcement, announce] = useState('')
  /** The change for the previous share, in words. */
  const [giveBack, setGiveBack] = useState<string | null>(null)
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (!resting) return
    const end = setTimeout(() => setResting(false), REST)
    return () => clearTimeout(end)
  }, [resting])
  const unknown = useRef<Try | null>(null)
  const pay = useCommand('PUT /orders/payment/status', { onError: () => true })
  const { complete, pending: completing } = useCompleteOrder(order)
  // A payment of nothing was recorded after all.
  if (failure?.lost?.pays === 0 && hasArrived(order, failure.lost)) {
    setFailure({ tone: 'success', text: recordedText(order) })
    setTip(null)
  }
  // The order has this money now, but another device may have taken as much by the same method: the key tells whose it is.
  const arrived = failure?.lost !== undefined && hasArrived(order, failure.lost)
  useEffect(() => {
    if (arrived && unknown.current) void send({ ...unknown.current, ask: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once for each failure, with the payment as it was sent
  }, [arrived])

  const isPaid = order.paymentStatus === 'paid'
  const refusal = isPaid
    ? why.complete(order, who)
    : (why.settle(order, who, { part: !last, here: true }) ?? (methods?.length === 0 ? 'No payment method is set up' : takes.problem))
  const busy = pay.isPending || completing

  /** `chosen`: by the digits of its method, which no double press repeats. */
  async function settle(chosen = false) {
    if (busy || (resting && !chosen) || refusal !== null || !methods) return
    setFailure(null)
    setGiveBack(null)
    if (isPaid) {
      const completed = await complete()
      if (completed)
        onSettled({ order: completed, method: completed.paymentMethod ?? '', given: 0, pays: 0, change: 0, tip: 0, share: null })
      return
    }
    if (last) markOwn({ kind: 'end', orderId: order._id })
    // If the last try got no answer, the same payment is sent with the same Idempotency-Key, so that it can't be recorded twice.
    const again = unknown.current
    const same = again && again.method === method && again.takes.pays === takes.pays && again.split === split && sameTip(again.tips, tips)
    await send(same ? { ...again, takes, share, shareOf } : { key: randomId(), order, method, takes, split, tips, share, shareOf })
  }

  async function send(attempt: Try) {
    const { method: by, takes: taken } = attempt
    const expected = { method: by, pays: taken.pays, received: netBy(attempt.order, by) + taken.pays }
    const label = attempt.share ?? 'Payment'
    for (let tries = 0, { key, order: seenOrder, ask = false } = attempt; ; tries += 1) {
      try {
        const answer = await pay.mutateAsync({ body: paymentBody(seenOrder, by, taken.pays, attempt.tips), idempotencyKey: key })
        unknown.current = null
        rememberMethod(by)
        if (!isOpen(answer.order) || answer.order.paymentStatus === 'paid') return finish(answer.order, attempt)
        type(null)
        setTip(null)
        setResting(true)
        if (ask) setFailure({ tone: 'success', text: recordedText(orderNow(client, order._id) ?? answer.order) })
        else announce(`${label} received, ${by} ${formatPaise(taken.pays)}. Left to pay ${formatPaise(leftOf(answer.order))}`)
        const change = attempt.share === null ? 'Change to give' : `Change for ${attempt.share.toLowerCase()}:`
        setGiveBack(taken.change > 0 ? `${change} ${formatPaise(taken.change)}` : null)
        // Blur the field, so that the digit keys choose the next share's method.
        if (document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'text') document.activeElement.blur()
        return
      } catch (error) {
        const now = orderOfRefusal(error)
        if (!ask && error instanceof ApiError && error.code === 'version_conflict' && now && sameMoney(seenOrder, now) && tries < 4) {
          // Only a dish's status changed: the amounts are the same.
          seenOrder = now
          key = randomId()
          continue
        }
        const lost = error instanceof ApiError && (error.network || error.status >= 500)
        // The event may have arrived although the answer was lost.
        const known = lost ? orderNow(client, order._id) : null
        if (known && hasArrived(known, expected)) {
          if (taken.pays === 0) return finish(known, attempt)
          if (!ask) {
            ask = true
            continue
          }
        }
        unknown.current = leavesOpen(error) ? { ...attempt, key, order: seenOrder, ask: false } : null
        // A guest's ticket arrived meanwhile: its notice says why and what to do.
        if (wasShown(error) || (now && whyNot.closing(now))) return
        setFailure({
          tone: error instanceof ApiError && error.status === 409 ? 'warning' : 'danger',
          lost: lost && !ask ? expected : undefined,
          text: lost
            ? `${messageOf(error)} It is not known whether the payment was recorded; pressing Settle again is safe.`
            : now
              ? `${changedTermsHere(now) ? 'The bill changed' : MESSAGES.changedElsewhere}. Left to pay is now ${formatPaise(leftOf(now))}.`
              : messageOf(error),
        })
        return
      }
    }
  }

  function finish(ended: OrderShape, { method, takes: { given, pays, change }, tips, shareOf }: Try) {
    onSettled({ order: ended, method, given, pays, change, tip: tips?.amount ?? 0, share: shareOf })
  }

  return {
    settle,
    refusal,
    busy: busy || resting || (!methods && !isPaid),
    /** A payment is on its way, or may have been recorded: what it was for must not change. */
    sending: pay.isPending || failure?.lost !== undefined,
    isPaid,
    failure,
    giveBack,
    dismissGiveBack: () => setGiveBack(null),
    /** For a screen reader. */
    announcement,
  }
}
