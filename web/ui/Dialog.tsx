import { X } from 'lucide-react'
import * as AlertDialog from 'radix-ui/alert-dialog'
import * as Radix from 'radix-ui/dialog'
import { useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { useBackCloses, useOverflows } from './hooks.ts'
import { IconButton } from './IconButton.tsx'

const scrim = 'fixed inset-0 z-50 bg-scrim data-[state=open]:animate-appear data-[state=closed]:animate-vanish'
// On a phone a snackbar has room above it, as above a sheet.
const box =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] max-sm:max-h-[calc(100dvh-128px)] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-card bg-surface text-text shadow-dialog outline-none data-[state=open]:animate-appear data-[state=closed]:animate-vanish'

const controls = ['input:checked', 'input', 'select', 'textarea', '[data-first]', 'a[href]', 'button'].map(
  (name) => `${name}:not([data-close], [type=hidden], [role=switch], :disabled)`,
)

/**
 * Focuses the first control, or before any other button the one that is `data-first`, because Enter is to press it. Not the close button: its tooltip would open and take the first Escape. Nor a switch, which a space pressed to go on would turn.
 * On a touch screen no search field, because the keyboard would cover what one only has to tap.
 */
function focusFirst(event: Event) {
  event.preventDefault()
  const content = event.currentTarget as HTMLElement
  const first = controls.map((selector) => content.querySelector<HTMLElement>(selector)).find(Boolean)
  ;(!first || (isTouch() && first.matches('[type=search]')) ? content : first).focus()
}
const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Focuses the sheet itself, so that no on-screen keyboard covers it. */
function focusSheet(event: Event) {
  event.preventDefault()
  ;(event.currentTarget as HTMLElement).focus()
}

/**
 * In a question with a text to fill in, focuses the first empty one: on the cancel button, the first space of a reason typed at once would close the question.
 * On a touch screen the box itself has the focus, so that no on-screen keyboard covers it. Without a text, Radix focuses the cancel button.
 */
function focusText(event: Event) {
  const content = event.currentTarget as HTMLElement
  const texts = [...content.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=radio])')]
  if (texts.length === 0) return
  event.preventDefault()
  const empty = isTouch() ? undefined : texts.find((text) => text.value === '')
  ;(empty ?? content).focus()
}

/**
 * Returns the focus to what opened the dialog when it closes. Radix only knows its own triggers, which a dialog opened by a page doesn't have. If the opener
 * no longer exists, the element that contained it is focused; for a menu item, the menu's button.
 */
function useFocusBack(focus?: (event: Event) => void) {
  const places = useRef<(Element | null | undefined)[]>([])
  return {
    onOpenAutoFocus: (event: Event) => {
      const active = document.activeElement
      const menu = active?.closest('[role=menu]')
      const from = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
      places.current = [from, from?.parentElement?.closest('[tabindex]')]
      focus?.(event)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // The code that closed it may have moved the focus already.
      if (document.activeElement !== document.body && document.activeElement !== null) return
      const place = places.current.find((e) => e?.isConnected)
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    },
  }
}

/** Keeps the dialog open when a snackbar's Undo or Acknowledge is pressed. */
function keepForSnackbars(event: Event & { detail?: { originalEvent?: Event } }) {
  const target = (event.detail?.originalEvent?.target ?? event.target) as Element | null
  if (target?.closest?.('[data-sonner-toaster]')) event.preventDefault()
}

const widths = { sm: 'max-w-110', md: 'max-w-140', lg: 'max-w-190', xl: 'max-w-260' }

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  size?: keyof typeof widths
  className?: string
}

export function Dialog({ open, onOpenChange, title, description, children, footer, size = 'md', className }: DialogProps) {
  return (
    <Overlay
      open={open}
      onOpenChange={onOpenChange}
      focus={focusFirst}
      described={Boolean(description)}
      className={cx(box, widths[size], className)}
    >
      <Head title={title} description={description} className="items-start gap-3 py-3 pr-3 pl-6" wordsClassName="space-y-1 pt-3" />
      {children ? <Body className="px-6 py-1">{children}</Body> : null}
      {footer ? <Footer className="px-6 pt-4 pb-6">{footer}</Footer> : <div className="h-6 flex-none" />}
    </Overlay>
  )
}

type OverlayProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What takes the focus when it opens */
  focus: (event: Event) => void
  described: boolean
  className: string
  children: ReactNode
}

/** The scrim, and on it the box of a dialog or sheet. */
function Overlay({ open, onOpenChange, focus, described, className, children }: OverlayProps) {
  const focusing = useFocusBack(focus)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrim} />
        <Radix.Content
          {...focusing}
          onInteractOutside={keepForSnackbars}
          {...(described ? {} : { 'aria-describedby': undefined })}
          className={className}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the objects: "Cancel 1 × Paneer Tikka?" */
  title: ReactNode
  body?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger' | 'success'
  onConfirm: () => void
  /** For a cancel button that does something else than Escape, which calls `onOpenChange`. */
  onCancel?: () => void
  loading?: boolean
  /** Why it can't be confirmed now */
  disabledReason?: string | null
  error?: ReactNode
  /** More to fill in, such as a reason. If it has a text field, that has the focus first; otherwise the cancel button. */
  children?: ReactNode
}

