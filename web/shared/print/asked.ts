import { createStore, useStore } from '#web/core/store.ts'

/** The path of the page on which somebody asked for a paper, until another page is opened. */
const asked = createStore<string | null>(null)

/** Call it when somebody has asked for a paper: this page then prints too, as long as it is open (docs/decisions/028-print-queue.md). */
export const askForPaper = (): void => asked.set(location.pathname)
export const useAskedForPaper = (pathname: string): boolean => useStore(asked, (page) => page === pathname)
