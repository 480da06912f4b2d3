import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { sessionNow } from '#web/core/session.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'

/** All open forms with unsaved input. The router uses only one blocker, so each blocker asks for all forms. */
const open = new Set<() => boolean>()
const anyDirty = () => {
  const { status, leaving } = sessionNow()
  // After the session has ended, leave without asking.
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
 * Asks before unsaved input is lost: on navigation, on closing the tab (the browser's own dialog), and by the returned `mayClose()`, which a sheet calls
 * before it closes.
 */
export function useUnsavedGuard(isDirty: () => boolean, on = true): () => Promise<boolean> {
  const confirm = useConfirm()
  // The person chose to discard: don't ask again while leaving.
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
