import { screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, it } from 'vitest'
import type { PrinterShape } from '#domain/api/printJob.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import { deviceId } from '#web/core/device.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { PrinterDialog } from './PrinterDialog.tsx'

const FOUND = ['TVS RP45', 'EPSON TM-T82X 80mm']

const registered = (over: Partial<PrinterShape>): PrinterShape => ({
  _id: 'p1',
  deviceId: 'd',
  name: 'TVS RP45',
  role: 'kot',
  stations: [],
  columns: 32,
  fallbackId: null,
  ownOnly: false,
  registeredAt: '2026-11-21T19:00:00.000Z',
  ...over,
})

/** Until it closes; one that `stays` can be saved again. */
function Opened({ stays, ...props }: Omit<ComponentProps<typeof PrinterDialog>, 'onClose'> & { stays: boolean }) {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <PrinterDialog {...props} onClose={() => setOpen(stays)} /> : <p>Closed</p>
}

async function open(
  printer: PrinterShape | null = null,
  printers: PrinterShape[] = [],
  { autoPrintKOT = true, enablePrint = true, stays = true }: { autoPrintKOT?: boolean; enablePrint?: boolean; stays?: boolean } = {},
) {
  const asked = serve(({ method, path, body }) =>
    method === 'PUT'
      ? { status: 200, body: { printer: { _id: path.split('/').at(-1), registeredAt: '2026-11-21T19:00:00.000Z', ...(body as object) } } }
      : path === '/v1/print/stations'
        ? {
            status: 200,
            body: {
              stations: ['Grill', 'Bar'].map((name) => ({ name, listed: name === 'Grill', dishes: 2, categories: 0, printers: [] })),
            },
          }
        : { status: 200, body: { categories: [{ name: 'Beverages' }, { name: 'BAR' }] } },
  )
  await signIn({ role: 'managerialHead' })
  const { user } = mount(
    <Opened
      printer={printer}
      printers={printers}
      found={FOUND}
      settings={aRestaurant({ enablePrint, autoPrintKOT }).printSettings}
      stays={stays}
    />,
  )
  const dialog = within(await screen.findByRole('dialog', { name: printer ? 'Change printer' : 'Add printer' }))
  const paper = (name: string) => dialog.getByRole<HTMLInputElement>('radio', { name })
  return {
    user,
    dialog,
    paper,
    saved: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body as { columns: number; fallbackId: string | null }),
    settings: () => asked.filter(({ path }) => path === '/v1/restaurant/profile').map(({ body }) => body),
  }
}

it('the paper follows the chosen printer’s name, also when it was not the first one, and a person may say otherwise', async () => {
  const { user, dialog, paper, saved } = await open()
  expect(paper('58 mm, 32 col.').checked).toBe(true)
  await user.selectOptions(dialog.getByLabelText('Printer of this computer'), 'EPSON TM-T82X 80mm')
  await waitFor(() => expect(paper('80 mm, 48 col.').checked).toBe(true))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved()).toHaveLength(1))
  await user.click(paper('58 mm, 32 col.'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved().map(({ columns }) => columns)).toEqual([48, 32])
})

it.each([
  ['was removed since', [registered({ fallbackId: 'p2' })], 'KOTs', null],
  [
    'prints other papers, because what this one prints is changed',
    [registered({ fallbackId: 'p2' }), registered({ _id: 'p2' })],
    'Bills',
    null,
  ],
  ['prints the same', [registered({ fallbackId: 'p2' }), registered({ _id: 'p2' })], 'KOTs', 'p2'],
] as const)('what is saved as the fallback is what the dialog shows: one that %s', async (_, printers, prints, fallbackId) => {
  const { user, dialog, saved } = await open(printers[0], [...printers])
  await user.click(dialog.getByRole('radio', { name: prints }))
  const shown = dialog.getByLabelText<HTMLSelectElement>('When it doesn’t print').selectedOptions[0]?.textContent
  expect(shown).toBe(fallbackId ? 'Print on TVS RP45' : 'Wait and ask')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]?.fallbackId).toBe(fallbackId)
})

it('a first printer for tickets says that it prints none by itself while that is switched off, and one press switches it on', async () => {
  const { user, dialog, settings } = await open(null, [], { autoPrintKOT: false, stays: false })
  await user.click(dialog.getByRole('radio', { name: 'KOTs' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('It prints a ticket when somebody asks.')
  await screen.findByText('Closed')
  await user.click(screen.getByRole('button', { name: 'Print each KOT' }))
  await screen.findByText('Print each KOT is on')
  expect(settings()).toEqual([{ printSettings: { autoPrintKOT: true } }])
})

it.each([
  ['prints bills', null, [], 'Bills', {}],
  ['prints each ticket', null, [], 'KOTs', { autoPrintKOT: true }],
  ['was there before', registered({}), [], 'KOTs', {}],
  ['is not the first for tickets', null, [registered({ name: 'EPSON TM-T82X 80mm', deviceId: deviceId() })], 'KOTs', {}],
  ['prints nothing, because printing is switched off,', null, [], 'KOTs', { enablePrint: false }],
] as const)('one that %s says nothing of it', async (_, printer, printers, prints, settings) => {
  const { user, dialog } = await open(printer, [...printers], { autoPrintKOT: false, ...settings, stays: false })
  await user.click(dialog.getByRole('radio', { name: prints }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('TVS RP45 is registered')
  expect(screen.queryByText('It prints a ticket when somebody asks.')).toBeNull()
})

it('offers every station that dishes name, also those that are not on the list, and every category', async () => {
  const { dialog } = await open(registered({ stations: ['Pass'] }))
  const chips = await dialog.findByRole('group', { name: 'Only for' })
  await within(chips).findByText('Grill')
  await waitFor(() =>
    expect(
      within(chips)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Grill', 'Bar', 'Beverages', 'Pass']),
  )
})

it('a name that is a station and a category is offered once, and chosen it says that it is both', async () => {
  const { user, dialog } = await open(registered({ stations: ['Grill'] }))
  await dialog.findByRole('button', { name: 'Bar' })
  expect(dialog.queryByRole('button', { name: 'BAR' })).toBeNull()
  const both = /^Bar: a station and a category\. The printer gets both/
  expect(dialog.queryByText(both)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Bar' }))
  expect(dialog.getByText(both)).toBeTruthy()
})
