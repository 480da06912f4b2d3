import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Actions } from '../Frame.tsx'
import { restoreScroll } from '../router.ts'
import { menuElement } from './document.ts'

/** What the menu has besides the Worker's HTML. */
export function MenuPage({ shown }: { shown: boolean }) {
  useEffect(() => {
    menuElement().hidden = !shown
    if (shown) restoreScroll()
  }, [shown])
  const actions = shown ? menuElement().querySelector('.actions') : null
  return actions && createPortal(<Actions />, actions)
}
