import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { folded } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { apiQuery } from '#web/core/query.ts'
import { AddonFields, groupOf, groupValues } from '#web/shared/menu/AddonFields.tsx'
import { boundsText } from '#web/shared/menu/groupBounds.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'

type Group = MenuItemShape['addonGroups'][number]
export type Groups = readonly Group[]

/** The form control for a dish's addon groups: its own ones, and copies of a template, which change with the template. */
export function AddonGroups({ groups, onChange }: { groups: Groups; onChange: (groups: Groups) => void }) {
  const templates = useQuery(apiQuery('GET /menus/addon-templates')).data?.templates ?? []
  /** The group that is edited: its place, or -1 for a new one. */
  const [open, setOpen] = useState<number | null>(null)
  const moved = (from: number, to: number) => {
    const rest = groups.filter((_, i) => i !== from)
    const one = groups[from]
    return one ? [...rest.slice(0, to), one, ...rest.slice(to)] : groups
  }
  const isUsed = (name: string) => groups.some((group) => folded(group.name) === folded(name))
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2 empty:hidden">
        {groups.map((group, i) => (
          <li key={group.name} className="rounded-card border border-hairline px-3 py-2">
            <div className="flex items-start gap-2">
              <p className="min-w-0 flex-1 py-1 text-14">
                <b className="font-semibold [overflow-wrap:anywhere]">{group.name}</b>{' '}
                <span className="text-muted">{boundsText(group)}</span>
                {group.templateId ? <span className="block text-12 text-muted">From a template: change it in Addons</span> : null}
              </p>
              <div className="flex flex-none">
                {group.templateId ? null : (
                  <IconButton size={32} label={`Edit ${group.name}`} icon={<Pencil />} onClick={() => setOpen(i)} />
                )}
                <IconButton
                  size={32}
                  label={`Move ${group.name} up`}
                  icon={<ArrowUp />}
                  disabledReason={i === 0 ? 'It is the first' : null}
                  onClick={() => onChange(moved(i, i - 1))}
                />
                <IconButton
                  size={32}
                  label={`Move ${group.name} down`}
                  icon={<ArrowDown />}
                  disabledReason={i === groups.length - 1 ? 'It is the last' : null}
                  onClick={() => onChange(moved(i, i + 1))}
                />
                <IconButton
                  size={32}
                  label={`Remove ${group.name}`}
                  icon={<Trash2 />}
                  onClick={() => onChange(groups.filter((_, at) => at !== i))}
                />
              </div>
            </div>
            <ul className="divide-y divide-hairline text-14">
              {group.addons.map((addon) => (
                <li key={addon.name} className="flex justify-between gap-3 py-1">
                  <span className="min-w-0 [overflow-wrap:anywhere]">{addon.name}</span>
                  <Money rupees={addon.price} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Menu
        align="start"
        size={36}
        trigger={
          <Button size={32} icon={<Plus />} className="justify-self-start">
            Addon group
          </Button>
        }
        items={[
          { label: 'New group for this dish', onSelect: () => setOpen(-1) },
          templates.length > 0 && { heading: 'From a template' },
          ...templates.map((template) => ({
            key: template._id,
            label: template.name,
            disabledReason: isUsed(template.name) ? 'The dish already has a group of this name' : null,
            onSelect: () =>
              onChange([
                ...groups,
                { name: template.name, min: template.min, max: template.max, addons: template.addons, templateId: template._id },
              ]),
          })),
        ]}
      />
      {open === null ? null : (
        <GroupDialog
          group={groups[open] ?? null}
          taken={(name) => groups.some((group, i) => i !== open && folded(group.name) === folded(name))}
          onClose={() => setOpen(null)}
          onDone={(group) => onChange(open < 0 ? [...groups, group] : groups.map((old, i) => (i === open ? group : old)))}
        />
      )}
    </div>
  )
}

/** Edits a group that belongs to the dish; it is saved with the dish. */
function GroupDialog({
  group,
  taken,
  onDone,
  onClose,
}: {
  group: Group | null
  taken: (name: string) => boolean
  onDone: (group: Group) => void
  onClose: () => void
}) {
  const form = useForm({
    defaults: groupValues(group),
    offline: 'allowed',
    send: (values) =>
      taken(values.name) ? Promise.reject(new Error('The dish has another group of this name.')) : Promise.resolve(groupOf(values)),
    onSaved: (made) => {
      onDone(made)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      width="md"
      title={group ? group.name : 'New addon group'}
      description="It is saved together with the dish."
      submitLabel={group ? 'Done' : 'Add group'}
      onClose={onClose}
    >
      <AddonFields form={form} />
    </FormDialog>
  )
}
