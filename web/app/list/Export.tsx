import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatCsv } from '#domain/csv.ts'
import { counted } from '#domain/text.ts'
import { messageOf } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { snack } from '../feedback/snack.tsx'
import { type Column, csvColumns } from './columns.ts'
import { download } from './download.ts'
import type { Noun } from './parts.tsx'
import type { ListData } from './rows.ts'
import type { ListView } from './useView.ts'
import { daysIn } from './view.ts'

interface ExportProps<T> {
  name: string
  view: ListView
  noun: Noun
  list: ListData<T>
  columns: readonly Column<T>[]
}

/**
 * Exports all matching rows as a CSV file (RFC 4180; what a spreadsheet would run as a formula is made harmless, domain/csv), with the chosen days in its name, or the restaurant's current date.
 * A long list says how far it is, and can be stopped.
 */
export function Export<T>({ name, view, noun, list, columns }: ExportProps<T>) {
  const dates = useDates()
  /** While it is read: how many rows are there, of how many when it began. */
  const [read, setRead] = useState<{ done: number; of: number } | null>(null)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])
  const run = async () => {
    const { signal } = (reading.current = new AbortController())
    const of = list.total ?? 0
    setRead({ done: 0, of })
    // A second reading of the same rows begins at none again.
    const told = (done: number) => signal.aborted || setRead((was) => ({ done: Math.max(done, was?.done ?? 0), of }))
    try {
      const { head, record } = csvColumns(columns, dates.full)
      const records = await list.all(record, { told, signal })
      download(`${name}-${daysIn(view) ?? dates.date(Date.now())}.csv`, formatCsv([head, ...records]))
    } catch (error) {
      if (!signal.aborted) snack.error(messageOf(error))
    }
    if (!signal.aborted) setRead(null)
  }
  const stop = () => {
    reading.current?.abort()
    setRead(null)
  }
  const long = read !== null && read.done > 0 && read.done < read.of
  return (
    <span className="flex flex-none items-center gap-2">
      {long ? (
        <span className="num text-12 text-muted">
          {counted(read.done)} of {counted(read.of)}
        </span>
      ) : null}
      {/* One button, so that it keeps the focus. */}
      <IconButton
        label={long ? 'Stop the export' : 'Export CSV'}
        icon={long ? <X /> : <Download />}
        variant="outline"
        loading={read !== null && !long}
        disabledReason={list.total === null || (list.total === 0 && !list.hidesRows) ? `There are no ${noun.many} to export` : null}
        onClick={() => (long ? stop() : void run())}
      />
    </span>
  )
}
