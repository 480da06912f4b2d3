import { ChevronRight, RotateCcw, TriangleAlert } from 'lucide-react'
import { useNavigate } from 'react-router'
import { averageBill } from '#domain/averageBill.ts'
import { formatPaise } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Sparkline } from '#web/ui/chart/Sparkline.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Select } from '#web/ui/Input.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'
import type { RetryOf } from './Exceptions.tsx'
import { OutletLink, useOutletAddress } from './OutletLink.tsx'
import {
  cancelledPercent,
  salesChange,
  isCancelling,
  isDrop,
  MOST_COMPARED,
  percentText,
  pressed,
  readSort,
  type Row,
  type Sort,
  type SortKey,
  SORTS,
} from './outlets.ts'
import { Change } from './Together.tsx'

type Sums = NonNullable<Row['sums']>
type Props = {
  rows: readonly Row[]
  all: Sums
  sort: Sort
  onSort: (sort: Sort) => void
  /** Ids of the outlets in the chart. */
  ticked: readonly string[]
  onTick: (id: string, on: boolean) => void
  retryOf: RetryOf
  seriesName: string
}

/** The ranked outlets as a table, or as cards where there is no room for all columns. A row leads to its outlet; ticked outlets are shown in the chart. */
export function OutletTable(props: Props) {
  const cards = useMediaQuery('(max-width: 959.98px)')
  return cards ? <OutletCards {...props} /> : <Ranking {...props} />
}

const NUMBERS = ['sales', 'orders', 'average', 'cancelled', 'change'] as const

