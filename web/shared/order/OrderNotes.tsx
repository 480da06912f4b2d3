import { MessageSquareText } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

const band =
  'flex w-full items-center gap-2 border-b border-hairline bg-warning-soft px-4 py-2.5 text-left leading-5 font-semibold text-on-warning-soft'

/**
 * The notes of a whole order ("Allergic to peanuts"), on the kitchen's yellow band over the full width: whoever adds or serves dishes must see them. Where they may
 * be changed, a press calls `onEdit`. Nothing without a note.
 */
export function OrderNotes({ notes, onEdit, className }: { notes: readonly string[]; onEdit?: () => void; className?: string }) {
  if (notes.length === 0) return null
  const words = (
    <>
      <MessageSquareText aria-hidden="true" className="size-5 flex-none" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">Order note: </span>
        {notes.map((note) => (
          <span key={note} className="block">
            {note}
          </span>
        ))}
      </span>
    </>
  )
  return onEdit ? (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onEdit}
      className={cx(band, 'min-h-12 focus-visible:-outline-offset-2', className)}
    >
      {words}
    </button>
  ) : (
    <p className={cx(band, className)}>{words}</p>
  )
}
