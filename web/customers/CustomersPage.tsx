import { Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { Customer } from '#domain/api/customers.ts'
import { SEGMENTS, type Segment, segmentOf } from '#domain/customer.ts'
import { plainPaise, toPaise } from '#domain/money.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { usePagedRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, type ViewSpec } from '#web/app/list/view.ts'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { CustomerDrawer } from './CustomerDrawer.tsx'
import { CustomerSheet } from './CustomerSheet.tsx'
import { SEGMENT_NAMES } from './guests.ts'

const VIEW = {
  filters: {
    segment: choice({
      label: 'Segment',
      as: 'chips',
      initial: 'all',
      options: [{ value: 'all', label: 'All' }, ...SEGMENTS.map((value) => ({ value, label: SEGMENT_NAMES[value] }))],
    }),
  },
  row: 'customer',
} satisfies ViewSpec

const TONES: Record<Segment, Tone> = { new: 'info', regular: 'success', lapsed: 'warning' }

/** Customers (SCREENS §2.2 "/restaurant/customers"): with visits, spending and segment; the latest visit first. */
export default function CustomersPage() {
  const view = useView(VIEW)
  const [known, setKnown] = useState<Customer | null>(null)
  const columns = useColumns()
  const { segment } = view.filters
  const list = usePagedRows('GET /restaurant/customers', view, {
    key: (c: Customer) => c._id,
    input: (page, limit) => ({
      query: { page, limit, ...(view.q ? { search: view.q } : null), ...(segment === 'all' ? null : { segment: segment as Segment }) },
    }),
    rows: (answer) => answer.customers,
    total: (answer) => answer.totalCustomers,
  })
  const removal = useRemoval('DELETE /restaurant/customer', {
    body: 'Their visits and notes are gone. Their orders stay.',
    invalidates: ['GET /restaurant/customers'],
  })
  const remove = async (c: Customer) => {
    if ((await removal(c.name, { query: { id: c._id } })) && view.row === c._id) view.close()
  }
  const open = (c: Customer) => {
    setKnown(c)
    view.open(c._id)
  }
  return (
    <ListPage
      noun={{ one: 'customer', many: 'customers' }}
      view={view}
      list={list}
      columns={columns}
      rowName={(c) => c.name}
      search="Mobile or name"
      csv="customers"
      create={{ label: 'Add customer', call: 'POST /restaurant/customer' }}
      known={known?._id === view.row ? known : null}
      onOpen={setKnown}
      sheet={(_, { onClose }) => <CustomerSheet customer={null} onOpen={open} onClose={onClose} />}
      drawer={(c, { onClose }) => (
        <CustomerDrawer key={c._id} customer={c} onRemove={() => void remove(c)} onSaved={setKnown} onOpen={open} onClose={onClose} />
      )}
      menu={(c) => [{ label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => void remove(c) }]}
      nothingYet={{ icon: <UserRound />, title: 'No customers yet. Guests who give a mobile number with their order are listed here.' }}
    />
  )
}

/** A column of the CSV file alone. */
const inFile = { hidden: 'hidden', card: 'none' } as const

function useColumns(): Column<Customer>[] {
  const dates = useDates()
  const now = new Date(useNow())
  return [
    { key: 'name', head: 'Name', value: (c) => c.name },
    { key: 'mobile', head: 'Mobile', value: (c) => c.mobile_number, width: 'w-34', cellClassName: 'num whitespace-normal! wrap-anywhere' },
    { key: 'visits', head: 'Visits', value: (c) => c.visits, numeric: true, width: 'w-20' },
    {
      key: 'spent',
      head: 'Spent',
      value: (c) => c.totalSpent,
      csv: (c) => plainPaise(toPaise(c.totalSpent)),
      cell: (c) => <Money rupees={c.totalSpent} />,
      numeric: true,
      width: 'w-36',
    },
    {
      key: 'last',
      head: 'Last visit',
      value: (c) => c.lastVisitAt,
      cell: (c) => (c.lastVisitAt ? dates.ago(c.lastVisitAt, now) : 'Never'),
      cellClassName: 'text-muted',
      width: 'w-36',
      hidden: '@max-[899px]:hidden',
    },
    { key: 'email', head: 'Email', csv: (c) => c.email, ...inFile },
    { key: 'birthday', head: 'Birthday', csv: (c) => c.birthday, ...inFile },
    { key: 'note', head: 'Note', csv: (c) => c.note, ...inFile },
    {
      key: 'segment',
      head: 'Segment',
      value: (c) => SEGMENT_NAMES[segmentOf(c, now)],
      cell: (c) => <StatusChip tone={TONES[segmentOf(c, now)]}>{SEGMENT_NAMES[segmentOf(c, now)]}</StatusChip>,
      width: 'w-28',
      hidden: '@max-[679px]:hidden',
      card: 'end',
    },
  ]
}
