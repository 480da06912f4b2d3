import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { FloorTable } from './floor.ts'
import { lookOf } from './states.ts'

/** The list that choices stand in. */
export const CHOICES = 'grid grid-cols-[repeat(auto-fill,minmax(116px,1fr))] gap-2'

/** A table to choose in a dialog: `T9`, its state and more of it (`detail`), such as its seats. */
export function TableChoice({
  entry,
  onPress,
  pressed,
  current = false,
  detail,
  disabled,
}: {
  entry: FloorTable
  onPress: () => void
  /** One of several that can be chosen together. */
  pressed?: boolean
  /** It is the chosen one already. */
  current?: boolean
  detail?: ReactNode
  disabled?: boolean
}) {
  const { word, icon: Icon, card } = lookOf(entry)
  return (
    <li>
      <button
        type="button"
        aria-pressed={pressed}
        aria-current={current ? 'true' : undefined}
        disabled={disabled}
        onClick={onPress}
        className={cx(
          'grid h-full min-h-18 w-full content-center gap-0.5 rounded-card border px-2.5 py-1.5 text-left text-14 [--money-unit:currentColor] off:opacity-60',
          pressed ? 'border-primary bg-primary text-on-primary' : card,
          current && 'ring-2 ring-primary ring-offset-2 ring-offset-surface',
        )}
      >
        {/* A name ("Balcony 12") gets small letters, so that it isn't cut, as on the floor's cards. */}
        <span
          className={cx(
            'num font-bold',
            entry.label.length > 5 ? 'text-14 leading-5 whitespace-normal! [overflow-wrap:anywhere]' : 'truncate text-20',
            !pressed && 'text-text',
          )}
        >
          {entry.label}
        </span>
        <span className="flex min-w-0 items-center gap-1 font-medium [&_svg]:size-4">
          <Icon aria-hidden="true" />
          <span className="truncate">{word}</span>
        </span>
        {detail ? <span className="num whitespace-normal!">{detail}</span> : null}
      </button>
    </li>
  )
}
