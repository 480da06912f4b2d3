import { createStore, useStore } from '#web/core/store.ts'

/** The page on which somebody asked for a paper, until another page is opened. */
const asked = createStore<string | null>(null)

/** Somebody has asked for a paper by a press: this page prints too, for as long as it is open (docs/decisions/028-print-queue.md). */
export const askForPaper = (): void => asked.set(location.pathname)
export const useAskedForPaper = (pathname: string): boolean => useStore(asked, (page) => page === pathname)
