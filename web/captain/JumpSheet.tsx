import { useEffect, useRef, useState } from 'react'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { lookOf } from '#web/shared/floor/states.ts'
import { cx } from '#web/ui/cx.ts'
import { Sheet } from '#web/ui/Dialog.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Keypad } from '#web/ui/Keypad.tsx'
import { Live } from '#web/ui/Live.tsx'
import { jumpTargets } from './work.ts'

/**
 * "7" → T7 (SCREENS §2.2): one press opens the keypad, the digit is the second. If only one table fits, it opens at once. If several do ("1": T1, T10, T11),
 * they are listed above the keys, the exact one first. A keyboard's digits work too; Enter opens the first. It is a search, not a form: nothing is sent.
 */
export function JumpSheet({
  tables,
  initial = '',
  onOpen,
  onClose,
}: {
  tables: readonly FloorTable[]
  initial?: string
  onOpen: (entry: FloorTable) => void
  onClose: () => void
}) {
  const [digits, setDigits] = useState(initial)
  const found = jumpTargets(tables, digits)
  const input = useRef<HTMLInputElement>(null)
  // Later than the sheet, which focuses itself when it opens.
  useEffect(() => {
    const later = setTimeout(() => input.current?.focus())
    return () => clearTimeout(later)
  }, [])
  function change(next: string) {
    const clean = next.replace(/\D/g, '').slice(0, 3)
    const targets = jumpTargets(tables, clean)
    // Deleting a digit opens nothing.
    if (targets.length === 1 && targets[0] && clean.length > digits.length) return onOpen(targets[0])
    setDigits(clean)
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      side="bottom"
      title="Go to table"
      bodyClassName="grid gap-3 px-4 py-3 low:grid-cols-2"
    >
      <div className="grid min-w-0 content-start gap-3">
        <Input
          size={48}
          aria-label="Table number"
          placeholder="Number"
          inputMode="none"
          autoComplete="off"
          ref={input}
          numeric
          value={digits}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0]) onOpen(found[0])
          }}
        />
        <ul className="flex min-h-14 flex-wrap gap-2">
          {found.map((entry, i) => {
            const { word, icon: Icon, card } = lookOf(entry)
            return (
              <li key={entry.table._id} className="flex-none">
                <button
                  type="button"
                  onClick={() => onOpen(entry)}
                  className={cx(
                    'grid min-h-13 min-w-20 content-center rounded-card border px-3 text-left text-14',
                    card,
                    i === 0 && 'outline-2 outline-primary',
                  )}
                >
                  <b className="num text-18 font-bold text-text">{entry.label}</b>
                  <span className="flex items-center gap-1 [&_svg]:size-4">
                    <Icon aria-hidden="true" />
                    {word}
                  </span>
                </button>
              </li>
            )
          })}
          {found.length === 0 ? (
            <li className="self-center text-14 text-muted">{digits ? `No table ${digits}` : 'Press its number'}</li>
          ) : null}
        </ul>
      </div>
      <Live>{digits ? (found.length === 0 ? `No table ${digits}` : found.map((t) => t.label).join(', ')) : ''}</Live>
      <Keypad label="Table number" decimals={0} maxDigits={3} value={digits} onChange={change} className="low:auto-rows-[48px]" />
    </Sheet>
  )
}
