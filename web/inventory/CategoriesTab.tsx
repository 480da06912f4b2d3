import { useQuery } from '@tanstack/react-query'
import { FolderTree, Plus, Trash2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import type { MaterialCategory } from '#domain/api/inventory.ts'
import { TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Input } from '#web/ui/Input.tsx'
import { TAB_LABELS, TABS } from './tabs.ts'

type Category = z.infer<typeof MaterialCategory>
/** Materials name their category, so they change with it. */
const CHANGED = ['GET /restaurant/inventory/raw-materials/categories', 'GET /restaurant/inventory/raw-materials/all'] as const

const columns: Column<Category>[] = [
  { key: 'name', head: 'Category', value: (c) => c.category },
  { key: 'subs', head: 'Subcategories', value: (c) => c.subcategories.map((s) => s.subcategory).join(', '), cellClassName: 'text-muted' },
]

/** The categories of raw materials, and their subcategories. */
export default function CategoriesTab() {
  const query = useQuery(apiQuery('GET /restaurant/inventory/raw-materials/categories'))
  const view = useView({ tabs: TABS, sorts: ['name'], row: 'item' })
  const list = useAllRows(query, query.data?.categories, view, { key: (c) => c._id, columns, perPage: 50 })
  const remove = useRemoval('DELETE /restaurant/inventory/raw-materials/categories/:id', {
    body: 'Materials of it then have no category.',
    invalidates: CHANGED,
  })
  return (
    <ListPage
      noun={{ one: 'category', many: 'categories' }}
      view={view}
      list={list}
      columns={columns}
      rowName={(c) => c.category}
      tabs={TAB_LABELS}
      create={{ label: 'Add category', call: 'POST /restaurant/inventory/raw-materials/categories' }}
      sheet={(category, { onClose }) =>
        category ? <CategorySheet key={category._id} category={category} onClose={onClose} /> : <NewCategory onClose={onClose} />
      }
      menu={(c) => [
        { label: 'Remove', icon: <Trash2 />, danger: true, onSelect: () => void remove(c.category, { params: { id: c._id } }) },
      ]}
      nothingYet={{ icon: <FolderTree />, title: 'No categories yet. They group raw materials: vegetables, dairy, spices.' }}
    />
  )
}

function NewCategory({ onClose }: { onClose: () => void }) {
  const form = useCallForm({
    call: 'POST /restaurant/inventory/raw-materials/categories',
    defaults: { category: '' },
    toBody: (values) => values,
    invalidates: CHANGED,
    refusals: { duplicate: 'category' },
    onSaved: ({ category }) => {
      snack.success(`${category.category} is saved`)
      onClose()
    },
  })
  return (
    <FormSheet form={form} title="Add category" submitLabel="Add category" onClose={onClose}>
      <TextField form={form} name="category" label="Name" required maxLength={80} autoFocus />
    </FormSheet>
  )
}

function CategorySheet({ category: { _id, category, subcategories }, onClose }: { category: Category; onClose: () => void }) {
  const form = useCallForm({
    call: 'PUT /restaurant/inventory/raw-materials/categories',
    defaults: { category },
    toBody: (values) => ({ categories: [{ _id, category: values.category }] }),
    invalidates: CHANGED,
    refusals: { duplicate: 'category' },
    fieldOf: { 'categories.0.category': 'category' },
    onSaved: (_, values) => {
      snack.success(`${values.category} is saved`)
      onClose()
    },
  })
  const remove = useRemoval('DELETE /restaurant/inventory/raw-materials/categories/:id/subcategory/:subId', {
    body: 'Materials of it then have no subcategory.',
    invalidates: CHANGED,
  })
  return (
    <FormSheet form={form} title={category} onClose={onClose}>
      <TextField form={form} name="category" label="Name" required maxLength={80} />
      <section aria-label="Subcategories" className="grid gap-2">
        <h3 className="text-14 font-medium">Subcategories</h3>
        {subcategories.length === 0 ? <p className="text-14 text-muted">None yet.</p> : null}
        <ul>
          {subcategories.map((sub) => (
            <li key={sub._id} className="flex min-h-12 items-center gap-2 not-first:border-t not-first:border-hairline">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{sub.subcategory}</span>
              <IconButton
                label={`Remove ${sub.subcategory}`}
                icon={<X />}
                onClick={() => void remove(sub.subcategory, { params: { id: _id, subId: sub._id } })}
              />
            </li>
          ))}
        </ul>
        <AddSubcategory categoryId={_id} hold={form.hold} />
      </section>
    </FormSheet>
  )
}

/** Added at once. It is inside the sheet's form, and forms can't be nested, so it is not a form. */
function AddSubcategory({ categoryId, hold }: { categoryId: string; hold: (reason: string) => () => void }) {
  const [name, setName] = useState('')
  const isTyped = name.trim() !== ''
  const wait = useEffectEvent(() => hold('Add the new subcategory first, or empty its field'))
  useEffect(() => (isTyped ? wait() : undefined), [isTyped])
  const add = useCommand('POST /restaurant/inventory/raw-materials/categories/subcategory', {
    refreshes: CHANGED,
    onSuccess: () => setName(''),
  })
  const submit = () => {
    if (isTyped && !add.isPending) add.mutate({ body: { parent_category_id: categoryId, subcategory: name.trim() } })
  }
  return (
    <div className="flex gap-2">
      <Input
        aria-label="New subcategory"
        placeholder="New subcategory"
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
        className="min-w-0 flex-1"
      />
      <Button size={44} icon={<Plus />} loading={add.isPending} disabledReason={isTyped ? null : 'Enter its name first'} onClick={submit}>
        Add
      </Button>
    </div>
  )
}
