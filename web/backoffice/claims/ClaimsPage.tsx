import { Flag, TriangleAlert } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListSort } from '#domain/api/backoffice.ts'
import type { Claim } from '#domain/api/claims.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { usePagedRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { sortedBy, sortText, type ViewSpec } from '#web/app/list/view.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { claimedName } from '../claimed.ts'
import { EVERY_MINUTE } from '../queue.ts'
import { Updated } from '../Updated.tsx'
import { Waiting } from '../Waiting.tsx'
import { ClaimDrawer, RejectClaim } from './ClaimDrawer.tsx'
import { CLAIM_NAMES, CLAIM_TONES } from './names.ts'

const VIEW = {
  tabs: ['pending', 'approved', 'rejected', 'completed', 'all'],
  tabName: 'status',
  sorts: ['name', 'added'],
  row: 'claim',
} as const satisfies ViewSpec
const WAITING = 'GET /backoffice/restaurants/claims/pending'
const LIST = 'GET /backoffice/restaurants/claims'

/** `/backoffice/claims` (SCREENS §2.5): claims of people who own a restaurant. By default waiting claims are listed oldest first, and decided ones newest first. */
export default function ClaimsPage() {
  const address = useView(VIEW)
  const client = useQueryClient()
  const isWaiting = address.tab === 'pending'
  const order = address.sort ?? { by: 'added', descending: !isWaiting }
  const view = { ...address, sort: order, sortBy: (key: string) => address.change({ sort: sortedBy(order, key) }) }
  const sort = sortText(order) as ListSort
  const columns = useColumns(isWaiting)
  const how = {
    key: (c: Claim) => c._id,
    refetchInterval: EVERY_MINUTE,
    rows: (answer: { claims: Claim[] }) => answer.claims,
    total: (answer: { totalClaims: number }) => answer.totalClaims,
  }
  // The first tab always shows the number of waiting claims.
  const waiting = usePagedRows(WAITING, isWaiting ? view : { ...view, page: 1 }, {
    ...how,
    input: (page, limit) => ({ query: { page, limit, sort: isWaiting ? sort : 'added' } }),
  })
  const decided = usePagedRows(LIST, view, {
    ...how,
    enabled: !isWaiting,
    input: (page, limit) => ({
      query: { page, limit, sort, ...(view.tab === 'all' || view.tab === 'pending' ? null : { status: view.tab }) },
    }),
  })
  const list = isWaiting ? waiting : decided
  // The open claim may be on another page: the palette leads to it there, and it moves when a colleague decides another one.
  const here = view.row === null ? null : list.find(view.row)
  const [seen, setSeen] = useState<Claim | null>(null)
  if (here && here !== seen) setSeen(here)
  const away = view.row !== null && !list.loading && !here
  const linked = useQuery({
    ...apiQuery(LIST, { query: { id: view.row ?? '' } }),
    enabled: away,
    refetchInterval: EVERY_MINUTE,
    staleTime: 10_000,
  })
  // Until the server has answered, it is as it was seen last. One that is decided no longer belongs to those that wait.
  const known = linked.data ? linked.data.claims.find((c) => !isWaiting || c.status === 'pending') : seen?._id === view.row ? seen : null
  const [rejecting, setRejecting] = useState<Claim | null>(null)
  const refresh = () => void Promise.all([WAITING, LIST].map((call) => client.invalidateQueries({ queryKey: [call] })))
  return (
    <>
      <Updated at={list.updatedAt} calls={[WAITING, LIST]} />
      <ListPage
        noun={{ one: 'claim', many: 'claims' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(c) => `${c.name}: ${claimedName(c)}`}
        tabs={VIEW.tabs.map((status) => ({
          label: status === 'all' ? 'All' : CLAIM_NAMES[status],
          ...(status === 'pending' ? { count: waiting.total ?? undefined } : null),
        }))}
        search={false}
        csv="claims"
        dense
        known={away ? known : null}
        finds={away ? linked : undefined}
        nothingYet={
          isWaiting
            ? { icon: <Flag />, title: 'All clear. No claim is waiting.' }
            : { icon: <Flag />, title: view.tab === 'all' ? 'No claims yet' : `No claim is ${CLAIM_NAMES[view.tab].toLowerCase()}` }
        }
        drawer={(c, { onClose }) => (
          <ClaimDrawer
            key={c._id}
            claim={c}
            rejecting={rejecting !== null}
            onReject={() => setRejecting(c)}
            onRefresh={refresh}
            onClose={onClose}
          />
        )}
      />
      {/* A claim that is not on this page may be on another, so here only the server knows whether it still waits. */}
      {rejecting ? (
        <RejectClaim
          claim={list.find(rejecting._id) ?? rejecting}
          onRefresh={refresh}
          onDone={view.close}
          onClose={() => setRejecting(null)}
        />
      ) : null}
    </>
  )
}

function useColumns(isWaiting: boolean): Column<Claim>[] {
  const dates = useDates()
  const columns: (Column<Claim> | false)[] = [
    { key: 'restaurant', head: 'Restaurant', value: (c) => claimedName(c) },
    {
      key: 'name',
      head: 'Claimed by',
      value: (c) => c.name,
      cellClassName: 'truncate text-muted',
      width: 'w-40',
      hidden: '@max-[479px]:hidden',
    },
    {
      key: 'owner',
      head: 'Owner',
      value: (c) => (c.hasOwner ? 'Has one' : c.restaurantName ? 'None' : '–'),
      cell: (c) =>
        c.hasOwner ? (
          <StatusChip size={20} tone="warning" icon={<TriangleAlert />}>
            Has one
          </StatusChip>
        ) : (
          <span className="text-muted">{c.restaurantName ? 'None' : '–'}</span>
        ),
      width: 'w-28',
      hidden: '@max-[599px]:hidden',
    },
    // Waiting claims all have the same status.
    !isWaiting && {
      key: 'status',
      head: 'Status',
      value: (c) => CLAIM_NAMES[c.status],
      cell: (c) => (
        <StatusChip size={20} tone={CLAIM_TONES[c.status]}>
          {CLAIM_NAMES[c.status]}
        </StatusChip>
      ),
      width: 'w-28',
      hidden: '@max-[599px]:hidden',
    },
    {
      key: 'added',
      head: isWaiting ? 'Waiting' : 'Came in',
      value: (c) => c.createdAt,
      cell: (c) =>
        c.status === 'pending' ? <Waiting since={c.createdAt} /> : <span className="text-muted">{dates.when(c.createdAt)}</span>,
      numeric: true,
      width: isWaiting ? 'w-28' : 'w-32',
      card: 'end',
    },
  ]
  return columns.filter((column) => column !== false)
}
