import { useEffect, type ReactNode } from 'react'
import { createPart } from '#web/app/part.ts'
import { messageOf, wasShown } from '#web/core/api.ts'
import { setSpeaker } from '#web/core/say.ts'

type SnackTone = 'plain' | 'success' | 'info' | 'warning' | 'danger'
export type SnackId = string | number
type SnackOptions = {
  /** A snackbar with the same id is replaced. */
  id?: SnackId
  seconds?: number
  icon?: ReactNode
  /** A second, muted line */
  detail?: ReactNode
  action?: { label: string; run: () => void; /** stays after the press */ keep?: boolean }
  onClose?: () => void
}
export type Snack = SnackOptions & { id: SnackId; tone: SnackTone; message: ReactNode }

/** What shows snackbars, once its script is loaded; those said before wait in `early`. */
type Shower = { show: (one: Snack) => void; close: (id?: SnackId) => void }
let shower: Shower | null = null
const early = new Map<SnackId, Snack>()
let count = 0

/** Snacks.tsx gives what shows snackbars, and takes it back with null. */
export function showSnacksWith(next: Shower | null): void {
  shower = next
  if (!next) return
  for (const one of early.values()) next.show(one)
  early.clear()
}

function show(tone: SnackTone, message: ReactNode, options: SnackOptions = {}): SnackId {
  const one: Snack = { ...options, id: options.id ?? `snack-${++count}`, tone, message }
  if (shower) shower.show(one)
  else {
    early.set(one.id, one)
    snacks.fetch()
  }
  return one.id
}

function close(id?: SnackId): void {
  if (id === undefined) early.clear()
  else early.delete(id)
  shower?.close(id)
}

/** Short messages that disappear by themselves. Use the tray for things that need an action. */
export const snack = {
  show: (message: ReactNode, options?: SnackOptions) => show('plain', message, options),
  success: (message: ReactNode, options?: SnackOptions) => show('success', message, options),
  info: (message: ReactNode, options?: SnackOptions) => show('info', message, options),
  warning: (message: ReactNode, options?: SnackOptions) => show('warning', message, options),
  error: (message: ReactNode, options?: SnackOptions) => show('danger', message, options),
  close,
}

/** Shows a failure, unless the person has seen it already. `text` replaces the failure's message. */
export function showError(error: unknown, { text = messageOf(error), ...options }: SnackOptions & { text?: string } = {}): void {
  if (!wasShown(error)) snack.error(text, options)
}

/** Shows messages from code without UI (core/say) as snackbars. */
setSpeaker({
  warning: (message, options) => void snack.warning(message, options),
  error: (message, options) => void snack.error(message, options),
  close: snack.close,
})

const snacks = createPart(() => import('./Snacks.tsx'))

/** Stands once in the app, so that a snackbar survives a change of page; a shell says where by a `SnackPlace`. Its script loads beside the page. */
export function Snackbars() {
  useEffect(() => snacks.fetch(), [])
  // An open dialog hides everything else from assistive tools but live regions. This marks the place before its script is there.
  return (
    <div aria-live="off">
      <snacks.Part />
    </div>
  )
}
