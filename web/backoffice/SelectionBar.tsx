import type { ReactNode } from 'react'
import { plural } from '#domain/text.ts'
import type { Selection } from '#web/app/list/selection.ts'
import { Button } from '#web/ui/Button.tsx'

/** The names of the selected rows, and the actions for them. */
export function SelectionBar<T>({
  selection: { rows, clear },
  rowName,
  children,
}: {
  selection: Selection<T>
  rowName: (row: T) => string
  children: ReactNode
}) {
  return (
    <div
      role="region"
      aria-label="Selected"
      className="flex flex-none flex-wrap items-center gap-2 border-t border-hairline bg-raised px-4 py-1.5 text-14"
    >
      <p role="status" className="min-w-0 flex-1 basis-40 truncate">
        <b className="font-semibold">{plural(rows.length, 'row')} selected</b>
        <span className="text-muted">: {rows.map(rowName).join(', ')}</span>
      </p>
      <Button size={32} variant="quiet" onClick={clear}>
        Clear
      </Button>
      {children}
    </div>
  )
}
