import { Download } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import { whyNot } from '#domain/orderCan.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useProfile } from '#web/core/profile.ts'
import type { MenuEntry } from '#web/ui/Menu.tsx'

/** "Bill as PDF" in an order's ⋯ menu, for a guest who asks, with or without a printer. Nothing before the bill has a number, and for a cancelled order. */
export function useBillPdf(order: OrderShape | null): MenuEntry {
  const restaurant = useProfile()
  if (!order || order.billNumber === null || order.orderStatus === 'cancelled') return null
  return {
    key: 'pdf',
    label: 'Bill as PDF',
    icon: <Download />,
    disabledReason: restaurant ? whyNot.paper(order) : 'Loading',
    onSelect: () =>
      void (
        restaurant &&
        import('#web/shared/print/billFile.ts').then(
          (file) => file.giveBill(order, restaurant),
          () => snack.error('The file could not be made. Check the connection and try again.'),
        )
      ),
  }
}
