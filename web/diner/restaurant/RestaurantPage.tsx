import { useEffect, useState } from 'react'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { isSoldOut, leastPrice } from '#domain/menu.ts'
import { formatRupees } from '#domain/money.ts'
import { distance } from '#domain/nearby.ts'
import { discountText, limitsText } from '#domain/offerText.ts'
import { plural } from '#domain/text.ts'
import { ApiError } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { DietMark } from '../DietMark.tsx'
import { useFetched } from '../fetched.ts'
import { Page } from '../Frame.tsx'
import { Icon } from '../Icon.tsx'
import { cuisinesOf, costOf, type Listed, OpenNow, photosOf, placeOf } from '../nearby/about.tsx'
import { distanceText, locateIfAllowed, useLocation } from '../nearby/location.ts'
import { Failed, Rows } from '../parts.tsx'
import { usePath, useRestaurantOfPath } from '../router.ts'
import { Claim } from './Claim.tsx'

/** A restaurant's page in the app: photos, hours, offers, its menu to read, and a link for its owner to claim it. */
export default function RestaurantPage() {
  const id = useRestaurantOfPath()
  const claims = new URLSearchParams(usePath().split('?')[1]).has('claim')
  const details = useFetched('GET /restaurant/:id/details', { params: { id } })
  const restaurant = details.data?.restaurant
  useEffect(() => {
    void locateIfAllowed()
  }, [])
  if (claims && restaurant)
    return (
      <Page title={`Claim ${restaurant.restaurantName}`} note={placeOf(restaurant)} back={to.dinerRestaurant(id)}>
        <Claim restaurant={restaurant} />
      </Page>
    )
  return (
    <Page title={restaurant?.restaurantName ?? 'Restaurant'} note={restaurant && placeOf(restaurant)} back={to.dinerNearby()}>
      {!restaurant && !details.error ? <Rows /> : null}
      {!restaurant && details.error ? <Absent error={details.error} retry={() => void details.refetch()} /> : null}
      {restaurant && <Details restaurant={restaurant} />}
    </Page>
  )
}

/** Shown without a restaurant, with the reason. For one that isn't listed it leads to the search, because another try would fail too. */
function Absent({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 404) return <Failed error={error} retry={retry} />
  return (
    <div className="empty" role="alert">
      <Icon name="compass" />
      <h2>This restaurant isn’t listed</h2>
      <p>It has left the app, or its address was mistyped.</p>
      <a className="button" href={to.dinerNearby()}>
        Find a restaurant
      </a>
    </div>
  )
}

