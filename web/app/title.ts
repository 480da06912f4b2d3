import { useEffect } from 'react'
import { createStore, useStore } from '#web/core/store.ts'

const title = createStore('')
/** The header's words and the tab's. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    title.set(text)
    document.title = text ? `${text} · Tawa` : 'Tawa'
  }, [text])
}
export const useTitle = (): string => useStore(title)
