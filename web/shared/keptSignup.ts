import { readStored } from '#web/core/store.ts'

/** Where a sign-up that was left is kept on this device. */
export const signupKey = (area: 'restaurant' | 'partner') => `tawa_signup_${area}`

/** What the restaurant of a sign-up that was left on this device is called, '' while it has no name; null without one. */
export function keptSignup(area: 'restaurant' | 'partner'): string | null {
  const kept = readStored<{ values?: { establishment_name?: string; name?: string } }>(signupKey(area))?.values
  return kept ? kept.establishment_name?.trim() || kept.name?.trim() || '' : null
}
