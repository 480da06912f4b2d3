import type { QueryClient } from '@tanstack/react-query'
import { attemptsBelongTo } from './attempt.ts'
import { subscribeToEntered } from './entered.ts'
import { FACTS } from './facts.ts'
import { forgetLive } from './liveCache.ts'
import { restaurantIdNow, sessionNow, subscribeToSession } from './session.ts'

/** Answers that are the same in every outlet: of a partner's or the back office's own calls. */
const isOfNoOutlet = (address: unknown) => {
  const facts = FACTS[address as keyof typeof FACTS] as (typeof FACTS)[keyof typeof FACTS] | undefined
  return facts?.scope === 'partner' || facts?.scope === 'platform'
}

/**
 * Clears the cache when the person, their role or the restaurant changes, so that nobody sees another's data. When the same person enters or leaves an
 * outlet, what belongs to no single outlet stays. Called once, in main.tsx; returns a function that stops it.
 */
export function watchOwner(client: QueryClient): () => void {
  let person: string | null = null
  let owner: string | null = null
  function follow() {
    const { status, user } = sessionNow()
    if (status === 'loading') return
    const before = { person, owner }
    person = user && `${user._id}:${user.role}`
    owner = person && `${person}:${restaurantIdNow()}`
    if (owner === before.owner) return
    attemptsBelongTo(owner)
    if (before.owner === null) return
    if (person === before.person) client.removeQueries({ predicate: ({ queryKey }) => !isOfNoOutlet(queryKey[0]) })
    else client.clear()
    forgetLive(client)
  }
  const stops = [subscribeToSession(follow), subscribeToEntered(follow)]
  return () => {
    for (const stop of stops) stop()
  }
}
