import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { toast, Toaster } from 'sonner'
import { messageOf, wasShown } from '#web/core/api.ts'
import { setSpeaker } from '#web/core/say.ts'
import { cx } from '#web/ui/cx.ts'
import { leavesFocus } from '#web/ui/hooks.ts'
import { useSnackPlace } from './SnackPlace.tsx'

/** SPEC §9: hidden after 5 s. */
const SNACK_MS = 5000

type SnackTone = 'plain' | 'success' | 'info' | 'warning' | 'danger'
type SnackOptions = {
  /** A snackbar with the same id is replaced. */
  id?: string
  seconds?: number
  icon?: ReactNode
  /** A second, muted line */
  detail?: ReactNode
  action?: { label: string; run: () => void; /** stays after the press */ keep?: boolean }
  onClose?: () => void
}

const icons: Record<SnackTone, ReactNode> = {
  plain: null,
  success: <CircleCheck aria-hidden="true" />,
  info: <Info aria-hidden="true" />,
  warning: <TriangleAlert aria-hidden="true" />,
  danger: <CircleAlert aria-hidden="true" />,
}
const looks: Record<SnackTone, string> = {
  plain: 'bg-text text-bg',
  success: 'bg-text text-bg',
  info: 'bg-text text-bg',
  warning: 'bg-warning text-on-warning',
  danger: 'bg-danger text-on-danger',
}

/** The pointer's press leaves the focus where it is: sonner would give it back at the next press, and close the menu that this press opens. */
function show(
  tone: SnackTone,
  message: ReactNode,
  { id, seconds, icon = icons[tone], detail, action, onClose }: SnackOptions = {},
): string | number {
  return toast.custom(
    (own) => (
      <div
        role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
        className={cx('flex min-h-12 w-full items-center gap-2 rounded-card pr-1 pl-4 text-14 shadow-popover', looks[tone])}
      >
        {icon}
        <div className="min-w-0 flex-1 py-1.5">
          <p className="font-medium [overflow-wrap:anywhere]">{message}</p>
          {detail ? <p className="opacity-85">{detail}</p> : null}
        </div>
        {action ? (
          <button
            type="button"
            className="h-12 flex-none rounded-control px-3 font-semibold underline underline-offset-3 focus-visible:outline-current focus-visible:-outline-offset-4"
            {...leavesFocus}
            onClick={() => {
              if (!action.keep) toast.dismiss(own)
              action.run()
            }}
          >
            {action.label}
          </button>
        ) : null}
        <button
          type="button"
          aria-label="Dismiss"
          className="grid size-12 flex-none place-items-center rounded-control focus-visible:outline-current focus-visible:-outline-offset-4"
          {...leavesFocus}
          onClick={() => toast.dismiss(own)}
        >
          <X aria-hidden="true" />
        </button>
      </div>
    ),
    { id, duration: (seconds ?? SNACK_MS / 1000) * 1000, onDismiss: onClose, onAutoClose: onClose },
  )
}

/** Short messages that disappear by themselves. Use the tray for things that need an action. */
export const snack = {
  show: (message: ReactNode, options?: SnackOptions) => show('plain', message, options),
  success: (message: ReactNode, options?: SnackOptions) => show('success', message, options),
  info: (message: ReactNode, options?: SnackOptions) => show('info', message, options),
  warning: (message: ReactNode, options?: SnackOptions) => show('warning', message, options),
  error: (message: ReactNode, options?: SnackOptions) => show('danger', message, options),
  close: (id?: string | number) => void toast.dismiss(id),
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

/** Stands once in the app, so that a snackbar survives a change of page; a shell says where by a `SnackPlace`. */
export function Snackbars() {
  const { from, style } = useSnackPlace()
  return (
    <Toaster
      position={`${from}-center`}
      duration={SNACK_MS}
      visibleToasts={4}
      gap={8}
      offset={24}
      mobileOffset={{ bottom: 16, left: 0, right: 0 }}
      customAriaLabel="Notifications"
      // An open dialog disables pointer events on the page; snackbars above it must stay clickable.
      toastOptions={{ unstyled: true, className: 'w-full pointer-events-auto' }}
      style={{ '--width': '420px', fontFamily: 'inherit', ...style } as CSSProperties}
    />
  )
}
