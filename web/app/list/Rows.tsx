import { Ellipsis } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Checkbox } from '#web/ui/Choice.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'
import { cellOf, type Column, openingColumn, textOf } from './columns.ts'
import type { Selection } from './selection.ts'
import type { ListView } from './useView.ts'

export type RowsProps<T> = {
  label: string
  view: ListView
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** What people call a row, for "More for …". */
  rowName: (row: T) => string
  /** Opens a row, when it or its name is pressed. */
  onOpen?: (row: T) => void
  menu?: (row: T) => readonly MenuEntry[]
  /** A custom card, instead of one made from the columns. */
  card?: (row: T) => ReactNode
  /** The rows are of another page, which is being replaced */
  old: boolean
  /** Rows of 36 for a mouse. */
  dense?: boolean
  /** Rows are selected by a box before each. */
  selection?: Selection<T> | null
}

/** True for a press on a control in the row or in its menu, which must not open the row. */
const isOnControl = (event: MouseEvent): boolean => {
  const target = event.target as Element
  return !event.currentTarget.contains(target) || target.closest('a, button, input, label, select, [role=switch]') !== null
}

function RowMenu({ name, items }: { name: string; items: readonly MenuEntry[] }) {
  if (!items.some(Boolean)) return null
  return <Menu size={36} trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis />} />} items={items} />
}

/** A text column that is empty in this row. */
const isBlank = <T,>(column: Column<T>, row: T) => !column.cell && !column.below && textOf(column.value?.(row)) === ''

/** What a column shows of a row: one text, or a second one below it. The name in a table takes two lines at most, as does what stands below it; the row, opened, has it whole. */
function Cell<T>({ column, row, brief = false }: { column: Column<T>; row: T; brief?: boolean }) {
  if (!column.below && !brief) return cellOf(column, row)
  // A name from right to left is cut at its end, not at its beginning.
  const dir = brief ? 'auto' : undefined
  const lines = cx('[overflow-wrap:anywhere]', brief ? 'line-clamp-2 text-left' : 'block whitespace-normal')
  return (
    <>
      <span dir={dir} className={lines}>
        {cellOf(column, row)}
      </span>
      {column.below ? (
        <span dir={dir} className={cx('text-14 font-normal text-muted empty:hidden', lines)}>
          {column.below(row)}
        </span>
      ) : null}
    </>
  )
}

/** The row's name, which opens the row: what a keyboard presses, and what takes the focus when the row closes. */
function RowButton({
  rowKey,
  onOpen,
  className,
  children,
}: {
  rowKey: string
  onOpen: () => void
  className: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      data-row={rowKey}
      dir="auto"
      onClick={onOpen}
      className={cx('rounded-control text-left font-semibold', className)}
    >
      {children}
    </button>
  )
}

/** Rows of 56, or of 36 where it is dense, in a table. A press anywhere opens the row; for the keyboard, its name is a button. */
export function ListTable<T>({
  label,
  view,
  columns,
  rows,
  rowKey,
  rowName,
  onOpen,
  menu,
  old,
  dense = false,
  selection = null,
}: RowsProps<T>) {
  const opening = openingColumn(columns)
  return (
    <Table
      label={label}
      rowHeight={dense ? 36 : 56}
      stickyHead
      frameClassName="h-full"
      className="table-fixed"
      aria-busy={old || undefined}
    >
      <Columns columns={columns} menu={menu !== undefined} selects={selection !== null} />
      <Head view={view} columns={columns} menu={menu !== undefined} selects={selection !== null} />
      <TBody className={cx(old && 'opacity-60')}>
        {rows.map((row) => (
          <Tr
            key={rowKey(row)}
            selected={rowKey(row) === view.row}
            onClick={onOpen ? (event) => (isOnControl(event) ? undefined : onOpen(row)) : undefined}
          >
            {selection ? (
              <Td className="py-0">
                <Checkbox
                  size={20}
                  hideLabel
                  label={`Select ${rowName(row)}`}
                  checked={selection.has(row)}
                  onCheckedChange={() => selection.toggle(row)}
                />
              </Td>
            ) : null}
            {columns.map((column, i) => (
              <Td
                key={column.key}
                numeric={column.numeric}
                strong={column === opening}
                className={cx(
                  afterFigures(columns, i),
                  column.className,
                  typeof column.cellClassName === 'function' ? column.cellClassName(row) : column.cellClassName,
                  column.hidden,
                )}
              >
                {column === opening && onOpen ? (
                  <RowButton
                    rowKey={rowKey(row)}
                    onOpen={() => onOpen(row)}
                    className={cx('-mx-1 block max-w-full px-1 focus-visible:-outline-offset-2', dense ? 'py-1' : 'py-2')}
                  >
                    <Cell column={column} row={row} brief />
                  </RowButton>
                ) : (
                  <Cell column={column} row={row} brief={column === opening} />
                )}
              </Td>
            ))}
            {menu ? (
              <Td className="text-right">
                <RowMenu name={rowName(row)} items={menu(row)} />
              </Td>
            ) : null}
          </Tr>
        ))}
      </TBody>
    </Table>
  )
}

/** Figures end at the right of their column and text begins at the left of its own: between them there is more room. */
const afterFigures = <T,>(columns: readonly Column<T>[], i: number): string | false =>
  i > 0 && columns[i - 1]?.numeric === true && !columns[i]?.numeric && 'pl-6'

