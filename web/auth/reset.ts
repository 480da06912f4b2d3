import type { LoginArea } from '#web/core/to.ts'

/** The data that the three pages of a password reset pass on in the history's state, which survives a reload and is not in the address. */
export type ResetState = { area?: LoginArea; email?: string; token?: string }
/** The history's state with which a sign-in page is opened. */
export type LoginState = { notice?: string }
