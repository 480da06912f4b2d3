import { createStore, readStored, useStore, writeStored } from './store.ts'

/**
 * The outlet in which a partner, the back office or an administrator works: its pages are the staff's, and every call carries its id as X-Restaurant-Id (CONTRACT
 * §2). Each tab has its own, so that a form opened in one outlet is never saved to another; a new tab begins in the one entered last. It ends with Leave, on
 * sign-out, when another person signs in, and when the server no longer lets them in (session.ts).
 */
export type Entered = {
  _id: string
  name: string
  /** The account that entered it. Another account that signs in starts without an outlet. */
  by: string
  /** The page, with its search, from which it was entered: Leave leads back to it. */
  from?: string
}

const KEY = 'tawa_entered'

function kept(): Entered | null {
  try {
    const own = sessionStorage.getItem(KEY)
    // A tab that has left its outlet keeps `null`, so that a reload doesn't take it to the one of another tab.
    if (own !== null) return JSON.parse(own) as Entered | null
  } catch {
    // storage is unavailable
  }
  return readStored<Entered>(KEY)
}

const store = createStore<Entered | null>(typeof document === 'undefined' ? null : kept())

export const enteredNow = (): Entered | null => store.get()
export const useEntered = (): Entered | null => useStore(store)
export const subscribeToEntered = store.subscribe

export function setEntered(next: Entered | null): void {
  const before = store.get()
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // as above: it lasts until the page is closed
  }
  // Another tab's outlet stays the one that a new tab begins in.
  if (next || readStored<Entered>(KEY)?._id === before?._id) writeStored(KEY, next)
  store.set(next)
}
