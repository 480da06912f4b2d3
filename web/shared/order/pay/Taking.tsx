import { CircleCheck, Plus, Users } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { formatPaise, type Paise } from '#domain/money.ts'
import { type Split, staysOpen, stillPreparing, waysOf } from '#domain/tender.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { type Shortcuts, useShortcuts } from '#web/app/shortcuts.tsx'
import { isPrintOpen } from '#web/shared/print/print.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Segmented, type SegmentedOption } from '#web/ui/Segmented.tsx'
import { ChangedNotice } from '../ChangedNotice.tsx'
import { HeldNotice } from '../HeldNotice.tsx'
import { completes } from '../useCompleteOrder.ts'
import { billText, orderLabel } from '../label.ts'
import { Amount } from './Amount.tsx'
import { MethodIcon, Methods } from './Methods.tsx'
import { Shares } from './Shares.tsx'
import { SplitDialog } from './SplitDialog.tsx'
import { TipDialog } from './TipDialog.tsx'
import { UpiCode, useUpiLink } from './UpiCode.tsx'
import { type Settled, useSettle } from './useSettle.tsx'
import { useDigits } from './useDigits.ts'
import { type Tendering, useTender } from './useTender.ts'

const WHOLE: SegmentedOption<Split> = { value: 'whole', label: <Whole /> }
// The first press of "Split" chooses two ways and shows the other options.
const UNSPLIT: SegmentedOption<Split>[] = [WHOLE, { value: '2', label: 'Split' }]
/** The last one is whichever the dialog has chosen, or by items, while it is known who has which. */
const splits = (split: Split, items: boolean): SegmentedOption<Split>[] => [
  WHOLE,
  { value: '2', label: '2 ways' },
  { value: '3', label: '3 ways' },
  waysOf(split) > 3
    ? { value: split, label: `${split} ways` }
    : split === 'items' || (items && split !== 'amounts')
      ? { value: 'items', label: 'Items' }
      : { value: 'amounts', label: 'Amounts' },
]

function Whole() {
  return (
    <>
      Whole<span className="@max-[66rem]:sr-only"> bill</span>
    </>
  )
}

/**
 * Takes the payment of an open order: split and method on the left, the amount on the right, Settle below. What comes and goes by itself stands over `bill`
 * where that is a column beside them, and on a narrow screen above Settle: neither moves a method or a key under a finger.
 */
