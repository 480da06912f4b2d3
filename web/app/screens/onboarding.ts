import type { Screen } from '../screens.ts'

/** Pages of sign-up and of claiming a restaurant. */
export const screens: readonly Screen[] = []
