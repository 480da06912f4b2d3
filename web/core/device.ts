import { randomId } from '#domain/ids.ts'
import { readText, writeText } from './store.ts'

const KEY = 'tawa_device'
let known: string | null = null

/** This device's random id, which staff's calls carry as `X-Device-Id` (CONTRACT §9). Without a storage it lasts until the page is closed. */
export function deviceId(): string {
  known ??= readText(KEY)
  if (known === null || !/^[A-Za-z0-9_-]{1,64}$/.test(known)) {
    known = randomId()
    writeText(KEY, known)
  }
  return known
}
