import { useEffect, useRef } from 'react'
import { sessionNow } from '#web/core/session.ts'
import { confirm, useConfirm } from '#web/app/feedback/confirm.tsx'
import { useLeaveCheck } from '#web/app/leave.tsx'

/** After the session has ended, leave without asking. */
const sessionEnds = () => {
  const { status, leaving } = sessionNow()
  return Boolean(leaving) || status === 'expired' || status === 'out'
}

/** One function for all forms, so that a dirty page with a dirty sheet on it asks once. */
export const askDiscard = () =>
  confirm({
    title: 'Discard what you typed?',
    body: 'It is not saved yet.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    tone: 'danger',
  })

/** The open sheets, each with the question that it asks before it goes. */
const sheets = new Set<() => Promise<boolean>>()
/** For a page beside an open sheet, before it shows something else in its place: asks if what was typed there would be lost. */
export async function mayReplaceSheet(): Promise<boolean> {
  for (const mayClose of sheets) if (!(await mayClose())) return false
  return true
}

type Guarded = {
  on?: boolean
  /** A sheet or dialog. The address's search may keep it open, as it does a list's open row, so that Back closes it although the page stays the same. */
  overlay?: boolean
}

/**
 * Asks before unsaved input is lost: on navigation, on Back from a sheet, on closing the tab (the browser's own dialog), and by the returned
 * `mayClose()`, which a sheet calls before it closes.
 */
export function useUnsavedGuard(isDirty: () => boolean, { on = true, overlay = false }: Guarded = {}): () => Promise<boolean> {
  // Loads the dialog now, so that it can also ask without a connection.
  useConfirm()
  // The person chose to discard: don't ask again while leaving.
  const released = useRef(false)
  const isLost = () => on && !released.current && !sessionEnds() && isDirty()
  useLeaveCheck({
    ask: askDiscard,
    typed: true,
    // The page itself replaces the search while somebody types in a search box, or after the sheet was closed. That leaves no sheet.
    loses: ({ from, to, by }) => (from.pathname !== to.pathname || (overlay && by !== 'REPLACE' && from.search !== to.search)) && isLost(),
  })
  useEffect(() => {
    if (!on) return
    const unload = (event: BeforeUnloadEvent) => (!released.current && isDirty() ? event.preventDefault() : undefined)
    addEventListener('beforeunload', unload)
    return () => removeEventListener('beforeunload', unload)
  })
  const mayClose = async () => {
    if (!on || !isDirty()) return true
    released.current = await askDiscard()
    return released.current
  }
  const latest = useRef(mayClose)
  useEffect(() => void (latest.current = mayClose))
  useEffect(() => {
    if (!overlay) return
    const ask = () => latest.current()
    sheets.add(ask)
    return () => void sheets.delete(ask)
  }, [overlay])
  return mayClose
}
