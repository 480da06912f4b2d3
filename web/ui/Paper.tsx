import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useOverflows } from './hooks.ts'

export interface PaperLine {
  text: string
  bold?: boolean
  /** Double size: half as many characters a line */
  big?: boolean
  align?: 'left' | 'center' | 'right'
  /** Shown instead of the text. */
  picture?: ReactNode
}

export interface PaperProps {
  lines: readonly PaperLine[]
  columns: 32 | 48
  /** What the paper is: 'Bill 0042' */
  label: string
  logo?: ReactNode
  /** Column numbers above the paper */
  ruler?: boolean
  /** Letters as large as the width allows, from 9 to 13 px, so that a whole line is in view. */
  fit?: boolean
  className?: string
}

const rulers = { 32: '1      8      16      24      32', 48: '1      8      16      24      32      40      48' }

/** The text to print, column for column, on white paper in both themes; it scrolls in its own frame. */
export function Paper({ lines, columns, label, logo, ruler = false, fit = false, className }: PaperProps) {
  const [ref, overflows] = useOverflows<HTMLDivElement>()
  return (
    <div
      ref={ref}
      role="region"
      aria-label={label}
      tabIndex={overflows ? 0 : undefined}
      className={cx('scroll-quiet max-w-full overflow-auto font-mono', fit && '@container', className)}
    >
      <div
        className={cx(
          'mx-auto w-max',
          !fit && 'p-3 text-[13px] leading-4.5',
          // A letter is 0.6 em wide, the margins take 64 px.
          fit && 'p-3 leading-[1.25]',
          fit && (columns === 48 ? 'text-[clamp(9px,calc((100cqi-66px)/28.8),13px)]' : 'text-[clamp(9px,calc((100cqi-66px)/19.2),13px)]'),
        )}
      >
        {ruler ? (
          <p aria-hidden="true" className="px-5 pb-1 whitespace-pre text-muted">
            {rulers[columns]}
          </p>
        ) : null}
        <div className="drop-shadow-[0_2px_8px_#2a1b1c26]">
          <div className="torn bg-paper px-5 py-7 text-on-paper">
            {logo ? <div className="mb-3 flex justify-center empty:hidden">{logo}</div> : null}
            <div style={{ width: `${columns}ch` }}>
              {lines.map((line, index) => (
                <div
                  key={index}
                  className={cx(
                    'overflow-hidden whitespace-pre',
                    fit ? 'min-h-[1.25em]' : 'min-h-4.5',
                    line.bold && 'font-bold',
                    line.big && (fit ? 'text-[2em] leading-[1.25] font-bold' : 'text-[2em] leading-9 font-bold'),
                    line.align === 'center' && 'text-center',
                    line.align === 'right' && 'text-right',
                  )}
                >
                  {line.picture ?? (line.text || ' ')}
                </div>
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
