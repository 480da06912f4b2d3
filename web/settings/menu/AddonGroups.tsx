import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { moved } from '#domain/menuOrder.ts'
import { groupProblem } from '#domain/menuWrite.ts'
import { folded } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { apiQuery } from '#web/core/query.ts'
import { AddonFields, groupOf, groupValues } from '#web/shared/menu/AddonFields.tsx'
import { boundsText } from '#web/shared/menu/groupBounds.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { ownGroups, sameGroup } from '#web/shared/menu/dishGroups.ts'

type Group = MenuItemShape['addonGroups'][number]
export type Groups = readonly Group[]

type AddonGroupsProps = {
  groups: Groups
  /** The dishes whose groups it may take: all of the menu. */
  dishes?: readonly MenuItemShape[]
  onChange: (groups: Groups) => void
}

/** The form control for a dish's addon groups: its own ones, and copies of a template, which change with the template. */
export function AddonGroups({ groups, dishes = [], onChange }: AddonGroupsProps) {
  const templates = useQuery(apiQuery('GET /menus/addon-templates')).data?.templates ?? []
  /** The group that is edited, by its name as it was opened: another device may move or remove it meanwhile. `of: null` is a new one. */
  const [open, setOpen] = useState<{ of: Group | null } | null>(null)
  const edited = open?.of ? (groups.find(({ name }) => name === open.of?.name) ?? open.of) : null
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [news, setNews] = useState('')
  // Moving or removing a group's element loses the focus; it is set again once the groups are shown.
  const focusNext = useRef<(() => HTMLElement | null | undefined) | null>(null)
  useEffect(() => {
    focusNext.current?.()?.focus()
    focusNext.current = null
  })
  const move = (from: number, to: number, button: HTMLElement) => {
    focusNext.current = () => button
    onChange(moved(groups, from, to))
    setNews(`${groups[from]?.name}: now ${to + 1} of ${groups.length}`)
  }
  const remove = (at: number) => {
    const removeButton = (i: number) => list.current?.children[i]?.querySelector<HTMLElement>('[data-remove]')
    focusNext.current = () => removeButton(at) ?? removeButton(at - 1) ?? addButton.current
    onChange(groups.filter((_, i) => i !== at))
    setNews(`${groups[at]?.name} was removed`)
  }
  // The dish's own are here already, and what is a template too is taken from there.
  const others = ownGroups(dishes).filter((own) => ![...groups, ...templates].some((one) => sameGroup(one, own)))
  const isUsed = (name: string) => groups.some((group) => folded(group.name) === folded(name))
  return (
    <div className="grid gap-2">
      <Live>{news}</Live>
      <ul ref={list} className="grid gap-2 empty:hidden">
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
                  <IconButton size={32} label={`Edit ${group.name}`} icon={<Pencil />} onClick={() => setOpen({ of: group })} />
                )}
                <IconButton
                  size={32}
                  label={`Move ${group.name} up`}
                  icon={<ArrowUp />}
                  disabledReason={i === 0 ? 'It is the first' : null}
                  onClick={(event) => move(i, i - 1, event.currentTarget)}
                />
                <IconButton
                  size={32}
                  label={`Move ${group.name} down`}
                  icon={<ArrowDown />}
                  disabledReason={i === groups.length - 1 ? 'It is the last' : null}
                  onClick={(event) => move(i, i + 1, event.currentTarget)}
                />
                <IconButton size={32} label={`Remove ${group.name}`} icon={<Trash2 />} data-remove="" onClick={() => remove(i)} />
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
          <Button ref={addButton} size={32} icon={<Plus />} className="justify-self-start">
            Addon group
          </Button>
        }
        items={[
          { label: 'New group for this dish', onSelect: () => setOpen({ of: null }) },
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
          others.length > 0 && { heading: 'As other dishes have it' },
          ...others.map(({ key, dishes: having, name, min, max, addons }) => ({
            key,
            label: `${name} (${having[0]?.name}${having.length > 1 ? ` and ${having.length - 1} more` : ''})`,
            disabledReason: isUsed(name) ? 'The dish already has a group of this name' : null,
            onSelect: () => onChange([...groups, { name, min, max, addons }]),
          })),
        ]}
      />
      {open === null ? null : (
        <GroupDialog
          group={edited}
          taken={(name) => groups.some((group) => group !== edited && folded(group.name) === folded(name))}
          onClose={() => setOpen(null)}
          onDone={(group) =>
            onChange(edited && groups.includes(edited) ? groups.map((old) => (old === edited ? group : old)) : [...groups, group])
          }
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
    send: (values) => {
      const made = groupOf(values)
      const problem = taken(values.name) ? 'The dish has another group of this name.' : groupProblem(made)
      return problem === null ? Promise.resolve(made) : Promise.reject(new Error(problem))
    },
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
