import { Printer } from 'lucide-react'
import { useState } from 'react'
import { whyNot } from '#domain/orderCan.ts'
import { billDocument, kotDocument, type PrintDocument } from '#domain/print/document.ts'
import { type Columns, columnsFor, type PaperLine } from '#domain/print/lines.ts'
import { paperLines } from '#domain/print/spelled.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { messageOf } from '#web/core/api.ts'
import { useProfile } from '#web/core/profile.ts'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { readText, writeText } from '#web/core/store.ts'
import { billText } from '#web/shared/order/label.ts'
import { BillLogo, LogoProblem, PaperAndPrint } from './PaperAndPrint.tsx'
import { PRINTING_OFF } from './problems.ts'
import type { PrintJob } from './host.tsx'
import { PdfButton } from './PdfButton.tsx'

const KEY = 'tawa_paper_columns'
/** What this device printed on last; null before its first choice. */
const storedColumns = (): Columns | null => {
  const stored = readText(KEY)
  return stored === '32' ? 32 : stored === '48' ? 48 : null
}

const documentOf = (job: PrintJob): PrintDocument | null =>
  job.kind === 'document' ? job.document : job.kind === 'bill' ? billDocument(job.order) : kotDocument(job.order, job.kot)

/** Preview of a bill or KOT. Screen and paper are made from the same lines (SCREENS §1.2). */
export default function PrintPreview({ job, onClose }: { job: PrintJob; onClose: () => void }) {
  const restaurant = useProfile()
  const [chosen, setChosen] = useState(storedColumns)
  const columns = chosen ?? columnsFor(restaurant?.printSettings.pageSize)
  const name =
    job.kind === 'document'
      ? job.name
      : job.kind === 'bill'
        ? `Bill ${billText(job.order.billNumber)}`.trim()
        : `KOT ${job.kot.kotNumber ?? ''}`.trim()
  let lines: PaperLine[] = []
  let error: string | null = null
  if (restaurant) {
    try {
      const document = documentOf(job)
      const stamp = job.kind !== 'document' && job.reprint ? 'REPRINT' : null
      if (document) lines = paperLines(document, { columns, restaurant, stamp })
    } catch (failure) {
      error = messageOf(failure)
    }
  }
  // A guest may pay by the paper or the file, and the books would have no record of it (decision 006).
  const unmarked = job.kind === 'bill' ? whyNot.paper(job.order) : null
  const refusal = !restaurant
    ? 'Loading'
    : restaurant.printSettings.enablePrint === false
      ? PRINTING_OFF
      : lines.length === 0
        ? 'There is nothing to print'
        : unmarked
  useShortcuts({ Enter: { label: 'Print', run: () => (refusal ? undefined : window.print()), inDialogs: true, inInputs: true } })
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={name}
      description={refusal === PRINTING_OFF ? `${PRINTING_OFF}: only shown here` : 'As it will be printed'}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {job.kind === 'bill' && job.order.billNumber !== null ? (
            <PdfButton
              order={job.order}
              options={{ columns, stamp: job.reprint ? 'REPRINT' : null }}
              label="PDF"
              disabledReason={unmarked}
            />
          ) : null}
          <Button variant="primary" icon={<Printer />} disabledReason={refusal} kbd="Enter" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Segmented
          label="Paper"
          size={32}
          value={String(columns) as '32' | '48'}
          onChange={(value) => {
            writeText(KEY, value)
            setChosen(value === '32' ? 32 : 48)
          }}
          options={[
            { value: '48', label: '80 mm, 48 col.' },
            { value: '32', label: '58 mm, 32 col.' },
          ]}
        />
        {error ? <ErrorCard message={error} /> : null}
        {restaurant && job.kind === 'bill' ? <LogoProblem restaurant={restaurant} /> : null}
        {!restaurant ? <Skeleton className="h-80 w-full" /> : null}
        {restaurant && !error && lines.length === 0 ? (
          <EmptyState icon={<Printer />} title="Nothing to print: every item of this ticket was cancelled." />
        ) : null}
        {lines.length > 0 ? (
          <div className="rounded-card bg-raised">
            <PaperAndPrint
              lines={lines}
              columns={columns}
              label={name}
              refusal={refusal}
              logo={restaurant && job.kind === 'bill' ? <BillLogo restaurant={restaurant} columns={columns} /> : null}
            />
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
