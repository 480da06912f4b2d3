import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
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
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useProfile } from '#web/core/profile.ts'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { readText, writeText } from '#web/core/store.ts'
import { billText } from '#web/shared/order/label.ts'
import { BillLogo, LogoProblem, PaperAndPrint } from './PaperAndPrint.tsx'
import { PRINTING_OFF } from './problems.ts'
import { giveBill } from './billFile.ts'
import { billInput, isCopy, notePrinted, openPrint, type PrintJob } from './host.tsx'
import { PdfButton } from './PdfButton.tsx'

const KEY = 'tawa_paper_columns'
/** What this device printed on last; null before its first choice. */
const storedColumns = (): Columns | null => {
  const stored = readText(KEY)
  return stored === '32' ? 32 : stored === '48' ? 48 : null
}

const documentOf = (job: PrintJob): PrintDocument | null =>
  job.kind === 'document' ? job.document : job.kind === 'bill' ? billDocument(job.order) : kotDocument(job.order, job.kot)

/** A bill that is only looked at follows its order, because Print prints the order as it is then. */
function useFollowed(job: PrintJob): PrintJob {
  const follows = job.kind === 'bill' && job.mark !== undefined
  const { data } = useQuery({ ...apiQuery('GET /orders/restaurant/pending'), enabled: follows })
  const now = follows ? data?.orders.find(({ _id, version }) => _id === job.order._id && version > job.order.version) : undefined
  return follows && now ? { ...job, order: now } : job
}

/**
 * Preview of a bill or KOT. Screen and paper are made from the same lines (SCREENS §1.2). A bill that was only looked at so far is marked as printed by the press
 * on Print or PDF, and then shown with its number; nothing is marked by closing it.
 */
export default function PrintPreview({ job: given, onClose }: { job: PrintJob; onClose: () => void }) {
  const job = useFollowed(given)
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
  const marking = useCommand('POST /orders/:id/bill')
  const looked = job.kind === 'bill' && job.mark ? { order: job.order, mark: job.mark } : null
  const stop = looked && unmarked ? null : unmarked
  const refusal = !restaurant
    ? 'Loading'
    : restaurant.printSettings.enablePrint === false
      ? PRINTING_OFF
      : lines.length === 0
        ? 'There is nothing to print'
        : stop
  /** Marks a bill that was only looked at, and goes on as `start` says. */
  const begin = (start: 'print' | 'pdf') => {
    if (looked)
      marking.mutate(billInput(looked.order), {
        onSuccess: ({ order, paper }) => {
          looked.mark()
          // A printer was registered meanwhile, and prints it.
          if (paper) {
            onClose()
            void import('./queued.ts').then((queue) => queue.bill(order, paper))
          } else openPrint({ kind: 'bill', order, reprint: isCopy(order, paper), start })
        },
      })
    else window.print()
  }
  const print = () => (refusal || marking.isPending ? undefined : begin('print'))
  useShortcuts({
    Enter: { label: 'Print', run: print, inDialogs: true, inInputs: true },
    'Mod+p': { run: print, inDialogs: true, inInputs: true },
  })
  useEffect(() => {
    const note = () => (refusal ? undefined : notePrinted(job))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [job, refusal])
  // After the bill is drawn with its number.
  const start = job.kind === 'bill' && !refusal ? job.start : undefined
  useEffect(() => {
    if (start === 'print') window.print()
    if (start !== 'pdf' || job.kind !== 'bill' || !restaurant) return
    notePrinted(job)
    void giveBill(job.order, restaurant, { columns, stamp: job.reprint ? 'REPRINT' : null })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each bill that was marked, whatever else changes
  }, [start])
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={name}
      description={
        refusal === PRINTING_OFF
          ? `${PRINTING_OFF}: only shown here`
          : looked && looked.order.billNumber === null
            ? 'As it will be printed, with the number that Print gives it'
            : 'As it will be printed'
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {job.kind === 'bill' && (looked || job.order.billNumber !== null) ? (
            <PdfButton
              order={job.order}
              options={{ columns, stamp: job.reprint ? 'REPRINT' : null }}
              label="PDF"
              disabledReason={stop}
              instead={looked ? () => begin('pdf') : null}
            />
          ) : null}
          <Button variant="primary" icon={<Printer />} loading={marking.isPending} disabledReason={refusal} kbd="Enter" onClick={print}>
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
              refusal={refusal ?? unmarked}
              logo={restaurant && job.kind === 'bill' ? <BillLogo restaurant={restaurant} columns={columns} /> : null}
            />
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
