import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Sparkles, Store } from 'lucide-react'
import { useState } from 'react'
import type { ListSort } from '#domain/api/backoffice.ts'
import type { Outlet } from '#domain/api/partner.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { usePagedRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { sortText, type ViewSpec } from '#web/app/list/view.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { useNow } from '#web/ui/hooks.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Status, STATUS_NAMES } from '../parts.tsx'
import { Updated } from '../Updated.tsx'
import { CreateSheet } from './CreateSheet.tsx'
import { RestaurantDrawer } from './RestaurantDrawer.tsx'

const VIEW = {
  tabs: ['all', 'approved', 'pending', 'rejected'],
  tabName: 'status',
  sorts: ['name', 'added'],
  sortedBy: '-added',
  row: 'restaurant',
} as const satisfies ViewSpec
const TABS = [{ label: 'All' }, { label: 'Live' }, { label: 'Pending' }, { label: 'Rejected' }]
const LIST = 'GET /backoffice/restaurants'

/** `/backoffice/restaurants` (SCREENS §2.5): every restaurant. By default, the last added come first. */
export default function RestaurantsPage() {
  const view = useView(VIEW)
  const client = useQueryClient()
  /** The restaurant that this person has just added, which is marked until they leave the page. */
  const [made, setMade] = useState<Outlet | null>(null)
  /** Opened from elsewhere, such as the warning of a duplicate. */
  const [known, setKnown] = useState<Outlet | null>(null)
  const columns = useColumns(made?._id)
  const list = usePagedRows(LIST, view, {
    key: (r: Outlet) => r._id,
    input: (page, limit) => ({
      query: {
        page,
        limit,
        sort: sortText(view.sort) as ListSort,
        ...(view.q ? { search: view.q } : null),
        ...(view.tab === 'all' ? null : { status: view.tab }),
      },
    }),
    rows: (answer) => answer.restaurants,
    total: (answer) => answer.totalRestaurants,
    perPage: 20,
  })
  // A link names a restaurant that may be on another page, or have another name by now.
  const away = view.row !== null && view.row !== 'new' && !list.loading && !list.find(view.row) && known?._id !== view.row
  const linked = useQuery({ ...apiQuery(LIST, { query: { id: view.row ?? '' } }), enabled: away })
  const open = (r: Outlet) => {
    setKnown(r)
    view.open(r._id)
  }
  return (
    <>
      <Updated at={list.updatedAt} calls={[LIST]} />
      <ListPage
        noun={{ one: 'restaurant', many: 'restaurants' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(r) => r.establishment_name}
        tabs={TABS}
        search="Name or address"
        csv="restaurants"
        dense
        create={{ label: 'Create restaurant', call: 'POST /backoffice/restaurants' }}
        known={known?._id === view.row ? known : away ? (linked.data?.restaurants[0] ?? null) : null}
        finds={away ? linked : undefined}
        nothingYet={{ icon: <Store />, title: 'No restaurants yet' }}
        sheet={(_, { onClose }) => (
          <CreateSheet
            onOpen={open}
            onMade={(r) => {
              setMade(r)
              // Goes to the top of the whole list, where the new one is.
              view.change({ tab: 'all', q: '', sort: { by: 'added', descending: true }, page: 1, row: null })
            }}
            onClose={onClose}
          />
        )}
        drawer={(r, { onClose }) => (
          <RestaurantDrawer
            key={r._id}
            outlet={r}
            onExpired={() => void client.invalidateQueries({ queryKey: [LIST] })}
            onClose={onClose}
          />
        )}
      />
    </>
  )
}

function useColumns(made: string | undefined): Column<Outlet>[] {
  const dates = useDates()
  const now = new Date(useNow())
  const fresh = (r: Outlet, more = '') => (r._id === made ? `bg-info-soft ${more}` : more)
  return [
    {
      key: 'name',
      head: 'Name',
      value: (r) => r.establishment_name,
      cell: (r) =>
        r._id === made ? (
          <span className="inline-flex max-w-full items-center gap-2">
            <span className="truncate">{r.establishment_name}</span>
            <StatusChip size={20} tone="info" icon={<Sparkles />}>
              New
            </StatusChip>
          </span>
        ) : (
          r.establishment_name
        ),
      cellClassName: (r) => fresh(r),
    },
    {
      key: 'city',
      head: 'City',
      value: (r) => r.city,
      cellClassName: (r) => fresh(r, 'truncate text-muted'),
      width: 'w-36',
      hidden: '@max-[559px]:hidden',
    },
    {
      key: 'status',
      head: 'Status',
      value: (r) => STATUS_NAMES[r.approvalStatus],
      cell: (r) => <Status status={r.approvalStatus} />,
      cellClassName: (r) => fresh(r),
      width: 'w-28',
      card: 'end',
    },
    {
      key: 'partner',
      head: 'Partner',
      value: (r) => r.partnerName,
      cell: (r) => r.partnerName ?? '–',
      cellClassName: (r) => fresh(r, 'truncate text-muted'),
      width: 'w-40',
      hidden: '@max-[699px]:hidden',
    },
    {
      key: 'added',
      head: 'Added',
      value: (r) => r.createdAt,
      cell: (r) => dates.when(r.createdAt, now),
      cellClassName: (r) => fresh(r, 'text-muted'),
      numeric: true,
      width: 'w-36',
      hidden: '@max-[849px]:hidden',
    },
    {
      key: 'lastOrder',
      head: 'Last order',
      value: (r) => r.lastOrderAt,
      cell: (r) => (r.lastOrderAt ? dates.ago(r.lastOrderAt, now) : r.approved ? 'none yet' : '–'),
      cellClassName: (r) => fresh(r, 'text-muted'),
      numeric: true,
      width: 'w-36',
      hidden: '@max-[479px]:hidden',
    },
  ]
}