function Details({ restaurant: r }: { restaurant: Listed }) {
  const location = useLocation()
  const photos = photosOf(r)
  const metres = location.state === 'known' && r.location ? Math.round(distance(location.place, r.location)) : null
  const facts = [r.types.join(', '), cuisinesOf(r), costOf(r), metres === null ? '' : `${distanceText(metres)} away`]
    .filter(Boolean)
    .join(' · ')
  const services = [r.dineIn && 'Dine in', r.takeout && 'Takeout', r.delivery && 'Delivery'].filter(Boolean).join(' · ')
  return (
    <>
      {r.promotionalBanner.length > 0 && (
        <ul className="banners" style={{ paddingTop: 8 }} tabIndex={0} aria-label="News">
          {r.promotionalBanner.map(({ _id, image, title, link }) => (
            <li key={_id}>
              <a href={link || undefined} rel="noopener">
                <img className="banner" src={image} alt="" width={280} height={120} />
                <span>{title}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {photos.length > 0 && (
        <ul className="photos" tabIndex={0} aria-label={plural(photos.length, 'photo')}>
          {photos.map((src, i) => (
            <li key={src} className="contents">
              <img
                src={src}
                alt={`${r.restaurantName}, photo ${i + 1} of ${photos.length}`}
                width={480}
                height={200}
                loading={i > 0 ? 'lazy' : 'eager'}
              />
            </li>
          ))}
        </ul>
      )}
      <section className="part">
        {[facts, services, r.accessibility.join(', ')].map((text) => text && <p key={text}>{text}</p>)}
        <p className="beside">
          <OpenNow restaurant={r} />
          {r.recommendedOnMobile && (
            <span className="badge" data-tone="success">
              Recommended
            </span>
          )}
          {r.rating !== null && (
            <span>
              <b className="num">{r.rating.toFixed(1)}</b> of 5 · {plural(r.user_ratings_total, 'rating')}
            </span>
          )}
        </p>
        <p>{r.address}</p>
        <div className="beside">
          {r.location && (
            <a
              className="button-quiet"
              href={`https://www.google.com/maps/dir/?api=1&destination=${r.location.latitude},${r.location.longitude}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon name="way" />
              Directions
            </a>
          )}
          {r.international_phone_number && (
            <a className="button-quiet" href={`tel:${r.international_phone_number.replace(/[^+\d]/g, '')}`}>
              <Icon name="dial" />
              Call
            </a>
          )}
          {r.url && (
            <a className="button-quiet" href={r.url} target="_blank" rel="noopener noreferrer">
              <Icon name="compass" />
              Website
            </a>
          )}
        </div>
      </section>
      <Hours restaurant={r} />
      <Offers id={r._id} />
      <Menu id={r._id} />
      <section className="part">
        <div className="beside">
          <p className="grow">
            <b>Own this place?</b>
            <br />
            Keep its menu and hours up to date yourself
          </p>
          <a className="button-quiet flex-none" href={to.dinerClaim(r._id)}>
            Claim
          </a>
        </div>
      </section>
    </>
  )
}

/** `Monday: 11:00 – 23:00` and so on; neighbouring days with the same times share a line. */
function hoursOf(days: readonly string[]) {
  const lines: { from: string; till: string; times: string }[] = []
  for (const text of days) {
    const [day = '', times = ''] = text.split(/: (.*)/)
    const last = lines.at(-1)
    if (last?.times === times) last.till = day
    else lines.push({ from: day, till: day, times })
  }
  return lines
}

function Hours({ restaurant: { opening_hours } }: { restaurant: Listed }) {
  const days = opening_hours.weekday_text ?? []
  if (days.length === 0) return null
  return (
    <section className="part" aria-label="Opening hours">
      <dl className="hours">
        {hoursOf(days).map(({ from, till, times }) => (
          <div key={from} className="contents">
            <dt>{from === till ? from : from === 'Monday' && till === 'Sunday' ? 'Every day' : `${from} to ${till}`}</dt>
            <dd className="num">{times}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** "Rs." stays on the line of its amount. */
const unbroken = (text: string) => text.replaceAll('Rs. ', 'Rs.\u00a0')

function Offers({ id }: { id: string }) {
  const offers = useFetched('GET /restaurant/offers/:id', { params: { id } }).data?.offers ?? []
  if (offers.length === 0) return null
  return (
    <section className="part" aria-label="Offers">
      <ul className="grid gap-2">
        {offers.map((offer) => (
          <li key={offer._id} className="beside">
            <Icon name="offer" />
            <span className="grow">
              <b>{unbroken(discountText(offer))}</b>
              {offer.minOrderAmount > 0 && unbroken(` from ${formatRupees(offer.minOrderAmount)}`)} ·{' '}
              {[offer.title + (offer.needsCode ? ' (with its code)' : ''), limitsText({ ...offer, minOrderAmount: 0 })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Item = CategoryShape['menuItems'][number]
const itemsOf = (category: CategoryShape): Item[] => [...category.menuItems, ...category.subcategories.flatMap((s) => s.menuItems)]
const SHORT = 6

/** The menu to read: the first dishes, and all of them by category on a press. */
function Menu({ id }: { id: string }) {
  const [all, setAll] = useState(false)
  const menu = useFetched('POST /menus/restaurant', { body: { restaurantId: id } })
  const refused = menu.error instanceof ApiError && menu.error.code === 'login_required'
  if (refused)
    return (
      <section className="part">
        <h2>Menu</h2>
        <p>
          This restaurant shows its menu to guests who have <a href={to.dinerLogin({ from: to.dinerRestaurant(id) })}>signed in</a>.
        </p>
      </section>
    )
  if (!menu.data) return menu.error && <Failed error={menu.error} retry={() => void menu.refetch()} />
  const categories = menu.data.menu.categories.map((c) => ({ ...c, items: itemsOf(c) })).filter((c) => c.items.length > 0)
  const dishes = categories.flatMap((c) => c.items)
  if (dishes.length === 0) return null
  const allVeg = dishes.every((d) => d.dietType === 'veg' || d.dietType === 'vegan')
  return (
    <section className="part" aria-label="Menu">
      <div className="beside">
        <h2 className="grow">Menu</h2>
        <span>
          {plural(dishes.length, 'dish', 'dishes')}
          {allVeg && ', all veg'}
        </span>
      </div>
      {all ? (
        categories.map((category) => (
          <div key={category._id}>
            <h3>{category.name}</h3>
            <Dishes items={category.items} />
          </div>
        ))
      ) : (
        <Dishes items={dishes.slice(0, SHORT)} />
      )}
      {!all && dishes.length > SHORT && (
        <button type="button" className="text-button justify-self-start" onClick={() => setAll(true)}>
          See the whole menu
        </button>
      )}
    </section>
  )
}

const Dishes = ({ items }: { items: readonly Item[] }) => (
  <ul>
    {items.map((item) => {
      const { rupees, from } = leastPrice(item)
      return (
        <li key={item._id} className="dish-line">
          <DietMark of={item} />
          <span className="grow">
            {item.name} {isSoldOut(item) && <span className="badge">Sold out</span>}
          </span>
          <span className="num">
            {from && 'from '}
            {formatRupees(rupees)}
          </span>
        </li>
      )
    })}
  </ul>
)
