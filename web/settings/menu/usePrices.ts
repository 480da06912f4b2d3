import { useMemo, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useErrors } from '#web/app/form/useErrors.ts'
import { type Form, useForm } from '#web/app/form/useForm.ts'
import { plural } from '#domain/text.ts'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'
import { ofDish } from '#web/shared/menu/ofDish.ts'

/** The price of each dish by its id, in rupees. */
export type Prices = Record<string, number | null>

/**
 * Prices that are typed in the list and saved together. Each changed dish is a separate call: a price that could not be saved stays in its field, and the message
 * names the dish.
 */
export function usePrices(dishes: readonly MenuItemShape[]) {
  const may = useMay('PUT /menus/item')
  const { mutateAsync: update } = useCommand('PUT /menus/item', { quiet: true })
  /** The dishes whose price is a field now. All others show a button, which is lighter: a menu has hundreds. */
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const form: Form<Prices> = useForm<Prices, number>({
    defaults: useMemo(() => Object.fromEntries(dishes.map((dish) => [dish._id, dish.price])), [dishes]),
    refusal: may.ok ? null : may.why,
    send: async (values, _version, saved) => {
      const changed = dishes.filter(({ _id }) => values[_id] !== saved[_id])
      for (const { _id, name } of changed) {
        try {
          await update({ query: { id: _id }, body: { price: values[_id] ?? 0 } })
        } catch (error) {
          throw ofDish(name, error)
        }
      }
      return changed.length
    },
    onSaved: (count) => {
      setOpen(new Set())
      snack.success(`${plural(count, 'price')} saved`)
    },
  })
  const changed = dishes.filter(({ _id, price }) => _id in form.values && form.values[_id] !== price)
  const errorOf = useErrors(form)
  const shown = new Set([...open, ...changed.map(({ _id }) => _id)])
  return {
    form,
    changed,
    /** Prices that stopped the last Save. */
    wrong: changed.flatMap(({ _id, name }) => {
      const why = errorOf(_id)
      return why ? [{ _id, name, why }] : []
    }),
    isOpen: (id: string) => shown.has(id),
    open: (id: string) => setOpen((all) => new Set(all).add(id)),
  }
}
