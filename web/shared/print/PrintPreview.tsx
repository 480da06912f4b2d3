import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
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
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { readText, writeText } from '#web/core/store.ts'
import { billText } from '#web/shared/order/label.ts'
import type { PrintJob } from './print.tsx'
import './print.css'

const KEY = 'tawa_paper_columns'
const storedColumns = (): Columns => (readText(KEY) === '32' ? 32 : 48)

/** Preview of a bill or KOT. Screen and paper are made from the same lines (SCREENS §1.2). */
export default function PrintPreview({ job, onClose }: { job: PrintJob; onClose: () => void }) {
  const restaurant = useProfile()
  const [columns, setColumns] = useState<Columns>(storedColumns)
  const name =
    job.kind === 'report'
      ? job.name
      : job.kind === 'bill'
        ? `Bill ${billText(job.order.billNumber)}`.trim()
        : `KOT ${job.kot.kotNumber ?? ''}`.trim()
  let lines: PaperLine[] = []
  let error: string | null = null
  if (restaurant) {
    try {
      lines =
        job.kind === 'report'
          ? job.lines(columns)
          : job.kind === 'bill'
            ? billLines(job.order, restaurant, { columns, reprint: job.reprint })
            : kotLines(job.order, job.kot, restaurant, { columns, reprint: job.reprint })
    } catch (failure) {
      error = messageOf(failure)
    }
  }
  const nothing = lines.length === 0
  useShortcuts({ Enter: { label: 'Print', run: () => (nothing ? undefined : window.print()), inDialogs: true, inInputs: true } })
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={name}
      description="As it will be printed"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Printer />} disabled={nothing} kbd="Enter" onClick={() => window.print()}>
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
