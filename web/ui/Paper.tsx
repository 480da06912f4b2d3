import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useOverflows } from './hooks.ts'
import './paper.css'

export interface PaperLine {
  text: string
  bold?: boolean
  /** Double size: half as many characters a line */
  big?: boolean
  align?: 'left' | 'center' | 'right'
  /** Marked: it differs from what is saved. */
  edited?: boolean
  /** Shown instead of the text. */
  picture?: ReactNode
}

export interface PaperProps {
  lines: readonly PaperLine[]
  columns: 32 | 48
  /** What the paper is: 'Bill 0042' */
  label: string
  logo?: ReactNode
}

/**
 * The text to print, column for column, on white paper in both themes. Its letters are as large as the width allows, from 9 to 13 px, so that a whole line is in
 * view; in a narrow frame its margins are smaller, and on less than 360 px it scrolls in its own frame.
 */
export function Paper({ lines, columns, label, logo }: PaperProps) {
  const [ref, overflows] = useOverflows<HTMLDivElement>()
  return (
    <div
      ref={ref}
      role="region"
      aria-label={label}
      tabIndex={overflows ? 0 : undefined}
      className="scroll-quiet @container max-w-full overflow-auto font-mono"
    >
      <div
        className={cx(
          'mx-auto w-max p-3 leading-[1.25] @max-[325px]:p-1.5',
          // A letter is 0.6 em wide, the margins take 64 px.
          columns === 48 ? 'text-[clamp(9px,calc((100cqi-66px)/28.8),13px)]' : 'text-[clamp(9px,calc((100cqi-66px)/19.2),13px)]',
        )}
      >
        <div className="[filter:drop-shadow(0_2px_8px_#2a1b1c26)]">
          <div className="torn bg-paper px-5 py-7 text-on-paper @max-[325px]:px-3">
            {logo ? <div className="mb-3 flex justify-center empty:hidden">{logo}</div> : null}
            <div style={{ width: `${columns}ch` }}>
              {lines.map((line, index) => (
                <div
                  key={index}
                  className={cx(
                    'min-h-[1.25em] overflow-hidden whitespace-pre',
                    line.bold && 'font-bold',
                    line.big && 'text-[2em] font-bold',
                    line.align === 'center' && 'text-center',
                    line.align === 'right' && 'text-right',
                    line.edited && 'bg-accent-soft text-on-accent-soft',
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