export function Taking({ order, bill, onSettled }: { order: OrderShape; bill?: ReactNode; onSettled: (settled: Settled) => void }) {
  const tender = useTender(order)
  const { settle, refusal, busy, sending, isPaid, failure, giveBack, dismissGiveBack, announcement } = useSettle(order, tender, onSettled)
  const { methods, method, cash, split, total, received, left, due, takes, last, share, shareOf, tips } = tender
  const [tipping, setTipping] = useState(false)
  const [splitting, setSplitting] = useState(false)
  // Paid meanwhile, at another till: nothing is left to split.
  if (splitting && isPaid) setSplitting(false)
  const paymentLabel = useId()

  const digits = useDigits(tender, () => settle(true))
  const keys: Shortcuts = {
    Enter: { label: 'Settle', run: () => (isPrintOpen() ? undefined : void settle()), inInputs: true },
    Backspace: { run: digits.back },
  }
  // Digits without a method belong to a typed amount.
  for (const key of '0123456789') {
    const name = methods?.[Number(key) - 1]
    keys[key] = {
      ...(name === undefined ? null : { label: `Pay by ${name}, twice: settle` }),
      run: ({ repeat }) => (repeat ? undefined : digits.press(key)),
    }
  }
  useShortcuts(keys)
  const cooking = last && order.orderType === 'Dine In' ? stillPreparing(order) : 0
  const typing = split === 'amounts' || cash
  const takesNow = due + (tips?.method === method ? tips.amount : 0)
  const upi = useUpiLink(order, method, takesNow)

  return (
    <>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-6 px-4 py-4 short:py-3 @min-[40rem]:grid-cols-2 @min-[52rem]:overflow-y-auto @min-[52rem]:px-6 @min-[66rem]:grid-cols-[368px_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col">
          <div className="short:flex short:items-baseline short:justify-between short:gap-2">
            <h3 className="text-14 leading-5 font-medium text-muted">Left to pay</h3>
            <p style={{ lineHeight: '40px' }} className="text-36 font-bold tracking-tight short:text-30">
              <Money paise={left} />
            </p>
          </div>
          <Meter
            label="Received"
            value={received}
            max={total}
            tone="success"
            valueText={`${formatPaise(received)} of ${formatPaise(total)} received`}
            className="mt-2 flex-none"
          />
          {isPaid ? null : (
            <div className="mt-4 flex flex-none gap-2 short:mt-3">
              <Segmented
                label="Split"
                full
                value={split}
                onChange={tender.splitBy}
                options={split === 'whole' && order.payments.length === 0 && !tender.items ? UNSPLIT : splits(split, tender.items !== null)}
                className="min-w-0 flex-1 [&_label]:px-1! @max-[66rem]:[&_label]:flex-auto! @max-[66rem]:[&_label]:px-0.5! @max-[66rem]:[&_label]:text-14!"
              />
              <IconButton label="More ways to split" icon={<Users />} className="flex-none bg-raised" onClick={() => setSplitting(true)} />
            </div>
          )}
          <Shares order={order} tender={tender} />
          {/* On touch screens "Add tip" reaches 20 px up from its row and 8 px down: no control is nearer to it than 4 px. */}
          <div className="min-h-4 flex-1 short:min-h-2 pointer-coarse:min-h-6!" />
          {isPaid ? null : (
            <>
              <div className="mb-2 flex items-center justify-between gap-2 short:mb-1 pointer-coarse:mb-3!">
                <h3 id={paymentLabel} className="text-14 leading-5 font-medium text-muted">
                  {share === null ? 'Paid by' : `${share} paid by`}
                </h3>
                {/* As low as the heading: it takes no room from what is always needed. */}
                <Button
                  variant="link"
                  size={32}
                  icon={tips ? null : <Plus className="size-4" />}
                  className="-mt-2 -mr-3 -mb-1 min-w-0 pointer-coarse:-mt-5 pointer-coarse:-mb-2"
                  onClick={() => setTipping(true)}
                >
                  {tips ? (
                    <>
                      Tip <Money paise={tips.amount} />
                    </>
                  ) : (
                    'Add tip'
                  )}
                </Button>
              </div>
              <Methods labelledBy={paymentLabel} methods={methods} value={method} onChange={tender.choose} />
            </>
          )}
        </div>
        {isPaid ? (
          <EmptyState icon={<CircleCheck />} title="Everything has been received" className="self-center" />
        ) : typing ? (
          <Amount tender={tender} />
        ) : (
          <EmptyState
            icon={upi ? null : <MethodIcon method={method} />}
            title={
              <>
                Take {formatPaise(takesNow)} by {method || 'the chosen method'}
              </>
            }
            className="self-center rounded-card @max-[40rem]:py-2 short:py-2"
            action={upi ? <UpiCode link={upi} /> : null}
          >
            {tips?.method === method ? `${formatPaise(due)} and a tip of ${formatPaise(tips.amount)}. ` : null}
            Settle when the payment has arrived.
          </EmptyState>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pb-4 @max-[52rem]:sticky low:static! @max-[52rem]:bottom-0 @max-[52rem]:order-4 @max-[52rem]:z-1 @max-[52rem]:border-t @max-[52rem]:border-hairline @max-[52rem]:bg-bg @max-[52rem]:pt-3 @min-[52rem]:px-6">
        <Button
          variant="primary"
          size={64}
          full
          kbd="Enter"
          loading={busy || digits.settles}
          disabledReason={refusal}
          onClick={() => void settle()}
          sub={
            isPaid
              ? `Paid. Closes the order${order.tableNumber ? ` and frees ${orderLabel(order)}` : ''}`
              : whatItDoes({ shareOf, last, order, leftAfter: left - takes.pays, tips })
          }
        >
          {isPaid ? (
            completes(order)
          ) : (
            <>
              Settle <Money paise={takes.pays} />
            </>
          )}
        </Button>
      </div>
      <div className="flex min-h-0 flex-col border-hairline @max-[52rem]:contents @min-[52rem]:col-start-2 @min-[52rem]:row-span-3 @min-[52rem]:row-start-1 @min-[52rem]:border-l">
        {/* On a narrow screen it stands on the bar with Settle, which is 93 px high. */}
        <div className="grid flex-none grid-cols-[minmax(0,1fr)] @max-[52rem]:sticky low:static! @max-[52rem]:bottom-[93px] @max-[52rem]:order-3 @max-[52rem]:z-1">
          {failure ? (
            <Banner tone={failure.tone} flush role="alert">
              {failure.text}
            </Banner>
          ) : null}
          {giveBack ? (
            <Banner tone="success" flush onDismiss={dismissGiveBack}>
              <b className="font-semibold">{giveBack}</b>
            </Banner>
          ) : null}
          <HeldNotice order={order} flush />
          <ChangedNotice changes={tender.changes} />
          {cooking > 0 ? (
            <Banner tone="warning" flush role="note">
              <b className="font-semibold">
                {plural(cooking, 'item')} {cooking === 1 ? 'is' : 'are'} still being prepared. Settle anyway?
              </b>
            </Banner>
          ) : null}
        </div>
        {bill}
      </div>
      {splitting ? <SplitDialog order={order} tender={tender} sending={sending} onClose={() => setSplitting(false)} /> : null}
      {tipping ? <TipDialog tender={tender} onClose={() => setTipping(false)} /> : null}
      <Live>{announcement}</Live>
    </>
  )
}

function whatItDoes({
  shareOf,
  last,
  order,
  leftAfter,
  tips,
}: {
  shareOf: string | null
  last: boolean
  order: OrderShape
  leftAfter: Paise
  tips: Tendering['tips']
}): string {
  const number = billText(order.billNumber)
  const bill = number ? `bill ${number}` : 'the bill'
  const parts = [
    shareOf,
    tips && `Tip ${formatPaise(tips.amount)} by ${tips.method}`,
    last
      ? staysOpen(order)
        ? `Pays ${bill}; open until it is handed over`
        : `Closes ${bill}${order.tableNumber ? ` and frees ${orderLabel(order)}` : ''}`
      : `${formatPaise(leftAfter)} left after it`,
  ]
  return parts.filter(Boolean).join('. ')
}
