import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { whyNot } from '#domain/orderCan.ts'
import { billDocument } from '#domain/print/document.ts'
import type { Columns } from '#domain/print/lines.ts'
import { paperLines } from '#domain/print/spelled.ts'
import { useProfile } from '#web/core/profile.ts'
import { messageOf } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { billText } from '#web/shared/order/label.ts'
import { fileNameOf } from '#web/shared/print/billFile.ts'
import { BillLogo, LogoProblem, PaperAndPrint } from '#web/shared/print/PaperAndPrint.tsx'
import { PRINTING_OFF } from '#web/shared/print/problems.ts'
import { billInput, isCopy, openPrint, printed } from '#web/shared/print/host.tsx'
import { NotPrinted } from '#web/shared/print/NotPrinted.tsx'
import { byQueue } from '#web/shared/print/print.tsx'
import { PdfButton } from '#web/shared/print/PdfButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { A4Invoice } from './A4Invoice.tsx'

type PaperName = '48' | '32' | 'a4'
const PAPERS: readonly { value: PaperName; label: string }[] = [
  { value: '48', label: '48 columns' },
  { value: '32', label: '32 columns' },
  { value: 'a4', label: 'A4' },
]

/** A bill as it is printed, its file for a guest who asks, and its print: on a receipt by the queue, or else by the print preview; on A4 from here. A failure keeps the preview open, with Retry. */
export function InvoiceDrawer({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const restaurant = useProfile()
  const [paper, setPaper] = useState<PaperName>('48')
  const columns: Columns = paper === '32' ? 32 : 48
  // Set when the page should be printed after its next render. A new object each time, so that it is printed again.
  const [sheet, setSheet] = useState<{ order: OrderShape; pdf: boolean; reprint: boolean } | null>(null)
  useEffect(() => {
    if (!sheet) return
    addEventListener('afterprint', () => setSheet(null), { once: true })
    printNamed(sheet.pdf ? fileNameOf(sheet.order) : null)
  }, [sheet])
  // A bill that was settled without a paper, or changed since, is printed for the first time, as Orders and the queue have it.
  const again = isCopy(order)
  const name = `Bill ${billText(order.billNumber)}`
  const print = useCommand('POST /orders/:id/bill', {
    quiet: true,
    onSuccess: ({ order: now, paper: queued }) => {
      const reprint = isCopy(now, queued)
      if (paper === 'a4') {
        printed.set(now._id, now)
        setSheet({ order: now, pdf: false, reprint })
      } else
        void byQueue(
          (queue) => queue.bill(now, queued),
          () => openPrint({ kind: 'bill', order: now, reprint }),
        )
    },
  })
  const cancelled = order.orderStatus === 'cancelled' ? 'A cancelled order has no bill' : null
  // Printing a receipt marks the bill as printed, and no other paper or file may say more than the books have as printed (decision 006).
  const noPaper = cancelled ?? whyNot.paper(order)
  const off = restaurant?.printSettings.enablePrint === false ? PRINTING_OFF : null
  const refusal = paper !== 'a4' ? cancelled : (off ?? noPaper)
  const stamp = again ? 'REPRINT' : null
  const run = () => print.mutate(billInput(order))
  return (
    <Drawer
      title={name}
      subtitle={order.invoiceNumber}
      className={paper === 'a4' ? 'xl:w-140! 2xl:w-180!' : 'xl:w-120!'}
      onClose={onClose}
      footer={
        <div className="grid w-full grid-cols-2 gap-3">
          {/* The browser itself saves the A4 page as a PDF. It asks where, and proposes the invoice's number as the name. */}
          <PdfButton
            full
            order={order}
            options={{ columns, stamp }}
            label="Save as PDF"
            disabledReason={noPaper}
            instead={paper === 'a4' ? () => setSheet({ order, pdf: true, reprint: again }) : null}
          />
          <Button full variant="primary" icon={<Printer />} loading={print.isPending} disabledReason={refusal} onClick={run}>
            {again ? 'Reprint' : 'Print'}
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        {print.isError ? <ErrorCard message={messageOf(print.error)} retryLabel="Retry" retrying={print.isPending} onRetry={run} /> : null}
        <NotPrinted order={order} />
        <Segmented label="Paper" size={32} value={paper} onChange={setPaper} options={PAPERS} />
        {restaurant ? <LogoProblem restaurant={restaurant} /> : null}
        {!restaurant ? (
          <Skeleton className="h-80 w-full" />
        ) : paper === 'a4' ? (
          <A4Invoice
            order={sheet?.order ?? order}
            restaurant={restaurant}
            reprint={sheet?.reprint ?? again}
            label={name}
            logo={<BillLogo restaurant={restaurant} columns={48} />}
            refusal={noPaper ?? (sheet ? null : off)}
          />
        ) : (
          <div className="rounded-card bg-raised">
            {/* The paper as it is printed. The browser's own Ctrl+P also prints only this paper. */}
            <PaperAndPrint
              lines={paperLines(billDocument(order), { columns, restaurant, stamp })}
              columns={columns}
              label={name}
              logo={<BillLogo restaurant={restaurant} columns={columns} />}
              refusal={noPaper ?? off}
            />
          </div>
        )}
      </div>
    </Drawer>
  )
}

/** Prints the page; as `name` when it has one, which the browser proposes as the name of the file. */
function printNamed(name: string | null): void {
  const title = document.title
  if (name) {
    document.title = name
    addEventListener('afterprint', () => (document.title = title), { once: true })
  }
  window.print()
}
