import { createStore, useStore } from './store.ts'

/** Work whose result this page must report while its person is still signed in: a paper that is being printed. */
type Unfinished = {
  /** True while something is running. */
  runs: () => boolean
  /** Begins nothing new, and resolves when the result of everything running was reported. */
  finish: () => Promise<unknown>
}

/** How long a sign-out waits for it, in ms. */
const PATIENCE_MS = 3000

const all = new Set<Unfinished>()
const waiting = createStore(false)
/** True while a sign-out is waiting. */
export const useSignOutWaits = (): boolean => useStore(waiting)
export const signOutWaits = waiting.get
/** Shown meanwhile where the person pressed "Sign out". */
export const WAITS = 'As soon as the paper is printed'

/** Makes a sign-out wait for this. Call the returned function to remove it. */
export function finishBeforeSignOut(one: Unfinished): () => void {
  all.add(one)
  return () => void all.delete(one)
}

/** True if a sign-out would have to wait. */
export const isUnfinished = (): boolean => [...all].some(({ runs }) => runs())

export async function finishAll(): Promise<void> {
  waiting.set(isUnfinished())
  await Promise.race([
    Promise.allSettled([...all].map(({ finish }) => finish())),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
  waiting.set(false)
}
