import type { Screen } from '../screens.ts'

/** Pages of Tawa’s own staff. */
export const screens: readonly Screen[] = []
