import { useQuery } from '@tanstack/react-query'
import { BadgePercent } from 'lucide-react'
import type { Offer } from '#domain/api/offers.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { discountText, limitsText } from '#domain/offerText.ts'
import { judge } from '#domain/offerList.ts'
import type { BusinessClock } from '#domain/time.ts'
import { Money } from '#web/app/Money.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { TextField } from '#web/app/form/fields.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { markOwn } from '../changes.ts'

/** Puts an offer on the bill: by its code, or from the list. */
export function OffersDialog({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const profile = useProfile()
  const now = useNow()
  const query = useQuery(apiQuery('GET /restaurant/offers/:id', { params: { id: useRestaurantId() } }))
  const put = useCommand('PUT /pos/order')
  const byCode = useCommand('PUT /pos/order', { quiet: true })
  const done = (title: string | null) => {
    snack.success(title ? `${title} is on the bill` : 'The offer is on the bill')
    onClose()
  }
  const form = useForm({
    defaults: { code: '' },
    send: ({ code }) => {
      markOwn({ kind: 'terms', orderId: order._id })
      return byCode.mutateAsync({ body: { orderId: order._id, orderData: { offerCode: code.trim().toUpperCase() } } })
    },
    fieldOf: { 'orderData.offerCode': 'code' },
    refusals: { offer_not_applicable: 'code' },
    onSaved: (answer) => done(answer.order.discountTitle),
  })
  const choose = (offer: Offer) => {
    markOwn({ kind: 'terms', orderId: order._id })
    put.mutate(
      { body: { orderId: order._id, orderData: { offerId: offer._id } } },
      { onSuccess: (answer) => done(answer.order.discountTitle) },
    )
  }
  const clock: BusinessClock | null = profile ? { timezone: profile.timezone, resetTime: profile.kotSettings.resetTime } : null
  const judged = query.data && clock ? judge(query.data.offers, order, new Date(now), clock) : null
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="Offers">
      <div className="grid gap-4">
        <FormBody form={form} size={48} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <TextField form={form} name="code" kind="code" label="Code" required="Enter the code." maxLength={30} />
          <div style={{ marginTop: 26 }} className="flex">
            <SubmitButton form={form} size={48} variant="outline">
              Apply
            </SubmitButton>
          </div>
        </FormBody>
        {query.isError && !query.data ? <QueryError query={query} /> : null}
        {!judged && !query.isError ? (
          <div role="status" aria-label="Loading offers" className="grid gap-2">
            <Skeleton className="h-16 rounded-card" />
            <Skeleton className="h-16 rounded-card" />
          </div>
        ) : null}
        {judged?.length === 0 ? <EmptyState icon={<BadgePercent />} title="No offer is running" /> : null}
        {judged && judged.length > 0 ? (
          <ul aria-label="Offers" className="grid gap-2">
            {judged.map(({ offer, off, why }) => (
              <li key={offer._id} className="flex min-h-16 items-center gap-3 rounded-card border border-hairline px-3 py-2">
                <span className="min-w-0 flex-1">
                  <b className="block font-semibold [overflow-wrap:anywhere]">{offer.title}</b>
                  <span className="block text-14 text-muted">{[discountText(offer), limitsText(offer)].filter(Boolean).join(' · ')}</span>
                  {why ? <span className="block text-14 font-medium text-warning-icon">{why}</span> : null}
                </span>
                {why ? null : (
                  <>
                    <span className="flex-none text-14 font-semibold">
                      −<Money paise={off} />
                    </span>
                    <Button aria-label={`Apply ${offer.title}`} loading={put.isPending} onClick={() => choose(offer)}>
                      Apply
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  )
}
