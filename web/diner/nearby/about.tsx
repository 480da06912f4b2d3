import { areaOf } from '#domain/address.ts'
import { formatRupees } from '#domain/money.ts'
import { DAYS } from '#domain/time.ts'
import type { Answer } from '#web/core/api.ts'
import { Icon } from '../Icon.tsx'

export type Listed = Answer<'GET /restaurant/:id/details'>['restaurant']

/** `Open till 23:00`, `Closed, opens Friday 18:00`: in the restaurant's own time. */
export function OpenNow({ restaurant: { hoursNow: now } }: { restaurant: Listed }) {
  if (!now) return null
  if (!now.open)
    return (
      <span className="badge">
        <Icon name="moon" />
        Closed, opens {now.day === null ? '' : `${DAYS[now.day]} `}
        {now.opens}
      </span>
    )
  return (
    <span className="badge" data-tone="success">
      <Icon name="clock" />
      {now.till === null ? 'Open now' : `Open till ${now.till}`}
    </span>
  )
}

export const cuisinesOf = ({ cuisines }: Listed): string => cuisines.slice(0, 3).join(', ')
export const costOf = ({ costForTwo }: Listed): string => (costForTwo ? `${formatRupees(costForTwo)} for two` : '')
export const placeOf = ({ address }: Listed): string => areaOf(address)
export const photosOf = ({ photos, image }: Listed): string[] => (photos.length > 0 ? photos : image ? [image] : [])
