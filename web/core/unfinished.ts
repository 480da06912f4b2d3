import { say } from './say.ts'
import { createStore, useStore } from './store.ts'

/** Work whose result this page must report while its person is still signed in: a paper that is being printed. */
type Unfinished = {
  /** True while something is running. */
  runs: () => boolean
  /** Begins nothing new, and resolves when the result of everything running was reported. */
  finish: () => Promise<unknown>
  /** Begins again after a sign-out in another tab that did not happen. */
  goOn: () => void
}

/** How long a sign-out waits for it, in ms. */
const PATIENCE_MS = 3000

/** After so many ms, a wait for another tab is shown. */
const SAID_AFTER_MS = 300

/** Each with the function that releases its lock. */
const all = new Map<Unfinished, () => void>()
const waiting = createStore(false)
/** True while a sign-out is waiting. */
export const useSignOutWaits = (): boolean => useStore(waiting)
export const signOutWaits = waiting.get
/** Shown meanwhile where the person pressed "Sign out". */
export const WAITS = 'As soon as the paper is printed'

/**
 * Each tab of this browser that may be printing holds this lock, shared with the others, so a sign-out in one tab can wait for the paper of another. A page without
 * TLS has no locks: there, a paper that another tab is printing during a sign-out becomes one that may have been printed.
 */
const LOCK = 'tawa_unfinished'
function hold(): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  void navigator.locks?.request(LOCK, { mode: 'shared' }, () => held)
  return release
}

/** Makes a sign-out, here or in another tab of this browser, wait for this. Call the returned function to remove it. */
export function finishBeforeSignOut(one: Unfinished): () => void {
  all.set(one, hold())
  return () => {
    all.get(one)?.()
    all.delete(one)
  }
}

/** True if a sign-out would have to wait for this page. */
export const isUnfinished = (): boolean => [...all.keys()].some(({ runs }) => runs())

/** Finishes this page for a sign-out in another tab, which waits for it. */
export const finishHere = (): Promise<unknown> => Promise.allSettled([...all].map(([one, release]) => one.finish().finally(release)))

/** Goes on after a sign-out in another tab that did not happen. */
export function goOn(): void {
  for (const one of all.keys()) {
    all.set(one, hold())
    one.goOn()
  }
}

/** Finishes this page and waits for the other tabs, which `signOut` has told. */
export async function finishAll(): Promise<void> {
  waiting.set(isUnfinished())
  const slow = setTimeout(() => {
    if (waiting.get()) return
    waiting.set(true)
    say.warning(`Signing out: ${WAITS.toLowerCase()}`, { id: WAITS })
  }, SAID_AFTER_MS)
  const others = navigator.locks?.request(LOCK, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => undefined).catch(() => undefined)
  await Promise.race([Promise.all([finishHere(), others]), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  clearTimeout(slow)
  say.close(WAITS)
  waiting.set(false)
}
