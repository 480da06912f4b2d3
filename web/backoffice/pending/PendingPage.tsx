import { Inbox, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Outlet } from '#domain/api/partner.ts'
import { plural } from '#domain/text.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { ApiError, messageOf } from '#web/core/api.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, type ViewSpec } from '#web/app/list/view.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useNow } from '#web/ui/hooks.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { checksOf, toLookAt } from '../checks.ts'
import { ChecksChip } from '../Checks.tsx'
import { SelectionBar } from '../SelectionBar.tsx'
import { usePending } from '../queue.ts'
import { Updated } from '../Updated.tsx'
import { Waiting } from '../Waiting.tsx'
import { queueText } from '../waiting.ts'
import { useDecide } from './decide.ts'
import { PendingDrawer, RejectDialog } from './PendingDrawer.tsx'

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
  {
    key: 'name',
    head: 'Restaurant',
    value: (r) => r.establishment_name,
    cell: (r) =>
      r.sentBack ? (
        <span className="inline-flex max-w-full items-center gap-2">
          <span className="truncate">{r.establishment_name}</span>
          <StatusChip size={20} tone="warning" icon={<RotateCcw />}>
            Again
          </StatusChip>
        </span>
      ) : (
        r.establishment_name
      ),
  },
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
  const [rejecting, setRejecting] = useState<Outlet | null>(null)
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
        drawer={(r, { onClose }) => (
          <PendingDrawer
            key={r._id}
            outlet={r}
            rejecting={rejecting !== null}
            onReject={() => setRejecting(r)}
            onExpired={() => void query.refetch()}
            onClose={onClose}
          />
        )}
        bulk={(selection) => {
          const count = selection.rows.filter(ownsAddress).length
          return (
            <SelectionBar selection={selection} rowName={(r) => r.establishment_name}>
              <Button
                variant="primary"
                size={32}
                disabledReason={count === 0 ? 'The email belongs to another account' : null}
                onClick={() =>
                  void approveAll(selection.rows, (gone, all) => {
                    if (all) selection.clear()
                    if (view.row !== null && gone.has(view.row)) view.change({ row: null })
                  })
                }
              >
                Approve {count}
              </Button>
            </SelectionBar>
          )
        }}
      />
      {rejecting ? (
        <RejectDialog
          outlet={list.find(rejecting._id) ?? rejecting}
          waits={list.find(rejecting._id) !== null}
          onDone={view.close}
          onClose={() => setRejecting(null)}
        />
      ) : null}
    </>
  )
}

const textOf = (r: Outlet) => `${r.establishment_name} ${r.city} ${r.address} ${r.gstNumber} ${r.user_name} ${r.email}`.toLowerCase()

/** Can it be approved at all? Somebody may have signed up with an address that belongs to another account. */
const ownsAddress = ({ addressTaken, partnerAddressTaken }: Outlet) => !addressTaken && !partnerAddressTaken
const names = (rows: readonly Outlet[]) => rows.map((r) => r.establishment_name).join(', ')

/**
 * Approves several after one question that names them. After a refusal it goes on with the others and says which one was refused; the next press asks only for
 * what is left. `onDone` gets the ids of those that no longer wait, and whether that is all of them.
 */
function useApproveAll() {
  const confirm = useConfirm()
  const { approve } = useDecide()
  return async (selected: readonly Outlet[], onDone: (decided: ReadonlySet<string>, all: boolean) => void) => {
    const rows = selected.filter(ownsAddress)
    const left = selected.filter((row) => !ownsAddress(row))
    const decided = new Set<string>()
    let approved = 0
    const run = async () => {
      const refused: string[] = []
      for (const row of rows) {
        if (decided.has(row._id)) continue
        try {
          if (await approve(row)) approved++
          decided.add(row._id)
        } catch (error) {
          refused.push(`${row.establishment_name} is not: ${messageOf(error)}`)
          // Without a connection each of the others would wait for an answer, too.
          if (error instanceof ApiError && error.network) break
        }
      }
      if (refused.length > 0) throw new Error([...(approved > 0 ? [`${approved} are approved.`] : []), ...refused].join(' '))
    }
    const done = await confirm({
      title: `Approve ${plural(rows.length, 'restaurant')}?`,
      body: [
        `${names(rows)}. ${rows.length === 1 ? 'Its owner gets' : 'Their owners get'} a mail.`,
        ...rows.flatMap((row) => {
          const open = toLookAt(checksOf(row))
          return open > 0 ? [`${row.establishment_name} has ${plural(open, 'check')} to look at.`] : []
        }),
        ...(left.length > 0 ? [`Left out, because an email belongs to another account: ${names(left)}.`] : []),
      ].join(' '),
      confirmLabel: 'Approve',
      run,
    })
    if (decided.size > 0) onDone(decided, done)
    if (approved > 0) snack.success(`${plural(approved, 'restaurant')} approved`)
  }
}
