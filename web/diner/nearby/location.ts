import type { Place } from '#domain/nearby.ts'
import { createStore, useStore } from '#web/core/store.ts'

/**
 * Where this phone is, for distances. Never stored, and asked for only after a press, unless the person has allowed it before: most people refuse a question that
 * appears by itself.
 */
export type Location = { state: 'unknown' | 'asking' | 'denied' } | { state: 'known'; place: Place }

const store = createStore<Location>({ state: 'unknown' })
export const useLocation = (): Location => useStore(store)

/** Asks the browser. If it doesn't answer, the search by text still works. */
export function locate(): void {
  store.set({ state: 'asking' })
  if (!('geolocation' in navigator)) return store.set({ state: 'denied' })
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => store.set({ state: 'known', place: { latitude: coords.latitude, longitude: coords.longitude } }),
    () => store.set({ state: 'denied' }),
    { maximumAge: 300_000, timeout: 10_000 },
  )
}

/** Locates at once if that is allowed already, and finds out at once if it is denied. */
export async function locateIfAllowed(): Promise<void> {
  if (store.get().state === 'known') return
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  if (permission?.state === 'granted') locate()
  else if (permission?.state === 'denied') store.set({ state: 'denied' })
}

/** `400 m`, `1.2 km`, `12 km`, each in one line. */
export function distanceText(metres: number): string {
  if (metres < 995) return `${Math.max(10, Math.round(metres / 10) * 10)}\u00a0m`
  const km = metres / 1000
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km)}\u00a0km`
}