function Columns<T>({ columns, menu, selects = false }: { columns: readonly Column<T>[]; menu: boolean; selects?: boolean }) {
  return (
    <colgroup>
      {selects ? <col className="w-12" /> : null}
      {columns.map((c) => (
        <col key={c.key} className={cx(c.width, c.hidden)} />
      ))}
      {menu ? <col className="w-18" /> : null}
    </colgroup>
  )
}

function Head<T>({
  view,
  columns,
  menu,
  selects = false,
}: {
  view: ListView
  columns: readonly Column<T>[]
  menu: boolean
  selects?: boolean
}) {
  return (
    <THead>
      {selects ? (
        <Th>
          <span className="sr-only">Selected</span>
        </Th>
      ) : null}
      {columns.map((c, i) => {
        const sorts = view.spec.sorts?.includes(c.key) ?? false
        const sort = view.sort?.by !== c.key ? 'none' : view.sort.descending ? 'desc' : 'asc'
        return (
          <Th
            key={c.key}
            numeric={c.numeric}
            className={cx(afterFigures(columns, i), c.className, c.hidden)}
            {...(sorts ? { sort, onSort: () => view.sortBy(c.key) } : null)}
          >
            {c.head}
          </Th>
        )
      })}
      {menu ? (
        <Th>
          <span className="sr-only">More</span>
        </Th>
      ) : null}
    </THead>
  )
}

/** The rows as cards, on a phone. */
export function ListCards<T>({ label, view, columns, rows, rowKey, rowName, onOpen, menu, card, old }: RowsProps<T>) {
  const look = (row: T) =>
    cx(
      'rounded-card border bg-surface px-3 py-2.5 text-left text-14 in-data-pressed:border-accent',
      rowKey(row) === view.row ? 'border-accent' : 'border-hairline',
    )
  return (
    <ul aria-label={label} aria-busy={old || undefined} className={cx('grid gap-2 p-3', old && 'opacity-60')}>
      {rows.map((row) => (
        <li key={rowKey(row)} className="min-w-0">
          {card && onOpen ? (
            <button
              type="button"
              data-row={rowKey(row)}
              aria-current={rowKey(row) === view.row || undefined}
              onClick={() => onOpen(row)}
              className={cx('grid w-full gap-1.5 active:bg-raised', look(row))}
            >
              {card(row)}
            </button>
          ) : (
            <div
              className={cx('grid gap-1.5', look(row), onOpen && 'cursor-pointer active:bg-raised')}
              onClick={onOpen ? (event) => (isOnControl(event) ? undefined : onOpen(row)) : undefined}
            >
              {card ? (
                card(row)
              ) : (
                <CardOfColumns columns={columns} row={row} rowKey={rowKey(row)} rowName={rowName(row)} onOpen={onOpen} menu={menu} />
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function CardOfColumns<T>({
  columns,
  row,
  rowKey,
  rowName,
  onOpen,
  menu,
}: {
  columns: readonly Column<T>[]
  row: T
  rowKey: string
  rowName: string
  onOpen?: (row: T) => void
  menu?: (row: T) => readonly MenuEntry[]
}) {
  const opening = openingColumn(columns)
  const rest = columns.filter((c) => c !== opening && c.card !== 'none')
  const name = 'min-w-0 flex-1 text-18 [overflow-wrap:anywhere]'
  return (
    <>
      <div className="flex min-w-0 items-center gap-2">
        {opening ? (
          onOpen ? (
            <RowButton rowKey={rowKey} onOpen={() => onOpen(row)} className={cx('min-h-12', name)}>
              <Cell column={opening} row={row} />
            </RowButton>
          ) : (
            <p className={cx('font-semibold', name)}>
              <Cell column={opening} row={row} />
            </p>
          )
        ) : null}
        {rest
          .filter((c) => c.card === 'end')
          .map((c) => (
            <div key={c.key} className="flex-none">
              <Cell column={c} row={row} />
            </div>
          ))}
        {menu ? <RowMenu name={rowName} items={menu(row)} /> : null}
      </div>
      <dl className="grid gap-1 empty:hidden">
        {rest
          .filter((c) => c.card !== 'end' && !isBlank(c, row))
          .map((c) => (
            <div key={c.key} className="flex min-w-0 items-baseline justify-between gap-3">
              <dt className="flex-none text-muted">{c.head}</dt>
              <dd className={cx('min-w-0 text-right [overflow-wrap:anywhere]', c.numeric && 'num')}>
                <Cell column={c} row={row} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}

/** Placeholder rows in their final size, while the first answer is loading. */
export function RowsSkeleton<T>({
  view,
  columns,
  menu,
  cards,
  count,
  label,
  dense = false,
  selects = false,
}: {
  view: ListView
  columns: readonly Column<T>[]
  menu: boolean
  cards: boolean
  count: number
  label: string
  dense?: boolean
  selects?: boolean
}) {
  const rows = Array.from({ length: count }, (_, i) => i)
  return (
    <div role="status" aria-label={label}>
      {cards ? (
        <div className="grid gap-2 p-3">
          {rows.map((i) => (
            <Skeleton key={i} className="h-26 rounded-card" />
          ))}
        </div>
      ) : (
        <table aria-hidden="true" className="w-full table-fixed border-separate border-spacing-0 text-14">
          <Columns columns={columns} menu={menu} selects={selects} />
          <Head view={{ ...view, spec: {} }} columns={columns} menu={menu} selects={selects} />
          <tbody>
            {rows.map((i) => (
              <tr key={i}>
                <td
                  colSpan={columns.length + (menu ? 1 : 0) + (selects ? 1 : 0)}
                  className={cx('border-t border-hairline px-4', dense ? 'h-9' : 'h-14')}
                >
                  <Skeleton className="h-5 w-full" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
