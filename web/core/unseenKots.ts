import { createStore, useStore } from './store.ts'

/** The tickets that no kitchen screen has acknowledged in time, as the room last reported them (web/core/live.ts); none while nobody is signed in. */
const unseen = createStore<readonly string[]>([])
export const setUnseenKots = (kotIds: readonly string[]): void => unseen.set(kotIds)
export const useUnseenKots = (): readonly string[] => useStore(unseen)
