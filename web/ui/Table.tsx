import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useOverflows } from './hooks.ts'

export interface TableProps extends Omit<ComponentProps<'table'>, 'aria-label'> {
  /** The table's name for screen readers */
  label: string
  rowHeight?: 36 | 48 | 56
  /** Below this width the table scrolls in its own frame */
  minWidth?: number
  /** Needs a frame of limited height */
  stickyHead?: boolean
  frameClassName?: string
}

/** A table with rows of 36 (dense), 48 or 56 (touch). Tables are the only thing that may scroll sideways. */
export function Table({
  label,
  rowHeight = 36,
  minWidth,
  stickyHead = false,
  frameClassName,
  className,
  style,
  children,
  ...props
}: TableProps) {
  const [ref, overflows] = useOverflows<HTMLDivElement>()
  return (
    <div
      ref={ref}
      {...(overflows ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
      className={cx(
        'scroll-quiet relative max-w-full overflow-x-auto focus-visible:-outline-offset-2',
        stickyHead && 'overflow-y-auto',
        frameClassName,
      )}
    >
      <table
        {...props}
        aria-label={label}
        style={{ ...style, '--row': `${rowHeight}px`, minWidth } as CSSProperties}
        className={cx(
          'w-full border-separate border-spacing-0 text-14',
          stickyHead && '[&>thead>tr>th]:sticky [&>thead>tr>th]:top-0 [&>thead>tr>th]:z-1 [&>thead>tr>th]:bg-surface',
          className,
        )}
      >
        {children}
      </table>
    </div>
  )
}

export function THead({ children, ...props }: ComponentProps<'thead'>) {
  return (
    <thead {...props}>
      <tr>{children}</tr>
    </thead>
  )
}

export function TBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />
}

export interface TrProps extends ComponentProps<'tr'> {
  /** The row whose details are shown beside the list */
  selected?: boolean
}

export function Tr({ selected = false, className, onClick, ...props }: TrProps) {
  return (
    <tr
      {...props}
      onClick={onClick}
      aria-current={selected || undefined}
      className={cx(
        'group',
        onClick && 'cursor-pointer hover:bg-raised',
        'data-pressed:bg-accent-soft!',
        selected && 'bg-accent-soft! [&>*:first-child]:shadow-[inset_3px_0_var(--accent)]',
        className,
      )}
    />
  )
}

export interface ThProps extends Omit<ComponentProps<'th'>, 'scope'> {
  numeric?: boolean
  sort?: 'asc' | 'desc' | 'none'
  onSort?: () => void
}

const edges = 'px-2 first:pl-4 last:pr-4'

export function Th({ numeric = false, sort, onSort, className, children, ...props }: ThProps) {
  const Arrow = sort === 'asc' ? ArrowUp : sort === 'desc' ? ArrowDown : ArrowUpDown
  return (
    <th
      scope="col"
      {...props}
      aria-sort={onSort ? (sort === 'asc' ? 'ascending' : sort === 'desc' ? 'descending' : 'none') : undefined}
      className={cx('h-9 text-12 font-medium whitespace-nowrap text-muted', edges, numeric ? 'text-right' : 'text-left', className)}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            'inline-flex min-h-7 items-center gap-1 rounded-[2px] hover:text-text pointer-coarse:min-h-9',
            sort && sort !== 'none' && 'font-semibold text-text',
          )}
        >
          {children}
          <Arrow className="size-3.5" aria-hidden="true" />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

export interface TdProps extends ComponentProps<'td'> {
  numeric?: boolean
  muted?: boolean
  strong?: boolean
  /** Cut at the column's width instead of widening it */
  truncate?: boolean
}

export function Td({
  numeric = false,
  muted = false,
  strong = false,
  truncate = false,
  className,
  children,
  ...props
}: TdProps): ReactNode {
  return (
    <td
      {...props}
      className={cx(
        'h-(--row) border-t border-hairline py-1',
        edges,
        numeric && 'num text-right',
        muted && 'text-muted',
        strong && 'font-semibold',
        truncate && 'max-w-0 truncate',
        className,
      )}
    >
      {children}
    </td>
  )
}
