import { describe, expect, it } from 'vitest'
import {
  again,
  asOf,
  dismissed,
  FALLBACK_MS,
  isUnprinted,
  needsCare,
  LEASE_MS,
  leases,
  PRINT_STATUSES,
  PRINT_STEPS,
  PRINTING_MS,
  printLabel,
  type PrintJob,
  type PrintStatus,
  STALE_MS,
  stepped,
  UNPRINTED_MS,
  unprintedFrom,
} from './printJob.ts'
import type { Printer } from './printing.ts'

const NOW = Date.parse('2026-11-23T14:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()
const job = (status: PrintStatus, more: Partial<PrintJob> = {}): PrintJob => ({
  id: 'j1',
  status,
  printerId: 'kitchen',
  movedFrom: null,
  fence: status === 'queued' ? 0 : 1,
  leasedBy: status === 'queued' ? null : 'till',
  leaseUntil: status === 'leased' || status === 'printing' ? iso(NOW + 1000) : null,
  reason: null,
  waitingSince: iso(NOW - 1000),
  closedAt: status === 'printed' ? iso(NOW) : null,
  closedBy: null,
  ...more,
})
const printer = (id: string, more: Partial<Printer> = {}): Printer => ({
  id,
  deviceId: 'till',
  name: id,
  role: 'kot',
  stations: [],
  columns: 48,
  fallbackId: null,
  ownOnly: false,
  registeredAt: '',
  ...more,
})
const PRINTERS = [printer('kitchen', { fallbackId: 'bar' }), printer('bar')]
const by = { now: NOW, by: 'Asha', deviceId: 'till', printers: [printer('kitchen')] }
const codeOf = (act: () => unknown) => {
  try {
    act()
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a lease that ends', () => {
  it('returns the job to the queue if printing had not begun, and makes it unknown if it had', () => {
    expect(asOf(job('leased'), NOW + 999).status).toBe('leased')
    expect(asOf(job('leased'), NOW + 1000)).toMatchObject({ status: 'queued', leaseUntil: null, fence: 1 })
    expect(asOf(job('printing'), NOW + 999).status).toBe('printing')
    expect(asOf(job('printing'), NOW + 1000)).toMatchObject({ status: 'unknown', leaseUntil: null, closedAt: null })
  })

  it('never queues a job whose printing had begun, however long ago', () => {
    for (const ms of [1000, PRINTING_MS, STALE_MS, 100 * STALE_MS]) expect(asOf(job('printing'), NOW + ms).status).toBe('unknown')
  })

  it('fails a job that waited too long to print by itself', () => {
    const old = job('queued', { waitingSince: iso(NOW - STALE_MS) })
    expect(asOf(old, NOW).status).toBe('failed')
    expect(asOf(old, NOW - 1)).toBe(old)
    expect(asOf({ ...old, status: 'leased', leaseUntil: iso(NOW) }, NOW).status).toBe('failed')
  })

  it('changes no finished job', () => {
    for (const status of ['printed', 'failed', 'unknown'] as const) {
      const over = job(status, { waitingSince: iso(0) })
      expect(asOf(over, NOW)).toBe(over)
    }
  })
})

describe('a lease', () => {
  const lease = (jobs: PrintJob[], own = [PRINTERS[0]!], now = NOW) => leases(jobs, own, PRINTERS, { deviceId: 'till', now })

  it('takes the oldest job of a printer and gives it a new fencing number', () => {
    expect(lease([job('queued', { id: 'a' }), job('queued', { id: 'b' })])).toEqual([
      { ...job('queued', { id: 'a' }), status: 'leased', fence: 1, leasedBy: 'till', leaseUntil: iso(NOW + LEASE_MS) },
    ])
  })

  it('takes nothing while the printer has a job leased or printing; failed jobs don’t block it', () => {
    expect(lease([job('printing', { id: 'a' }), job('queued', { id: 'b' })])).toEqual([])
    expect(lease([job('leased', { id: 'a' }), job('queued', { id: 'b' })])).toEqual([])
    expect(lease([job('unknown', { id: 'a' }), job('failed', { id: 'c' }), job('queued', { id: 'b' })]).map((j) => j.id)).toEqual(['b'])
  })

  it('gives each printer one job, and the same job to one printer only', () => {
    const old = { waitingSince: iso(NOW - FALLBACK_MS) }
    expect(lease([job('queued', { id: 'a', ...old })], [...PRINTERS].reverse()).map((j) => [j.id, j.printerId])).toEqual([['a', 'bar']])
    expect(
      lease([job('queued', { id: 'a' }), job('queued', { id: 'b', printerId: 'bar' })], PRINTERS).map((j) => [j.id, j.printerId]),
    ).toEqual([
      ['a', 'kitchen'],
      ['b', 'bar'],
    ])
  })

  it('takes over from a printer whose fallback it is, only after a wait', () => {
    const waits = job('queued', { waitingSince: iso(NOW - FALLBACK_MS) })
    expect(lease([waits], [PRINTERS[1]!], NOW - 1)).toEqual([])
    expect(lease([waits], [PRINTERS[1]!])).toMatchObject([{ printerId: 'bar', movedFrom: 'kitchen' }])
    // The kitchen's printer is nobody's fallback.
    expect(lease([{ ...waits, printerId: 'bar' }])).toEqual([])
  })
})

describe('a step', () => {
  it('is refused from any device but the one that leased the job', () => {
    for (const deviceId of ['another', null])
      for (const step of PRINT_STEPS)
        expect(codeOf(() => stepped(job('printing'), { fence: 1, step }, { ...by, deviceId }))).toBe('lease_lost')
    expect(codeOf(() => stepped(job('failed', { leasedBy: null }), { fence: 1, step: 'printed' }, { ...by, deviceId: null }))).toBe(
      'lease_lost',
    )
  })

  it('is allowed from these statuses and from no other', () => {
    const taken = PRINT_STEPS.map((step) => [
      step,
      PRINT_STATUSES.filter((from) => from !== step && codeOf(() => stepped(job(from), { fence: job(from).fence, step }, by)) === null),
    ])
    expect(Object.fromEntries(taken)).toEqual({
      printing: ['leased'],
      printed: ['printing', 'unknown'],
      failed: ['leased', 'printing', 'unknown'],
      unknown: ['printing'],
      queued: ['leased', 'printing'],
    })
  })

  it('that is repeated changes nothing', () => {
    for (const status of PRINT_STEPS) {
      const same = job(status, { leasedBy: 'till' })
      expect(stepped(same, { fence: same.fence, step: status }, by)).toBe(same)
    }
  })

  it('with an older fencing number is refused, and so is one after the lease has ended', () => {
    for (const status of PRINT_STATUSES)
      for (const step of PRINT_STEPS)
        expect([status, step, codeOf(() => stepped(job(status, { fence: 2 }), { fence: 1, step }, by))]).toEqual([
          status,
          step,
          'lease_lost',
        ])
    expect(codeOf(() => stepped(asOf(job('leased'), NOW + 1000), { fence: 1, step: 'printing' }, by))).toBe('lease_lost')
  })

  it('closes a printed job, and nothing changes a closed one', () => {
    expect(stepped(job('printing'), { fence: 1, step: 'printed' }, by)).toMatchObject({
      status: 'printed',
      closedAt: iso(NOW),
      closedBy: 'Asha',
      leaseUntil: null,
    })
    expect(codeOf(() => stepped(job('unknown', { closedAt: iso(NOW) }), { fence: 1, step: 'printed' }, by))).toBe('invalid_transition')
  })

  it('keeps the reason of a failure, and sends the job to the fallback printer, once', () => {
    const failed = { fence: 1, step: 'failed' as const, reason: ' No paper ' }
    expect(stepped(job('printing'), failed, by)).toMatchObject({ status: 'failed', reason: 'No paper', closedAt: null })
    const moved = stepped(job('printing'), failed, { ...by, printers: PRINTERS })
    expect(moved).toMatchObject({ status: 'queued', printerId: 'bar', movedFrom: 'kitchen', leaseUntil: null })
    const twice = [printer('kitchen', { fallbackId: 'bar' }), printer('bar', { fallbackId: 'kitchen' })]
    expect(stepped({ ...moved, status: 'printing' }, failed, { ...by, printers: twice })).toMatchObject({
      status: 'failed',
      printerId: 'bar',
    })
  })

  it('never sends what may be printed to another printer', () => {
    expect(stepped(job('printing'), { fence: 1, step: 'unknown' }, { ...by, printers: PRINTERS })).toMatchObject({
      status: 'unknown',
      printerId: 'kitchen',
    })
  })
})

describe('printing again', () => {
  const ask = (from: PrintJob, printerId?: string) => again(from, { printerId, now: NOW, by: 'Asha' })

  it('queues what certainly was not printed, unmarked, and lets it wait anew', () => {
    const { job: next, stamp } = ask(job('failed', { waitingSince: iso(0), closedAt: iso(1) }), 'bar')
    expect([stamp, next]).toMatchObject([
      null,
      { status: 'queued', printerId: 'bar', movedFrom: 'kitchen', waitingSince: iso(NOW), closedAt: null },
    ])
  })

  it('stamps what was printed, or may have been', () => {
    expect(ask(job('printed')).stamp).toBe('REPRINT')
    expect(ask(job('unknown'))).toMatchObject({ stamp: 'DUPLICATE', job: { status: 'unknown', closedAt: iso(NOW), closedBy: 'Asha' } })
  })

  it('is refused while a copy is under way', () => {
    for (const status of ['queued', 'leased', 'printing'] as const) expect(codeOf(() => ask(job(status)))).toBe('print_pending')
    expect(codeOf(() => ask(job('printing'), 'bar'))).toBe('print_pending')
    expect(ask(job('queued'), 'bar')).toMatchObject({ stamp: null, job: { status: 'queued', printerId: 'bar' } })
  })
})

it('a job that is dismissed is closed and does not print; one that is printing can’t be dismissed', () => {
  expect(dismissed(job('queued'), by)).toMatchObject({ status: 'failed', closedAt: iso(NOW), closedBy: 'Asha' })
  expect(dismissed(job('unknown'), by)).toMatchObject({ status: 'unknown', closedAt: iso(NOW) })
  expect(dismissed(job('printed'), by)).toEqual(job('printed'))
  for (const status of ['leased', 'printing'] as const) expect(codeOf(() => dismissed(job(status), by))).toBe('print_pending')
})

it('a job is reported after 30 s, until it is closed', () => {
  const waits = job('queued', { waitingSince: iso(NOW - UNPRINTED_MS) })
  expect([isUnprinted(waits, NOW), isUnprinted(waits, NOW - 1)]).toEqual([true, false])
  const fresh = { waitingSince: iso(NOW) }
  expect(PRINT_STATUSES.filter((status) => isUnprinted({ status, ...fresh }, NOW))).toEqual(['failed', 'unknown'])
  // The person in front of a drawer sees that it didn't open.
  expect([isUnprinted({ ...waits, kind: 'drawer' }, NOW), needsCare({ ...waits, kind: 'drawer' }), needsCare(waits)]).toEqual([
    false,
    false,
    true,
  ])
})

it('the room’s alarm is due after 30 s, and at once when a print failed or nobody knows whether it did', () => {
  const due = (status: PrintStatus) => unprintedFrom({ status, waitingSince: iso(NOW) }) - NOW
  expect([due('queued'), due('printing'), due('failed'), due('unknown')]).toEqual([UNPRINTED_MS, UNPRINTED_MS, 0, 0])
})

it.each([
  [{ kind: 'kot', number: 12, title: 'Table 7' }, 'KOT 12'],
  [{ kind: 'cancellation', number: 12, title: 'Table 7' }, 'KOT 12 cancelled'],
  [{ kind: 'move', number: 12, title: 'T7' }, 'KOT 12 moved to T7'],
  [{ kind: 'bill', number: 42, title: 'Table 7' }, 'Bill 0042'],
  [{ kind: 'dayEnd', number: null, title: '2026-11-23' }, 'Day-end report'],
  [{ kind: 'test', number: null, title: '' }, 'Test page'],
  [{ kind: 'drawer', number: null, title: '' }, 'Cash drawer'],
] as const)('%j is called %s', (which, label) => expect(printLabel(which)).toBe(label))
