import { ClipboardCheck, Package, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { plainPaise, toPaise } from '#domain/money.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, type ViewSpec } from '#web/app/list/view.ts'
import { Money } from '#web/app/Money.tsx'
import { useSearch } from '#web/app/useSearch.ts'
import { useMay } from '#web/core/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { MaterialDrawer } from './MaterialDrawer.tsx'
import { PurchaseSheet } from './PurchaseSheet.tsx'
import { type Group, GROUPS, isIn, quantityText, type StockRow, urgency } from './rows.ts'
import { StateChip, stateWord } from './StateChip.tsx'
import { nameColumn, TAB_LABELS, TABS } from './tabs.ts'
import { useRanOut, useStock } from './useStock.tsx'

const GROUP_LABELS: Record<Group, string> = { out: 'Out', low: 'Low', expiring: 'Expiring' }

const columns: Column<StockRow>[] = [
  nameColumn,
  {
    key: 'stock',
    head: 'Quantity',
    value: (m) => m.currentStock,
    cell: (m) => quantityText(m.currentStock, m.unit),
    numeric: true,
    // A large quantity of a long unit takes a second line, beside the minimum and not over it.
    cellClassName: 'wrap-anywhere whitespace-normal!',
    width: 'w-32',
  },
  // For the file, where quantities are numbers.
  { key: 'unit', head: 'Unit', value: (m) => m.unit, hidden: 'hidden', card: 'none' },
  {
    key: 'minimum',
    head: 'Minimum',
    value: (m) => m.minimumStock,
    cell: (m) => quantityText(m.minimumStock, m.unit),
    cellClassName: 'wrap-anywhere whitespace-normal! text-muted',
    numeric: true,
    width: 'w-26',
    // "Kingfisher Premium 330 ml" and "650 ml" must not be cut to the same words.
    hidden: '@max-[779px]:hidden',
    card: 'none',
  },
  { key: 'lots', head: 'Lots', value: (m) => m.lots.length, numeric: true, width: 'w-16', hidden: '@max-[799px]:hidden', card: 'none' },
  {
    key: 'state',
    head: 'State',
    value: urgency,
    cell: (m) => <StateChip state={m.states[0] ?? 'ok'} expires={m.expires} />,
    csv: (m) => m.states.map(stateWord).join(', '),
    width: 'w-44',
    card: 'end',
  },
  {
    key: 'value',
    head: 'Value',
    value: (m) => m.value,
    csv: (m) => plainPaise(toPaise(m.value)),
    cell: (m) => <Money rupees={m.value} />,
    numeric: true,
    width: 'w-38',
    hidden: '@max-[599px]:hidden',
  },
]

/** The materials in stock, those that run out and those that expire. A row opens the material beside the list. */
export function StockTab() {
  const { query, rows } = useStock()
  const counts = (group: Group) => rows?.filter((row) => isIn(row, group)).length
  const spec = {
    tabs: TABS,
    filters: {
      show: choice({
        label: 'Show',
        as: 'chips',
        initial: 'all',
        options: [
          { value: 'all', label: 'All', count: rows?.length },
          ...GROUPS.map((value) => ({ value, label: GROUP_LABELS[value], count: counts(value) })),
        ],
      }),
    },
    sorts: ['name', 'stock', 'minimum', 'lots', 'state', 'value'],
    sortedBy: 'state',
    row: 'item',
  } satisfies ViewSpec
  const view = useView(spec)
  const list = useAllRows(query, rows, view, {
    key: (row) => row._id,
    columns,
    shows: (row) => view.filters.show === 'all' || isIn(row, view.filters.show as Group),
    perPage: 50,
  })
  const [, setSearch] = useSearch()
  const [buying, setBuying] = useState<string | null>(null)
  const mayBuy = useMay('POST /restaurant/inventory/stocks')
  const mayCount = useMay('PUT /restaurant/inventory/stocks/bulk-update')
  const { check, dialog } = useRanOut()
  const total = rows?.reduce((sum, row) => sum + Math.round(row.value * 100), 0) ?? 0
  const actions: ReactNode = (
    <>
      <Button
        icon={<ClipboardCheck />}
        disabledReason={mayCount.ok ? null : mayCount.why}
        onClick={() => setSearch((newest) => (newest.set('count', '1'), newest), { push: true })}
      >
        Count
      </Button>
      <Button variant="primary" icon={<Plus />} disabledReason={mayBuy.ok ? null : mayBuy.why} onClick={() => setBuying('')}>
        Purchase
      </Button>
    </>
  )
  return (
    <>
      <ListPage
        noun={{ one: 'material', many: 'materials' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(row) => row.name}
        tabs={TAB_LABELS}
        actions={actions}
        note={rows?.length === 0 ? null : <>Stock worth {rows ? <Money paise={total} className="font-semibold text-text" /> : '…'}</>}
        csv="stock"
        keepsDrawer
        drawer={(row, how) => <MaterialDrawer key={row._id} row={row} onRanOut={check} onBuy={() => setBuying(row._id)} {...how} />}
        nothingYet={{
          icon: <Package />,
          title: 'No raw materials yet. Add what the kitchen buys, then book purchases here.',
          action: (
            <Button variant="primary" onClick={() => view.change({ tab: 'materials' })}>
              Go to raw materials
            </Button>
          ),
        }}
      />
      {buying === null ? null : <PurchaseSheet materials={rows ?? []} material={buying} onClose={() => setBuying(null)} />}
      {dialog}
    </>
  )
}
