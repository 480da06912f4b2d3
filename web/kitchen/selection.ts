import { createStore } from '#web/core/store.ts'

/** The selected ticket's kotId. Only the tickets read it while they render, so that selecting one renders no more than two of 200. */
export const selection = createStore<string | null>(null)
