import type { FetchQueryOptions } from '@tanstack/react-query'
import { canOpen } from '#domain/permissions.ts'
import { queryClient } from '#web/core/query.ts'
import { personNow, restaurantIdNow } from '#web/core/session.ts'
import { loadScreens, screenAt } from './pages.ts'
import { type Screen, SHELLS } from './screens.ts'

/** Preloads the scripts of a page and its shell when somebody points at its link. */
export function preload(path: string): void {
  // Failures are ignored here: if the page is opened, it shows the error.
  const load = (screen: Screen) => {
    SHELLS[screen.shell]().catch(() => undefined)
    screen.module().catch(() => undefined)
  }
  const known = screenAt(path)
  if (known) return load(known)
  loadScreens(path)
    .then(() => screenAt(path))
    .then((screen) => screen && load(screen))
    .catch(() => undefined)
}

/**
 * Called when an address matches a page: starts its script and first queries without waiting for `GET /auth/me`. Queries are made only if the person
 * remembered on this device may open the page. They are quiet: a refusal shows when the page repeats the query, and doesn't end the
 * session, because `GET /auth/me` does that.
 */
export function begin(screen: Screen, search: URLSearchParams): void {
  preload(screen.path)
  const person = personNow()
  const restaurantId = restaurantIdNow()
  // The areas above the restaurants read without one.
  const missing = !restaurantId && screen.path.startsWith('/restaurant')
  if (!screen.begins || !person || missing || !canOpen(person.user, screen.path, person.permissions).ok) return
  for (const query of screen.begins({ restaurantId, search }))
    void queryClient.prefetchQuery({ ...(query as FetchQueryOptions), meta: { quiet: true } })
}
