import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { startTransition, useRef, type PointerEvent, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useOpen } from './hooks.ts'
import { Kbd } from './Kbd.tsx'

export interface MenuItem {
  label: ReactNode
  icon?: ReactNode
  onSelect: () => void
  danger?: boolean
  /** Why it can't be chosen now, shown with the item */
  disabledReason?: string | null
  /** Called when it is chosen; true leaves the menu open */
  stays?: () => boolean
  kbd?: string
  /** For a choice: whether it is on */
  checked?: boolean
  key?: string
}
export type MenuEntry = MenuItem | 'separator' | { heading: ReactNode } | null | false | undefined

export interface MenuProps {
  /** A Button or IconButton */
  trigger: ReactElement
  items: readonly MenuEntry[]
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  size?: 36 | 48
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function Menu({ trigger, items, align = 'end', side = 'bottom', size = 48, ...opening }: MenuProps) {
  const [open, change] = useOpen(opening)
  // A transition, so that the pressed button is painted first: rendering the menu takes a slow device several frames.
  const onOpenChange = (next: boolean) => (next ? startTransition(() => change(true)) : change(false))
  // A menu opened by a long press or right click appears under the pointer: releasing it there must not choose an item.
  const pressed = useRef(false)
  const guard = (event: PointerEvent) => {
    if (!pressed.current) event.preventDefault()
  }
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onPointerDownCapture={() => (pressed.current = true)}
          onCloseAutoFocus={() => (pressed.current = false)}
          className="scroll-quiet z-60 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-16px)] min-w-50 overflow-y-auto rounded-card border border-hairline bg-surface p-1 text-text shadow-popover outline-none"
        >
          {items.map((item, index) =>
            item ? (
              <Entry key={typeof item === 'object' && 'key' in item && item.key ? item.key : index} item={item} size={size} guard={guard} />
            ) : null,
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Entry({
  item,
  size,
  guard,
}: {
  item: Exclude<MenuEntry, null | false | undefined>
  size: 36 | 48
  guard: (event: PointerEvent) => void
}) {
  if (item === 'separator') return <Radix.Separator className="-mx-1 my-1 h-px bg-hairline" />
  if ('heading' in item) return <Radix.Label className="px-3 py-1.5 text-12 font-medium text-muted">{item.heading}</Radix.Label>
  const off = Boolean(item.disabledReason)
  const look = cx(
    'flex items-center gap-3 rounded-control px-3 py-1 outline-none select-none data-highlighted:bg-raised',
    size === 48 ? 'min-h-12 text-16' : 'min-h-9 text-14 pointer-coarse:min-h-12',
    off ? 'cursor-not-allowed text-muted' : 'cursor-pointer',
    item.danger && !off && 'text-danger data-highlighted:bg-danger-soft data-highlighted:text-on-danger-soft',
  )
  const onSelect = (event: Event) => {
    if (off || item.stays?.()) event.preventDefault()
    if (!off) item.onSelect()
  }
  const words = (
    <>
      {item.icon}
      <span className="min-w-0 flex-1">
        {item.label}
        {off ? <span className="block text-14 text-muted">{item.disabledReason}</span> : null}
      </span>
      {item.checked ? <Check className="text-accent-strong" aria-hidden="true" /> : null}
      {item.kbd ? <Kbd>{item.kbd}</Kbd> : null}
    </>
  )
  if (item.checked !== undefined) {
    return (
      <Radix.CheckboxItem
        checked={item.checked}
        onPointerUp={guard}
        aria-disabled={off || undefined}
        onSelect={onSelect}
        className={cx(look, item.checked && 'font-semibold')}
      >
        {words}
      </Radix.CheckboxItem>
    )
  }
  return (
    <Radix.Item aria-disabled={off || undefined} onPointerUp={guard} onSelect={onSelect} className={look}>
      {words}
    </Radix.Item>
  )
}
