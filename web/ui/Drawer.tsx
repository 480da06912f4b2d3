import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

export interface DrawerProps {
  title: ReactNode
  /** A status chip beside the title */
  status?: ReactNode
  subtitle?: ReactNode
  /** Before the close button: a menu */
  actions?: ReactNode
  onClose: () => void
  closeLabel?: string
  children: ReactNode
  footer?: ReactNode
  className?: string
  bodyClassName?: string
}

/**
 * A panel beside the list, not over it and without a scrim, so that the page stays usable. 320 px wide at 1024, 420 from 1280. In a low
 * window it scrolls as a whole, because its head and footer would leave no room for the content.
 */
export function Drawer({
  title,
  status,
  subtitle,
  actions,
  onClose,
  closeLabel = 'Close',
  children,
  footer,
  className,
  bodyClassName,
}: DrawerProps) {
  const id = useId()
  const onEscape = useEffectEvent(onClose)
  useEffect(() => {
    // A dialog, menu or search field that used the key has called preventDefault.
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <aside
      aria-labelledby={id}
      tabIndex={-1}
      className={cx(
        'flex min-h-0 outline-none w-full flex-col border-hairline bg-surface low:scroll-quiet low:overflow-y-auto lg:w-80 lg:border-l xl:w-105',
        className,
      )}
    >
      <header className="flex min-h-18 flex-none items-center gap-1 border-b border-hairline py-1.5 pr-2 pl-4 low:sticky low:top-0 low:z-1 low:bg-surface">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={id} className="min-w-0 text-24 leading-7 font-bold [overflow-wrap:anywhere] [font-kerning:none]">
              {title}
            </h2>
            {status}
          </div>
          {subtitle ? <p className="line-clamp-2 text-14 text-muted [overflow-wrap:anywhere]">{subtitle}</p> : null}
        </div>
        {actions}
        <IconButton label={closeLabel} icon={<X className="size-6" />} onClick={onClose} />
      </header>
      <div className={cx('scroll-quiet min-h-0 flex-1 overflow-y-auto low:flex-none low:overflow-visible', bodyClassName)}>{children}</div>
      {footer ? <footer className="grid flex-none gap-2 border-t border-hairline px-4 pt-3 pb-4">{footer}</footer> : null}
    </aside>
  )
}
