import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/core/api.ts'
import { deviceId } from '#web/core/device.ts'
import { apiQuery } from '#web/core/query.ts'

export type Printer = Answer<'GET /print/printers'>['printers'][number]

/** True if the printer is registered for this device, so that this device's print agent reaches it (CONTRACT §9 "Printing"). */
export const isHere = (printer: Printer): boolean => printer.deviceId === deviceId()

const NONE: Printer[] = []
/** The restaurant's printers; none while they are loading. A change on another device shows at once (web/core/liveCache.ts). */
export const usePrinters = (): Printer[] => useQuery(apiQuery('GET /print/printers')).data?.printers ?? NONE
