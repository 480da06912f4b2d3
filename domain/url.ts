/**
 * Checks every address that Tawa stores and later shows as a link or an image (of a profile, banner, photo, dish or document), so that no stored text can run
 * as a script or use another scheme (CONTRACT §9).
 */

let localhostAllowed = false
/** In development an address may be `http://localhost…` too. The Worker sets this once when it starts. */
export const allowLocalhost = (allowed: boolean): void => void (localhostAllowed = allowed)

/** The path of an uploaded image, as `POST /media` returns it. */
const OWN_UPLOAD = /^\/v1\/media\/[A-Za-z0-9._~-]{1,120}$/
/** Begins like an address that a person types. The URL parser alone would also accept `https:example.com`, `https:\\example.com` and spaces inside. */
const WRITTEN_OUT = /^https?:\/\/[^\s/\\@?#]+(?:[/?#][^\s\\]*)?$/i
const HAS_CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * May this text be stored as an address? Yes for `https://` with a host name, for the path of our own uploads, and in development for `http://localhost`.
 * Whitespace, control characters, backslashes and a user name before the host are refused, not removed, because browsers read them differently from people.
 */
export function isStorableUrl(text: string): boolean {
  if (OWN_UPLOAD.test(text)) return true
  if (HAS_CONTROL.test(text) || !WRITTEN_OUT.test(text)) return false
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return url.hostname.includes('.') || LOCAL_HOSTS.includes(url.hostname)
  return url.protocol === 'http:' && localhostAllowed && LOCAL_HOSTS.includes(url.hostname)
}
