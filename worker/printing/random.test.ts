import { describe, expect, it } from 'vitest'
import { LEASE_MS, PRINTING_MS } from '#domain/printJob.ts'
import { env } from '../test/env.ts'
import { type Leased, type PrintWorld, withPrinters } from '../test/printers.ts'

/**
 * The server's side of the queue alone: three pages print while at random a page dies, an answer is lost, or the agent fails. Nothing may be lost silently, printed
 * twice without a stamp, or out of order. `PRINTS=500 PRINTS_SEED=7 vitest run --project worker worker/printing/random` plays more. `npm run prints` does it with
 * real pages (e2e/prints/run.ts).
 */
const JOBS = Number(env.PRINTS ?? 20)
const SEED = Number(env.PRINTS_SEED ?? (env.PRINTS ? Date.now() % 1_000_000 : 13))

/** mulberry32 */
function randomOf(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

type Sheet = { printer: string; number: number | null; jobId: string; stamp: string | null }

/** Sends, and prints by pages that fail. Returns what came out of the printers, and the jobs that failed and a person asked for later. */
async function play(w: PrintWorld, random: () => number): Promise<{ sheets: Sheet[]; later: Set<string> }> {
  const sheets: Sheet[] = []
  const later = new Set<string>()
  const chance = (share: number) => random() < share
  const names = Object.keys(w.printers)
  let sent = 0
  /** A page's whole work with one job, until it is done or the page dies. */
  const print = async (paper: Leased): Promise<void> => {
    const lost = () => chance(0.1)
    // The page dies with the job in hand.
    if (chance(0.1)) return
    // An answer is lost: the page asks again, as it must know before it prints.
    let begun = await w.step(paper, 'printing')
    if (lost()) begun = await w.step(paper, 'printing')
    if (begun.status !== 200) return
    if (chance(0.05)) return
    const fails = chance(0.1)
    if (!fails) sheets.push({ printer: paper.job.printerId, number: paper.job.number, jobId: paper.job._id, stamp: paper.job.stamp })
    if (chance(0.1)) return
    const outcome = fails ? 'failed' : chance(0.05) ? 'unknown' : 'printed'
    await w.step(paper, outcome)
    if (lost()) await w.step(paper, outcome)
  }
  const ask = async (id: string) => {
    const { body } = await w.does('cashier', `POST /print/jobs/${id}/again`, {})
    // Queued again as it was, also a stamped copy; a new copy begins to wait when it is made, and comes last anyway.
    if (body.job && body.job.waitingSince !== body.job.createdAt) later.add(body.job._id)
  }
  const unfinished = async () => (await w.jobs()).filter((job) => job.closed_at === null)
  while (sent < JOBS || (await unfinished()).length > 0) {
    if (sent < JOBS) {
      const some = Math.min(JOBS - sent, 1 + Math.floor(random() * 4))
      await Promise.all(Array.from({ length: some }, () => w.order([w.line('plain')], { orderType: 'Take Away' })))
      sent += some
    }
    // Three pages ask at once, each for every printer.
    const papers = (await Promise.all([1, 2, 3].map(() => w.lease(names)))).flat()
    expect(new Set(papers.map((p) => p.job._id)).size).toBe(papers.length)
    await Promise.all(papers.map(print))
    // Time passes, and a person looks after what is left.
    if (chance(0.5)) await w.pass(chance(0.5) ? LEASE_MS : PRINTING_MS)
    for (const job of await unfinished()) if (['failed', 'unknown'].includes(job.status) && chance(0.7)) await ask(job.id)
    if (sent === JOBS)
      for (const job of (await w.does('cashier', 'GET /print/jobs')).body.jobs) if (job.status === 'unknown') await ask(job._id)
  }
  return { sheets, later }
}

describe(`${JOBS} jobs, PRINTS_SEED=${SEED}`, () => {
  it('come out once, or are marked, and in order', { timeout: 60_000 + JOBS * 2_000 }, async () => {
    const w = await withPrinters()
    const { sheets, later } = await play(w, randomOf(SEED))
    const jobs = await w.jobs()
    const first = jobs.filter((job) => job.copy === 0)
    expect(first).toHaveLength(JOBS)
    // Nothing is lost silently: each ticket came out, in whatever copy.
    const out = new Set(sheets.map((s) => s.number))
    expect(first.filter((job) => !out.has(job.number)).map((job) => job.number)).toEqual([])
    // No second sheet of a ticket is without a stamp, and no job came out twice.
    const unmarked = sheets.filter((s) => s.stamp === null).map((s) => s.number)
    expect(unmarked.filter((n, i) => unmarked.indexOf(n) !== i)).toEqual([])
    expect(sheets.length).toBe(new Set(sheets.map((s) => s.jobId)).size)
    // In order, but for what failed and was asked for again later by a person.
    const order = sheets.filter((s) => !later.has(s.jobId)).map((s) => jobs.findIndex((job) => job.id === s.jobId))
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })
})
