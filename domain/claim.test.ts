import { describe, expect, it } from 'vitest'
import { canProcess, CLAIM_ACTIONS, MAILED_MS } from './claim.ts'

describe('a claim', () => {
  const now = new Date('2026-11-21T14:30:00.000Z')
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  it.each([
    ['pending', null, ['approve', 'reject']],
    ['approved', ago(MAILED_MS), ['approve', 'withdraw']],
    ['approved', ago(MAILED_MS - 1), ['withdraw']],
    ['approved', null, ['approve', 'withdraw']],
    ['rejected', ago(MAILED_MS), []],
    ['completed', ago(MAILED_MS), []],
  ])('%s since %s: can be %s', (status, processedAt, actions) => {
    expect(CLAIM_ACTIONS.filter((action) => canProcess({ status, processedAt }, action, now))).toEqual(actions)
  })
})
