import { Handshake } from 'lucide-react'
import { useState } from 'react'
import type { ListSort } from '#domain/api/backoffice.ts'
import type { Partner } from '#domain/api/partner.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { usePagedRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { sortText, type ViewSpec } from '#web/app/list/view.ts'
import { useDates } from '#web/core/dates.ts'
import { Updated } from '../Updated.tsx'
import { PartnerDrawer } from './PartnerDrawer.tsx'
import { PartnerSheet } from './PartnerSheet.tsx'
import { PartnerState, stateOf } from './state.tsx'

const VIEW = { sorts: ['name', 'added'], sortedBy: '-added', row: 'partner' } satisfies ViewSpec
const LIST = 'GET /backoffice/partners'

/** `/backoffice/partners` (SCREENS §2.5): owners of several outlets. By default, the last added come first. */
export default function PartnersPage() {
  const view = useView(VIEW)
  const columns = useColumns()
  const [edited, setEdited] = useState<Partner | null>(null)
  const list = usePagedRows(LIST, view, {
    key: (p: Partner) => p._id,
    input: (page, limit) => ({
      query: { page, limit, sort: sortText(view.sort) as ListSort, ...(view.q ? { search: view.q } : null) },
    }),
    rows: (answer) => answer.partners,
    total: (answer) => answer.totalPartners,
    perPage: 20,
  })
  const remove = useRemoval('DELETE /backoffice/partners', {
    verb: 'Delete',
    refreshes: [LIST],
    invalidates: ['GET /backoffice/restaurants', 'GET /backoffice/analytics'],
  })
  return (
    <>
      <Updated at={list.updatedAt} calls={[LIST]} />
      <ListPage
        noun={{ one: 'partner', many: 'partners' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(p) => p.name}
        search="Name or email"
        csv="partners"
        dense
        create={{ label: 'Add partner', call: 'POST /backoffice/partners' }}
        nothingYet={{ icon: <Handshake />, title: 'No partners yet' }}
        sheet={(_, { onClose }) => <PartnerSheet partner={null} onClose={onClose} />}
        drawer={(p, { onClose }) => (
          <PartnerDrawer
            key={p._id}
            partner={p}
            onEdit={() => setEdited(p)}
            onRemove={() =>
              void remove(p.name, { body: { partnerId: p._id } }, lossOf(p)).then((removed) => (removed ? onClose() : undefined))
            }
            onClose={onClose}
          />
        )}
        onEdit={setEdited}
      />
      {/* The newest state of the row, in case the partner was changed meanwhile. */}
      {edited ? <PartnerSheet key={edited._id} partner={list.find(edited._id) ?? edited} onClose={() => setEdited(null)} /> : null}
    </>
  )
}

function useColumns(): Column<Partner>[] {
  const dates = useDates()
  return [
    { key: 'name', head: 'Partner', value: (p) => p.name },
    { key: 'email', head: 'Email', value: (p) => p.email, cellClassName: 'truncate text-muted', hidden: '@max-[899px]:hidden' },
    {
      key: 'mobile',
      head: 'Mobile',
      value: (p) => p.mobile_number,
      cellClassName: 'num truncate',
      width: 'w-36',
      hidden: '@max-[679px]:hidden',
    },
    {
      key: 'outlets',
      head: 'Outlets',
      value: (p) => p.outlets.map((o) => o.establishment_name).join(', '),
      cell: (p) => outletsText(p.outlets.map((o) => o.establishment_name)),
      cellClassName: 'truncate',
    },
    { key: 'status', head: 'Status', value: (p) => stateOf(p).word, cell: (p) => <PartnerState partner={p} />, width: 'w-32', card: 'end' },
    {
      key: 'added',
      head: 'Added',
      value: (p) => p.createdAt,
      cell: (p) => dates.when(p.createdAt),
      cellClassName: 'text-muted',
      numeric: true,
      width: 'w-36',
      hidden: '@max-[1019px]:hidden',
    },
  ]
}

/** What deleting them means, with the outlets that lose their partner. */
function lossOf({ name, outlets }: Partner): string {
  const names = outlets.map((o) => o.establishment_name).join(', ')
  return outlets.length === 0
    ? 'They have no outlets. They are signed out and can’t sign in again.'
    : `${outlets.length === 1 ? 'This outlet stays and has' : 'These outlets stay and have'} no partner then: ${names}. ${name} is signed out and can’t sign in again.`
}

/** `2: Smash Yard, Pav Bhaji Corner`, and of many the first: the drawer names them all. */
function outletsText(names: readonly string[]): string {
  if (names.length === 0) return '–'
  const more = names.length - NAMED
  return `${names.length}: ${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
const NAMED = 3
