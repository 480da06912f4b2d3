import { describe, expect, it } from 'vitest'
import { canProcess, MAILED_MS } from './claim.ts'

describe('a claim', () => {
  const now = new Date('2026-11-21T14:30:00.000Z')
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  it.each([
    ['pending', null, true, true],
    ['approved', ago(MAILED_MS), true, false],
    ['approved', ago(MAILED_MS - 1), false, false],
    ['approved', null, true, false],
    ['rejected', ago(MAILED_MS), false, false],
    ['completed', ago(MAILED_MS), false, false],
  ])('%s since %s: can be approved %s, can be rejected %s', (status, processedAt, approve, reject) => {
    expect([canProcess({ status, processedAt }, 'approve', now), canProcess({ status, processedAt }, 'reject', now)]).toEqual([
      approve,
      reject,
    ])
  })
})
