import type { UnprintedJob } from '#domain/api/printJob.ts'
import { createStore, useStore } from './store.ts'

/** The print jobs that need somebody, as the room last reported them (web/core/live.ts); none while nobody is signed in. */
const unprinted = createStore<readonly UnprintedJob[]>([])
export const setUnprinted = (jobs: readonly UnprintedJob[]): void => unprinted.set(jobs)
export const useUnprinted = (): readonly UnprintedJob[] => useStore(unprinted)
