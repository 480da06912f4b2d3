import { Ban, CircleCheck, Hash, MessageSquareText } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { MAX_QUANTITY } from '#domain/ticket.ts'
import { useOnline } from '#web/core/online.ts'
import { isSoldOut } from '#web/shared/menu/menu.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Keypad } from '#web/ui/Keypad.tsx'

export interface TileMenuProps {
  item: MenuItemShape
  anchor: HTMLElement
  /** Addons, note and quantity in one sheet */
  onNote: () => void
  onQuantity: (quantity: number) => void
  onAvailable: (available: boolean) => void
  onClose: () => void
}

/** A tile's menu: note, quantity by keypad, sold out (journey 11: two taps). */
export default function TileMenu({ item, anchor, onNote, onQuantity, onAvailable, onClose }: TileMenuProps) {
  const [pad, setPad] = useState<string | null>(null)
  const online = useOnline()
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor])
  const off = isSoldOut(item)
  const content = useRef<HTMLDivElement>(null)
  const padding = pad !== null
  useEffect(() => {
    // The pressed menu row is gone: focus the keypad so that typed digits reach it.
    if (padding) content.current?.focus()
  }, [padding])
  const quantity = Number(pad || 0)
  const short = item.remaining !== null && quantity > item.remaining ? `${item.remaining} left` : null
  const act = (run: () => void) => () => {
    onClose()
    run()
  }
  const take = act(() => onQuantity(quantity))
  const fits = quantity > 0 && quantity <= MAX_QUANTITY && !short
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Anchor virtualRef={virtualRef} />
      <Popover.Portal>
        <Popover.Content
          ref={content}
          tabIndex={-1}
          role={pad === null ? 'menu' : 'dialog'}
          aria-label={item.name}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.focus({ preventScroll: true })
          }}
          onKeyDown={pad === null ? moveFocus : (event) => typed(event, pad, setPad, () => (fits ? take() : undefined))}
          className="z-60 w-65 max-w-[calc(100vw-16px)] rounded-card border border-hairline bg-surface p-1 text-text shadow-popover outline-none"
        >
          <p aria-hidden="true" className="truncate px-3 pt-2 pb-1 text-14 font-semibold">
            {item.name}
          </p>
          {pad === null ? (
            <>
              <Row icon={<MessageSquareText />} disabled={off} onSelect={act(onNote)}>
                Note
              </Row>
              <Row icon={<Hash />} disabled={off} onSelect={() => setPad('')}>
                Quantity
              </Row>
              {off ? (
                <Row
                  icon={<CircleCheck />}
                  disabled={!online}
                  detail={online ? undefined : 'You are offline'}
                  onSelect={act(() => onAvailable(true))}
                >
                  Back on sale
                </Row>
              ) : (
                <Row
                  icon={<Ban />}
                  danger
                  disabled={!online}
                  detail={online ? undefined : 'You are offline'}
                  onSelect={act(() => onAvailable(false))}
                >
                  Mark sold out
                </Row>
              )}
            </>
          ) : (
            <div className="grid gap-2 p-2">
              <output
                aria-label="Quantity"
                className="num grid h-12 place-items-center rounded-control border-2 border-primary text-24 font-bold"
              >
                {pad || '0'}
              </output>
              <Keypad label={`Quantity of ${item.name}`} value={pad} onChange={setPad} decimals={0} maxDigits={3} />
              <Button variant="primary" full disabledReason={fits ? null : (short ?? 'Enter a quantity')} onClick={take}>
                Add {pad || 0}
              </Button>
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Row({
  icon,
  children,
  detail,
  danger = false,
  disabled = false,
  onSelect,
}: {
  icon: ReactNode
  children: ReactNode
  detail?: string
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}) {
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onSelect}
      className={cx(
        'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left outline-none hover:bg-raised focus-visible:bg-raised off:cursor-not-allowed off:text-muted',
        danger &&
          !disabled &&
          'text-danger hover:bg-danger-soft hover:text-on-danger-soft focus-visible:bg-danger-soft focus-visible:text-on-danger-soft',
      )}
    >
      {icon}
      <span>
        {children}
        {detail ? <span className="block text-14 text-muted">{detail}</span> : null}
      </span>
    </button>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  rows[(rows.indexOf(document.activeElement as HTMLElement) + by + rows.length) % rows.length]?.focus()
}

/** Lets the keyboard's digits type on the keypad too. */
function typed(event: KeyboardEvent<HTMLElement>, value: string, set: (value: string) => void, take: () => void) {
  if (/^\d$/.test(event.key)) set((value === '0' ? '' : value).concat(event.key).slice(0, 3))
  else if (event.key === 'Backspace') set(value.slice(0, -1))
  else if (event.key === 'Enter' && !(event.target as HTMLElement).closest('button')) take()
  else return
  event.preventDefault()
}
