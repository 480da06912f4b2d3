import type { Screen } from '../screens.ts'

/** Pages of owners of several outlets. */
export const screens: readonly Screen[] = []
