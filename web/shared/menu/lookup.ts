import { createStore } from '#web/core/store.ts'

/** The name of a dish that the counter should search for; the counter empties it when it has read it. */
export const lookup = createStore('')
