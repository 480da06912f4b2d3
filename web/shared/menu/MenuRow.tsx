import { Ban, Plus } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { leastPrice } from '#domain/menu.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { isSoldOut, leftText } from './menu.ts'
import { cx } from '#web/ui/cx.ts'
import { DietMark } from '#web/ui/DietMark.tsx'
import { useLongPress } from '#web/ui/hooks.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'

export type MenuRowProps = {
  item: MenuItemShape
  quantity: number
  /** Shows the code before the price, because the search found the dish by it. */
  showCode?: boolean
  onAdd: (item: MenuItemShape, anchor: HTMLElement | null) => void
  onLess: (item: MenuItemShape) => void
  /** Long press: asks for choices and a note before adding. */
  onHold: (item: MenuItemShape) => void
}

/** A dish: name, price and [+], which becomes − n +. The whole row adds; a long press asks for choices and a note. A sold-out row can't be pressed. */
export const MenuRow = memo(function MenuRow({ item, quantity, showCode = false, onAdd, onLess, onHold }: MenuRowProps) {
  const out = isSoldOut(item)
  const row = useRef<HTMLLIElement>(null)
  const pressed = useRef(false)
  const hold = useLongPress(() => onHold(item))
  const add = () => {
    pressed.current = row.current?.contains(document.activeElement) ?? false
    onAdd(item, row.current?.querySelector<HTMLElement>('[data-add]') ?? row.current)
  }
  const less = () => {
    pressed.current = quantity === 1 && (row.current?.contains(document.activeElement) ?? false)
    onLess(item)
  }
  // [+] and the stepper replace each other: keep the focus in the row.
  useEffect(() => {
    if (!pressed.current) return
    pressed.current = false
    row.current?.querySelector<HTMLElement>('[data-add], [role=group] > button:last-of-type')?.focus({ preventScroll: true })
  }, [quantity])

  const left = leftText(item)
  // The mark is shown without its word, which would push this dish's name out of line with the others.
  const word = item.isAlcohol ? null : item.dietType === 'egg' ? 'Egg' : item.dietType === 'vegan' ? 'Vegan' : null
  const [only, ...more] = item.variants
  const facts = [
    word,
    only && (more.length > 0 ? plural(item.variants.length, 'choice') : only.name),
    item.addonGroups.length > 0 && '+ addons',
    left,
  ].filter(Boolean)
  return (
    <li
      ref={row}
      {...(out ? {} : hold)}
      onClick={
        out
          ? undefined
          : (event) => {
              if (!(event.target as HTMLElement).closest('button')) add()
            }
      }
      className={cx(
        'flex min-h-16 items-center gap-3 px-4 py-2 leading-5 select-none [-webkit-touch-callout:none]',
        out ? 'text-muted' : 'cursor-pointer active:bg-raised',
      )}
    >
      <DietMark diet={item.dietType} isAlcohol={item.isAlcohol} className="[&>span]:hidden" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-3 font-medium [overflow-wrap:anywhere]">{item.name}</span>
        {out ? (
          quantity > 0 ? (
            <span className="flex items-center gap-1 text-14 font-medium text-danger [&_svg]:size-4">
              <Ban aria-hidden="true" />
              Sold out
            </span>
          ) : null
        ) : (
          <span className="block text-14">
            {showCode && item.code ? <b className="num mr-2 rounded-[4px] border border-border px-1 font-semibold">{item.code}</b> : null}
            <Money {...leastPrice(item)} />
            {facts.length > 0 ? <span className="text-muted"> · {facts.join(' · ')}</span> : null}
          </span>
        )}
      </span>
      {out && quantity === 0 ? (
        <StatusChip icon={<Ban aria-hidden="true" />}>Sold out</StatusChip>
      ) : quantity > 0 ? (
        <Stepper
          chosen
          label={item.name}
          value={quantity}
          max={out ? quantity : 999}
          decreaseLabel={`One less ${item.name}`}
          increaseLabel={`One more ${item.name}`}
          onChange={(next) => (next > quantity ? add() : less())}
        />
      ) : (
        <button
          type="button"
          data-add=""
          aria-label={`Add ${item.name}`}
          onClick={add}
          className="grid size-12 flex-none place-items-center rounded-control border border-border bg-surface hover:bg-raised active:bg-accent-soft"
        >
          <Plus className="size-6!" aria-hidden="true" />
        </button>
      )}
    </li>
  )
})
