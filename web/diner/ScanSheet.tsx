import { tableName } from '#domain/text.ts'
import { usePlace } from './place.ts'
import { Sheet } from './Sheet.tsx'

/** Explains how this phone learns its table: by the printed code, never by typing. Also opened by "Not Table 7?". */
export default function ScanSheet({ onClose }: { onClose: () => void }) {
  const table = usePlace()?.tableNumber
  return (
    <Sheet title={table ? `Not at ${tableName(table)}?` : 'Scan the code on your table'} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-6">
        <p>
          The printed code on your table says where you sit. Point your phone’s camera at it: the menu opens for that table, and your cart
          is kept.
        </p>
        <button type="button" className="button large" onClick={onClose}>
          {table ? `I am at ${tableName(table)}` : 'OK'}
        </button>
      </div>
    </Sheet>
  )
}