/** Asks for confirmation before something that can't be undone. It stays open until the page closes it, so that a failure can be shown in it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  confirmLabel,
  cancelLabel = 'Keep',
  tone = 'primary',
  onConfirm,
  onCancel,
  loading = false,
  disabledReason,
  error,
  children,
}: ConfirmDialogProps) {
  const focus = useFocusBack(focusText)
  useBackCloses(open, () => (loading ? undefined : onOpenChange(false)))
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (loading ? undefined : onOpenChange(next))}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={scrim} />
        <AlertDialog.Content {...focus} {...(body ? {} : { 'aria-describedby': undefined })} className={cx(box, widths.sm)}>
          <div className="flex-none px-6 pt-6">
            <AlertDialog.Title className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</AlertDialog.Title>
            {body ? (
              <AlertDialog.Description asChild>
                <div className="mt-1 text-14 text-muted">{body}</div>
              </AlertDialog.Description>
            ) : null}
          </div>
          {children ? <Body className="px-6 pt-4 pb-1">{children}</Body> : null}
          {error ? (
            <p
              role="alert"
              className="mx-6 mt-4 flex-none rounded-control bg-danger-soft px-3 py-2.5 text-14 font-medium text-on-danger-soft"
            >
              {error}
            </p>
          ) : null}
          <Footer className="p-6">
            <AlertDialog.Cancel asChild>
              <Button
                size={48}
                onClick={(event) => {
                  if (!onCancel) return
                  // Radix would call `onOpenChange`, too.
                  event.preventDefault()
                  if (!loading) onCancel()
                }}
              >
                {cancelLabel}
              </Button>
            </AlertDialog.Cancel>
            <Button size={48} variant={tone} loading={loading} disabledReason={disabledReason} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </Footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Before the close button: a price, a chip */
  headerEnd?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** Always at the bottom or right; 'auto' depends on the width */
  side?: 'auto' | 'bottom' | 'right'
  bodyClassName?: string
}

const sheets = {
  bottom: 'inset-x-0 bottom-0 max-h-[90dvh] rounded-t-sheet data-[state=open]:animate-rise data-[state=closed]:animate-sink',
  right: 'inset-y-0 right-0 w-105 max-w-full data-[state=open]:animate-slide-in data-[state=closed]:animate-slide-out',
  auto: 'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[90dvh] max-sm:rounded-t-sheet max-sm:data-[state=open]:animate-rise max-sm:data-[state=closed]:animate-sink sm:inset-y-0 sm:right-0 sm:w-105 sm:data-[state=open]:animate-slide-in sm:data-[state=closed]:animate-slide-out',
}

/** From the bottom below 640, from the right above. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  headerEnd,
  children,
  footer,
  side = 'auto',
  bodyClassName = 'px-4 py-3',
}: SheetProps) {
  return (
    <Overlay
      open={open}
      onOpenChange={onOpenChange}
      focus={focusSheet}
      described={Boolean(description)}
      className={cx('fixed z-50 flex flex-col bg-surface text-text shadow-dialog outline-none', sheets[side])}
    >
      <Head
        title={title}
        description={description}
        end={headerEnd}
        className="min-h-16 items-center gap-2 border-b border-hairline py-1.5 pr-1 pl-4"
        titleClassName="flex items-center gap-2"
      />
      <Body className={bodyClassName}>{children}</Body>
      {footer ? (
        <div className="flex flex-none gap-3 border-t border-hairline px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">{footer}</div>
      ) : null}
    </Overlay>
  )
}

type HeadProps = {
  title: ReactNode
  description?: ReactNode
  end?: ReactNode
  className: string
  titleClassName?: string
  wordsClassName?: string
}

function Head({ title, description, end, className, titleClassName, wordsClassName }: HeadProps) {
  return (
    <div className={cx('flex flex-none', className)}>
      <div className={cx('min-w-0 flex-1', wordsClassName)}>
        <Radix.Title className={cx('text-18 font-semibold [overflow-wrap:anywhere]', titleClassName)}>{title}</Radix.Title>
        {description ? <Radix.Description className="text-14 text-muted">{description}</Radix.Description> : null}
      </div>
      {end}
      <Radix.Close asChild>
        <IconButton label="Close" icon={<X />} data-close="" />
      </Radix.Close>
    </div>
  )
}

function Body({ className, children }: { className?: string; children: ReactNode }) {
  const [ref, overflows] = useOverflows<HTMLDivElement>()
  return (
    <div
      ref={ref}
      tabIndex={overflows ? 0 : undefined}
      className={cx('scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2', className)}
    >
      {children}
    </div>
  )
}

function Footer({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('flex flex-none flex-wrap justify-end gap-2 *:max-w-full max-sm:[&>*]:flex-1', className)}>{children}</div>
}
