import { useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { matchingDishes } from '#domain/dishSearch.ts'
import { plural, sameName } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useMay } from '#web/core/may.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { withGroup } from '#web/shared/menu/dishGroups.ts'
import { useGiving } from './useGiving.ts'

type Template = Parameters<typeof withGroup>[1]
const SEARCHED_FROM = 10

const has = (dish: MenuItemShape, { _id }: Template) => dish.addonGroups.some(({ templateId }) => templateId === _id)

/** Which dishes have a template: those that are ticked get it, those that are no longer ticked lose it. */
export function DishesDialog({ template, dishes, onClose }: { template: Template; dishes: readonly MenuItemShape[]; onClose: () => void }) {
  const may = useMay('PUT /menus/item')
  const give = useGiving()
  const [sought, setSought] = useState('')
  const form = useForm({
    defaults: { dishes: dishes.filter((dish) => has(dish, template)).map(({ _id }) => _id) },
    refusal: may.ok ? null : may.why,
    send: async ({ dishes: ticked }) => {
      const changed = dishes.filter((dish) => ticked.includes(dish._id) !== has(dish, template))
      await give(changed, (dish) =>
        ticked.includes(dish._id)
          ? withGroup(dish.addonGroups, template)
          : dish.addonGroups.filter(({ templateId }) => templateId !== template._id),
      )
      return ticked.length
    },
    onSaved: (n) => {
      snack.success(`${plural(n, 'dish has', 'dishes have')} ${template.name}`)
      onClose()
    },
  })
  const ticked = form.values.dishes
  const shown = sought.trim() ? matchingDishes(dishes, sought) : dishes
  return (
    <FormDialog
      form={form}
      width="md"
      title={`Dishes with ${template.name}`}
      description="A dish that has a group of this name gets the template in its place."
      submitLabel="Save"
      onClose={onClose}
    >
      {dishes.length > SEARCHED_FROM ? <SearchInput size={32} label="Search dishes" value={sought} onChange={setSought} /> : null}
      <ul className="scroll-quiet grid max-h-80 overflow-y-auto">
        {shown.map((dish) => (
          <li key={dish._id}>
            <Checkbox
              size={20}
              label={dish.name}
              end={
                !has(dish, template) && dish.addonGroups.some(({ name }) => sameName(name, template.name)) ? (
                  <span className="text-12 text-muted">has its own</span>
                ) : undefined
              }
              className="w-full"
              checked={ticked.includes(dish._id)}
              onCheckedChange={(on) =>
                form.setValue('dishes', on ? [...ticked, dish._id] : ticked.filter((id) => id !== dish._id), { shouldDirty: true })
              }
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p className="text-14 text-muted">{dishes.length === 0 ? 'There are no dishes yet.' : `No dish has “${sought.trim()}”.`}</p>
      ) : null}
    </FormDialog>
  )
}
