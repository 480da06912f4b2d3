import { Award, Clock, MapPin, Star } from 'lucide-react'
import { formatRupees } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { BannerCard } from './BannerCard.tsx'
import type { Banner, Listing } from './listing.ts'

export type Shown = Pick<
  Listing,
  | 'establishment_name'
  | 'address'
  | 'photos'
  | 'cuisines'
  | 'costForTwo'
  | 'rating'
  | 'user_ratings_total'
  | 'recommendedOnMobile'
  | 'dineIn'
  | 'takeout'
  | 'delivery'
> & { open: boolean; hours: readonly string[] }

/** The restaurant's page in the app, on a phone: its banners first, then the listing. */
export function PhonePreview({ listing, banners }: { listing: Shown; banners: readonly Banner[] }) {
  const { establishment_name: name, photos, cuisines, costForTwo, rating, hours } = listing
  const [cover, ...more] = photos
  const services = [listing.dineIn && 'Dine in', listing.takeout && 'Takeout', listing.delivery && 'Delivery'].filter(Boolean)
  const facts = [cuisines.join(', '), costForTwo === null ? '' : `${formatRupees(costForTwo)} for two`].filter(Boolean)
  return (
    <div
      role="group"
      aria-label="On a guest’s phone"
      className="mx-auto w-full max-w-80 overflow-hidden rounded-[1.75rem] border-4 border-border bg-bg text-14"
    >
      {banners.length > 0 ? (
        <ul aria-label="Banners" className="grid gap-3 p-3">
          {banners.map((banner) => (
            <li key={banner._id} className="min-w-0">
              <BannerCard banner={banner} />
            </li>
          ))}
        </ul>
      ) : null}
      {cover ? <img src={cover} alt={`First photo of ${name}`} className="aspect-video w-full bg-raised object-cover" /> : null}
      <div className="grid gap-2 p-4 [&_svg]:size-4 [&_svg]:flex-none">
        <p className="flex flex-wrap items-center gap-2">
          <b className="min-w-0 text-18 font-semibold [overflow-wrap:anywhere]">{name}</b>
          {listing.recommendedOnMobile ? (
            <StatusChip tone="success" size={20} icon={<Award />}>
              Recommended
            </StatusChip>
          ) : null}
        </p>
        {facts.length > 0 ? <p className="text-muted [overflow-wrap:anywhere]">{facts.join(' · ')}</p> : null}
        <p className="flex items-center gap-2">
          <Star aria-hidden="true" />
          {rating === null ? 'No ratings yet' : `${rating} from ${plural(listing.user_ratings_total, 'rating')}`}
        </p>
        {listing.address ? (
          <p className="flex items-start gap-2">
            <MapPin aria-hidden="true" className="mt-0.5" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{listing.address}</span>
          </p>
        ) : null}
        <div className="flex items-start gap-2">
          <Clock aria-hidden="true" className="mt-0.5" />
          <div className="min-w-0">
            <p className="font-medium">{listing.open ? 'Open now' : 'Closed now'}</p>
            {hours.length > 0 ? (
              <ul aria-label="Opening hours" className="num whitespace-normal text-muted">
                {hours.map((day) => (
                  <li key={day}>{day}</li>
                ))}
              </ul>
            ) : null}
          </div>
        </div>
        {services.length > 0 ? <p className="text-muted">{services.join(' · ')}</p> : null}
        {more.length > 0 ? (
          <ul aria-label="More photos" className="grid grid-cols-3 gap-2">
            {more.map((photo, i) => (
              <li key={`${i} ${photo}`}>
                <img
                  src={photo}
                  alt={`Photo ${i + 2} of ${name}`}
                  className="aspect-square w-full rounded-control bg-raised object-cover"
                />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  )
}
