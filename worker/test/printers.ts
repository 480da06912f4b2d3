import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { PrintJobShape } from '#domain/api/printJob.ts'
import type { PrintSettings } from '#domain/api/restaurant.ts'
import { randomId } from '#domain/ids.ts'
import type { PrintStatus, PrintStep } from '#domain/printJob.ts'
import type { Printer, StoredPrinters } from '#domain/printing.ts'
import { batch } from '../db/index.ts'
import { type CallOptions, makeRestaurant, type Reply, testEnv, type World } from './world.ts'

/** A restaurant that prints: its printers, and pages that lease jobs and say what became of them. */
export type Leased = { job: PrintJobShape; fence: number; document: any }

/** Registers printers straight in the database; `kot` and `bill` are of one device. */
export async function withPrinters(
  more: Record<string, Partial<Printer>> = { kitchen: {}, counter: { role: 'bill' } },
  settings: Parameters<typeof makeRestaurant>[0] = {},
  printSettings: Partial<z.infer<typeof PrintSettings>> = {},
) {
  const w = await makeRestaurant(settings)
  const device = randomId()
  const ids = Object.fromEntries(Object.keys(more).map((name) => [name, randomId()]))
  const stored = Object.fromEntries(
    Object.entries(more).map(([name, { fallbackId, ...rest }], i) => [
      ids[name],
      {
        deviceId: device,
        name: `${name} 80mm`,
        role: 'kot',
        stations: [],
        columns: 48,
        ownOnly: false,
        registeredAt: `2026-11-23T00:00:${String(i).padStart(2, '0')}.000Z`,
        fallbackId: fallbackId ? (ids[fallbackId] ?? null) : null,
        ...rest,
      },
    ]),
  ) as unknown as StoredPrinters
  await batch(testEnv.PLATFORM, [
    sql`UPDATE restaurants SET printers = ${JSON.stringify(stored)}, print_settings = ${JSON.stringify({ autoPrintKOT: true, ...printSettings })} WHERE id = ${w.id}`,
  ])
  return Object.assign(w, { device, printers: ids as Record<string, string>, ...pagesOf(w, device, ids) })
}
export type PrintWorld = Awaited<ReturnType<typeof withPrinters>>

function pagesOf(w: World, device: string, ids: Record<string, string | undefined>) {
  return {
    /** What a page of the device gets for these printers. */
    async lease(names: string[] = Object.keys(ids), options: CallOptions = {}): Promise<Leased[]> {
      const printerIds = names.map((name) => ids[name])
      const reply = await w.does('cashier', 'POST /print/lease', { deviceId: device, printerIds }, options)
      if (reply.status !== 200) throw new Error(reply.text)
      return reply.body.jobs
    },
    /** On the device that leased it. */
    step: (
      { job, fence }: Pick<Leased, 'job' | 'fence'>,
      status: PrintStep,
      more: { reason?: string } = {},
      options: CallOptions = {},
    ): Promise<Reply> => {
      const headers = { ...(job.leasedBy === null ? {} : { 'X-Device-Id': job.leasedBy }), ...options.headers }
      return w.does('cashier', `PUT /print/jobs/${job._id}`, { fence, status, ...more }, { ...options, headers })
    },
    /** Every job of the restaurant in the order of the queue. */
    async jobs(): Promise<{ id: string; kind: string; status: PrintStatus; stamp: string | null; [field: string]: any }[]> {
      return w.rows('SELECT * FROM print_jobs WHERE restaurant_id = ? ORDER BY seq', w.id)
    },
    /** Lets so much time pass for the jobs that wait and are leased. */
    async pass(ms: number): Promise<void> {
      const earlier = (name: string) => sql.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', ${name}, '-${ms / 1000} seconds')`)
      await batch(w.db, [
        sql`UPDATE print_jobs SET lease_until = ${earlier('lease_until')}, waiting_since = ${earlier('waiting_since')} WHERE restaurant_id = ${w.id}`,
      ])
    },
  }
}
