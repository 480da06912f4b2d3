import type { Kot, OrderShape } from '#domain/api/order.ts'
import { billPrinter } from '#domain/printing.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { ApiError, type Input, messageOf, wasShown } from '#web/core/api.ts'
import { command } from '#web/core/attempt.ts'
import { deviceId } from '#web/core/device.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { billText } from '#web/shared/order/label.ts'
import { askForPaper } from './asked.ts'
import { watchKot } from './kotResult.ts'

/**
 * Prints by the server's queue (docs/decisions/028-print-queue.md). Each function says whether it did: false where no printer is registered for it, or this person
 * may not ask; then the browser prints. Fetched at the first press.
 */

const allPrinters = async () => (await queryClient.fetchQuery(apiQuery('GET /print/printers')).catch(() => null))?.printers ?? []
const hasBillPrinter = async () => billPrinter(await allPrinters(), deviceId()) !== null

async function enqueue(body: Input<'POST /print/jobs'>['body'], done: string, watched?: ReturnType<typeof watchKot>): Promise<boolean> {
  askForPaper()
  try {
    const { jobs } = await command('POST /print/jobs', { body })
    snack.success(done)
    watched?.follow(jobs)
  } catch (error) {
    watched?.stop()
    if (error instanceof ApiError && error.code === 'no_printer') return false
    if (!wasShown(error)) snack.error(messageOf(error))
  }
  return true
}

/** `before` is the order as it was when its bill was asked for, `now` as it is numbered and marked printed. */
export async function bill(before: OrderShape, now: OrderShape): Promise<boolean> {
  if (!(await hasBillPrinter())) return false
  const name = `Bill ${billText(now.billNumber)}`.trim()
  if (now.billPrintedAt === before.billPrintedAt) return enqueue({ kind: 'bill', orderId: now._id }, `${name} is being printed again`)
  // The command that numbered the bill has ordered its paper.
  askForPaper()
  snack.success(`${name} is being printed`)
  return true
}

/** Prints a ticket once more, and says later how it came out. */
export async function kot({ _id }: OrderShape, { kotId, kotNumber }: Kot): Promise<boolean> {
  const printers = await allPrinters()
  if (!printers.some(({ role }) => role === 'kot')) return false
  return enqueue({ kind: 'kot', orderId: _id, kotId }, `KOT ${kotNumber ?? ''} is being printed again`, watchKot(printers))
}

/** Prints the summary of a day. `ordered`: closing the day has ordered its paper already. */
export async function day(date: string, name: string, ordered: boolean): Promise<boolean> {
  if (!(await hasBillPrinter())) return false
  if (!ordered) return enqueue({ kind: 'dayEnd', date }, `${name} is being printed`)
  askForPaper()
  snack.success(`${name} is being printed`)
  return true
}
