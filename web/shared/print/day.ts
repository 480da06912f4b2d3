import type { PrintDocument } from '#domain/api/paper.ts'
import { openPrint } from './host.tsx'
import { byQueue } from './print.tsx'

/**
 * Prints the summary of a day, by the queue or in the preview as `usePrint` does. `ordered`: closing the day has ordered its paper already. `document` is what the
 * preview shows.
 */
export function printDay(date: string, { name, document, ordered }: { name: string; document: PrintDocument; ordered: boolean }): void {
  const preview = () => openPrint({ kind: 'document', name, document })
  void byQueue((queue) => queue.day(date, name, ordered), preview)
}
