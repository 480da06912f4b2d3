import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PrinterShape, PrintJobShape } from '#domain/api/printJob.ts'
import { aPrintJob, aRestaurant } from '#domain/test/shapes.ts'
import { deviceId } from '#web/core/device.ts'
import { connectAgent } from '#web/shared/print/agent.ts'
import { useAskedForPaper } from '#web/shared/print/asked.ts'
import { computer, giveAgentSocket } from '#web/test/agentSocket.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { PrinterRow, type Reach } from './PrinterRow.tsx'

const printer = (over: Partial<PrinterShape> = {}): PrinterShape => ({
  _id: 'p1',
  deviceId: 'd',
  name: 'TVS RP45 Fryer',
  role: 'kot',
  stations: ['Fryer'],
  columns: 32,
  fallbackId: null,
  ownOnly: false,
  registeredAt: '2026-11-21T19:00:00.000Z',
  ...over,
})
const OTHERS = [
  printer({ _id: 'p2', name: 'RP326 Grill', stations: ['Grill'] }),
  printer({ _id: 'p3', name: 'EPSON', role: 'bill', stations: [] }),
]

type Opening = {
  state?: Reach
  found?: readonly string[]
  refusal?: string | null
  restaurant?: ReturnType<typeof aRestaurant>
  fallbackId?: string | null
  others?: readonly PrinterShape[]
}

async function open(
  jobs: Partial<PrintJobShape>[] = [],
  { state = 'ready', found = [], refusal = null, restaurant = aRestaurant(), fallbackId = null, others = OTHERS }: Opening = {},
) {
  const asked = serve(({ path }) =>
    path === '/v1/restaurant/profile' ? { status: 200, body: { restaurant } } : { status: 200, body: { job: aPrintJob({}) } },
  )
  await signIn({ role: 'managerialHead' })
  const view = mount(
    <PrinterRow
      printer={printer({ fallbackId })}
      printers={[printer({ fallbackId }), ...others]}
      jobs={jobs.map((job, n) => aPrintJob({ _id: `j${n}`, status: 'failed', reason: 'Failed to send print job to printer.', ...job }))}
      state={state}
      found={found}
      restaurant={restaurant}
      refusal={refusal}
      onEdit={() => undefined}
    />,
  )
  const row = within(await screen.findByRole('listitem'))
  const asks = () => asked.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body])
  return { ...view, row, asks }
}

/** Three tries with a second between. */
async function noAgent() {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  await giveAgentSocket()
  computer.listens = null
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const tried = connectAgent().catch(() => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  await tried
  vi.useRealTimers()
}

it('a failing printer shows the reason in the words of SPEC §8, what to do and which papers wait; one press prints them all, here or on another printer of its kind', async () => {
  const { row, user, asks } = await open([{ number: 12 }, { number: 13 }])
  expect(row.getByText('Failing')).toBeTruthy()
  expect(row.getByText('Failed to send print job to printer.').closest('p')?.textContent).toBe(
    'Failed to send print job to printer.Check paper and power. KOT 12, KOT 13 wait.',
  )
  await user.click(row.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asks()).toHaveLength(2))
  await user.click(row.getByRole('button', { name: 'Use RP326 Grill' }))
  await waitFor(() => expect(asks()).toHaveLength(4))
  expect(asks()).toEqual([
    ['/v1/print/jobs/j0/again', {}],
    ['/v1/print/jobs/j1/again', {}],
    ['/v1/print/jobs/j0/again', { printerId: 'p2' }],
    ['/v1/print/jobs/j1/again', { printerId: 'p2' }],
  ])
})

it('papers that may be printed already are never mixed with the others, and are asked for one by one, as possible duplicates', async () => {
  const { row, user, asks } = await open([
    { number: 12 },
    { number: 13, status: 'unknown', reason: null },
    { number: 14, status: 'unknown' },
  ])
  expect(row.getByText(/KOT 13 may be printed already\./).textContent).not.toMatch(/KOT 12|KOT 14/)
  expect(row.getAllByRole('button', { name: /^Print again/ })).toHaveLength(2)
  await user.click(row.getByRole('button', { name: 'Print again (may be a duplicate): KOT 14' }))
  await waitFor(() => expect(asks()).toEqual([['/v1/print/jobs/j2/again', {}]]))
})

it('another printer gets all but what prints just then, and a test page', async () => {
  const { row, user, asks } = await open([
    { number: 12, status: 'printing', reason: null },
    { number: 13, status: 'queued', reason: null },
    { number: 14 },
    { kind: 'test' },
  ])
  await user.click(row.getByRole('button', { name: 'Use RP326 Grill' }))
  await waitFor(() => expect(asks().map(([path]) => path)).toEqual(['/v1/print/jobs/j1/again', '/v1/print/jobs/j2/again']))
})

it('nothing is offered on another printer while all is being printed', async () => {
  const { row } = await open([{ number: 12, status: 'printing', reason: null }])
  expect(row.queryByRole('button', { name: /^Use/ })).toBeNull()
})

it('the other printer is its fallback, or else one that can print: none of this computer while its print agent is away', async () => {
  const away = printer({ _id: 'p4', name: 'RP326 Pass', deviceId: 'another' })
  const here = printer({ _id: 'p5', name: 'RP326 Cold', deviceId: deviceId() })
  const offered = async (fallbackId: string | null) => {
    const { row, unmount } = await open([{ number: 12 }], { fallbackId, others: [here, away] })
    const names = row.getAllByRole('button', { name: /^Use/ }).map(({ textContent }) => textContent)
    unmount()
    return names
  }
  expect([await offered(null), await offered('p4')]).toEqual([['Use RP326 Cold'], ['Use RP326 Pass']])
  await noAgent()
  expect([await offered(null), await offered('p5')]).toEqual([['Use RP326 Pass'], ['Use RP326 Pass']])
})

