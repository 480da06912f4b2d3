import { Printer } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { useWho, why } from './why.ts'

/** Prints the bill of an order, or says why it can't be printed. */
export function PrintBillButton({
  order,
  label,
  ...look
}: {
  order: OrderShape
  /** The order's name, where a page has several: `T7`. */
  label?: string
} & Pick<ButtonProps, 'full' | 'className'>) {
  const who = useWho()
  const { printBill, printing } = usePrint()
  return (
    <Button
      {...look}
      icon={<Printer />}
      aria-label={label && `Print bill, ${label}`}
      loading={printing === order._id}
      disabledReason={why.bill(order, who)}
      onClick={() => printBill(order)}
    >
      Print bill
    </Button>
  )
}
