import { useQuery } from '@tanstack/react-query'
import { columnsFor } from '#domain/print/lines.ts'
import { randomId } from '#domain/ids.ts'
import { sameStation } from '#domain/station.ts'
import { ChipsField, SegmentedField, SelectField, SwitchField } from '#web/app/form/fields.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { deviceId } from '#web/core/device.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { isHere, type Printer } from '#web/shared/print/printers.ts'
import { PROFILE } from '#web/shared/settings/profile.tsx'
import { useEffect, useRef, useState } from 'react'

const ROLES = [
  { value: 'bill', label: 'Bills' },
  { value: 'kot', label: 'KOTs' },
] as const
const PAPERS = [
  { value: '48', label: '80 mm, 48 col.' },
  { value: '32', label: '58 mm, 32 col.' },
] as const
const NOBODY = ''
const asPaper = (columns: 32 | 48): '32' | '48' => (columns === 48 ? '48' : '32')
const paperOf = (name: string) => asPaper(columnsFor(name))

type Props = {
  /** null: a new one. */
  printer: Printer | null
  printers: readonly Printer[]
  /** The names of this computer's printers. */
  found: readonly string[]
  settings: { enablePrint: boolean; autoPrintKOT: boolean }
  onClose: () => void
}

/** Registers or changes a printer of this computer: what it prints, for which stations, on which paper, and which printer replaces it. */
export function PrinterDialog({ printer, printers, found, settings, onClose }: Props) {
  const { enablePrint, autoPrintKOT } = settings
  const [id] = useState(() => printer?._id ?? randomId())
  const restaurantId = useRestaurantId()
  const categories = useQuery(apiQuery('POST /menus/categories', { body: { restaurantId } })).data?.categories ?? []
  // Those on the list, and others that dishes name: lines go by either.
  const stations = useQuery(apiQuery('GET /print/stations')).data?.stations ?? []
  const first = printer?.name ?? found.find((name) => !printers.some((p) => isHere(p) && p.name === name)) ?? found[0] ?? ''
  /** The printers that may print in its place. A fallback that was removed since, or prints other papers, is not among them. */
  const standInsFor = (prints: Printer['role']) => printers.filter(({ _id, role }) => _id !== id && role === prints)
  const switchOn = useCommand('PUT /restaurant/profile', {
    refreshes: PROFILE,
    onSuccess: () => void snack.success('Print each KOT is on'),
  })
  const printEach = () => switchOn.mutate({ body: { printSettings: { autoPrintKOT: true } } })
  const form = useCallForm({
    call: 'PUT /print/printers/:id',
    params: { id },
    defaults: {
      name: first,
      role: (printer?.role ?? (printers.some(({ role }) => role === 'bill') ? 'kot' : 'bill')) as 'bill' | 'kot',
      stations: (printer?.stations ?? []) as readonly string[],
      columns: printer ? asPaper(printer.columns) : paperOf(first),
      fallbackId: printer?.fallbackId ?? NOBODY,
      ownOnly: printer?.ownOnly ?? false,
    },
    toBody: ({ columns, fallbackId, stations: chosen, role, ...rest }) => ({
      ...rest,
      role,
      deviceId: deviceId(),
      columns: columns === '48' ? (48 as const) : (32 as const),
      stations: role === 'kot' ? [...chosen] : [],
      fallbackId: standInsFor(role).find(({ _id }) => _id === fallbackId)?._id ?? null,
    }),
    invalidates: ['GET /print/printers'],
    onSaved: ({ printer: { name, role } }) => {
      // A new restaurant begins with this switched off: the first printer for tickets would print none.
      const isIdle = printer === null && role === 'kot' && !printers.some((p) => p.role === 'kot') && enablePrint && !autoPrintKOT
      snack.success(`${name} is registered`, {
        id: 'printer',
        ...(isIdle ? { detail: 'It prints a ticket when somebody asks.', action: { label: 'Print each KOT', run: printEach } } : {}),
      })
      onClose()
    },
  })
  const { setValue } = form
  const { name } = form.values
  const before = useRef(name)
  // Another printer has another paper: its name says which (SPEC §5), until a person says otherwise.
  useEffect(() => {
    if (before.current === name) return
    before.current = name
    setValue('columns', paperOf(name))
  }, [name, setValue])
  // The chosen one too: the list is empty while the print agent is away.
  const names = [...new Set([...(printer ? [printer.name] : []), ...found, name])]
  const rooms = [...[...stations, ...categories].map(({ name }) => name), ...(printer?.stations ?? [])].filter(
    (room, i, all) => all.findIndex((other) => sameStation(other, room)) === i,
  )
  // A station and a category of one name are one place (docs/decisions/029-stations.md).
  const both = form.values.stations.filter((room) =>
    [stations, categories].every((list) => list.some(({ name }) => sameStation(name, room))),
  )
  return (
    <FormDialog form={form} title={printer ? 'Change printer' : 'Add printer'} submitLabel="Save" width="md" onClose={onClose}>
      <SelectField form={form} name="name" label="Printer of this computer" options={names.map((value) => ({ value, label: value }))} />
      <SegmentedField form={form} name="role" label="Prints" options={ROLES} />
      {form.values.role === 'kot' && rooms.length > 0 ? (
        <ChipsField
          form={form}
          name="stations"
          label="Only for"
          options={rooms.map((value) => ({ value, label: value }))}
          optional
          hint={
            both.length > 0
              ? `${both.join(', ')}: a station and a category. The printer gets both, except dishes of the category whose own station has a printer.`
              : 'A dish goes to the printer of its station, or else to that of its category. None chosen: everything that no other printer prints.'
          }
        />
      ) : null}
      <SegmentedField
        form={form}
        name="columns"
        label="Paper"
        options={PAPERS}
        hint="“80mm” in the printer’s name means 48 columns, else 32."
      />
      <SelectField
        form={form}
        name="fallbackId"
        label="When it doesn’t print"
        options={[
          { value: NOBODY, label: 'Wait and ask' },
          ...standInsFor(form.values.role).map(({ _id, name }) => ({ value: _id, label: `Print on ${name}` })),
        ]}
      />
      <SwitchField form={form} name="ownOnly" label="Only what this device sends" hint="For a counter with a printer of its own." />
    </FormDialog>
  )
}
