import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PrintJobShape } from '#domain/api/printJob.ts'
import { applyEvent, type LiveMessage, reconcile } from '#web/core/liveCache.ts'
import './liveJobs.ts'

let client: QueryClient
beforeEach(() => void (client = new QueryClient()))
const changed = (jobs: PrintJobShape[], seq: number) =>
  applyEvent(client, { event: 'printJob', data: { jobs }, seq, at: '' } as LiveMessage)

describe('print jobs that are not done', () => {
  const JOBS = ['GET /print/jobs', {}]
  const job = (id: string, version: number, closed = false) =>
    ({ _id: id, version, printerId: 'p', waitingSince: '2026-11-23T14:00:00.000Z', closed }) as PrintJobShape
  const ids = (data: unknown) => (data as { jobs: PrintJobShape[] }).jobs.map((j) => `${j._id}@${j.version}`)

  it('follow the queue, and an older state never replaces a newer one', () => {
    client.setQueryData(JOBS, { jobs: [job('a', 3), job('b', 1)], seq: 4 })
    changed([job('a', 2), job('b', 2), job('c', 1)], 5)
    expect(ids(client.getQueryData(JOBS))).toEqual(['a@3', 'b@2', 'c@1'])
    changed([job('b', 3, true)], 6)
    expect(ids(client.getQueryData(JOBS))).toEqual(['a@3', 'c@1'])
  })

  it('merge the events that arrive while the list is being fetched into its answer', () => {
    changed([job('old', 1)], 5)
    changed([job('b', 2, true), job('c', 1)], 8)
    const answer = { jobs: [job('a', 1), job('b', 1)], seq: 7 }
    expect(ids(reconcile(client, 'GET /print/jobs', answer))).toEqual(['a@1', 'c@1'])
  })
})
