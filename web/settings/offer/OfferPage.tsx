import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { dayText } from '#domain/time.ts'
import { AutoSwitch } from '#web/app/form/AutoSwitch.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { discountText, limitsText, type OfferShape, type OfferTab, tabOf } from './offers.ts'
import { OfferSheet } from './OfferSheet.tsx'

const TABS = ['active', 'scheduled', 'ended'] as const satisfies readonly OfferTab[]
const NAMES: Record<OfferTab, string> = { active: 'Active', scheduled: 'Scheduled', ended: 'Ended' }
const NOTHING: Record<OfferTab, string> = {
  active: 'No active offers',
  scheduled: 'No scheduled offers',
  ended: 'No ended offers',
}

/** Offers (SCREENS §2.3 "/offer"): what runs, what is to come, what is over. */
export default function OfferPage() {
  const view = useView({ tabs: TABS, sorts: ['title', 'when'], row: 'offer' })
  const query = useQuery(apiQuery('GET /restaurant/offers/:id', { params: { id: useRestaurantId() } }))
  const [creating, setCreating] = useState(false)
  const mayCreate = useMay('POST /restaurant/offers/create')
  const columns = useColumns()
  const now = new Date(useNow())
  const offers = query.data?.offers
  const list = useAllRows(query, offers, view, { key: (offer) => offer._id, columns, shows: (offer) => tabOf(offer, now) === view.tab })
  const add = (
    <Button
      variant="primary"
      size={40}
      icon={<Plus />}
      disabledReason={mayCreate.ok ? null : mayCreate.why}
      onClick={() => setCreating(true)}
    >
      New offer
    </Button>
  )
  return (
    <>
      <ListPage
        noun={{ one: 'offer', many: 'offers' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(offer) => offer.title}
        tabs={TABS.map((tab) => ({ label: NAMES[tab], count: offers?.filter((offer) => tabOf(offer, now) === tab).length }))}
        actions={add}
        sheet={(offer, { onClose }) => <OfferSheet key={offer._id} offer={offer} onClose={onClose} />}
        nothingYet={{ icon: <TicketPercent />, title: NOTHING[view.tab], action: add }}
      />
      {creating ? <OfferSheet offer={null} onClose={() => setCreating(false)} /> : null}
    </>
  )
}

function useColumns(): Column<OfferShape>[] {
  const { date, clock } = useDates()
  const atText = (instant: string) => `${dayText(date(instant), { year: true })}, ${clock(instant)}`
  const client = useQueryClient()
  const change = useCommand('PUT /restaurant/offers/:id', {
    quiet: true,
    // Awaited, so that the switch doesn't briefly show the old state.
    onSuccess: () => client.invalidateQueries({ queryKey: ['GET /restaurant/offers/:id'] }),
  })
  const may = useMay('PUT /restaurant/offers/:id')
  return [
    {
      key: 'title',
      head: 'Offer',
      value: (offer) => offer.title,
      cell: (offer) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{offer.title}</span>
          <span className="block truncate text-14 font-normal text-muted">{offer.code ?? offer.description}</span>
        </span>
      ),
    },
    {
      key: 'discount',
      head: 'Discount',
      value: (offer) => `${discountText(offer)} ${limitsText(offer)}`,
      cell: (offer) => (
        <span className="block min-w-0 whitespace-normal">
          {discountText(offer)}
          <span className="block text-14 text-muted">{limitsText(offer)}</span>
        </span>
      ),
    },
    {
      key: 'when',
      head: 'Runs',
      value: (offer) => offer.startsAt,
      cell: (offer) => (
        <span className="block whitespace-normal">
          {atText(offer.startsAt)}
          <span className="block text-14 text-muted">to {atText(offer.endsAt)}</span>
        </span>
      ),
    },
    {
      key: 'on',
      head: 'On',
      width: 'w-20',
      card: 'end',
      cell: (offer) => (
        <AutoSwitch
          label={offer.title}
          hideLabel
          checked={offer.isActive}
          disabledReason={may.ok ? null : may.why}
          save={(isActive) => change.mutateAsync({ params: { id: offer._id }, body: { isActive } })}
          saved={(on) => `${offer.title} is ${on ? 'on' : 'off'}`}
        />
      ),
    },
  ]
}
