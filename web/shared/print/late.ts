import { isUnprinted } from '#domain/printJob.ts'
import type { Answer } from '#web/core/api.ts'
import { useUnprinted } from '#web/core/unprinted.ts'
import { useNow } from '#web/ui/hooks.ts'

type Job = Answer<'GET /print/jobs'>['jobs'][number]

/**
 * The open jobs that staff must be told of, oldest first. Jobs that the room has reported to the rail are included at once, because this device's own clock is read only
 * every 15 s and may be wrong. For a job that was asked for again, the waiting time starts again.
 */
export function useLate(jobs: readonly Job[]): Job[] {
  const now = useNow()
  const told = useUnprinted()
  const isTold = (job: Job) => told.some(({ _id, waitingSince }) => _id === job._id && waitingSince === job.waitingSince)
  return jobs.filter((job) => isUnprinted(job, now) || isTold(job)).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}
