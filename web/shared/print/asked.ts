import { useLocation } from 'react-router'
import { useMay } from '#web/core/may.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'

/** The pages that print by themselves (SPEC §2). */
const PRINTING: readonly string[] = [to.pos(), to.kitchen(), to.tables(), to.orders()]

/** The path of the page on which somebody asked for a paper, until another page is opened. */
const asked = createStore<string | null>(null)

/** Call it when somebody has asked for a paper: this page then prints too, as long as it is open (docs/decisions/028-print-queue.md). */
export const askForPaper = (): void => asked.set(location.pathname)
export const useAskedForPaper = (pathname: string): boolean => useStore(asked, (page) => page === pathname)

/** Does this page print what this device's printers have to print? */
export function usePagePrints(): boolean {
  const { pathname } = useLocation()
  const isAsked = useAskedForPaper(pathname)
  return useMay('POST /print/lease').ok && (isAsked || PRINTING.includes(pathname.replace(/\/$/, '')))
}
