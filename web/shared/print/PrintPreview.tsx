import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { billLines, type Columns, kotLines, type PaperLine, paperText } from '#domain/receipt.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Paper } from '#web/ui/Paper.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { messageOf } from '#web/core/api.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { createStore, readText, useStore, writeText } from '#web/core/store.ts'
import './print.css'

/** A bill or a KOT as it comes out of the printer: one builder of lines for the screen and for the paper (SCREENS §1.2). */
export type PrintJob =
  { kind: 'bill'; order: OrderShape; reprint?: boolean } | { kind: 'kot'; order: OrderShape; kot: Kot; reprint?: boolean }

const open = createStore<PrintJob | null>(null)
export const openPrint = (job: PrintJob): void => {
  if (job.kind === 'bill') printed.add(job.order._id)
  open.set(job)
}

/** Bills that this device has shown for printing. An order that is over never changes, not even to say that its bill was printed. */
const printed = new Set<string>()

/**
 * `printBill(order)` numbers the bill, marks it printed and opens the preview (a second time it says REPRINT); `printKot(order, kot)` opens a ticket.
 * `printing` is the order whose bill is under way.
 */
export function usePrint() {
  const command = useCommand('POST /orders/:id/bill')
  return {
    printBill: (order: OrderShape) =>
      command.mutate(
        { params: { id: order._id } },
        {
          onSuccess: (answer) =>
            openPrint({ kind: 'bill', order: answer.order, reprint: order.billPrintedAt !== null || printed.has(order._id) }),
        },
      ),
    printKot: (order: OrderShape, kot: Kot, reprint = true) => openPrint({ kind: 'kot', order, kot, reprint }),
    printing: command.isPending ? (command.variables?.params.id ?? null) : null,
  }
}

const KEY = 'tawa_paper_columns'
const storedColumns = (): Columns => (readText(KEY) === '32' ? 32 : 48)

/** Once, in every shell. */
export function PrintHost() {
  const job = useStore(open)
  return job ? <PrintPreview job={job} onClose={() => open.set(null)} /> : null
}

export function PrintPreview({ job, onClose }: { job: PrintJob; onClose: () => void }) {
  const restaurant = useProfile()
  const [columns, setColumns] = useState<Columns>(storedColumns)
  const name =
    job.kind === 'bill'
      ? `Bill ${job.order.billNumber === null ? '' : String(job.order.billNumber).padStart(4, '0')}`.trim()
      : `KOT ${job.kot.kotNumber ?? ''}`.trim()
  let lines: PaperLine[] = []
  let error: string | null = null
  if (restaurant) {
    try {
      lines =
        job.kind === 'bill'
          ? billLines(job.order, restaurant, { columns, reprint: job.reprint })
          : kotLines(job.order, job.kot, restaurant, { columns, reprint: job.reprint })
    } catch (failure) {
      error = messageOf(failure)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={name}
      description="As the printer prints it"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Printer />} disabled={lines.length === 0} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Segmented
          label="Paper"
          size={32}
          value={String(columns) as '32' | '48'}
          onChange={(value) => {
            writeText(KEY, value)
            setColumns(value === '32' ? 32 : 48)
          }}
          options={[
            { value: '48', label: '80 mm, 48 columns' },
            { value: '32', label: '58 mm, 32 columns' },
          ]}
        />
        {error ? <ErrorCard message={error} /> : null}
        {!restaurant ? <Skeleton className="h-80 w-full" /> : null}
        {restaurant && !error && lines.length === 0 ? (
          <EmptyState icon={<Printer />} title="Nothing to print: every item of this ticket was cancelled." />
        ) : null}
        {lines.length > 0 ? (
          <div className="rounded-card bg-raised">
            <Paper lines={lines} columns={columns} label={name} />
          </div>
        ) : null}
      </div>
      {lines.length > 0
        ? createPortal(
            <div id="print-root" data-columns={columns} aria-hidden="true">
              {lines.map((line, index) => (
                <div key={index} style={{ fontWeight: line.bold || line.big ? 700 : undefined, fontSize: line.big ? '2em' : undefined }}>
                  {paperText(line, columns) || ' '}
                </div>
              ))}
            </div>,
            document.body,
          )
        : null}
    </Dialog>
  )
}
