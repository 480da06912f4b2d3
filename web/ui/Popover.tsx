import * as Radix from 'radix-ui/popover'
import { type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useOpen } from './hooks.ts'

export interface PopoverProps {
  /** The button that opens it */
  trigger: ReactElement
  label: string
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
  /** Its width, padding and layout */
  className?: string
  children: ReactNode
}

/** A panel below its button, for a list or controls; it scrolls when the window is too low. For actions use Menu. */
export function Popover({ trigger, label, className, children, ...opening }: PopoverProps) {
  const [open, change] = useOpen(opening)
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={cx(
            'scroll-quiet z-60 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-y-auto rounded-card border border-hairline bg-surface text-text shadow-popover outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
