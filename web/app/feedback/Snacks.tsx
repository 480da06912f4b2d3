import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react'
import { toast, Toaster } from 'sonner'
import { cx } from '#web/ui/cx.ts'
import { leavesFocus, useMediaQuery } from '#web/ui/hooks.ts'
import { type Snack, type SnackId, showSnacksWith } from './snack.tsx'
import { useSnackPlace } from './SnackPlace.tsx'

/** SPEC §9: hidden after 5 s. */
const SNACK_MS = 5000

const icons: Record<Snack['tone'], ReactNode> = {
  plain: null,
  success: <CircleCheck aria-hidden="true" />,
  info: <Info aria-hidden="true" />,
  warning: <TriangleAlert aria-hidden="true" />,
  danger: <CircleAlert aria-hidden="true" />,
}
const looks: Record<Snack['tone'], string> = {
  plain: 'bg-text text-bg',
  success: 'bg-text text-bg',
  info: 'bg-text text-bg',
  warning: 'bg-warning text-on-warning',
  danger: 'bg-danger text-on-danger',
}

/** The toast of each snackbar that is open. One that is said again while its toast leaves gets another: sonner would remove the new one with the old. */
const open = new Map<SnackId, SnackId>()
let toasts = 0

/** The pointer's press leaves the focus where it is: sonner would give it back at the next press, and close the menu that this press opens. */
function show({ id, tone, message, seconds, icon = icons[tone], detail, action, onClose }: Snack): void {
  const own = open.get(id) ?? `toast-${++toasts}`
  open.set(id, own)
  const leave = () => {
    if (open.get(id) === own) open.delete(id)
  }
  const closed = () => {
    leave()
    onClose?.()
  }
  const dismiss = () => {
    leave()
    toast.dismiss(own)
  }
  toast.custom(
    () => (
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
            data-action=""
            className="h-12 flex-none rounded-control px-3 font-semibold underline underline-offset-3 focus-visible:outline-current focus-visible:-outline-offset-4"
            {...leavesFocus}
            onClick={() => {
              if (!action.keep) dismiss()
              action.run()
            }}
          >
            {action.label}
          </button>
        ) : null}
        <button
          type="button"
          aria-label="Dismiss"
          // Also where the snackbar itself lets taps through: what looks like a button must not press what is behind it.
          className="in-data-[visible=true]:pointer-events-auto grid size-12 flex-none place-items-center rounded-control focus-visible:outline-current focus-visible:-outline-offset-4"
          {...leavesFocus}
          onClick={dismiss}
        >
          <X aria-hidden="true" />
        </button>
      </div>
    ),
    { id: own, duration: (seconds ?? SNACK_MS / 1000) * 1000, onDismiss: closed, onAutoClose: closed },
  )
}

function close(id?: SnackId): void {
  for (const [said, own] of [...open])
    if (id === undefined || id === said) {
      open.delete(said)
      toast.dismiss(own)
    }
}

/** Lifted snackbars go down from the top, so that all lines of one are on the screen: above a sheet, which leaves a tenth of the phone's height. */
const LIFTED = { top: 'calc(8px + env(safe-area-inset-top))', bottom: 'auto' }
/** Where a sheet comes from the right (ui/Dialog): beside it, because over its head they would cover its title and its Close. */
const BESIDE_WIDTH = 'min(420px, calc(100vw - 436px))'
const BESIDE = { left: 8, width: BESIDE_WIDTH, '--width': BESIDE_WIDTH }

/** A dialog, sheet or menu is open above the page: each is a child of the body, or alone in the child that positions it. */
const isAbove = () =>
  [...document.body.children].some((one) =>
    [one, one.firstElementChild].some((box) => /dialog$|^menu$/.test(box?.getAttribute('role') ?? '')),
  )
function onAbove(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}

/**
 * The snackbars of the app: beside the page, because no page needs them to begin. At the lower edge of a phone's page they would take the taps meant for what has
 * opened above it. While something is open there, the newest stands over the header, and one without an action lets taps through beside its Dismiss.
 */
export default function Snacks() {
  const above = useSyncExternalStore(onAbove, isAbove)
  const { from, style } = useSnackPlace(above)
  const lifted = above && from === 'bottom'
  const beside = useMediaQuery('(min-width: 640px)')
  useEffect(() => {
    showSnacksWith({ show, close })
    return () => showSnacksWith(null)
  }, [])
  return (
    <Toaster
      position={`${from}-center`}
      duration={SNACK_MS}
      visibleToasts={lifted ? 1 : 4}
      // Not stacked over one another: the buttons of each stay in reach.
      expand
      gap={8}
      offset={24}
      mobileOffset={{ bottom: 16, left: 0, right: 0 }}
      customAriaLabel="Notifications"
      // An open dialog disables pointer events on the page; snackbars above it must stay clickable.
      toastOptions={{
        unstyled: true,
        className: cx(
          'w-full',
          lifted ? 'top-0! bottom-auto! pointer-events-none has-[[data-action]]:pointer-events-auto' : 'pointer-events-auto',
        ),
      }}
      style={
        { '--width': '420px', fontFamily: 'inherit', ...style, ...(lifted && LIFTED), ...(lifted && beside && BESIDE) } as CSSProperties
      }
    />
  )
}
