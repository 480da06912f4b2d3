import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isSoldOut } from '#domain/menu.ts'
import { lineOf, missingChoices } from '#domain/ticket.ts'
import { subscribeToSession, useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { cart, cartNow, inCart } from '../cart.ts'
import { Actions, Page } from '../Frame.tsx'
import { usePlace } from '../place.ts'
import { go, PAGES, restoreScroll, usePath } from '../router.ts'
import { fetchSheets } from '../Sheets.tsx'
import { askToScan, askToSit } from '../sitting.ts'
import { snack } from '../Snack.tsx'
import { followScroll } from './chips.ts'
import { menuElement } from './document.ts'
import { filter, keepPainted, showAll } from './filter.ts'
import { focusedPlace, focusPlace } from './focus.ts'
import { dishNow, keepMenu, menuDataNow, onMenuData, useDish, useMenuData, useMenuFailure } from './page.ts'
import { wanted } from './wanted.ts'
import { listen } from './presses.ts'
import { loadSaved, toggleSaved } from './saved.ts'
import { rememberDish } from './search.ts'
import { SearchBox } from './SearchBox.tsx'
import { ItemSheet } from './sheet.ts'
import { count } from './statistics.ts'

/**
 * Loads the scripts of sheets, and of the pages from the cart to the receipt, as soon as the menu is shown: by the time of a press the connection may be gone.
 */
function fetchAhead(): void {
  ItemSheet.ahead()
  fetchSheets()
  for (const page of [to.dinerCart(), to.dinerOrder(), to.thankYou()]) PAGES[page]?.ahead()
}

/**
 * The menu: the Worker's HTML with what the phone adds. React renders none of the rows; it listens to presses (presses.ts), paints what changes (rows.ts), and
 * renders the sheet of a dish, the latest searches and the head's buttons into the places that the HTML has for them.
 */
export function MenuPage({ shown }: { shown: boolean }) {
  const place = usePlace()
  const path = usePath()
  const { status } = useSession()
  /** Changes when the document's HTML was replaced. */
  const data = useMenuData()
  const failure = useMenuFailure()
  // If the scanned code opens no menu, the page says so, even if this phone knows a restaurant from before.
  const unknownCode = path !== to.dinerMenu() && menuElement().dataset.access === 'gone'
  const restaurantId = unknownCode ? '' : (place?.restaurantId ?? menuElement().dataset.restaurant ?? '')
  const asks = shown && restaurantId !== '' && status !== 'loading'
  useEffect(() => (asks ? keepMenu(restaurantId, status === 'in') : undefined), [asks, restaurantId, status])
  useEffect(() => {
    const menu = menuElement()
    const name = data?.name ?? menu.dataset.name
    menu.hidden = !shown || menu.childElementCount === 0
    if (shown && name) document.title = `${name}: menu`
    if (shown && menu.childElementCount > 0) restoreScroll(path)
  }, [shown, data, path])
  useEffect(() => {
    void loadSaved()
    return subscribeToSession(() => void loadSaved())
  }, [])

  if (!shown) return null
  if (menuElement().childElementCount > 0) return <Added key={restaurantId} restaurantId={restaurantId} />
  if (restaurantId === '')
    return (
      <Notice title="Which restaurant?" text="Scan the code on your table, or find a restaurant near you.">
        <a className="button" href={to.dinerNearby()}>
          Find a restaurant
        </a>
      </Notice>
    )
  if (!failure) return null
  return (
    <Notice title="The menu could not be loaded" text="Check the connection, or ask the staff.">
      <button type="button" className="button" onClick={failure.again}>
        Try again
      </button>
    </Notice>
  )
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Page title="Menu">
      <div className="empty">
        <h2>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </Page>
  )
}

/** The React parts inside and above the menu's HTML. */
function Added({ restaurantId }: { restaurantId: string }) {
  const data = useMenuData()
  const [dish, setDish] = useState(wanted.dish)
  useEffect(() => void (wanted.dish = null), [])
  const item = useDish(dish)
  useEffect(() => keepPainted(restaurantId), [restaurantId])
  useEffect(() => followScroll(menuElement()), [])
  /** What had the focus when the sheet was opened. The browser gives it back only to an element that is still there. */
  const opener = useRef<string | null>(null)
  useEffect(() => {
    if (dish === null) focusPlace(opener.current)
  }, [dish])
  useEffect(() => {
    if (!data) return
    fetchAhead()
  }, [data])
  useEffect(() => {
    const show = (id: string) => {
      opener.current = focusedPlace()
      setDish(id)
    }
    const presses = listen(menuElement(), {
      open: (id) => (opened(restaurantId, id) ? show(id) : undefined),
      add: (id) => (added(restaurantId, id) === 'needs a choice' ? show(id) : undefined),
      save: (id) => void toggleSaved(id),
      notHere: askToScan,
      all: showAll,
    })
    const begin = () => menuDataNow() && presses.begin()
    begin()
    const stop = onMenuData(begin)
    return () => {
      stop()
      presses.stop()
    }
  }, [restaurantId])

  const actions = menuElement().querySelector('.actions')
  const signIn = menuElement().querySelector('#sign-in')
  return (
    <>
      {signIn && createPortal(<SignIn />, signIn)}
      {actions && createPortal(<Actions />, actions)}
      <SearchBox restaurantId={restaurantId} />
      {item && (
        <ItemSheet
          key={item._id}
          item={item}
          taken={inCart(cartNow(restaurantId), item._id)}
          orders={data?.orders ?? false}
          onSubmit={(line) => cart.add(restaurantId, line)}
          onClose={() => setDish(null)}
        />
      )}
    </>
  )
}

/** For a menu that only signed-in guests may see: at a table they sign in by name and mobile, elsewhere with an account. */
function SignIn() {
  const place = usePlace()
  const { status } = useSession()
  if (status === 'in') return null
  return (
    <button
      type="button"
      className="button large"
      onClick={() => (place?.tableId ? void askToSit('See the menu') : go(to.dinerLogin({ from: location.pathname })))}
    >
      Sign in
    </button>
  )
}

/** Called before a dish's sheet opens: the dish takes the place of the searched text in the latest searches. False when the menu no longer has the dish. */
function opened(restaurantId: string, id: string): boolean {
  const item = dishNow(id)
  const { search } = filter.get()
  if (item && search.trim()) rememberDish(restaurantId, item, search)
  return item !== null
}

/** One tap on the + adds a dish that needs no choice. */
function added(restaurantId: string, id: string): 'needs a choice' | null {
  const item = dishNow(id)
  if (!item) return null
  const line = lineOf(item)
  const { name, remaining } = item
  if (isSoldOut(item)) snack(`${name} is sold out.`, { id: 'sold-out' })
  else if (missingChoices(item, line.variants, line.addonGroups).length > 0) return 'needs a choice'
  else if (remaining !== null && inCart(cartNow(restaurantId), id) >= remaining)
    snack(`Only ${remaining} of ${name} left.`, { id: 'sold-out' })
  else {
    count('cart', id)
    cart.add(restaurantId, line)
  }
  return null
}
