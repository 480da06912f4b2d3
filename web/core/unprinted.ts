import type { UnprintedJob } from '#domain/api/printJob.ts'
import { createStore, useStore } from './store.ts'

/** The print jobs that wait for a person, as the room last said (web/core/live.ts); none while nobody is signed in. */
const unprinted = createStore<readonly UnprintedJob[]>([])
export const setUnprinted = (jobs: readonly UnprintedJob[]): void => unprinted.set(jobs)
export const useUnprinted = (): readonly UnprintedJob[] => useStore(unprinted)
