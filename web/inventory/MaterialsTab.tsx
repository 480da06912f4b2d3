import { useQuery } from '@tanstack/react-query'
import { Package, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { plainPaise, toPaise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { ComboboxField, MoneyField, NumberField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { choices, type ViewSpec } from '#web/app/list/view.ts'
import { Money } from '#web/app/Money.tsx'
import { apiQuery } from '#web/core/query.ts'
import { quantityText, type RawMaterial } from './rows.ts'
import { nameColumn, TAB_LABELS, TABS } from './tabs.ts'
import { AFTER_A_CHANGE } from './useStock.tsx'

const columns: Column<RawMaterial>[] = [
  nameColumn,
  { key: 'unit', head: 'Unit', value: (m) => m.unit, width: 'w-20' },
  {
    key: 'minimum',
    head: 'Minimum',
    value: (m) => m.minimumStock,
    cell: (m) => quantityText(m.minimumStock, m.unit),
    numeric: true,
    width: 'w-28',
  },
  {
    key: 'cost',
    head: 'Usual price',
    value: (m) => m.costPerUnit,
    csv: (m) => plainPaise(toPaise(m.costPerUnit)),
    cell: (m) => <Money rupees={m.costPerUnit} />,
    numeric: true,
    width: 'w-36',
  },
  {
    key: 'used',
    head: 'Used in',
    value: (m) => m.usedIn.length,
    cell: (m) => plural(m.usedIn.length, 'dish', 'dishes'),
    width: 'w-28',
    hidden: '@max-[699px]:hidden',
  },
]

/** Raw materials: names, units, minimums and usual prices. */
export default function MaterialsTab() {
  const query = useQuery(apiQuery('GET /restaurant/inventory/raw-materials/all'))
  const materials = query.data?.rawMaterials
  const categories = [...new Set(materials?.map((m) => m.category).filter(Boolean))].sort()
  const spec = {
    tabs: TABS,
    filters: { category: choices({ label: 'Category', options: categories.map((value) => ({ value, label: value })) }) },
    sorts: ['name', 'unit', 'minimum', 'cost', 'used'],
    sortedBy: 'name',
    row: 'item',
  } satisfies ViewSpec
  const view = useView(spec)
  const chosen = view.filters.category as readonly string[]
  const list = useAllRows(query, materials, view, {
    key: (m) => m._id,
    columns,
    shows: (m) => chosen.length === 0 || chosen.includes(m.category),
    perPage: 50,
  })
  const remove = useRemoval('DELETE /restaurant/inventory/raw-materials/:id', {
    invalidates: AFTER_A_CHANGE,
  })
  return (
    <ListPage
      noun={{ one: 'material', many: 'materials' }}
      view={view}
      list={list}
      columns={columns}
      rowName={(m) => m.name}
      tabs={TAB_LABELS}
      csv="raw-materials"
      create={{ label: 'Add material', call: 'POST /restaurant/inventory/raw-materials' }}
      sheet={(material, { onClose }) => <MaterialSheet key={material?._id} material={material} onClose={onClose} />}
      menu={(m) => [
        {
          label: 'Remove',
          icon: <Trash2 />,
          danger: true,
          onSelect: () =>
            void remove(
              m.name,
              { params: { id: m._id } },
              `Its stock (${quantityText(m.currentStock, m.unit)}) and its movements can’t be seen any more.`,
            ),
        },
      ]}
      nothingYet={{ icon: <Package />, title: 'No raw materials yet. Add what the kitchen buys: rice, chicken, oil.' }}
    />
  )
}

const NONE = { value: '', label: 'No category' }

function MaterialSheet({ material, onClose }: { material: RawMaterial | null; onClose: () => void }) {
  const categories = useQuery(apiQuery('GET /restaurant/inventory/raw-materials/categories')).data?.categories ?? []
  const form = useCallForm({
    call: material ? 'PUT /restaurant/inventory/raw-materials/:id' : 'POST /restaurant/inventory/raw-materials',
    params: material ? { id: material._id } : undefined,
    defaults: {
      name: material?.name ?? '',
      unit: material?.unit ?? '',
      category: material?.category ?? '',
      subcategory: material?.subcategory ?? '',
      minimumStock: (material?.minimumStock ?? null) as number | null,
      costPerUnit: (material?.costPerUnit ?? null) as number | null,
    },
    toBody: ({ minimumStock, costPerUnit, subcategory, ...fields }) => ({
      ...fields,
      // It may have been renamed since these names were read.
      categoryId: categories.find((c) => c.category === fields.category)?._id,
      subcategory: subcategory || null,
      minimumStock: minimumStock ?? 0,
      costPerUnit: costPerUnit ?? 0,
    }),
    onlyChanges: material !== null,
    invalidates: AFTER_A_CHANGE,
    refusals: { duplicate: 'name', in_use: 'unit' },
    onSaved: ({ rawMaterial }) => {
      snack.success(`${rawMaterial.name} is saved`)
      onClose()
    },
  })
  const own = form.values.category
  // The material's own also while the categories are being fetched, or when it was deleted while this form was open.
  const names = [...new Set([...categories.map((c) => c.category), ...(own ? [own] : [])])]
  const subs = categories.find((c) => c.category === own)?.subcategories.map((s) => s.subcategory) ?? []
  const sub = form.values.subcategory
  // A subcategory belongs to one category.
  const lost = sub !== '' && form.isChanged('category') && !subs.includes(sub)
  const { setValue } = form
  useEffect(() => {
    if (lost) setValue('subcategory', '')
  }, [lost, setValue])
  return (
    <FormSheet form={form} title={material?.name ?? 'Add material'} submitLabel={material ? 'Save' : 'Add material'} onClose={onClose}>
      <TextField form={form} name="name" label="Name" required maxLength={80} />
      <TextField
        form={form}
        name="unit"
        label="Unit"
        required
        maxLength={20}
        placeholder="kg, l, pcs"
        hint="Recipes may use g for kg and ml for l."
      />
      <ComboboxField
        form={form}
        name="category"
        label="Category"
        optional
        options={[NONE, ...names.map((value) => ({ value, label: value }))]}
        placeholder={NONE.label}
      />
      {subs.length > 0 || sub ? (
        <ComboboxField
          form={form}
          name="subcategory"
          label="Subcategory"
          optional
          options={[
            { value: '', label: 'None' },
            ...[...new Set([...subs, ...(sub ? [sub] : [])])].map((value) => ({ value, label: value })),
          ]}
          placeholder="None"
        />
      ) : null}
      <NumberField
        form={form}
        name="minimumStock"
        label="Minimum"
        optional
        decimals={3}
        unit={form.values.unit || undefined}
        hint="At or below it, the material is low."
      />
      <MoneyField form={form} name="costPerUnit" label={`Usual price a ${form.values.unit || 'unit'}`} optional />
    </FormSheet>
  )
}
