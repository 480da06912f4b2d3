import type { FetchQueryOptions } from '@tanstack/react-query'
import { canOpen } from '#domain/permissions.ts'
import { queryClient } from '#web/core/query.ts'
import { personNow, restaurantIdNow } from '#web/core/session.ts'
import { screenAt } from './pages.ts'
import { type Screen, SHELLS } from './screens.ts'

/** Fetches the script of a page and of its shell, before it is opened: somebody points at its link. */
export function preload(path: string): void {
  const screen = screenAt(path)
  if (!screen) return
  // Whoever opens the page later sees the error.
  SHELLS[screen.shell]().catch(() => undefined)
  screen.module().catch(() => undefined)
}

/**
 * A page's address was matched: its script and first queries start, without waiting for `GET /auth/me`. Queries are asked only for somebody who
 * may open the page, as far as this device remembers. They are quiet: what they are refused shows when the page asks again, and never ends a
 * session, because `GET /auth/me` does that.
 */
export function begin(screen: Screen, search: URLSearchParams): void {
  preload(screen.path)
  const person = personNow()
  const restaurantId = restaurantIdNow()
  if (!screen.begins || !person || !restaurantId || !canOpen(person.user, screen.path, person.permissions).ok) return
  for (const query of screen.begins({ restaurantId, search }))
    void queryClient.prefetchQuery({ ...(query as FetchQueryOptions), meta: { quiet: true } })
}
