import type { LoginArea } from '#web/core/to.ts'

/** What the three pages of a new password hand on, in the history's state: it survives a reload and is in no address. */
export type ResetState = { area?: LoginArea; email?: string; token?: string }
/** What a sign-in page is opened with. */
export type LoginState = { notice?: string }
