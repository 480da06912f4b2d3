import type { PrintJobShape } from '#domain/api/printJob.ts'
import { keepLive, withLatest } from '#web/core/liveCache.ts'
import { eachOf, resource } from '#web/core/liveResource.ts'

/** The print jobs that are not done, kept live (web/core/liveCache.ts). Loaded only where the printer is shown, so that most pages' scripts don't contain it. */
const isOpenJob = ({ closed }: PrintJobShape) => !closed

keepLive(
  resource<PrintJobShape>({
    is: (value): value is PrintJobShape =>
      typeof value === 'object' && value !== null && 'version' in value && 'printerId' in value && 'waitingSince' in value,
    queries: {
      'GET /print/jobs': {
        each: (data, change) => ({ ...data, jobs: eachOf(data.jobs, change) }),
        put: (data, job) => ({ ...data, jobs: withLatest(data.jobs, job, isOpenJob) }),
        correct(data, { latest, all }) {
          let jobs = data.jobs.map(latest).filter(isOpenJob)
          for (const { value, seq } of all) if (seq > data.seq) jobs = withLatest(jobs, value, isOpenJob)
          return { ...data, jobs }
        },
      },
    },
  }),
)
