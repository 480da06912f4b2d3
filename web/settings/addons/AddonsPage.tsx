import { useQuery } from '@tanstack/react-query'
import { ListPlus, Pencil, Trash2 } from 'lucide-react'
import type { z } from 'zod'
import type { AddonTemplate } from '#domain/api/menu/templates.ts'
import { formatRupees } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { apiQuery } from '#web/core/query.ts'
import { AddonFields, groupOf, groupValues } from '#web/shared/menu/AddonFields.tsx'
import { boundsText } from '#web/shared/menu/groupBounds.ts'
import { Banner } from '#web/ui/Banner.tsx'

type Template = z.infer<typeof AddonTemplate>
const READS = ['GET /menus/addon-templates', 'POST /menus/restaurant'] as const
const dishes = (n: number) => plural(n, 'dish', 'dishes')

const COLUMNS: Column<Template>[] = [
  { key: 'name', head: 'Template', value: (one) => one.name, below: boundsText },
  {
    key: 'addons',
    head: 'Addons',
    value: (one) => one.addons.map(({ name, price }) => `${name} ${formatRupees(price)}`).join(', '),
    cell: (one) => <span className="line-clamp-2">{one.addons.map(({ name, price }) => `${name} ${formatRupees(price)}`).join(', ')}</span>,
    cellClassName: 'text-muted',
    hidden: '@max-[699px]:hidden',
  },
  { key: 'usedBy', head: 'Used by', value: (one) => one.usedBy, cell: (one) => dishes(one.usedBy), width: 'w-32', numeric: true },
]

/** `/restaurant/settings/addons`: addon templates and how many dishes use each (SCREENS §2.3 "/addons"). */
export default function AddonsPage() {
  const view = useView({ sorts: ['name', 'usedBy'], row: 'template' })
  const query = useQuery(apiQuery('GET /menus/addon-templates'))
  const list = useAllRows(query, query.data?.templates, view, { key: (one) => one._id, columns: COLUMNS })
  const remove = useRemoval('DELETE /menus/addon-template/delete/:id', {
    body: 'Dishes that use it keep the addons as their own group.',
    invalidates: READS,
  })
  return (
    <ListPage
      noun={{ one: 'template', many: 'templates' }}
      view={view}
      list={list}
      columns={COLUMNS}
      rowName={(one) => one.name}
      create={{ label: 'New template', call: 'POST /menus/addon-template/create' }}
      nothingYet={{ icon: <ListPlus />, title: 'No templates yet. A template gives many dishes the same addons.' }}
      sheet={(one, { onClose }) => <TemplateSheet key={one?._id} template={one} onClose={onClose} />}
      menu={(one) => [
        { label: 'Edit', icon: <Pencil />, onSelect: () => view.open(one._id) },
        {
          label: 'Remove',
          icon: <Trash2 />,
          danger: true,
          onSelect: () =>
            void remove(one.usedBy === 0 ? one.name : `${one.name}, used by ${dishes(one.usedBy)}`, { params: { id: one._id } }),
        },
      ]}
    />
  )
}

/** Adds a template (null) or changes one. */
function TemplateSheet({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const form = useCallForm({
    call: template ? 'PUT /menus/addon-template/:id' : 'POST /menus/addon-template/create',
    kept: true,
    params: template ? { id: template._id } : undefined,
    defaults: groupValues(template),
    newest: ({ template: now }) => (now ? { version: 0, defaults: groupValues(now as Template) } : null),
    toBody: (values, _, saved) => ({ ...groupOf(values), ...(template ? { addonsBefore: groupOf(saved).addons } : null) }),
    onlyChanges: template !== null,
    invalidates: READS,
    refusals: { duplicate: 'name' },
    onSaved: ({ template: { name, usedBy } }) => {
      snack.success(usedBy > 0 ? `${name} is saved, in ${dishes(usedBy)} too` : `${name} is saved`)
      onClose()
    },
  })
  const usedBy = template?.usedBy ?? 0
  return (
    <FormSheet form={form} title={template?.name ?? 'New template'} submitLabel={template ? 'Save' : 'Create template'} onClose={onClose}>
      {usedBy > 0 ? <Banner tone="info">Saving changes the {plural(usedBy, 'dish that uses', 'dishes that use')} it.</Banner> : null}
      <AddonFields form={form} />
    </FormSheet>
  )
}
