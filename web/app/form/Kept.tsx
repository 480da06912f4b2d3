import { createContext, use, useState, type ReactNode } from 'react'

/** Why what a form edits can't be saved any more; null while it is there. `useForm` blocks Save with it. */
export const Gone = createContext<string | null>(null)

/**
 * A row's sheet, with the row's key. When the row leaves its list while it is open, because another device has deleted it, it stays with what was typed in it, and says why it can't be saved (SCREENS G6).
 * `absent` is shown for a row that never was there.
 */
export function Kept<T>({
  row,
  noun,
  absent = null,
  children,
}: {
  row: T | null
  /** Lower case: dish. */
  noun: string
  absent?: ReactNode
  children: (row: T) => ReactNode
}) {
  const outer = use(Gone)
  const [last, setLast] = useState(row)
  if (row !== null && row !== last) setLast(row)
  const shown = row ?? last
  if (shown === null) return absent
  return (
    <Gone
      value={
        row === null ? `This ${noun} is no longer in this list, so it can’t be saved. What you typed stays here until you close it.` : outer
      }
    >
      {children(shown)}
    </Gone>
  )
}
