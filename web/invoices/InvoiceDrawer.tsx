import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { billLines, type Columns } from '#domain/receipt.ts'
import { useProfile } from '#web/core/profile.ts'
import { messageOf } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { billText } from '#web/shared/order/label.ts'
import { BillLogo } from '#web/shared/print/PaperAndPrint.tsx'
import { openPrint } from '#web/shared/print/print.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Paper } from '#web/ui/Paper.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** A bill as it is printed, and its reprint. A failure keeps the preview open, with Retry. */
export function InvoiceDrawer({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const restaurant = useProfile()
  const [columns, setColumns] = useState<Columns>(48)
  const name = `Bill ${billText(order.billNumber)}`
  const print = useCommand('POST /orders/:id/bill', {
    quiet: true,
    onSuccess: (answer) => openPrint({ kind: 'bill', order: answer.order, reprint: true }),
  })
  const cancelled = order.orderStatus === 'cancelled' ? 'A cancelled order has no bill' : null
  const reprint = () => print.mutate({ params: { id: order._id } })
  return (
    <Drawer
      title={name}
      subtitle={order.invoiceNumber}
      className="xl:w-120!"
      onClose={onClose}
      footer={
        <Button full variant="primary" icon={<Printer />} loading={print.isPending} disabledReason={cancelled} onClick={reprint}>
          Reprint
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        {print.isError ? (
          <ErrorCard message={messageOf(print.error)} retryLabel="Retry" retrying={print.isPending} onRetry={reprint} />
        ) : null}
        <Segmented
          label="Paper"
          size={32}
          value={String(columns) as '32' | '48'}
          onChange={(value) => setColumns(value === '32' ? 32 : 48)}
          options={[
            { value: '48', label: '48 columns' },
            { value: '32', label: '32 columns' },
          ]}
        />
        {restaurant ? (
          <div className="rounded-card bg-raised">
            <Paper
              lines={billLines(order, restaurant, { columns })}
              columns={columns}
              label={name}
              logo={<BillLogo image={restaurant.imageBase64ForBill} columns={columns} />}
            />
          </div>
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </div>
    </Drawer>
  )
}
