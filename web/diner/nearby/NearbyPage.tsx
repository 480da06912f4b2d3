import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Place } from '#domain/nearby.ts'
import { plural } from '#domain/text.ts'
import { type Answer, call } from '#web/core/api.ts'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'
import { usePages } from '../fetched.ts'
import { Page } from '../Frame.tsx'
import { Icon } from '../Icon.tsx'
import { Pages, Photo } from '../parts.tsx'
import { cuisinesOf, costOf, OpenNow, photosOf, placeOf } from './about.tsx'
import { distanceText, locate, locateIfAllowed, type Location, useLocation } from './location.ts'

const SEARCHED = 'tawa_places_searched'
const WAIT_MS = 250
type Near = Answer<'GET /restaurant/nearby'>['restaurants'][number]

/** Restaurants by distance if the phone gives its location, and otherwise by name, area or city. */
export default function NearbyPage() {
  const location = useLocation()
  const text = useStore(typed)
  const search = useSettled(text.trim())
  useEffect(() => {
    void locateIfAllowed()
  }, [])
  const known = location.state === 'known'
  // After a press on "Show what is near me" that was refused, the search gets the focus. Without a press it doesn't, because that would open the keyboard.
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current && location.state === 'denied') field.current?.focus()
    if (location.state !== 'asking') asked.current = false
  }, [location])
  const ask = () => {
    asked.current = true
    locate()
  }
  return (
    <Page title={known ? 'Near you' : 'Find a restaurant'}>
      <div className="find-place">
        <label className="input">
          <Icon name="find" />
          <input
            ref={field}
            type="search"
            aria-label="Search restaurants"
            placeholder="Name, area or city"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            value={text}
            onChange={(event) => typed.set(event.target.value)}
          />
        </label>
        <WhereAmI location={location} onAsk={ask} />
        {text === '' && <Searched choose={typed.set} />}
      </div>
      {known || search !== '' ? <Found key={`${search} ${known}`} place={known ? location.place : null} search={search} /> : <Hint />}
    </Page>
  )
}

/** The typed text, which stays when the page is left and opened again. */
const typed = createStore('')

/** The text after a short pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return useDeferredValue(settled)
}

function WhereAmI({ location, onAsk }: { location: Location; onAsk: () => void }) {
  if (location.state === 'known') return null
  if (location.state === 'denied')
    return (
      <p className="hint">
        <Icon name="pin" />
        <span className="grow">
          Location is off for this site, so there are no distances.{' '}
          <button type="button" onClick={onAsk}>
            Try again
          </button>
        </span>
      </p>
    )
  return (
    <button type="button" className="button-quiet" disabled={location.state === 'asking'} onClick={onAsk}>
      <Icon name="pin" />
      {location.state === 'asking' ? 'Finding you…' : 'Show what is near me'}
    </button>
  )
}

const Hint = () => (
  <div className="empty">
    <Icon name="compass" />
    <p>Search by a name, an area or a city.</p>
  </div>
)

const searches = (): string[] => readStored<string[]>(SEARCHED) ?? []
/** The last six searches from which a restaurant was opened. */
const keepSearch = (text: string) =>
  writeStored(SEARCHED, [text, ...searches().filter((other) => other.toLowerCase() !== text.toLowerCase())].slice(0, 6))

function Searched({ choose }: { choose: (text: string) => void }) {
  const last = searches()
  if (last.length === 0) return null
  return (
    <ul className="searched" aria-label="Last searches">
      {last.map((text) => (
        <li key={text}>
          <button type="button" onClick={() => choose(text)}>
            <Icon name="history" />
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Found({ place, search }: { place: Place | null; search: string }) {
  const [total, setTotal] = useState(0)
  const list = usePages<Near>(async (page) => {
    const query = { ...place, search: search || undefined, page, pageSize: 15 }
    const { restaurants, hasMore, totalCount } = await call('GET /restaurant/nearby', { query })
    setTotal(totalCount)
    return { items: restaurants, more: hasMore }
  })
  const where = search ? `for “${search}”` : 'near you'
  const found = [...new Map((list.items ?? []).map((r) => [r._id, r])).values()]
  return (
    <Pages list={list} end={found.length > 0 && <p className="list-end">That is all {where}.</p>}>
      {found.length === 0 ? (
        <div className="empty" role="status">
          <Icon name="compass" />
          <p>
            {search
              ? `No restaurant ${where}. Try another name, area or city.`
              : 'No restaurant within 50 km. Search by a name, an area or a city.'}
          </p>
        </div>
      ) : (
        <>
          <p className="counted" role="status">
            {plural(total, 'restaurant')} {where}
          </p>
          <ul className="rows">
            {found.map((r) => (
              <Row key={r._id} restaurant={r} onOpen={() => search && keepSearch(search)} />
            ))}
          </ul>
        </>
      )}
    </Pages>
  )
}

function Row({ restaurant: r, onOpen }: { restaurant: Near; onOpen: () => void }) {
  return (
    <li>
      <a className="listed" href={to.dinerRestaurant(r._id)} onClick={onOpen}>
        <Photo src={photosOf(r)[0]} name={r.restaurantName} />
        <span className="about">
          <strong>
            {r.restaurantName} {r.distance !== null && <span className="num">{distanceText(r.distance)}</span>}
          </strong>
          <span className="block">{cuisinesOf(r) || placeOf(r)}</span>
          <span className="block">{[costOf(r), r.distance === null ? placeOf(r) : ''].filter(Boolean).join(' · ')}</span>
          <OpenNow restaurant={r} />
        </span>
      </a>
    </li>
  )
}
