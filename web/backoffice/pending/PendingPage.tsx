import { Inbox } from 'lucide-react'
import type { Outlet } from '#domain/api/partner.ts'
import { plural } from '#domain/text.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, type ViewSpec } from '#web/app/list/view.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useNow } from '#web/ui/hooks.ts'
import { checksOf, toLookAt } from '../checks.ts'
import { ChecksChip } from '../Checks.tsx'
import { SelectionBar } from '../SelectionBar.tsx'
import { usePending } from '../queue.ts'
import { Updated } from '../Updated.tsx'
import { Waiting } from '../Waiting.tsx'
import { queueText } from '../waiting.ts'
import { useDecide } from './decide.ts'
import { PendingDrawer } from './PendingDrawer.tsx'

const VIEW = {
  filters: {
    checks: choice({
      label: 'Checks',
      initial: 'all',
      options: [
        { value: 'all', label: 'Any checks' },
        { value: 'open', label: 'To look at' },
        { value: 'fine', label: 'All fine' },
      ],
    }),
  },
  sorts: ['name', 'city', 'checks', 'waiting'],
  sortedBy: 'waiting',
  row: 'restaurant',
} satisfies ViewSpec

const COLUMNS: Column<Outlet>[] = [
  { key: 'name', head: 'Restaurant', value: (r) => r.establishment_name },
  { key: 'city', head: 'City', value: (r) => r.city, cellClassName: 'truncate text-muted', width: 'w-36', hidden: '@max-[639px]:hidden' },
  {
    key: 'checks',
    head: 'Checks',
    value: (r) => toLookAt(checksOf(r)),
    cell: (r) => <ChecksChip checks={checksOf(r)} />,
    width: 'w-32',
    card: 'end',
  },
  // An ISO instant sorts as text: the oldest first.
  {
    key: 'waiting',
    head: 'Waiting',
    value: (r) => r.createdAt,
    cell: (r) => <Waiting since={r.createdAt} />,
    numeric: true,
    width: 'w-28',
  },
]

/** `/backoffice/pending` (SCREENS §2.5): applications, the oldest first, with what is needed to approve or reject them. */
export default function PendingPage() {
  const view = useView(VIEW)
  const now = useNow()
  const query = usePending()
  const { checks } = view.filters
  const list = useAllRows(query, query.data?.restaurants, view, {
    key: (r) => r._id,
    columns: COLUMNS,
    finds: (r, search) =>
      search
        .toLowerCase()
        .split(/\s+/)
        .every((word) => textOf(r).includes(word)),
    shows: (r) => checks === 'all' || (checks === 'fine') === (toLookAt(checksOf(r)) === 0),
    perPage: 20,
  })
  const approveAll = useApproveAll()
  const { totalRestaurants: total = 0, restaurants = [] } = query.data ?? {}
  return (
    <>
      <Updated at={query.dataUpdatedAt} calls={['GET /backoffice/restaurants/pending']} />
      <ListPage
        noun={{ one: 'application', many: 'applications' }}
        view={view}
        list={list}
        columns={COLUMNS}
        rowName={(r) => r.establishment_name}
        search="Name, city or GSTIN"
        csv="applications"
        dense
        actions={
          // On a line of its own it keeps its place from the start. Beside a drawer it is left out, because it would take room from the search.
          <p
            aria-hidden={!query.data}
            className={cx('text-14 text-muted max-sm:basis-full lg:@max-[760px]:hidden', !query.data && 'invisible')}
          >
            {query.data ? queueText(total, restaurants[0]?.createdAt, now) : '0 waiting, the oldest for 0 d'}
            {total > restaurants.length ? `; the oldest ${restaurants.length} are shown` : ''}
          </p>
        }
        nothingYet={{ icon: <Inbox />, title: 'All clear. No application is waiting.' }}
        drawer={(r, { onClose }) => <PendingDrawer key={r._id} outlet={r} onExpired={() => void query.refetch()} onClose={onClose} />}
        bulk={(selection) => (
          <SelectionBar selection={selection} rowName={(r) => r.establishment_name}>
            <Button
              variant="primary"
              size={32}
              onClick={() =>
                void approveAll(selection.rows, () => {
                  selection.clear()
                  if (selection.rows.some((r) => r._id === view.row)) view.change({ row: null })
                })
              }
            >
              Approve {selection.rows.length}
            </Button>
          </SelectionBar>
        )}
      />
    </>
  )
}

const textOf = (r: Outlet) => `${r.establishment_name} ${r.city} ${r.address} ${r.gstNumber} ${r.user_name} ${r.email}`.toLowerCase()

/** Approves several after one question that names them. It stops at the first that is refused. */
function useApproveAll() {
  const confirm = useConfirm()
  const { approve } = useDecide()
  return async (rows: readonly Outlet[], onDone: () => void) => {
    let approved = 0
    const done = await confirm({
      title: `Approve ${plural(rows.length, 'restaurant')}?`,
      body: `${rows.map((r) => r.establishment_name).join(', ')}. Their owners get a mail.`,
      confirmLabel: 'Approve',
      run: async () => {
        for (const row of rows) if (await approve(row)) approved++
      },
    })
    if (!done) return
    onDone()
    if (approved > 0) snack.success(`${plural(approved, 'restaurant')} approved`)
  }
}
