import { ArrowLeft, ReceiptText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { formatPaise, toPaise } from '#domain/money.ts'
import { isOpen } from '#domain/order.ts'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { openPrint } from '#web/shared/print/host.tsx'
import { usePrint } from '#web/shared/print/print.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { cx } from '#web/ui/cx.ts'
import { leavesFocus } from '#web/ui/hooks.ts'
import { BillPane } from './BillPane.tsx'
import { billText, endedText, orderLabel } from './label.ts'
import { useOrderLabel } from './useOrderLabel.ts'
import { methodsOf } from './pay/received.ts'
import { Taking } from './pay/Taking.tsx'
import type { Settled } from './pay/useSettle.tsx'
import { useWho, why } from './why.ts'

const BILL = 'border-hairline @max-[52rem]:order-2 @max-[52rem]:mx-4 @max-[52rem]:mb-4 @max-[52rem]:rounded-card @max-[52rem]:border'

export interface PayPanelProps {
  /** The current order; the panel also shows that it has just ended. */
  order: OrderShape
  onBack: () => void
  backLabel?: string
  /** Called after the payment that completed the order. */
  onSettled: (settled: Settled) => void
}

/**
 * Takes the payment (SCREENS journeys 2 and 6): split, method, cash and change. Each share is recorded when it is received, so nothing is lost
 * when a device fails; the last one settles and completes the order and frees the table. Buttons here don't take the focus, so that Enter always
 * settles as the Settle button shows.
 */
export function PayPanel({ order, onBack, backLabel = 'Back to the order', onSettled }: PayPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const label = useOrderLabel()(order)
  const { printBill } = usePrint()
  const who = useWho()
  useShortcuts({
    Escape: { label: backLabel, run: onBack, inInputs: true },
    'Mod+p': { label: 'Print bill', run: () => (why.bill(order, who) ? undefined : printBill(order)) },
  })
  return (
    <section aria-label={`Settle ${label}`} {...leavesFocus} className="@container flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="scroll-quiet grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start overflow-y-auto @max-[52rem]:auto-rows-max @min-[52rem]:grid-cols-[minmax(0,1fr)_300px] @min-[52rem]:grid-rows-[64px_minmax(0,1fr)_auto] @min-[52rem]:content-stretch @min-[52rem]:overflow-visible @min-[66rem]:grid-cols-[minmax(0,1fr)_400px]">
        <div className="flex h-16 flex-none items-center gap-3 border-b border-hairline pr-6 pl-3 @max-[52rem]:sticky low:static! @max-[52rem]:top-0 @max-[52rem]:z-1 @max-[52rem]:bg-bg">
          <IconButton label={backLabel} icon={<ArrowLeft className="size-6" />} onClick={onBack} />
          <h2 ref={title} tabIndex={-1} className="text-20 whitespace-nowrap outline-none">
            Settle {label}
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
        {isOpen(order) ? (
          <Taking key={order._id} order={order} bill={<BillPane order={order} className={cx(BILL, 'flex-1')} />} onSettled={onSettled} />
        ) : (
          <>
            <Over order={order} onBack={onBack} />
            <BillPane
              order={order}
              className={cx(BILL, '@min-[52rem]:col-start-2 @min-[52rem]:row-span-3 @min-[52rem]:row-start-1 @min-[52rem]:border-l')}
            />
          </>
        )}
      </div>
    </section>
  )
}

function Over({ order, onBack }: { order: OrderShape; onBack: () => void }) {
  const number = billText(order.billNumber)
  return (
    <div className="grid place-items-center @min-[52rem]:row-span-2">
      <EmptyState
        icon={<ReceiptText />}
        title={order.orderStatus === 'cancelled' ? `The order of ${orderLabel(order)} was cancelled` : endedText(order)}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {order.orderStatus === 'completed' ? (
              <Button onClick={() => openPrint({ kind: 'bill', order })}>Show bill {number}</Button>
            ) : null}
            <Button variant="primary" onClick={onBack}>
              Go back
            </Button>
          </div>
        }
      >
        {order.orderStatus === 'completed'
          ? `${methodsOf(order) ?? 'Paid'}, ${formatPaise(toPaise(order.grandTotal))}. Nothing is left to pay.`
          : order.cancelReason
            ? `Reason: ${order.cancelReason}`
            : null}
      </EmptyState>
    </div>
  )
}
