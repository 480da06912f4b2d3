import { readText, writeText } from '#web/core/store.ts'
import type { LoginArea } from '#web/core/to.ts'

const KEY = 'tawa_last_login'
export const lastLogin = (): string | null => readText(KEY)
export const rememberLogin = (area: LoginArea | 'diner'): void => writeText(KEY, area)

/** Sorts the sign-in page used last first. */
export const byLastUsed = <T extends { area: LoginArea | 'diner' }>(choices: readonly T[], last: string | null): T[] =>
  [...choices].sort((a, b) => Number(b.area === last) - Number(a.area === last))
