import { useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeft,
  Banknote,
  CircleCheck,
  Coins,
  CreditCard,
  Landmark,
  type LucideIcon,
  QrCode,
  ReceiptText,
  Ticket,
  Wallet,
} from 'lucide-react'
import { createElement, useEffect, useId, useRef, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import { formatPaise, type Paise, toPaise } from '#domain/money.ts'
import { isOpen } from '#domain/order.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { Keypad } from '#web/ui/Keypad.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Segmented, type SegmentedOption } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ApiError, messageOf } from '#web/core/api.ts'
import { orderNow } from '#web/core/liveCache.ts'
import { Money } from '#web/app/Money.tsx'
import { openPrint, usePrint } from '#web/shared/print/PrintPreview.tsx'
import { useDates } from '#web/core/dates.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { useShortcuts, type Shortcuts } from '#web/app/shortcuts.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { BillPane } from './BillPane.tsx'
import { heldReason } from './held.ts'
import { HeldNotice } from './HeldNotice.tsx'
import { billText, orderLabel } from './label.ts'
import {
  isCash,
  leftOf,
  paymentBody,
  staysOpen,
  preselected,
  quickCash,
  receivedOf,
  rememberMethod,
  sameMoney,
  sharesLeft,
  type Split,
  splitOf,
  tenderOf,
  typedText,
} from './payment.ts'
import { useWho, why } from './why.ts'

export interface PayPanelProps {
  /** As it stands now, also when it has just ended: the panel says so. */
  order: OrderShape
  onBack: () => void
  backLabel?: string
  /** After the payment that completed the order. */
  onSettled: (order: OrderShape) => void
}

/**
 * Taking the money (SCREENS journeys 2 and 6): how it is split, by what, cash and change. Each share is recorded as it is received, so nothing is lost
 * when a device goes away; the last one settles, completes and frees the table.
 */
export function PayPanel({ order, onBack, backLabel = 'Back to the order', onSettled }: PayPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  useSnackLift()
  const { printBill } = usePrint()
  const who = useWho()
  useShortcuts({
    Escape: { label: backLabel, run: onBack, inInputs: true },
    'Mod+p': { label: 'Print bill', run: () => (why.bill(order, who) ? undefined : printBill(order)) },
  })
  return (
    <section aria-label={`Settle ${orderLabel(order)}`} className="@container flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="scroll-quiet grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start overflow-y-auto @max-[52rem]:auto-rows-max @min-[52rem]:grid-cols-[minmax(0,1fr)_300px] @min-[52rem]:grid-rows-[64px_minmax(0,1fr)_auto] @min-[52rem]:content-stretch @min-[52rem]:overflow-visible @min-[66rem]:grid-cols-[minmax(0,1fr)_400px]">
        <div className="flex h-16 flex-none items-center gap-3 border-b border-hairline pr-6 pl-3 @max-[52rem]:sticky @max-[52rem]:top-0 @max-[52rem]:z-1 @max-[52rem]:bg-bg">
          <IconButton label={backLabel} icon={<ArrowLeft className="size-6" />} onClick={onBack} />
          <h2 ref={title} tabIndex={-1} className="text-20 whitespace-nowrap outline-none">
            Settle {orderLabel(order)}
          </h2>
          <span className="min-w-0 flex-1 truncate text-14 text-muted">
            Order {order.serialNumber}
            {order.customer_name ? ` · ${order.customer_name}` : ''}
          </span>
          <span
            aria-hidden="true"
            className="flex items-center gap-2 text-14 whitespace-nowrap text-muted @max-[66rem]:hidden pointer-coarse:hidden"
          >
            {backLabel} <Kbd>Esc</Kbd>
          </span>
        </div>
        {isOpen(order) ? <Taking key={order._id} order={order} onSettled={onSettled} /> : <Over order={order} onBack={onBack} />}
        <BillPane
          order={order}
          className="border-hairline @max-[52rem]:order-2 @max-[52rem]:mx-4 @max-[52rem]:mb-4 @max-[52rem]:rounded-card @max-[52rem]:border @min-[52rem]:col-start-2 @min-[52rem]:row-span-3 @min-[52rem]:row-start-1 @min-[52rem]:border-l"
        />
      </div>
    </section>
  )
}

/** Nothing may lie over the button that takes the money. */
function useSnackLift() {
  useEffect(() => {
    const { style } = document.documentElement
    const before = style.getPropertyValue('--snack-bottom')
    style.setProperty('--snack-bottom', '96px')
    return () => (before ? style.setProperty('--snack-bottom', before) : void style.removeProperty('--snack-bottom'))
  }, [])
}

function Over({ order, onBack }: { order: OrderShape; onBack: () => void }) {
  const number = billText(order.billNumber)
  return (
    <div className="grid place-items-center @min-[52rem]:row-span-2">
      <EmptyState
        icon={<ReceiptText />}
        title={
          order.orderStatus === 'cancelled'
            ? `The order of ${orderLabel(order)} was cancelled`
            : `${order.tableNumber ? `Table ${order.tableNumber}` : orderLabel(order)} was billed`
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {order.orderStatus === 'completed' ? (
              <Button onClick={() => openPrint({ kind: 'bill', order, reprint: true })}>Show bill {number}</Button>
            ) : null}
            <Button variant="primary" onClick={onBack}>
              Go back
            </Button>
          </div>
        }
      >
        {order.orderStatus === 'completed'
          ? `${order.paymentMethod ?? 'Paid'}, ${formatPaise(toPaise(order.grandTotal))}. Nothing more can be taken for it.`
          : order.cancelReason
            ? `Reason: ${order.cancelReason}`
            : null}
      </EmptyState>
    </div>
  )
}

const SPLITS: SegmentedOption<Split>[] = [
  { value: 'whole', label: <Whole /> },
  { value: '2', label: '2 ways' },
  { value: '3', label: '3 ways' },
  { value: 'amounts', label: 'Amounts' },
]
// The first press of "Split" chooses two ways, and the others appear beside it.
const UNSPLIT: SegmentedOption<Split>[] = [SPLITS[0] as SegmentedOption<Split>, { value: '2', label: 'Split' }]

function Whole() {
  return (
    <>
      Whole<span className="@max-[66rem]:sr-only"> bill</span>
    </>
  )
}

const PARTS = [
  ['Half', 2],
  ['Third', 3],
  ['Quarter', 4],
] as const

type Try = { key: string; method: string; pays: Paise; split: Split; version: number }

function Taking({ order, onSettled }: { order: OrderShape; onSettled: (order: OrderShape) => void }) {
  const methods = useProfile()?.paymentTypes
  const client = useQueryClient()
  const who = useWho()
  const dates = useDates()
  const [split, setSplit] = useState<Split>(() => splitOf(order))
  /** Payments there were before this split. */
  const [before, setBefore] = useState(() => (splitOf(order) === 'amounts' ? order.payments.length : 0))
  const [chosen, setChosen] = useState<string | null>(null)
  /** null: what is due; `fresh` is replaced by the next digit. */
  const [typed, setTyped] = useState<{ text: string; fresh: boolean } | null>(null)
  const [failure, setFailure] = useState<{ text: string; tone: 'danger' | 'warning' | 'success'; lost?: Paise } | null>(null)
  const [said, setSaid] = useState('')
  /** Change of the share before */
  const [giveBack, setGiveBack] = useState<Paise>(0)
  const unknown = useRef<Try | null>(null)
  const pay = useCommand('PUT /orders/payment/status', { onError: () => true })
  const close = useCommand('PUT /orders/status')
  const paymentLabel = useId()

  // The bill changed, here or elsewhere: what was typed for the old amount means nothing now.
  const money = `${order.grandTotal}:${order.payments.length}`
  const [seen, setSeen] = useState(money)
  if (seen !== money) {
    setSeen(money)
    setTyped(null)
    // It had arrived: pressing again would take the next share.
    if (failure?.lost && leftOf(order) < failure.lost) setFailure({ tone: 'success', text: recordedText(order) })
  }

  const method = chosen ?? preselected(methods ?? [])
  const cash = isCash(method)
  const total = toPaise(order.grandTotal)
  const received = receivedOf(order)
  const left = leftOf(order)
  const done = order.payments.length - before
  const shares = split === 'amounts' ? [left] : sharesLeft(left, split, done)
  const due = shares[0] ?? 0
  const tender = tenderOf({ split, due, left, typed: typed?.text ?? null, cash })
  const last = tender.pays === left
  const isPaid = order.paymentStatus === 'paid'
  const share = split === '2' || split === '3' ? done + 1 : null
  const of = share === null ? 0 : done + shares.length

  const refusal = isPaid
    ? why.complete(order, who)
    : (why.settle(order, who, { part: !last }) ?? (methods?.length === 0 ? 'No payment method is set up' : tender.problem))
  const busy = pay.isPending || close.isPending

  function choose(next: Split) {
    setSplit(next)
    setTyped(null)
    if (split === 'whole' || split === 'amounts') setBefore(order.payments.length)
  }

  async function settle() {
    if (busy || refusal !== null || !methods) return
    setFailure(null)
    setGiveBack(0)
    if (isPaid) {
      const answer = await close.mutateAsync({ body: { orderId: order._id, orderStatus: 'completed' } }).catch(() => null)
      if (answer) finish(answer.order, 0)
      return
    }
    // After no answer the very same payment is sent once more, so that it can't be taken twice.
    const again = unknown.current
    const same = again && again.method === method && again.pays === tender.pays && again.split === split && again.version === order.version
    const key = same ? again.key : randomId()
    const label = share === null ? 'Payment' : `Share ${share}`
    for (let tries = 0, seenOrder = order, idempotencyKey = key; ; tries += 1) {
      try {
        const answer = await pay.mutateAsync({ body: paymentBody(seenOrder, method, tender.pays), idempotencyKey })
        unknown.current = null
        rememberMethod(method)
        if (!isOpen(answer.order) || answer.order.paymentStatus === 'paid') return finish(answer.order, tender.change)
        setTyped(null)
        setSaid(`${label} received, ${method} ${formatPaise(tender.pays)}. Left to pay ${formatPaise(leftOf(answer.order))}`)
        setGiveBack(tender.change)
        // The digits choose the next one's method again.
        if (document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'text') document.activeElement.blur()
        return
      } catch (error) {
        const now = error instanceof ApiError ? (error.details.order as OrderShape | undefined) : undefined
        if (error instanceof ApiError && error.code === 'version_conflict' && now && sameMoney(seenOrder, now) && tries < 4) {
          // Only a dish's status moved on: the money is as it was.
          seenOrder = now
          idempotencyKey = randomId()
          continue
        }
        const lost = error instanceof ApiError && (error.network || error.status >= 500)
        // The event may have come although the answer was lost.
        const known = lost ? orderNow(client, order._id) : null
        if (known && leftOf(known) < left) {
          rememberMethod(method)
          if (!isOpen(known) || known.paymentStatus === 'paid') return finish(known, tender.change)
          setGiveBack(tender.change)
          setFailure({ tone: 'success', text: recordedText(known) })
          return
        }
        unknown.current = lost ? { key: idempotencyKey, method, pays: tender.pays, split, version: seenOrder.version } : null
        // What has come meanwhile says itself why, and what to do.
        if ((error instanceof ApiError && error.told) || (now && heldReason(now))) return
        setFailure({
          tone: error instanceof ApiError && error.status === 409 ? 'warning' : 'danger',
          lost: lost ? left : undefined,
          text: lost
            ? `${messageOf(error)} It is not known whether the payment was recorded; pressing Settle again is safe.`
            : now
              ? `${MESSAGES.changedElsewhere}. Left to pay is now ${formatPaise(leftOf(now))}.`
              : messageOf(error),
        })
        return
      }
    }
  }

  function finish(ended: OrderShape, change: Paise) {
    const number = billText(ended.billNumber)
    snack.success(`${orderLabel(ended)} settled${number ? `, bill ${number}` : ''}${isOpen(ended) ? '; the kitchen is still at it' : ''}`, {
      id: `settled:${ended._id}`,
      seconds: change > 0 ? 15 : 8,
      detail: change > 0 ? <>Change to give {formatPaise(change)}</> : undefined,
      action: { label: 'Print', run: () => openPrint({ kind: 'bill', order: ended, reprint: ended.billPrintedAt !== null }) },
    })
    onSettled(ended)
  }

  const keys: Shortcuts = { Enter: { label: 'Settle', run: () => void settle(), inInputs: true } }
  methods?.slice(0, 9).forEach((name, i) => (keys[String(i + 1)] = { label: `Pay by ${name}`, run: () => setChosen(name) }))
  useShortcuts(keys)

  const field = split === 'amounts' && !cash ? 'Amount' : 'Cash received'
  const typing = split === 'amounts' || cash
  const shown = typed?.text ?? typedText(due)
  const quick =
    split === 'amounts' && !cash
      ? PARTS.map(([words, n]) => ({ words, amount: Math.floor(left / n) }))
      : quickCash(due).map((amount) => ({ words: (amount / 100).toLocaleString('en-IN'), amount }))

  return (
    <>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-6 px-4 py-4 @min-[40rem]:grid-cols-2 @min-[52rem]:overflow-y-auto @min-[52rem]:px-6 @min-[66rem]:grid-cols-[368px_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col">
          <h3 className="text-14 leading-5 font-medium text-muted">Left to pay</h3>
          <p className="text-36 leading-10 font-bold tracking-tight">
            <Money paise={left} />
          </p>
          <Meter
            label="Received"
            value={received}
            max={total}
            tone="success"
            valueText={`${formatPaise(received)} of ${formatPaise(total)} received`}
            className="mt-2 flex-none"
          />
          {isPaid ? null : (
            <Segmented
              label="Split"
              full
              value={split}
              onChange={choose}
              options={split === 'whole' && order.payments.length === 0 ? UNSPLIT : SPLITS}
              className="mt-4 flex-none [&_label]:px-1.5!"
            />
          )}
          <ul aria-label="Shares" className="mt-3 grid gap-2 empty:hidden">
            {order.payments.map((p, i) => (
              <li
                key={`${p.at}:${i}`}
                className="flex h-16 items-center gap-3 rounded-card bg-success-soft px-4 text-on-success-soft [--money-unit:currentColor]"
              >
                <CircleCheck className="size-6" aria-hidden="true" />
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-semibold">
                    {i >= before && share !== null ? `Share ${i - before + 1}, ${p.method}` : p.method}
                  </b>
                  <small className="block text-14">Received {dates.clock(p.at)}</small>
                </span>
                <Money rupees={p.amount} className="font-semibold" />
              </li>
            ))}
            {share === null
              ? null
              : shares.map((amount, i) => {
                  const Icon = i === 0 ? iconOf(method) : Coins
                  return (
                    <li
                      key={done + i}
                      aria-current={i === 0 ? 'step' : undefined}
                      className={cx(
                        'flex h-16 items-center gap-3 rounded-card border bg-surface px-4',
                        i === 0 ? 'border-accent ring-1 ring-accent ring-inset' : 'border-hairline text-muted',
                      )}
                    >
                      <Icon className="size-6" aria-hidden="true" />
                      <span className="min-w-0 flex-1">
                        <b className="block truncate font-semibold">
                          Share {done + i + 1}
                          {i === 0 && method ? `, ${method}` : ''}
                        </b>
                        <small className="block text-14 text-muted">{i === 0 ? 'Now' : 'Next'}</small>
                      </span>
                      <Money paise={amount} className="font-semibold" />
                    </li>
                  )
                })}
          </ul>
          <div className="min-h-4 flex-1" />
          {isPaid ? null : (
            <>
              <h3 id={paymentLabel} className="mb-2 text-14 leading-5 font-medium text-muted">
                {share === null ? 'Paid by' : `Share ${share} paid by`}
              </h3>
              <Methods labelledBy={paymentLabel} methods={methods} value={method} onChange={setChosen} />
            </>
          )}
        </div>
        {isPaid ? (
          <EmptyState icon={<CircleCheck />} title="Everything has been received" className="self-center" />
        ) : typing ? (
          <div className="flex min-w-0 flex-col">
            <label htmlFor={`${paymentLabel}-cash`} className="text-14 leading-5 font-medium text-muted">
              {field}
            </label>
            <div className="mt-1 flex h-16 flex-none items-center justify-between gap-2 rounded-card border-2 border-primary bg-surface px-4 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary">
              <span aria-hidden="true" className="text-18 text-muted">
                Rs.
              </span>
              <input
                id={`${paymentLabel}-cash`}
                inputMode="none"
                autoComplete="off"
                value={typed && !typed.fresh ? typed.text : grouped(shown)}
                onFocus={(event) => event.currentTarget.select()}
                onChange={(event) => setTyped({ text: event.target.value.replace(/[^\d.,]/g, ''), fresh: false })}
                className="num min-w-0 flex-1 bg-transparent text-right text-30 font-bold tracking-tight outline-none"
              />
            </div>
            <div className="my-2 grid flex-none grid-cols-4 gap-2">
              <Quick on={typed === null} onClick={() => setTyped(null)}>
                {split === 'amounts' ? 'All' : 'Exact'}
              </Quick>
              {quick.map(({ words, amount }) => (
                <Quick
                  key={words}
                  on={typed?.text === typedText(amount)}
                  onClick={() => setTyped({ text: typedText(amount), fresh: true })}
                >
                  {words}
                </Quick>
              ))}
            </div>
            <Keypad
              label="Keypad"
              value={shown}
              fresh={typed === null || typed.fresh}
              onChange={(text) => setTyped({ text, fresh: false })}
              className="flex-1"
            />
            <Change
              cash={cash}
              change={tender.change}
              short={tender.problem && typed !== null ? tender.problem : null}
              after={split === 'amounts' && !last ? left - tender.pays : null}
            />
          </div>
        ) : (
          <EmptyState
            icon={<MethodIcon method={method} />}
            title={
              <>
                Take {formatPaise(due)} by {method || 'the chosen method'}
              </>
            }
            className="self-center rounded-card @max-[40rem]:py-2"
          >
            Settle when the payment has arrived.
          </EmptyState>
        )}
      </div>
      <div className="grid gap-2 px-4 pb-4 @max-[52rem]:sticky @max-[52rem]:bottom-0 @max-[52rem]:order-3 @max-[52rem]:z-1 @max-[52rem]:border-t @max-[52rem]:border-hairline @max-[52rem]:bg-bg @max-[52rem]:pt-3 @min-[52rem]:px-6">
        {giveBack > 0 ? (
          <Banner tone="success" onDismiss={() => setGiveBack(0)}>
            <b className="font-semibold">Change to give {formatPaise(giveBack)}</b>
          </Banner>
        ) : null}
        {failure ? (
          <Banner tone={failure.tone} role="alert">
            {failure.text}
          </Banner>
        ) : null}
        <HeldNotice order={order} />
        <Button
          variant="primary"
          size={64}
          full
          kbd="Enter"
          loading={busy || (!methods && !isPaid)}
          disabledReason={refusal}
          onClick={() => void settle()}
          sub={
            isPaid
              ? `Paid. Closes the order${order.tableNumber ? ` and frees ${orderLabel(order)}` : ''}`
              : whatItDoes({ share, of, last, order, leftAfter: left - tender.pays })
          }
        >
          {isPaid ? (
            'Close order'
          ) : (
            <>
              Settle <Money paise={tender.pays} />
            </>
          )}
        </Button>
      </div>
      <Live>{said}</Live>
    </>
  )
}

const recordedText = (order: OrderShape): string => `The payment was recorded. Left to pay ${formatPaise(leftOf(order))}.`

function whatItDoes({
  share,
  of,
  last,
  order,
  leftAfter,
}: {
  share: number | null
  of: number
  last: boolean
  order: OrderShape
  leftAfter: Paise
}): string {
  const number = billText(order.billNumber)
  const bill = number ? `bill ${number}` : 'the bill'
  const parts = [
    share === null ? null : `Share ${share} of ${of}`,
    last
      ? staysOpen(order)
        ? `Pays ${bill}; open until it is handed over`
        : `Closes ${bill}${order.tableNumber ? ` and frees ${orderLabel(order)}` : ''}`
      : `${formatPaise(leftAfter)} left after it`,
  ]
  return parts.filter(Boolean).join('. ')
}

/** Digits grouped as money is, as long as it is an amount. */
function grouped(text: string): string {
  const [whole = '', part] = text.split('.')
  if (!/^\d+$/.test(whole)) return text
  return Number(whole).toLocaleString('en-IN') + (part === undefined ? '' : `.${part}`)
}

function Quick({ on, onClick, children }: { on: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className="num h-12 min-w-0 truncate rounded-control border border-border bg-surface font-medium select-none hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-on-accent-soft"
    >
      {children}
    </button>
  )
}

function Change({ cash, change, short, after }: { cash: boolean; change: Paise; short: string | null; after: Paise | null }) {
  const look =
    'mt-3 flex h-16 flex-none items-center justify-between gap-3 rounded-card px-4 text-18 font-semibold [--money-unit:currentColor]'
  if (short) return <p className={cx(look, 'bg-warning-soft text-on-warning-soft')}>{short}</p>
  if (after !== null)
    return (
      <p className={cx(look, 'bg-raised')}>
        <span>Left after this</span>
        <Money paise={after} className="text-24 font-bold" />
      </p>
    )
  if (!cash) return null
  return (
    <p className={cx(look, 'bg-success-soft text-on-success-soft')}>
      <span className="min-w-0">Change to give</span>
      <Money paise={change} className="text-30 font-bold tracking-tight" />
    </p>
  )
}

function Methods({
  labelledBy,
  methods,
  value,
  onChange,
}: {
  labelledBy: string
  methods: readonly string[] | undefined
  value: string
  onChange: (method: string) => void
}) {
  const name = useId()
  if (!methods)
    return (
      <div className="grid grid-cols-2 gap-2">
        {Array.from({ length: 6 }, (_, i) => (
          <Skeleton key={i} className="h-15 rounded-card" />
        ))}
      </div>
    )
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className="grid flex-none grid-cols-2 gap-2">
      {methods.map((method, i) => (
        <label
          key={method}
          className="relative flex h-15 min-w-0 items-center gap-3 rounded-card border border-border bg-surface pr-3 pl-4 font-medium @max-[66rem]:gap-2 @max-[66rem]:pr-2 @max-[66rem]:pl-3 select-none hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-on-accent-soft has-checked:ring-1 has-checked:ring-accent has-checked:ring-inset has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary"
        >
          <input
            type="radio"
            name={name}
            value={method}
            checked={method === value}
            onChange={() => onChange(method)}
            className="absolute inset-0 m-0 cursor-[inherit] appearance-none rounded-[inherit] outline-none"
          />
          <MethodIcon method={method} />
          <span className="line-clamp-2 min-w-0 flex-1 leading-5 hyphens-auto @max-[66rem]:text-14">{method}</span>
          {i < 9 ? (
            <span aria-hidden="true" className="flex">
              <Kbd>{i + 1}</Kbd>
            </span>
          ) : null}
        </label>
      ))}
    </div>
  )
}

const ICONS: [RegExp, LucideIcon][] = [
  [/\bcash\b/i, Banknote],
  [/upi|qr/i, QrCode],
  [/meal|coupon|voucher|sodexo|gift/i, Ticket],
  [/card|credit|debit/i, CreditCard],
  [/wallet|paytm|pay\b/i, Wallet],
  [/transfer|bank|neft|net/i, Landmark],
]
const iconOf = (method: string): LucideIcon => ICONS.find(([words]) => words.test(method))?.[1] ?? Coins
const MethodIcon = ({ method }: { method: string }) => createElement(iconOf(method), { className: 'size-6', 'aria-hidden': true })
