import * as Popover from 'radix-ui/popover'
import { useMemo, useState, type KeyboardEvent } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { toPaise } from '#domain/money.ts'
import { Sheet } from '#web/ui/Dialog.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Money } from '#web/app/Money.tsx'

export interface VariantChooserProps {
  item: MenuItemShape
  /** How many will be added. */
  quantity?: number
  /** The tile or row that was pressed; the popover opens beside it. */
  anchor?: HTMLElement | null
  onChoose: (variant: string) => void
  /** Opens the full sheet, with addons and note. */
  onCustomise?: () => void
  onClose: () => void
}

/** The second tap of a dish with variants: choosing one adds it at once (SCREENS §6.22). */
export function VariantChooser({ item, quantity = 1, anchor, onChoose, onCustomise, onClose }: VariantChooserProps) {
  const beside = useMediaQuery('(min-width: 640px)') && Boolean(anchor)
  // Where the focus goes back to. A tile that was tapped has none, and must not get it: Enter would open the choice again.
  const [before] = useState(() => document.activeElement)
  const virtualRef = useMemo(() => ({ current: anchor ?? null }), [anchor])
  const name = quantity > 1 ? `${quantity} × ${item.name}` : item.name
  const list = (
    <div role="group" aria-label={`Variant of ${name}`} onKeyDown={moveFocus}>
      {item.variants.map((variant) => (
        <button
          key={variant.name}
          type="button"
          onClick={() => {
            onChoose(variant.name)
            onClose()
          }}
          className="flex min-h-12 w-full items-center gap-4 rounded-control px-3 py-1 text-left font-medium outline-none hover:bg-raised focus-visible:bg-raised focus-visible:outline-2 focus-visible:-outline-offset-2 active:bg-accent-soft"
        >
          <span className="min-w-0 flex-1">{variant.name}</span>
          <Money paise={toPaise(item.price) + toPaise(variant.additionalPrice)} />
        </button>
      ))}
      {onCustomise ? (
        // The line is not the button's own: it would end in two curls.
        <div className="mt-1 border-t border-hairline pt-1">
          <button
            type="button"
            onClick={onCustomise}
            className="flex min-h-12 w-full items-center rounded-control px-3 text-left text-14 font-medium text-accent-strong hover:bg-raised focus-visible:-outline-offset-2"
          >
            Addons and note
          </button>
        </div>
      ) : null}
    </div>
  )
  if (!beside)
    return (
      <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={name} side="bottom" bodyClassName="p-2">
        {list}
      </Sheet>
    )
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Anchor virtualRef={virtualRef as never} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={name}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
          }}
          className="scroll-quiet z-60 max-h-(--radix-popover-content-available-height) w-75 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card border border-hairline bg-surface p-1 text-text shadow-popover outline-none"
        >
          <p aria-hidden="true" className="truncate px-3 pt-2 pb-1 text-14 font-semibold">
            {name}
          </p>
          {list}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[(at + by + buttons.length) % buttons.length]?.focus()
}
