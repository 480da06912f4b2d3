import { CreditCard, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { isOpen } from '#domain/order.ts'
import { useProfile } from '#web/core/profile.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { PaymentHistory } from '../usePaymentHistory.ts'
import { useWho, why } from '../why.ts'
import { type Received, receivedRows, timesBack, tipRows } from './received.ts'
import { CorrectMethodDialog, GiveBackDialog } from './ReceivedDialogs.tsx'

/**
 * What can be done about money received for an order: give it back while the order is open, and correct its method, also on a completed order (which is refunded
 * as a whole). `onAsked` hears which row it is about. `menu` is a row's button, null where nothing can be done. Render `dialogs` once beside the rows; a dialog
 * stays open when its row goes.
 */
export function useReceivedMenu(
  order: OrderShape,
  history: PaymentHistory | null,
  onAsked?: (row: Received) => void,
): { menu: (row: Received, name: string) => ReactNode; dialogs: ReactNode } {
  const who = useWho()
  const methods = useProfile()?.paymentTypes
  const [asked, ask] = useState<{ kind: 'correct' | 'back'; row: Received; times: number; version: number } | null>(null)
  const askFor = (kind: 'correct' | 'back', row: Received) => {
    onAsked?.(row)
    ask({ kind, row, times: history ? timesBack(history.rows, row) : 0, version: order.version })
  }
  const close = () => ask(null)
  const open = isOpen(order)
  const isGone = (row: Received, times: number) =>
    history
      ? timesBack(history.rows, row) !== times ||
        ![...receivedRows(order, history.rows), ...tipRows(history.rows)].some(({ key }) => key === row.key)
      : !row.tip && order.payments.length === 0
  return {
    menu: (row, name) => {
      const gives = open || row.tip
      return (gives && row.back > 0) || row.paymentId ? (
        <Menu
          trigger={
            <IconButton label={gives ? `Take back or correct ${name}` : `Correct ${name}`} icon={gives ? <Undo2 /> : <CreditCard />} />
          }
          items={[
            gives && {
              key: 'back',
              label: 'Give back',
              icon: <Undo2 />,
              disabledReason: why.giveBack(order, who, row),
              onSelect: () => askFor('back', row),
            },
            {
              key: 'correct',
              label: 'Correct the method',
              icon: <CreditCard />,
              disabledReason: whyNotCorrected(row, methods) ?? why.correctPayment(order, who, row),
              onSelect: () => askFor('correct', row),
            },
          ]}
        />
      ) : null
    },
    dialogs: (
      <>
        {asked?.kind === 'back' ? (
          // The version of the rows, so that the server refuses what is not seen here yet. A step of the kitchen refuses nothing.
          <GiveBackDialog
            order={{ ...order, version: history?.version ?? asked.version }}
            row={asked.row}
            gone={isGone(asked.row, asked.times)}
            onClose={close}
          />
        ) : null}
        {asked?.kind === 'correct' ? <CorrectMethodDialog order={order} row={asked.row} onClose={close} /> : null}
      </>
    ),
  }
}

const whyNotCorrected = ({ paymentId, method }: Received, methods: readonly string[] | undefined): string | null => {
  if (!paymentId) return 'Some of it was given back or went to another order'
  if (!methods) return 'Loading'
  return methods.some((other) => other !== method) ? null : `${method} is the only payment method`
}
