import { useQuery } from '@tanstack/react-query'
import { ListPlus, Pencil, Soup, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import type { AddonTemplate } from '#domain/api/menu/templates.ts'
import { allItems } from '#domain/menu.ts'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
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
import { useRestaurantId } from '#web/core/session.ts'
import { AddonFields, groupOf, groupValues } from '#web/shared/menu/AddonFields.tsx'
import { boundsText } from '#web/shared/menu/groupBounds.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type OwnGroup, ownGroups } from '#web/shared/menu/dishGroups.ts'
import { DishesDialog } from './DishesDialog.tsx'
import { OwnGroupSheet } from './OwnGroupSheet.tsx'
import { READS } from './useGiving.ts'

type Template = z.infer<typeof AddonTemplate>
/** A template, or a group that dishes have as their own. */
type Row = Template & { own?: OwnGroup }
const NONE: readonly MenuItemShape[] = []
const dishes = (n: number) => plural(n, 'dish', 'dishes')

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    head: 'Group',
    value: (one) => one.name,
    below: (one) => (one.own ? `${boundsText(one)}, no template` : boundsText(one)),
  },
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

/** `/restaurant/settings/addons`: addon templates and the dishes' own groups, with how many dishes have each (SCREENS §2.3 "/addons"). */
export default function AddonsPage() {
  const view = useView({ sorts: ['name', 'usedBy'], row: 'template' })
  const query = useQuery(apiQuery('GET /menus/addon-templates'))
  const templates = query.data?.templates
  const restaurantId = useRestaurantId()
  const menu = useQuery({ ...apiQuery('POST /menus/restaurant', { body: { restaurantId } }), enabled: restaurantId !== '' }).data?.menu
  const all = useMemo(() => (menu ? allItems<MenuItemShape>(menu) : NONE), [menu])
  const rows = useMemo(
    () => templates && [...templates, ...ownGroups(all).map((own): Row => ({ ...own, _id: own.key, usedBy: own.dishes.length, own }))],
    [templates, all],
  )
  const list = useAllRows<Row>(query, rows, view, { key: (one) => one._id, columns: COLUMNS })
  /** The template whose dishes are chosen. */
  const [given, setGiven] = useState<Template | null>(null)
  const remove = useRemoval('DELETE /menus/addon-template/delete/:id', {
    body: 'Dishes that use it keep the addons as their own group.',
    invalidates: READS,
  })
  return (
    <>
      <ListPage
        noun={{ one: 'addon group', many: 'addon groups' }}
        view={view}
        list={list}
        columns={COLUMNS}
        rowName={(one) => one.name}
        create={{ label: 'New template', call: 'POST /menus/addon-template/create' }}
        nothingYet={{ icon: <ListPlus />, title: 'No addon groups yet. A template gives many dishes the same addons.' }}
        sheet={(one, { onClose }) =>
          one?.own ? (
            <OwnGroupSheet key={one._id} group={one.own} templates={templates ?? []} onClose={onClose} />
          ) : (
            <TemplateSheet key={one?._id} template={one} onClose={onClose} onDishes={setGiven} />
          )
        }
        menu={(one) =>
          one.own
            ? [{ label: 'Make a template of it', icon: <ListPlus />, onSelect: () => view.open(one._id) }]
            : [
                { label: 'Edit', icon: <Pencil />, onSelect: () => view.open(one._id) },
                { label: 'Dishes…', icon: <Soup />, onSelect: () => setGiven(one) },
                {
                  label: 'Remove',
                  icon: <Trash2 />,
                  danger: true,
                  onSelect: () =>
                    void remove(one.usedBy === 0 ? one.name : `${one.name}, used by ${dishes(one.usedBy)}`, { params: { id: one._id } }),
                },
              ]
        }
      />
      {given ? <DishesDialog template={given} dishes={all} onClose={() => setGiven(null)} /> : null}
    </>
  )
}

type TemplateSheetProps = { template: Template | null; onClose: () => void; onDishes: (template: Template) => void }

/** Adds a template (null) or changes one. A new one asks for its dishes next. */
function TemplateSheet({ template, onClose, onDishes }: TemplateSheetProps) {
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
    onSaved: ({ template: made }) => {
      const { name, usedBy } = made
      snack.success(usedBy > 0 ? `${name} is saved, in ${dishes(usedBy)} too` : `${name} is saved`)
      onClose()
      if (!template) onDishes(made)
    },
  })
  const usedBy = template?.usedBy ?? 0
  return (
    <FormSheet
      form={form}
      title={template?.name ?? 'New template'}
      submitLabel={template ? 'Save' : 'Create template'}
      onClose={onClose}
      footerStart={
        template ? (
          <Button
            onClick={() => {
              onClose()
              onDishes(template)
            }}
          >
            Dishes…
          </Button>
        ) : null
      }
    >
      {usedBy > 0 ? <Banner tone="info">Saving changes the {plural(usedBy, 'dish that uses', 'dishes that use')} it.</Banner> : null}
      <AddonFields form={form} />
    </FormSheet>
  )
}