function Ranking({ rows, all, sort, onSort, ticked, onTick, retryOf, seriesName }: Props) {
  const navigate = useNavigate()
  const address = useOutletAddress()
  const head = (by: SortKey) => ({
    sort: sort.by === by ? (sort.down ? ('desc' as const) : ('asc' as const)) : ('none' as const),
    onSort: () => onSort(pressed(sort, by)),
  })
  return (
    <Card aria-label="Outlets">
      <Table label="Outlets" rowHeight={36} minWidth={880}>
        <THead>
          <Th className="w-10">
            <span className="sr-only">In the chart</span>
          </Th>
          <Th className="w-8 px-0">#</Th>
          <Th {...head('name')}>{SORTS.name.label}</Th>
          {NUMBERS.map((by) => (
            <Th key={by} numeric {...head(by)}>
              {SORTS[by].label}
            </Th>
          ))}
          <Th className="w-34">{seriesName}</Th>
          <Th className="w-10">
            <span className="sr-only">Open</span>
          </Th>
        </THead>
        <TBody>
          {rows.map((row, i) => (
            <Tr
              key={row._id}
              className={ticked.includes(row._id) ? 'bg-accent-soft! [&>*:first-child]:shadow-[inset_3px_0_var(--accent)]' : undefined}
              onClick={(event) => {
                if ((event.target as Element).closest('a, button, label, input') || row.sums === null) return
                void navigate(address(row._id))
              }}
            >
              <Td className="py-0">
                <Tick row={row} ticked={ticked} onTick={onTick} />
              </Td>
              <Td muted className="px-0">
                {row.sums ? i + 1 : '–'}
              </Td>
              <Td strong className="w-full max-w-0 min-w-40">
                <OutletLink id={row._id} className="line-clamp-2 rounded-[2px] [overflow-wrap:anywhere] hover:underline">
                  {row.name}
                </OutletLink>
              </Td>
              {row.sums ? <Figures row={row} sums={row.sums} all={all} seriesName={seriesName} /> : <Missing row={row} retryOf={retryOf} />}
              <Td className="pl-0 text-muted">{row.sums ? <ChevronRight className="size-4" aria-hidden="true" /> : null}</Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </Card>
  )
}

function Figures({ row, sums, all, seriesName }: { row: Row; sums: Sums; all: Sums; seriesName: string }) {
  return (
    <>
      <Td numeric>
        <Money paise={sums.sales} />
      </Td>
      <Td numeric>{counted(sums.orders)}</Td>
      <Td numeric>
        <Money paise={averageBill(sums)} />
      </Td>
      <Td numeric>
        <CancelledShare row={row} sums={sums} all={all} />
      </Td>
      <Td numeric>
        <Change percent={salesChange(row)} />
      </Td>
      <Td className="py-0">
        <Course row={row} seriesName={seriesName} />
      </Td>
    </>
  )
}

function Missing({ row, retryOf }: { row: Row; retryOf: RetryOf }) {
  return (
    <>
      {NUMBERS.map((by) => (
        <Td key={by} numeric muted>
          –
        </Td>
      ))}
      <Td className="py-0">
        <RetryRow row={row} retryOf={retryOf} />
      </Td>
    </>
  )
}

function RetryRow({ row, retryOf }: { row: Row; retryOf: RetryOf }) {
  const retry = retryOf(row._id)
  return (
    <Button
      variant="link"
      size={32}
      icon={<RotateCcw className="size-4" />}
      loading={retry?.busy}
      onClick={retry?.run}
      aria-label={`Retry ${row.name}`}
    >
      Retry
    </Button>
  )
}

function CancelledShare({ row, sums, all }: { row: Row; sums: Sums; all: Sums }) {
  const text = percentText(cancelledPercent(sums))
  if (!isCancelling(row, all)) return text
  return (
    <StatusChip tone="warning" size={20} icon={<TriangleAlert />}>
      {text}
    </StatusChip>
  )
}

function Course({ row, seriesName }: { row: Row; seriesName: string }) {
  const last = row.series.at(-1)
  return (
    <Sparkline
      label={`${seriesName} of ${row.name}, last ${formatPaise(last?.sales ?? 0)}`}
      values={row.series.map(({ sales }) => sales)}
      tone={isDrop(row) ? 'danger' : 'muted'}
    />
  )
}

function Tick({ row, ticked, onTick }: Pick<Props, 'ticked' | 'onTick'> & { row: Row }) {
  const on = ticked.includes(row._id)
  const full = !on && ticked.length >= MOST_COMPARED
  return (
    <Checkbox
      label={full ? `${row.name}: ${MOST_COMPARED} outlets are in the chart, the most it shows` : `Compare ${row.name}`}
      hideLabel
      size={20}
      checked={on}
      disabled={row.sums === null || full}
      onCheckedChange={(next) => onTick(row._id, next)}
    />
  )
}

const ORDERS = (Object.keys(SORTS) as SortKey[]).flatMap((by) =>
  (by === 'name' ? ['name', '-name'] : [`-${by}`, by]).map((value) => ({
    value,
    label: `${SORTS[by].label}, ${by === 'name' ? (value === 'name' ? 'A to Z' : 'Z to A') : value.startsWith('-') ? 'highest first' : 'lowest first'}`,
  })),
)

function OutletCards({ rows, all, sort, onSort, ticked, onTick, retryOf, seriesName }: Props) {
  return (
    <section aria-label="Outlets" className="grid gap-3">
      <label className="flex items-center gap-2 text-14 whitespace-nowrap text-muted sm:max-w-90">
        Sort by
        <Select
          size={44}
          aria-label="Sort by"
          options={ORDERS}
          value={`${sort.down ? '-' : ''}${sort.by}`}
          onChange={(event) => onSort(readSort(event.target.value))}
        />
      </label>
      <ol className="grid gap-3 sm:grid-cols-2">
        {rows.map((row, i) => (
          <li key={row._id} className="grid min-w-0 content-start gap-2 rounded-card border border-hairline bg-surface p-4 text-14">
            <div className="flex items-center gap-2">
              <span className="num text-muted">{row.sums ? i + 1 : '–'}</span>
              <OutletLink id={row._id} className="min-w-0 flex-1 py-2 text-16 font-semibold [overflow-wrap:anywhere]">
                {row.name}
              </OutletLink>
              <Tick row={row} ticked={ticked} onTick={onTick} />
            </div>
            {row.sums ? (
              <>
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <span className="text-18 font-semibold">
                    <Money paise={row.sums.sales} />
                  </span>
                  <Change percent={salesChange(row)} />
                </div>
                <Course row={row} seriesName={seriesName} />
                <dl className="flex flex-wrap justify-between gap-x-4 gap-y-1">
                  <div>
                    <dt className="text-12 text-muted">Orders</dt>
                    <dd className="num">{counted(row.sums.orders)}</dd>
                  </div>
                  <div>
                    <dt className="text-12 text-muted">Average bill</dt>
                    <dd>
                      <Money paise={averageBill(row.sums)} />
                    </dd>
                  </div>
                  <div>
                    <dt className="text-12 text-muted">Cancelled</dt>
                    <dd className="num">
                      <CancelledShare row={row} sums={row.sums} all={all} />
                    </dd>
                  </div>
                </dl>
              </>
            ) : (
              <div className="flex items-center justify-between">
                <span className="text-muted">–</span>
                <RetryRow row={row} retryOf={retryOf} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
