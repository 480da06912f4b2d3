import { type Columns, logoWidthFor } from '#domain/print/lines.ts'
import { say } from '#web/core/say.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { type PrintProblem, withFix } from './problems.ts'
import { logoPicture, logoProblem, type Picture } from './raster.ts'

/** The last logo that this page could not read, and why. */
const unread = createStore<{ image: string; problem: PrintProblem } | null>(null)

/** Why bills are printed without this logo (`logoOf`); null if it could be read, or was not tried yet. */
export const useLogoProblem = (image: string | null): PrintProblem | null =>
  useStore(unread, (now) => (image !== null && now?.image === image ? now.problem : null))

/** The browser could not show this logo. */
export const logoFailed = (image: string): void => {
  if (unread.get()?.image !== image) unread.set({ image, problem: logoProblem(image) })
}

/**
 * The logo above a bill as a picture; null without one. A bill without its logo is better than none, so one that can't be read is left out. That is said once,
 * and stays in the print tray.
 */
export async function logoFor(image: string | null, columns: Columns): Promise<Picture | null> {
  if (!image) return null
  try {
    return await logoPicture(image, logoWidthFor(columns))
  } catch {
    if (unread.get()?.image !== image) {
      const problem = logoProblem(image)
      unread.set({ image, problem })
      say.warning(withFix(problem.message), { id: 'logo' })
    }
    return null
  }
}
