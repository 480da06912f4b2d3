import { isStaff } from '#domain/roles.ts'
import { sessionNow, subscribeToSession } from './session.ts'

/**
 * Keeps the app's files on this device (web/sw.ts), so that a till opens without a network. Only for somebody of a restaurant who is signed in: a diner's phone
 * and a sign-in page never download what they don't use. Called once, in main.tsx.
 */
export function keepAppFiles(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let asked = false
  const ask = () => {
    const { status, user } = sessionNow()
    if (asked || status !== 'in' || !user || !isStaff(user.role)) return
    asked = true
    // Refused in some private windows: the pages then need the network, as before.
    const register = () => void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
    // After the page and its first answers.
    if (document.readyState === 'complete') register()
    else addEventListener('load', register, { once: true })
  }
  subscribeToSession(ask)
  ask()
}
