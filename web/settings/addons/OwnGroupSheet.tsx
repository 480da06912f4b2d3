import type { AddonTemplate } from '#domain/api/menu/templates.ts'
import type { z } from 'zod'
import { plural, sameName } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'
import { boundsText } from '#web/shared/menu/groupBounds.ts'
import { type OwnGroup, sameGroup, withGroup } from '#web/shared/menu/dishGroups.ts'
import { READS, useGiving } from './useGiving.ts'

type Template = z.infer<typeof AddonTemplate>

/** A group that dishes have as their own, and the press that makes a template of it. */
export function OwnGroupSheet({ group, templates, onClose }: { group: OwnGroup; templates: readonly Template[]; onClose: () => void }) {
  const may = useMay('POST /menus/addon-template/create')
  const create = useCommand('POST /menus/addon-template/create', { quiet: true, invalidates: READS })
  const give = useGiving()
  const { name, min, max, addons, dishes } = group
  const count = plural(dishes.length, 'dish', 'dishes')
  // An earlier press made it, but not all dishes got it.
  const made = templates.find((one) => sameName(one.name, name))
  const form = useForm({
    defaults: {},
    refusal: may.ok ? (made && !sameGroup(made, group) ? 'A template of this name has other addons or prices' : null) : may.why,
    send: async () => {
      const template = made ?? (await create.mutateAsync({ body: { name, min, max, addons } })).template
      await give(dishes, (dish) => withGroup(dish.addonGroups, template))
    },
    onSaved: () => {
      snack.success(`${name} is a template, used by ${count}`)
      onClose()
    },
  })
  return (
    <FormSheet form={form} title={name} submitLabel={made ? 'Use the template' : 'Make a template of it'} onClose={onClose}>
      <p className="text-14">
        {count} {dishes.length === 1 ? 'has' : 'have'} it as {dishes.length === 1 ? 'its' : 'their'} own. As a template it is changed once,
        for all of them.
      </p>
      <section aria-label="Addons">
        <h3 className="text-14 font-semibold">
          Addons <span className="font-normal text-muted">{boundsText(group)}</span>
        </h3>
        <ul className="mt-1 divide-y divide-hairline border-y border-hairline text-14">
          {addons.map((addon) => (
            <li key={addon.name} className="flex justify-between gap-3 py-1.5">
              <span className="min-w-0 [overflow-wrap:anywhere]">{addon.name}</span>
              <Money rupees={addon.price} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Dishes">
        <h3 className="text-14 font-semibold">
          Dishes <span className="font-normal text-muted">{dishes.length}</span>
        </h3>
        <p className="mt-1 text-14 text-muted">{dishes.map((dish) => dish.name).join(', ')}</p>
      </section>
    </FormSheet>
  )
}
