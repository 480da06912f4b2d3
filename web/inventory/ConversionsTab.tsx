import { useQuery } from '@tanstack/react-query'
import { ArrowRight, ArrowRightLeft, Trash2 } from 'lucide-react'
import type { z } from 'zod'
import type { Conversion as ConversionSchema } from '#domain/api/inventory.ts'
import { ComboboxField, NumberField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { ApiError } from '#web/core/api.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { quantityText, type RawMaterial } from './rows.ts'
import { TAB_LABELS, TABS } from './tabs.ts'
import { AFTER_A_CHANGE, readStockAgain, useRanOut } from './useStock.tsx'

type Conversion = z.infer<typeof ConversionSchema>

const columns: Column<Conversion>[] = [
  { key: 'name', head: 'Conversion', value: (c) => c.name },
  {
    key: 'from',
    head: 'Takes',
    value: (c) => `${quantityText(c.fromQuantity, c.fromMaterial.unit)} ${c.fromMaterial.name}`,
    cellClassName: 'wrap-anywhere',
  },
  {
    key: 'to',
    head: 'Makes',
    value: (c) => `${quantityText(c.toQuantity, c.toMaterial.unit)} ${c.toMaterial.name}`,
    cellClassName: 'wrap-anywhere',
  },
]

/** Conversions: one material made into another, such as a whole chicken into pieces, or tomatoes into gravy. A conversion is carried out in its sheet. */
export default function ConversionsTab() {
  const query = useQuery(apiQuery('GET /restaurant/inventory/conversions'))
  const materials =
    useQuery({ ...apiQuery('GET /restaurant/inventory/raw-materials/all'), refetchInterval: 60_000 }).data?.rawMaterials ?? []
  const view = useView({ tabs: TABS, sorts: ['name', 'from', 'to'], sortedBy: 'name', row: 'item' })
  const list = useAllRows(query, query.data?.conversions, view, { key: (c) => c._id, columns })
  const remove = useRemoval('DELETE /restaurant/inventory/conversions', {
    body: 'Stock that was converted with it stays as it is.',
    invalidates: ['GET /restaurant/inventory/conversions'],
  })
  const { check, dialog } = useRanOut()
  return (
    <>
      <ListPage
        noun={{ one: 'conversion', many: 'conversions' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(c) => c.name}
        tabs={TAB_LABELS}
        create={{ label: 'Add conversion', call: 'POST /restaurant/inventory/conversions' }}
        sheet={(conversion, { onClose }) =>
          conversion ? (
            <ConvertSheet key={conversion._id} conversion={conversion} materials={materials} onRanOut={check} onClose={onClose} />
          ) : (
            <ConversionSheet materials={materials} onClose={onClose} />
          )
        }
        menu={(c) => [
          {
            label: 'Remove',
            icon: <Trash2 />,
            danger: true,
            onSelect: () => void remove(c.name, { body: { conversionId: c.conversionId } }),
          },
        ]}
        nothingYet={{
          icon: <ArrowRightLeft />,
          title: 'No conversions yet. One makes a material of another: whole chickens become boneless meat.',
        }}
      />
      {dialog}
    </>
  )
}

function ConversionSheet({ materials, onClose }: { materials: readonly RawMaterial[]; onClose: () => void }) {
  const form = useCallForm({
    call: 'POST /restaurant/inventory/conversions',
    defaults: {
      name: '',
      fromMaterial: '',
      fromQuantity: null as number | null,
      toMaterial: '',
      toQuantity: null as number | null,
    },
    toBody: ({ fromQuantity, toQuantity, ...fields }) => ({
      ...fields,
      ...{ fromQuantity: fromQuantity ?? 0, fromUnit: unitOf(fields.fromMaterial) },
      ...{ toQuantity: toQuantity ?? 0, toUnit: unitOf(fields.toMaterial) },
    }),
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'unit_changed')
        void queryClient.invalidateQueries({ queryKey: ['GET /restaurant/inventory/raw-materials/all'] })
    },
    invalidates: ['GET /restaurant/inventory/conversions'],
    onSaved: ({ conversion }) => {
      snack.success(`${conversion.name} is saved`)
      onClose()
    },
  })
  const options = materials.map((m) => ({ value: m._id, label: m.name }))
  const unitOf = (id: string) => materials.find((m) => m._id === id)?.unit
  return (
    <FormSheet form={form} title="Add conversion" submitLabel="Add conversion" onClose={onClose}>
      <TextField form={form} name="name" label="Name" required maxLength={80} placeholder="Cut whole chickens" />
      <ComboboxField form={form} name="fromMaterial" label="Takes" required options={options} />
      <NumberField
        form={form}
        name="fromQuantity"
        label="How much it takes"
        required
        decimals={3}
        min={0.001}
        unit={unitOf(form.values.fromMaterial)}
      />
      <ComboboxField form={form} name="toMaterial" label="Makes" required options={options} />
      <NumberField
        form={form}
        name="toQuantity"
        label="How much it makes"
        required
        decimals={3}
        min={0.001}
        unit={unitOf(form.values.toMaterial)}
      />
    </FormSheet>
  )
}

/** Carries out a conversion, once or several times, and first shows what it will change. */
function ConvertSheet({
  conversion,
  materials,
  onRanOut,
  onClose,
}: {
  conversion: Conversion
  materials: readonly RawMaterial[]
  onRanOut: (after: readonly RawMaterial[]) => void
  onClose: () => void
}) {
  const { fromMaterial, toMaterial, fromQuantity, toQuantity } = conversion
  const form = useCallForm({
    call: 'POST /restaurant/inventory/conversions/execute',
    defaults: { customQuantity: 1 as number | null },
    toBody: ({ customQuantity }) => ({ conversionId: conversion.conversionId, customQuantity: customQuantity ?? 1 }),
    invalidates: AFTER_A_CHANGE,
    refusals: { out_of_stock: 'customQuantity' },
    // Another device took from the stock, or the conversion was made and its answer is lost.
    onRefused: () => readStockAgain(),
    onSaved: ({ from, to }) => {
      onRanOut([from, to])
      snack.success(`${to.name}: ${quantityText(to.currentStock, to.unit)} in stock`)
      onClose()
    },
  })
  const times = form.values.customQuantity ?? 0
  const stockOf = (id: string) => materials.find((m) => m._id === id)?.currentStock
  return (
    <FormSheet form={form} title={conversion.name} submitLabel="Convert" guard={false} onClose={onClose}>
      <NumberField form={form} name="customQuantity" label="How many times" required decimals={3} min={0.001} />
      <ul aria-label="Before and after" className="rounded-card border border-hairline">
        <Change material={fromMaterial} before={stockOf(fromMaterial._id)} by={-fromQuantity * times} />
        <Change material={toMaterial} before={stockOf(toMaterial._id)} by={toQuantity * times} />
      </ul>
    </FormSheet>
  )
}

function Change({
  material: { name, unit },
  before,
  by,
}: {
  material: { name: string; unit: string }
  before: number | undefined
  by: number
}) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 px-3 py-2 not-first:border-t not-first:border-hairline">
      <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{name}</span>
      {before === undefined ? (
        <span className="num text-muted">
          {by > 0 ? '+' : '−'}
          {quantityText(Math.abs(by), unit)}
        </span>
      ) : (
        <span className="num inline-flex items-center gap-2">
          {quantityText(before, unit)}
          <ArrowRight className="size-4 text-muted" aria-label="becomes" />
          <strong className={before + by < 0 ? 'text-danger' : undefined}>{quantityText(before + by, unit)}</strong>
        </span>
      )}
    </li>
  )
}
