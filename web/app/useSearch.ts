import { useCallback } from 'react'
import { type DataRouter, useLocation, useNavigate, useSearchParams } from 'react-router'
import { setNavigator } from '#web/core/navigate.ts'

/** The app's router. It knows the newest address; a component's `useLocation` is older until React has drawn the page again. */
let router: Pick<DataRouter, 'navigate' | 'state'> | undefined
/** Called once, by main.tsx. */
export function setRouter(made: NonNullable<typeof router>): void {
  router = made
  setNavigator((path, options) => void made.navigate(path, options))
}

type SearchChange = (newest: URLSearchParams) => URLSearchParams
type SetSearch = (change: SearchChange, how?: { push?: boolean }) => void

/**
 * The address's search, and how it is changed. A change starts from the newest address: React Router's own setter starts from the last one that was drawn, so
 * that of two changes at once the second would undo the first. A page that was just left changes nothing any more. A change replaces the history's entry unless
 * it is pushed.
 */
export function useSearch(): [URLSearchParams, SetSearch] {
  const [drawn] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const set: SetSearch = useCallback(
    (change, { push = false } = {}) => {
      const { location, navigation } = router?.state ?? {}
      const newest = [navigation?.location, location].find((one) => one?.pathname === pathname)
      if (location && location.pathname !== pathname) return
      void navigate(`?${change(new URLSearchParams(newest?.search ?? window.location.search))}`, { replace: !push })
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
