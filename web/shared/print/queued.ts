import type { Kot, OrderShape } from '#domain/api/order.ts'
import { billPrinter } from '#domain/printing.ts'
import type { PrintJobShape } from '#domain/api/printJob.ts'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { type Answer, ApiError, type Input } from '#web/core/api.ts'
import { command } from '#web/core/attempt.ts'
import { deviceId } from '#web/core/device.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { billText } from '#web/shared/order/label.ts'
import { askForPaper } from './asked.ts'
import { printed } from './host.tsx'
import { watchKot } from './kotResult.ts'

/**
 * Prints through the server's queue (docs/decisions/028-print-queue.md). Each function returns whether it did: false if no printer is registered for the paper, or this
 * person may not ask for it; then the browser prints. Loaded at the first press.
 */

/** The print jobs that closing a day made of its report. */
export type DayPaper = NonNullable<Answer<'GET /orders/daily-summary'>['paper']>

/**
 * null while printing is switched off: the server makes no papers then, and the preview says why; and if this device doesn't know the printers. What was
 * changed since it was read is read again; without a connection, what was read before counts, whatever its age.
 */
async function knownPrinters() {
  const [profileQuery, printersQuery] = [apiQuery('GET /restaurant/profile'), apiQuery('GET /print/printers')]
  const [profile, registered] = await Promise.all([
    queryClient.fetchQuery(profileQuery).catch(() => queryClient.getQueryData(profileQuery.queryKey)),
    queryClient.fetchQuery(printersQuery).catch(() => queryClient.getQueryData(printersQuery.queryKey)),
  ])
  return profile?.restaurant.printSettings.enablePrint === false ? null : (registered?.printers ?? null)
}
const allPrinters = async () => (await knownPrinters()) ?? []
const hasBillPrinter = async (): Promise<boolean> => billPrinter(await allPrinters(), deviceId()) !== null

/** Is a bill that isn't marked as printed shown first, because the browser prints it here? Where that isn't known, or printing is off, it is marked at once. */
export async function isLookedAt({ orderStatus, billPrintedAt }: OrderShape): Promise<boolean> {
  if (orderStatus !== 'pending' || billPrintedAt !== null) return false
  const printers = await knownPrinters()
  return printers !== null && billPrinter(printers, deviceId()) === null
}

/** Asks for the paper, and says so by its name. */
async function enqueue(body: Input<'POST /print/jobs'>['body'], name: string, watched?: ReturnType<typeof watchKot>): Promise<boolean> {
  askForPaper()
  try {
    const { jobs } = await command('POST /print/jobs', { body })
    const isPartly = jobs.length < (jobs[0]?.parts ?? 1)
    snack.success(
      printing(name, jobs[0]?.stamp),
      isPartly ? { detail: 'The rest of it is waiting for its printer already, or is being printed.' } : undefined,
    )
    watched?.follow(jobs)
  } catch (error) {
    watched?.stop()
    if (error instanceof ApiError && error.code === 'no_printer') return false
    showError(error)
  }
  return true
}

/** `paper`: what the command that marked the bill as printed just now has answered, whether it made its print job; undefined if it was marked before. */
export async function bill(order: OrderShape, paper?: boolean): Promise<boolean> {
  if (paper === false) return false
  const name = `Bill ${billText(order.billNumber)}`.trim()
  if (!paper && !(await hasBillPrinter())) return false
  printed.set(order._id, order)
  if (!paper) return enqueue({ kind: 'bill', orderId: order._id }, name)
  askForPaper()
  snack.success(printing(name, null))
  return true
}

/** Prints a ticket once more, and says later how it came out. */
export async function kot({ _id }: OrderShape, { kotId, kotNumber }: Kot): Promise<boolean> {
  const printers = await allPrinters()
  if (!printers.some(({ role }) => role === 'kot')) return false
  return enqueue({ kind: 'kot', orderId: _id, kotId }, `KOT ${kotNumber ?? ''}`.trim(), watchKot(printers))
}

/** The message for a print; a copy names the mark that is on the paper. */
const printing = (name: string, stamp: PrintJobShape['stamp'] | undefined) =>
  stamp ? `${name} is being printed again, marked ${stamp}` : `${name} is being printed`

/** Prints the summary of a day. `paper`: what closing the day has made of it already; `closed`: the day has ended, or was closed without a reset of the counter. */
export async function day(date: string, name: string, paper: DayPaper | null, closed = false): Promise<boolean> {
  if (paper?.ordered) {
    askForPaper()
    snack.success(printing(name, null))
    return true
  }
  if (paper) {
    sayStands(name, paper.job)
    return true
  }
  if (!(await hasBillPrinter())) return false
  return enqueue({ kind: 'dayEnd', date, ...(closed ? { closed } : {}) }, name)
}

/** A day that is closed again with the same figures prints nothing: shows what happened to the first paper, and offers another one. */
function sayStands(name: string, { _id, status }: PrintJobShape): void {
  const detail = 'The figures are the same as when the day was last closed.'
  if (status === 'queued' || status === 'leased' || status === 'printing') {
    askForPaper()
    snack.info(`${name} is waiting for its printer already`, { detail })
    return
  }
  const again = async () => {
    askForPaper()
    try {
      const { job } = await command('POST /print/jobs/:id/again', { params: { id: _id }, body: {} })
      snack.success(printing(name, job.stamp))
    } catch (error) {
      showError(error)
    }
  }
  const action = { label: 'Print again', run: () => void again() }
  if (status === 'printed') snack.info(`${name} is printed already`, { detail, action })
  else if (status === 'unknown') snack.warning(`${name} may be printed already. Look at the printer first.`, { detail, action })
  else snack.warning(`${name} was not printed`, { detail, action })
}
