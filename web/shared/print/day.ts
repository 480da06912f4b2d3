import type { DayEndDocument } from '#domain/api/paper.ts'
import { openPrint } from './host.tsx'
import { byQueue } from './print.tsx'
import type { DayPaper } from './queued.ts'

/**
 * Prints the summary of a day, by the queue or in the preview as `usePrint` does. `paper`: what closing the day has made of it already. `document` is what the
 * preview shows.
 */
export function printDay(
  date: string,
  { name, document, paper }: { name: string; document: DayEndDocument; paper: DayPaper | null },
): void {
  const preview = () => openPrint({ kind: 'document', name, document })
  void byQueue((queue) => queue.day(date, name, paper, !document.running), preview)
}
