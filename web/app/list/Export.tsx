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

interface ExportProps<T> {
  name: string
  noun: Noun
  list: ListData<T>
  columns: readonly Column<T>[]
}

/**
 * Exports all matching rows as a CSV file (RFC 4180; what a spreadsheet would run as a formula is made harmless, domain/csv), with the restaurant's current date in its name.
 * A long list says how far it is, and can be stopped.
 */
export function Export<T>({ name, noun, list, columns }: ExportProps<T>) {
  const dates = useDates()
  const [done, setDone] = useState<number | null>(null)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])
  const total = list.total ?? 0
  const run = async () => {
    const { signal } = (reading.current = new AbortController())
    setDone(0)
    try {
      const { head, record } = csvColumns(columns)
      const records = await list.all(record, { told: (n) => signal.aborted || setDone(n), signal })
      download(`${name}-${dates.date(Date.now())}.csv`, formatCsv([head, ...records]))
    } catch (error) {
      if (!signal.aborted) snack.error(messageOf(error))
    }
    if (!signal.aborted) setDone(null)
  }
  const stop = () => {
    reading.current?.abort()
    setDone(null)
  }
  if (done && done < total)
    return (
      <span className="flex flex-none items-center gap-2">
        <span className="num text-12 text-muted">
          {counted(done)} of {counted(total)}
        </span>
        <IconButton label="Stop the export" icon={<X />} variant="outline" onClick={stop} />
      </span>
    )
  return (
    <IconButton
      label="Export CSV"
      icon={<Download />}
      variant="outline"
      loading={done !== null}
      disabledReason={list.total === null || (total === 0 && !list.hidesRows) ? `There are no ${noun.many} to export` : null}
      onClick={() => void run()}
    />
  )
}
