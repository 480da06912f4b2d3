import { isUnprinted } from '#domain/printJob.ts'
import type { Answer } from '#web/core/api.ts'
import { useUnprinted } from '#web/core/unprinted.ts'
import { useNow } from '#web/ui/hooks.ts'

type Job = Answer<'GET /print/jobs'>['jobs'][number]

/**
 * Those of the open jobs that the staff must be told of, oldest first. What the room has told the rail is among them with the same event: this device's own time
 * moves every 15 s, and may be late. A job that was asked for again since waits anew.
 */
export function useLate(jobs: readonly Job[]): Job[] {
  const now = useNow()
  const told = useUnprinted()
  const isTold = (job: Job) => told.some(({ _id, waitingSince }) => _id === job._id && waitingSince === job.waitingSince)
  return jobs.filter((job) => isUnprinted(job, now) || isTold(job)).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}
