import { memo } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { AutoSwitch } from '#web/app/form/AutoSwitch.tsx'
import { MoneyField } from '#web/app/form/fields.tsx'
import type { Form } from '#web/app/form/useForm.ts'
import { showPressed } from '#web/app/list/useView.ts'
import { Money } from '#web/app/Money.tsx'
import { isSoldOut, leftText } from '#web/shared/menu/menu.ts'
import { cx } from '#web/ui/cx.ts'
import { DietMark } from '#web/ui/DietMark.tsx'
import { chainText } from './FromChain.tsx'
import { optionsText } from './tree.ts'
import type { Prices } from './usePrices.ts'

/** The columns of the list: name, options, price, availability. */
export const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_6.5rem_2.5rem] items-center gap-x-3 px-3 sm:grid-cols-[minmax(0,1fr)_6rem_7rem_6.5rem] xl:grid-cols-[minmax(0,1fr)_12rem_7rem_6.5rem] sm:px-4'

export type DishRowProps = {
  dish: MenuItemShape
  /** A row far from the visible part has only its name, in the same height: the keyboard and the browser's own search still find it. */
  near: boolean
  /** The restaurant is an outlet of a partner now, whose chain the dish may be of. */
  inChain: boolean
  /** The form of the prices, while this price is a field. Other rows don't get it, so that they are rendered again only when their dish changes. */
  prices: Form<Prices> | null
  selected: boolean
  onOpen: (id: string) => void
  onPrice: (id: string) => void
  onAvailable: (dish: MenuItemShape, available: boolean) => Promise<unknown>
}

/** A dish in the list: its name opens it, its price becomes a field by one press, its switch is saved at once. */
export const DishRow = memo(function DishRow({ dish, near, inChain, prices, selected, onOpen, onPrice, onAvailable }: DishRowProps) {
  // A price that is being typed stays in its field.
  const whole = near || prices !== null
  const off = isSoldOut(dish)
  const chain = inChain ? chainText(dish) : null
  const state = !dish.available ? 'Sold out' : dish.remaining === 0 ? 'None left' : leftText(dish)
  return (
    <div
      className={cx(
        COLUMNS,
        'min-h-9 border-t border-hairline py-0.5 text-14 pointer-coarse:min-h-12',
        selected && 'bg-accent-soft shadow-[inset_3px_0_var(--accent)]',
      )}
    >
      <div className={cx('flex min-w-0 items-center gap-2', whole ? 'sm:pl-6' : 'pl-6 sm:pl-12')}>
        {whole ? <DietMark diet={dish.dietType} isAlcohol={dish.isAlcohol} /> : null}
        <button
          type="button"
          onClick={(event) => {
            showPressed(event.currentTarget.closest('li'))
            onOpen(dish._id)
          }}
          className={cx(
            'min-h-8 min-w-0 rounded-control text-left [overflow-wrap:anywhere] hover:underline pointer-coarse:min-h-12',
            off && 'text-muted',
          )}
        >
          {dish.name}
          {dish.code ? <span className="text-12 text-muted"> {dish.code}</span> : null}
          {chain ? <span className="text-12 text-muted"> · {chain}</span> : null}
          {state ? <span className="block text-12 text-muted sm:hidden">{state}</span> : null}
        </button>
      </div>
      {whole ? (
        <>
          <span className="text-right text-12 text-muted max-sm:hidden">{optionsText(dish)}</span>
          {prices ? (
            <MoneyField
              form={prices}
              name={dish._id}
              label={`Price of ${dish.name}`}
              hideLabel
              required="Enter the price."
              max={1_000_000}
            />
          ) : (
            <button
              type="button"
              onClick={() => onPrice(dish._id)}
              className="relative h-8 rounded-control border border-transparent px-2 text-right hover:border-border pointer-coarse:h-12"
            >
              <span className="sr-only">Price of {dish.name}: </span>
              <Money rupees={dish.price} />
            </button>
          )}
          <div className="flex items-center justify-end gap-2">
            {state ? <span className="text-12 text-muted max-sm:hidden">{state}</span> : null}
            <AutoSwitch
              label={`${dish.name} on sale`}
              hideLabel
              checked={!off}
              call="PATCH /menus/item/:id/availability"
              save={(available) => onAvailable(dish, available)}
              saved={(on) => (on ? `${dish.name} is back on sale` : `${dish.name} is sold out everywhere`)}
            />
          </div>
        </>
      ) : null}
    </div>
  )
})
