import { createStore, useStore } from '#web/core/store.ts'
import { snack } from './feedback/snack.tsx'
import { onPartFailed } from './part.ts'

/**
 * A newer build of the app (docs/decisions/020-offline.md). An open page keeps working with its own build and only says that there is a newer one: it never
 * reloads by itself while somebody works on it. A freshly opened page is always the newest build, a sign-in page reloads to get it (web/auth/SignedOut.tsx), and
 * otherwise the person presses "Update".
 */
const CHECK_MS = 30 * 60_000
export const UPDATE_READY = 'New version ready · Update'

const ready = createStore(false)
/** True if a newer build than this page's was deployed. */
export const useUpdateReady = (): boolean => useStore(ready)
export const updateReady = ready.get

/** Loads the newest build at the same address. Open tickets are on the device; a form with unsaved input makes the browser ask first. */
export const update = (): void => location.reload()

const OWN = 'meta[name="tawa-build"]'
const NEWEST = /<meta name="tawa-build" content="(\w+)"/
const ownBuild = () => document.querySelector<HTMLMetaElement>(OWN)?.content

/** Compares this page's build with the server's, and answers whether there is a newer one. Without an answer nothing changes. */
async function check(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-cache' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  const newest = NEWEST.exec(page)?.[1]
  if (newest === undefined) return false
  const newer = newest !== ownBuild()
  ready.set(newer)
  // So that the service worker has the new files before they are needed. Not every browser has one, and it may refuse.
  if (newer)
    void navigator.serviceWorker
      ?.getRegistration()
      .then((one) => one?.update())
      .catch(() => undefined)
  return newer
}

/** A menu, dialog or field could not be loaded: if a deploy has removed it from the server, pressing again will not help. */
async function explain(): Promise<void> {
  if (!(await check())) return
  snack.warning('This needs the new version of Tawa.', {
    id: 'update',
    seconds: 60,
    detail: 'Save what you are typing first. Unsent items are safe on this device.',
    action: { label: 'Update', run: update },
  })
}

/** Checks every half hour, when the page is shown again, when the service worker has kept a newer build, and when a script can't be loaded. Called once, in main.tsx. */
export function watchUpdates(): void {
  // The development server's pages have no id.
  if (!ownBuild()) return
  let checked = Date.now()
  const checkSometimes = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < CHECK_MS) return
    checked = Date.now()
    void check()
  }
  setInterval(checkSometimes, CHECK_MS)
  document.addEventListener('visibilitychange', checkSometimes)
  navigator.serviceWorker?.addEventListener('controllerchange', () => void check())
  addEventListener('vite:preloadError', () => void check())
  onPartFailed(() => void explain())
}
