import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Armchair, CalendarClock, Circle, type LucideIcon, Pencil, QrCode, RefreshCw, Trash2, Utensils } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { FormSkeleton, Loaded } from '#web/app/Loaded.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import type { ViewSpec } from '#web/app/list/view.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { Button } from '#web/ui/Button.tsx'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import { BulkSheet } from './BulkSheet.tsx'
import { whyKept } from './numbers.ts'
import { TableSheet } from './TableSheet.tsx'

const VIEW = { sorts: ['number', 'area', 'seats'], sortedBy: 'number', row: 'table' } satisfies ViewSpec

/** Whether the table is occupied; the floor page shows more. */
const STATES = {
  occupied: { word: 'In use', tone: 'running', icon: Utensils },
  reserved: { word: 'Reserved', tone: 'billed', icon: CalendarClock },
  available: { word: 'Free', tone: 'neutral', icon: Circle },
} as const satisfies Record<TableShape['status'], { word: string; tone: Tone; icon: LucideIcon }>

const COLUMNS: Column<TableShape>[] = [
  { key: 'number', head: 'Table', value: (t) => t.tableNumber, cell: (t) => tableLabel(t.tableNumber) },
  { key: 'area', head: 'Area', value: (t) => t.area, cell: (t) => t.area || '–' },
  { key: 'seats', head: 'Seats', value: (t) => t.capacity, numeric: true, width: 'w-24' },
  {
    key: 'state',
    head: 'Now',
    value: (t) => STATES[t.status].word,
    csv: null,
    cell: (t) => {
      const { word, tone, icon: Icon } = STATES[t.status]
      return (
        <StatusChip tone={tone} icon={<Icon aria-hidden="true" />}>
          {word}
        </StatusChip>
      )
    },
    width: 'w-36',
    card: 'end',
  },
]

/** Loaded separately, because only this sheet needs the code that draws QR codes. */
const QrSheet = lazy(() => import('./QrSheet.tsx'))

/** Tables (SCREENS §2.3 "/table"): made by the row, changed, deleted; and the sheet of their QR codes. */
export default function TablePage() {
  const [params] = useSearchParams()
  const query = useQuery(apiQuery('GET /tables'))
  const qr = params.get('qr')
  if (!qr) return <Tables query={query} />
  return (
    <Loaded query={query}>
      {({ tables }) => (
        <Suspense fallback={<FormSkeleton label="Loading the codes" />}>
          <QrSheet tables={qr === 'all' ? tables : tables.filter((t) => t._id === qr)} />
        </Suspense>
      )}
    </Loaded>
  )
}

function Tables({ query }: { query: UseQueryResult<{ tables: TableShape[] }> }) {
  const view = useView(VIEW)
  const navigate = useNavigate()
  const tables = query.data?.tables
  const remove = useRemoval('DELETE /tables/delete/:id', {
    body: 'Its printed QR code stops working. Its past orders keep its number.',
    invalidates: ['GET /tables'],
  })
  const list = useAllRows(query, tables, view, {
    key: (t) => t._id,
    columns: COLUMNS,
    finds: (t, text) => `${tableLabel(t.tableNumber)} ${t.tableNumber} ${t.area}`.toLowerCase().includes(text.trim().toLowerCase()),
  })
  const areas = [...new Set((tables ?? []).map((t) => t.area).filter(Boolean))]
  const showQr = (of: string) => void navigate(to.settingsTable({ qr: of }))
  const confirm = useConfirm()
  const { mutateAsync: change } = useCommand('PUT /tables/update', { quiet: true, invalidates: ['GET /tables'] })
  async function replaceCode({ _id, tableNumber, qrToken }: TableShape) {
    const name = tableLabel(tableNumber)
    const isReplaced = await confirm({
      title: `Replace the code of ${name}?`,
      body: 'The printed code stops working at once: whoever scans it is told to ask the staff. Guests who sit there now stay. The new code opens next: print it and put it on the table.',
      confirmLabel: 'Replace code',
      tone: 'danger',
      run: () => change({ query: { id: _id }, body: { replacesCode: qrToken } }),
    })
    if (!isReplaced) return
    snack.success(`${name} has a new code`)
    showQr(_id)
  }
  return (
    <ListPage
      noun={{ one: 'table', many: 'tables' }}
      view={view}
      list={list}
      columns={COLUMNS}
      rowName={(t) => tableLabel(t.tableNumber)}
      search="Table or area"
      csv="tables"
      actions={
        <Button icon={<QrCode />} disabledReason={tables?.length ? null : 'There are no tables yet'} onClick={() => showQr('all')}>
          QR sheet
        </Button>
      }
      create={{ label: 'Add tables', call: 'POST /tables/createTables' }}
      sheet={(table, { onClose }) =>
        table ? (
          <TableSheet key={table._id} table={table} areas={areas} onClose={onClose} />
        ) : (
          <BulkSheet tables={tables ?? []} areas={areas} onClose={onClose} />
        )
      }
      menu={(t) => [
        { label: 'Edit', icon: <Pencil />, onSelect: () => view.open(t._id) },
        { label: 'QR code', icon: <QrCode />, onSelect: () => showQr(t._id) },
        { label: 'New code', icon: <RefreshCw />, onSelect: () => void replaceCode(t) },
        {
          label: 'Delete',
          icon: <Trash2 />,
          danger: true,
          disabledReason: whyKept(t),
          onSelect: () => void remove(tableLabel(t.tableNumber), { params: { id: t._id } }),
        },
      ]}
      nothingYet={{ icon: <Armchair />, title: 'No tables yet' }}
    />
  )
}
