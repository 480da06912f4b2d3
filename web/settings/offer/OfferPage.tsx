import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import type { Offer } from '#domain/api/offers.ts'
import { discountText, limitsText, OFFER_PHASES, type OfferPhase, phaseOf } from '#domain/offerText.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { switchColumn } from '#web/app/list/switchColumn.tsx'
import { useView } from '#web/app/list/useView.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { useNow } from '#web/ui/hooks.ts'
import { OfferSheet } from './OfferSheet.tsx'

const PHASES: Record<OfferPhase, { label: string; none: string }> = {
  active: { label: 'Active', none: 'No active offers' },
  scheduled: { label: 'Scheduled', none: 'No scheduled offers' },
  ended: { label: 'Ended', none: 'No ended offers' },
}

/** Offers (SCREENS §2.3 "/offer"): active, scheduled and ended ones. */
export default function OfferPage() {
  const view = useView({ tabs: OFFER_PHASES, sorts: ['title', 'when'], row: 'offer' })
  const query = useQuery(apiQuery('GET /restaurant/offers/:id', { params: { id: useRestaurantId() } }))
  const offers = query.data?.offers
  const columns = useColumns()
  const now = new Date(useNow())
  const list = useAllRows(query, offers, view, { key: (offer) => offer._id, columns, shows: (offer) => phaseOf(offer, now) === view.tab })
  return (
    <ListPage
      noun={{ one: 'offer', many: 'offers' }}
      view={view}
      list={list}
      columns={columns}
      rowName={(offer) => offer.title}
      tabs={OFFER_PHASES.map((phase) => ({
        label: PHASES[phase].label,
        count: offers?.filter((offer) => phaseOf(offer, now) === phase).length,
      }))}
      create={{ label: 'New offer', call: 'POST /restaurant/offers/create' }}
      sheet={(offer, { onClose }) => <OfferSheet key={offer?._id} offer={offer} onClose={onClose} />}
      nothingYet={{ icon: <TicketPercent />, title: PHASES[view.tab].none }}
    />
  )
}

function useColumns(): Column<Offer>[] {
  const dates = useDates()
  const change = useCommand('PUT /restaurant/offers/:id', { quiet: true, refreshes: ['GET /restaurant/offers/:id'] })
  return [
    {
      key: 'title',
      head: 'Offer',
      value: (offer) => offer.title,
      below: ({ code, description }) => [code, description].filter(Boolean).join(' · '),
    },
    { key: 'discount', head: 'Discount', value: discountText, below: limitsText },
    {
      key: 'when',
      head: 'Runs',
      value: (offer) => offer.startsAt,
      cell: (offer) => dates.full(offer.startsAt),
      below: (offer) => `to ${dates.full(offer.endsAt)}`,
    },
    switchColumn({
      key: 'on',
      head: 'On',
      isOn: (offer) => offer.isActive,
      call: 'PUT /restaurant/offers/:id',
      label: (offer) => offer.title,
      save: (offer, isActive) => change.mutateAsync({ params: { id: offer._id }, body: { isActive } }),
      saved: (offer, on) => `${offer.title} is ${on ? 'on' : 'off'}`,
    }),
  ]
}
