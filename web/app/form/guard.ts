import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { sessionNow } from '#web/core/session.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'

/** Every open form with something to lose. The router asks one blocker only, so each asks for all of them. */
const open = new Set<() => boolean>()
const anyDirty = () => {
  const { status, leaving } = sessionNow()
  // A session that has ended takes the page away without a question.
  if (leaving || status === 'expired' || status === 'out') return false
  return [...open].some((isDirty) => isDirty())
}

const QUESTION = {
  title: 'Discard what you typed?',
  body: 'It is not saved yet.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  tone: 'danger',
} as const

/**
 * Asks before unsaved input is lost: on another page, on closing the tab (in the browser's words), and through the answer, `mayClose()`, which a sheet asks
 * before it closes.
 */
export function useUnsavedGuard(isDirty: () => boolean, on = true): () => Promise<boolean> {
  const confirm = useConfirm()
  // The answer was to discard: nothing asks again on the way out.
  const released = useRef(false)
  useEffect(() => {
    if (!on) return
    const check = () => !released.current && isDirty()
    const unload = (event: BeforeUnloadEvent) => (check() ? event.preventDefault() : undefined)
    open.add(check)
    addEventListener('beforeunload', unload)
    return () => {
      open.delete(check)
      removeEventListener('beforeunload', unload)
    }
  })
  const blocker = useBlocker(({ currentLocation, nextLocation }) => on && currentLocation.pathname !== nextLocation.pathname && anyDirty())
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm(QUESTION).then((discard) => (discard ? blocker.proceed() : blocker.reset()))
  }, [blocker, confirm])
  return async () => {
    if (!on || !isDirty()) return true
    released.current = await confirm(QUESTION)
    return released.current
  }
}
