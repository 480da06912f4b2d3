import { useQuery } from '@tanstack/react-query'
import { roleFor } from '#domain/printing.ts'
import type { Answer } from '#web/core/api.ts'
import { deviceId } from '#web/core/device.ts'
import { apiQuery } from '#web/core/query.ts'

export type Printer = Answer<'GET /print/printers'>['printers'][number]

/** True if the printer is registered for this device, so that this device's print agent reaches it (CONTRACT §9 "Printing"). */
export const isHere = (printer: Printer): boolean => printer.deviceId === deviceId()

const NONE: Printer[] = []
/** The restaurant's printers; none while they are loading. A change on another device shows at once (web/core/liveCache.ts). */
export const usePrinters = (): Printer[] => useQuery(apiQuery('GET /print/printers')).data?.printers ?? NONE

/**
 * The other printer that may take all of these papers: it prints papers of their kind and waits for none of them. `down`: this computer's agent is away, so its printers print nothing.
 */
export const standInFor = (
  jobs: readonly { kind: string; printerId: string }[],
  printers: readonly Printer[],
  down: boolean,
): Printer | undefined =>
  printers.find((one) => !(down && isHere(one)) && jobs.every((job) => roleFor(job.kind) === one.role && job.printerId !== one._id))
