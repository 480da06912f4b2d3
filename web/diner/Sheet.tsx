import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './Icon.tsx'

/** A sheet from below, over the page: a native dialog, which keeps the focus, closes with Escape and gives the focus back. It is open while it is mounted. */
export function Sheet({
  title,
  note,
  beside,
  onClose,
  children,
  footer,
}: {
  title: string
  note?: ReactNode
  /** Shown before the button that closes the sheet. */
  beside?: ReactNode
  onClose: () => void
  children?: ReactNode
  footer?: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        // Only React removes it: closed by the browser it would stay mounted, but invisible.
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="sheet-box">
        <header className="sheet-head">
          <div className="grow">
            <h2 id={id}>{title}</h2>
            {note}
          </div>
          {beside}
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div className="sheet-body">{children}</div>
        {footer && <footer className="sheet-foot">{footer}</footer>}
      </div>
    </dialog>
  )
}
