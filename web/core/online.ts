import { createStore, useStore } from './store.ts'

/**
 * Can Tawa be reached? The browser's offline event counts at once; after a failed call or a dropped socket, one small request confirms it
 * within 3 s (SCREENS G5: the banner comes within 5 s). While offline it asks every 3 s.
 */
const store = createStore(typeof navigator === 'undefined' || navigator.onLine !== false)
const back = new Set<() => void>()
const gone = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let probing = false
/** Tawa has answered a call since the last check began. */
let heard = false

export const useOnline = () => useStore(store)
export const onlineNow = store.get

/** Runs when Tawa can be reached again. */
export function onBackOnline(run: () => void): () => void {
  back.add(run)
  return () => void back.delete(run)
}

/** Runs when Tawa can no longer be reached. */
export function onOffline(run: () => void): () => void {
  gone.add(run)
  return () => void gone.delete(run)
}

function become(online: boolean) {
  if (store.get() === online) return
  store.set(online)
  for (const run of [...(online ? back : gone)]) run()
}

let skew = 0
/** How far this device's clock is ahead of the server's, in ms, as it was at the last join; negative if it is behind. For ages of what the server dates. */
export const clockSkew = (): number => skew
export const setSkew = (ms: number): void => void (skew = ms)
export const serverNow = (): number => Date.now() - skew

export function suspectOffline(): void {
  if (!probing) void probe()
}

/** Tawa has answered a call, so it can be reached, however slow it is. */
export function reached(): void {
  heard = true
  // The answer may have come just before the cable was pulled: then the probe decides.
  if (navigator.onLine) become(true)
}

async function probe() {
  probing = true
  clearTimeout(timer)
  heard = false
  const there = await fetch('/v1/health', { cache: 'no-store', signal: AbortSignal.timeout(3000) })
    .then((r) => r.status < 500)
    // A busy server may answer the calls and this request too late.
    .catch(() => heard)
  probing = false
  become(there)
  if (!there) timer = setTimeout(() => void probe(), 3000)
}

export function watchConnection(): void {
  addEventListener('offline', () => {
    become(false)
    clearTimeout(timer)
    timer = setTimeout(() => void probe(), 3000)
  })
  addEventListener('online', () => suspectOffline())
  if (!store.get()) timer = setTimeout(() => void probe(), 3000)
}
