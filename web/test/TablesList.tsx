import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import type { TableShape } from '#domain/api/tables.ts'
import { apiQuery } from '#web/core/query.ts'
import { serve } from './dom.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows, useArrivals, usePagedRows } from '#web/app/list/rows.ts'
import { type ListView, useView } from '#web/app/list/useView.ts'
import { choice, dates, type ViewSpec } from '#web/app/list/view.ts'

/** A simple page on the list kit: the restaurant's tables. */
const VIEW = {
  filters: {
    area: choice({
      label: 'Area',
      options: [
        { value: 'all', label: 'All areas' },
        { value: 'Patio', label: 'Patio' },
        { value: 'Hall', label: 'Hall' },
      ],
      initial: 'all',
    }),
    days: dates({ label: 'Dates' }),
  },
  sorts: ['number', 'seats'],
  row: 'table',
} satisfies ViewSpec
export const COLUMNS: Column<TableShape>[] = [
  { key: 'number', head: 'Table', value: (t) => t.tableNumber },
  { key: 'seats', head: 'Seats', value: (t) => t.capacity, numeric: true },
  { key: 'area', head: 'Area', value: (t) => t.area },
]
export const keyOf = (t: TableShape) => t._id

export function Tables() {
  const view = useView(VIEW)
  const query = useQuery({ ...apiQuery('GET /tables'), retry: false })
  const { shown, waiting, show } = useArrivals(query.data?.tables, keyOf)
  const list = useAllRows(query, shown, view, {
    key: keyOf,
    columns: COLUMNS,
    shows: (t) => view.filters.area === 'all' || t.area === view.filters.area,
    waiting: { rows: waiting, show },
  })
  return (
    <>
      <ListPage
        noun={{ one: 'table', many: 'tables' }}
        view={view}
        list={list}
        columns={COLUMNS}
        rowName={(t) => `T${t.tableNumber}`}
        csv="tables"
        nothingYet={{ title: 'No tables yet', action: <Button>Add tables</Button> }}
        menu={() => [{ label: 'Remove', onSelect: () => undefined, disabledReason: 'It is occupied' }]}
        drawer={(t, { onClose }) => (
          <Drawer title={`Table ${t.tableNumber}`} onClose={onClose}>
            {t.capacity} seats
          </Drawer>
        )}
      />
      <Where />
    </>
  )
}
export const Where = () => <output aria-label="Address">{useLocation().search}</output>

export const table = (n: number, area = n % 2 ? 'Patio' : 'Hall') =>
  ({ _id: `t${n}`, tableNumber: String(n), capacity: 100 - n, area }) as TableShape
export const tables = (count: number) => Array.from({ length: count }, (_, i) => table(i + 1))
export const give = (rows: TableShape[]) => serve(() => ({ status: 200, body: { tables: rows } }))

export const address = () => screen.getByLabelText('Address').textContent
export const loaded = () => screen.findByRole('table', { name: 'Tables' })

/** Orders stand for any call that gives pages; only their numbers matter here. */
export const usePaged = (view: ListView) =>
  usePagedRows('GET /orders', view, {
    key: keyOf,
    input: (page, limit) => ({ query: { page, limit } }),
    rows: (answer) => answer.orders as unknown as TableShape[],
    total: (answer) => answer.totalOrders,
  })

export function Paged() {
  const view = useView({})
  const list = usePaged(view)
  return (
    <ListPage
      noun={{ one: 'table', many: 'tables' }}
      view={view}
      list={list}
      columns={COLUMNS}
      rowName={(t) => t.tableNumber}
      csv="tables"
      drawer={() => null}
      nothingYet={{ title: 'No tables yet' }}
    />
  )
}
