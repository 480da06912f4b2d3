import { type ReactNode, useEffect, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { type Choice, type DraftLine, lineOf, needsChoice, type NewDraftLine } from '#domain/ticket.ts'
import { createPart } from '#web/app/part.ts'

/** Their scripts are loaded right after the page's. */
const chooser = createPart(async () => ({ default: (await import('./VariantChooser.tsx')).VariantChooser }))
const modifierSheet = createPart(async () => ({ default: (await import('./ModifierSheet.tsx')).ModifierSheet }))

type Asking =
  | { kind: 'variant'; item: MenuItemShape; anchor: HTMLElement | null; quantity: number }
  | { kind: 'sheet'; item: MenuItemShape; line?: DraftLine; initial?: Choice }

export type ItemPicker = {
  /** For a tap on a dish: adds it, or first asks for required choices (SCREENS §6.22). */
  pick: (item: MenuItemShape, anchor?: HTMLElement | null, quantity?: number) => void
  /** Opens the full sheet, even for a dish without choices. */
  open: (item: MenuItemShape, initial?: Choice) => void
  /** Opens the sheet for a line of the open ticket. */
  customise: (line: DraftLine, item: MenuItemShape) => void
  /** The dialogs; render once, anywhere in the page. */
  element: ReactNode
}

/** Adds dishes to the open ticket, on the POS and on the captain's phone. */
export function useItemPicker({
  add,
  replace,
}: {
  add: (line: NewDraftLine) => void
  replace?: (lineKey: string, line: NewDraftLine) => void
}): ItemPicker {
  const [asking, setAsking] = useState<Asking | null>(null)
  useEffect(() => {
    chooser.fetch()
    modifierSheet.fetch()
  }, [])
  const close = () => setAsking(null)
  const ask = (sheet: { item: MenuItemShape; line?: DraftLine; initial?: Choice }) => {
    // Tried again, if it could not be loaded with the page.
    modifierSheet.fetch()
    setAsking({ kind: 'sheet', ...sheet })
  }
  const open = (item: MenuItemShape, initial?: Choice) => ask({ item, initial })
  return {
    open,
    pick(item, anchor = null, quantity = 1) {
      const need = needsChoice(item)
      if (need === 'none') add(lineOf(item, { quantity }))
      else if (need === 'variant') {
        chooser.fetch()
        setAsking({ kind: 'variant', item, anchor, quantity })
      } else open(item, { quantity })
    },
    customise: (line, item) => ask({ item, line }),
    element:
      asking?.kind === 'variant' ? (
        <chooser.Part
          key={asking.item._id}
          item={asking.item}
          quantity={asking.quantity}
          anchor={asking.anchor}
          onChoose={(variant) => add(lineOf(asking.item, { variant, quantity: asking.quantity }))}
          onCustomise={() => open(asking.item, { quantity: asking.quantity })}
          onClose={close}
        />
      ) : asking ? (
        <modifierSheet.Part
          key={asking.line?.key ?? asking.item._id}
          item={asking.item}
          line={asking.line}
          initial={asking.initial}
          onSubmit={(line) => (asking.line ? replace?.(asking.line.key, line) : add(line))}
          onClose={close}
        />
      ) : null,
  }
}
