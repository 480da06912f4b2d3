import { createStore, useStore } from './store.ts'

/** What only this page can tell the server, and only while its person is signed in: that a paper which is printing came out. */
export type Unfinished = {
  /** Does something run now? */
  runs: () => boolean
  /** Begins nothing more, and ends when all that ran has been told. */
  finish: () => Promise<unknown>
}

/** So long a sign-out waits for it. */
const PATIENCE_MS = 3000

const all = new Set<Unfinished>()
const waiting = createStore(false)
/** Does a sign-out wait now? */
export const useSignOutWaits = (): boolean => useStore(waiting)
export const signOutWaits = waiting.get
/** What is said meanwhile where it was asked for. */
export const WAITS = 'As soon as the paper is printed'

/** A sign-out lets this finish first, until what is returned is called. */
export function finishBeforeSignOut(one: Unfinished): () => void {
  all.add(one)
  return () => void all.delete(one)
}

/** Would a sign-out wait? */
export const isUnfinished = (): boolean => [...all].some(({ runs }) => runs())

export async function finishAll(): Promise<void> {
  waiting.set(isUnfinished())
  await Promise.race([
    Promise.allSettled([...all].map(({ finish }) => finish())),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
  waiting.set(false)
}