it('for a ticket that no page has taken yet, it says which pages print', async () => {
  const { row } = await open([{ number: 12, status: 'queued', reason: null }])
  expect(row.getByText('It waits for a page that prints.')).toBeTruthy()
  expect(row.getByText(/POS, Orders, Tables or Kitchen must be open/).textContent).toContain('KOT 12 waits.')
})

it('“Try again” asks anew for what failed; what only waits can’t be asked for twice: this page takes it', async () => {
  const { row, user, asks } = await open([
    { number: 12, status: 'queued', reason: null },
    { number: 13 },
    { number: 14, status: 'printing', reason: null },
  ])
  const page = '/restaurant/settings/print'
  const { result } = renderHook(() => useAskedForPaper(page))
  history.replaceState(null, '', page)
  await user.click(row.getByRole('button', { name: 'Try again' }))
  history.replaceState(null, '', '/')
  await waitFor(() => expect([result.current, asks()]).toEqual([true, [['/v1/print/jobs/j1/again', {}]]]))
})

it('while printing is switched off, a waiting paper says what it waits for, and nothing is offered that would be refused', async () => {
  const { row } = await open([{ number: 12, status: 'queued', reason: null }], { restaurant: aRestaurant({ enablePrint: false }) })
  expect((await row.findByText('Printing is switched off.')).closest('p')?.textContent).toBe(
    'Printing is switched off.It comes out once “Print on paper” is on again. KOT 12 waits.',
  )
  const button = row.getByRole('button', { name: 'Use RP326 Grill' })
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Printing is switched off in Settings, Print',
  )
})

it.each([
  ['ready', 'Ready', null],
  ['unknown', 'Not checked', null],
  ['missing', 'Not found', 'The printer was not found'],
  ['off', 'No agent', 'Connect QZ Tray first'],
] as const)('%s: the state is shown as a word, and the Test button shows why it can’t be pressed', async (state, word, why) => {
  const { row } = await open([], { state })
  expect(row.getByText(word)).toBeTruthy()
  const test = row.getByRole('button', { name: 'Test TVS RP45 Fryer' })
  expect(test.getAttribute('aria-disabled')).toBe(why ? 'true' : null)
  if (why) expect(document.getElementById(test.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why)
})

it('another device’s printer is tested there', async () => {
  const { row } = await open([], { state: 'elsewhere' })
  expect(row.getByText('Other device')).toBeTruthy()
  expect(row.queryByRole('button', { name: /^Test/ })).toBeNull()
})

it('another printer of this computer is chosen in the row: its paper follows its name, and one press takes it back', async () => {
  const { row, user, asks } = await open([], { found: ['TVS RP45 Fryer', 'RP326 Fryer 80mm'] })
  const select = row.getByRole('combobox', { name: 'Printer for KOT, Fryer' })
  await user.selectOptions(select, 'RP326 Fryer 80mm')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(asks()).toHaveLength(2))
  const was = { deviceId: 'd', name: 'TVS RP45 Fryer', role: 'kot', stations: ['Fryer'], columns: 32, fallbackId: null, ownOnly: false }
  expect(asks()).toEqual([
    ['/v1/print/printers/p1', { ...was, name: 'RP326 Fryer 80mm', columns: 48 }],
    ['/v1/print/printers/p1', was],
  ])
})

it('a printer that this computer does not have now is still the chosen one, and says so', async () => {
  const { row } = await open([], { state: 'missing', found: ['RP326 Fryer 80mm'] })
  expect(row.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent).toBe('TVS RP45 Fryer (not found)')
})

it.each([
  ['elsewhere', ['RP326 Fryer 80mm'], null],
  ['off', [], null],
  ['ready', ['TVS RP45 Fryer'], 'Only owners'],
] as const)('the name is only text where it can’t be chosen: %s, %j, %j', async (state, found, refusal) => {
  const { row } = await open([], { state, found, refusal })
  expect(row.queryByRole('combobox')).toBeNull()
  expect(row.getByText('TVS RP45 Fryer')).toBeTruthy()
})

it.each([
  [OTHERS, 'What only waits for it comes out of RP326 Grill; copies and what failed are listed as not printed.'],
  [
    [...OTHERS, printer({ _id: 'p6', name: 'Bar' })],
    'What only waits for it comes out of another printer for KOTs; copies and what failed are listed as not printed.',
  ],
  // Those of its own device come out of it, as placeOf has it.
  [
    [...OTHERS.slice(1), printer({ _id: 'p7', name: 'Till', ownOnly: true })],
    'What only waits for it comes out of Till if its own device sent it; all else is listed as not printed.',
  ],
  [OTHERS.slice(1), 'What waits for it is listed as not printed.'],
])('before it is removed, it is said what becomes of the papers that wait for it: %#', async (others, said) => {
  const { row, user } = await open([], { others })
  await user.click(row.getByRole('button', { name: 'More for TVS RP45 Fryer' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain(`Nothing is sent to it any more. ${said}`)
  await user.click(screen.getByRole('button', { name: 'Keep' }))
})

it('it says when it prints no ticket by itself', async () => {
  const { row, unmount } = await open()
  expect(row.queryByText('prints when asked')).toBeNull()
  unmount()
  const restaurant = aRestaurant({ autoPrintKOT: false })
  const asked = await open([], { restaurant })
  expect(asked.row.getByText('prints when asked')).toBeTruthy()
  asked.unmount()
  // While printing is switched off, it prints nothing, whoever asks.
  const off = aRestaurant({ autoPrintKOT: false, enablePrint: false })
  expect((await open([], { restaurant: off })).row.queryByText('prints when asked')).toBeNull()
})
