import { Delete } from 'lucide-react'
import { cx } from './cx.ts'
import { leavesFocus } from './hooks.ts'

type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'backspace'

const keys: KeypadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'backspace']

/** The figure after a key was pressed; pages use it for the keyboard's keys too. `fresh`: the figure is a suggestion, which a digit replaces. */
function pressKey(
  value: string,
  key: KeypadKey,
  { decimals = 2, maxDigits = 7, fresh = false }: { decimals?: number; maxDigits?: number; fresh?: boolean } = {},
): string {
  if (key === 'backspace') return fresh ? '' : value.slice(0, -1)
  const from = fresh ? '' : value
  if (key === '.') {
    if (decimals === 0 || from.includes('.')) return from
    return `${from || '0'}.`
  }
  const [whole = '', part] = from.split('.')
  if (part !== undefined) return part.length < decimals ? from + key : from
  if (whole === '0') return key
  return whole.length < maxDigits ? from + key : from
}

export interface KeypadProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** 0 for quantities: the point is left out */
  decimals?: number
  maxDigits?: number
  fresh?: boolean
  disabled?: boolean
  className?: string
}

/** On-screen digits, for fingers. They never take the focus: a keyboard has digits of its own, and Enter belongs to the page. */
export function Keypad({ label, value, onChange, decimals = 2, maxDigits = 7, fresh = false, disabled = false, className }: KeypadProps) {
  return (
    <div role="group" aria-label={label} {...leavesFocus} className={cx('grid auto-rows-[minmax(60px,1fr)] grid-cols-3 gap-2', className)}>
      {keys.map((key) =>
        key === '.' && decimals === 0 ? (
          <span key={key} />
        ) : (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            disabled={disabled}
            aria-label={key === 'backspace' ? 'Backspace' : key === '.' ? 'Point' : undefined}
            onClick={() => onChange(pressKey(value, key, { decimals, maxDigits, fresh }))}
            className="num grid place-items-center rounded-card border border-hairline bg-surface text-24 font-medium select-none hover:bg-raised active:border-border active:bg-raised off:cursor-not-allowed off:text-muted"
          >
            {key === 'backspace' ? <Delete className="size-6" /> : key}
          </button>
        ),
      )}
    </div>
  )
}
