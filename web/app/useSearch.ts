import { useCallback } from 'react'
import { type DataRouter, useLocation, useNavigate, useSearchParams } from 'react-router'
import { setNavigator } from '#web/core/navigate.ts'

/** The app's router. It knows the newest address; a component's `useLocation` is older until React has drawn the page again. */
let router: Pick<DataRouter, 'navigate' | 'state' | 'subscribe'> | undefined
/** Called once, by main.tsx. */
export function setRouter(made: NonNullable<typeof router>): void {
  router = made
  setNavigator((path, options) => void made.navigate(path, options))
  let last = made.state.location
  let lastAt = entryAt()
  made.subscribe(({ location, historyAction }) => {
    // An opened row is an entry of the history; closed by ✕, it has the address of the entry below it, to which Back would change nothing.
    const isSame = last.key !== location.key && last.pathname === location.pathname && last.search === location.search
    // Forward stops there: it would be sent back out of the list, and never come to what lies after it.
    const goesOn = isSame && historyAction === 'POP' && entryAt() <= lastAt && last.state === CLOSED
    last = location
    lastAt = entryAt()
    if (goesOn) void made.navigate(-1)
  })
}
/** The present entry's place in the history, as the router keeps it there: later ones have greater numbers. */
const entryAt = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0
/** The state of an entry whose row was closed. */
const CLOSED = 'closed'

type SearchChange = (newest: URLSearchParams) => URLSearchParams
type SetSearch = (change: SearchChange, how?: { push?: boolean; closes?: boolean; atOnce?: boolean }) => void

/**
 * The address's search, and how it is changed. A change starts from the newest address: React Router's own setter starts from the last one that was drawn, so
 * that of two changes at once the second would undo the first. A page that was just left changes nothing any more. A change replaces the history's entry unless
 * it is pushed; one that closes a row (`closes`) lets Back pass over the entry that the row was. `atOnce`: the page is drawn when it returns, so that the next
 * press finds what this one did.
 */
export function useSearch(): [URLSearchParams, SetSearch] {
  const [drawn] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const set: SetSearch = useCallback(
    (change, { push = false, closes = false, atOnce = false } = {}) => {
      const { location, navigation } = router?.state ?? {}
      const newest = [navigation?.location, location].find((one) => one?.pathname === pathname)
      if (location && location.pathname !== pathname) return
      void navigate(`?${change(new URLSearchParams(newest?.search ?? window.location.search))}`, {
        replace: !push,
        state: closes ? CLOSED : null,
        flushSync: atOnce,
      })
    },
    [navigate, pathname],
  )
  return [drawn, set]
}

/** True while another page is being fetched, or somebody is asked whether to leave: a change that nobody pressed for waits then, because it would cancel the navigation. */
export function addressIsBusy(): boolean {
  const { navigation, blockers } = router?.state ?? {}
  return navigation?.state === 'loading' || [...(blockers?.values() ?? [])].some(({ state }) => state === 'blocked')
}
