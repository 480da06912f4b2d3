import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { Drawer } from './Drawer.tsx'
import type { Summary } from './Figures.tsx'

const move = (kind: 'float' | 'in' | 'out' | 'count', amount: number, more: object = {}) => ({
  ...{ _id: `${kind}${amount}`, kind, amount, expected: null as number | null, reason: '', at: '2026-11-21T14:40:00.000Z', by: 'Divya' },
  ...more,
})
const COUNT = move('count', 1480, { expected: 1500 })
const FULL = {
  float: 1000,
  in: 0,
  out: 120.5,
  expected: 1500,
  counted: COUNT,
  moves: [move('float', 1000), move('out', 120.5, { reason: 'Onions' }), COUNT],
}

type Open = { drawer?: Summary['drawer']; people?: Summary['cashByPerson']; running?: boolean; answer?: object }
async function open({ drawer, people, running = true, answer }: Open = {}) {
  const asked = serve(({ method }) =>
    method === 'POST' ? { status: 201, body: answer ?? { move: move('float', 2000) } } : refusal(404, 'not_found', 'Not found.'),
  )
  await signIn({ role: 'superuser', name: 'Vikram' })
  const summary = { date: '2026-11-21', cashTaken: 620.5, cashByPerson: people, drawer } as Summary
  return {
    ...mount(<Drawer summary={summary} running={running} />),
    sent: () => asked.filter((r) => r.method === 'POST').map((r) => r.body),
  }
}
const card = () => screen.getByRole('region', { name: /^Cash drawer/ })

it('without entries what should be in the drawer is the cash that was taken', async () => {
  await open()
  expect(card().textContent).toMatch(/Cash taken, with tips.*620\.50.*Expected in the drawer.*620\.50/)
  expect(card().textContent).not.toMatch(/Float,|Counted/)
})

it('says how it comes about, what was counted and missed, and who entered what for', async () => {
  await open({ drawer: FULL })
  expect(card().textContent).toMatch(
    /Float.*1,000\.00.*Cash out.*120\.50.*Expected in the drawer.*1,500\.00.*Counted at.*Rs\. 20\.00 short.*1,480\.00/,
  )
  const entries = within(screen.getByRole('list', { name: 'Entries of the cash drawer' })).getAllByRole('listitem')
  expect(entries.map((e) => e.textContent)).toEqual([
    expect.stringMatching(/Counted, Divya, Rs\. 20\.00 short/),
    expect.stringMatching(/Cash out, Divya: Onions.*120\.50/),
    expect.stringMatching(/Float, Divya/),
  ])
})

it('says who took the cash and when, and in which shift the shortage came about', async () => {
  const later = move('count', 1780, { expected: 1800, at: '2026-11-21T17:30:00.000Z', by: 'Ravi' })
  await open({
    drawer: { ...FULL, counted: later, moves: [...FULL.moves, later] },
    people: [
      { by: 'Divya', amount: 520.5, from: '2026-11-21T04:10:00.000Z', to: '2026-11-21T14:30:00.000Z' },
      { by: 'Ravi', amount: -40, from: '2026-11-21T16:00:00.000Z', to: '2026-11-21T16:00:00.000Z' },
    ],
  })
  const lines = (name: string) => [...screen.getByRole('region', { name }).querySelectorAll('dl > div')].map((line) => line.textContent)
  expect(lines('Cash by person')).toEqual([
    expect.stringMatching(/^Divya, 09:40–20:00.*520\.50$/),
    expect.stringMatching(/^Ravi, 21:30[^–]*−.*40\.00$/),
  ])
  expect(lines('Each shift by itself')).toEqual(['Until 20:10, counted by DivyaRs. 20.00 short', 'Until 23:00, counted by Raviexact'])
  expect(card().textContent).toMatch(/Counted at 23:00, Rs\. 20\.00 short/)
})

it('a float that was replaced says from what to what, when, by whom and why; the dialog asks why once there is one', async () => {
  const again = move('float', 800, { by: 'Sneha', reason: 'Counted wrong', at: '2026-11-21T16:10:00.000Z' })
  const { user, sent } = await open({ drawer: { ...FULL, float: 800, moves: [...FULL.moves, again] } })
  expect(screen.getByRole('region', { name: 'Float changed' }).textContent).toMatch(
    /21:40, Sneha: Counted wrong.*Rs\. 1,000\.00 to Rs\. 800\.00/,
  )
  const [entry] = within(screen.getByRole('list', { name: 'Entries of the cash drawer' })).getAllByRole('listitem')
  expect(entry?.textContent).toMatch(/Float, Rs\. 1,000\.00 before, Sneha: Counted wrong/)
  await user.click(screen.getByRole('button', { name: 'Float' }))
  const dialog = await screen.findByRole('dialog', { name: 'Opening float' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Amount' }), '900')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByText('Say why the float changes.')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: 'Why it changes' }), 'Coins')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual([{ kind: 'float', amount: 900, reason: 'Coins', date: '2026-11-21' }]))
})

it('a past day is only read', async () => {
  await open({ drawer: FULL, running: false })
  expect(screen.queryByRole('button')).toBeNull()
})

it('cash that is taken out needs an amount and a reason; what is sent is what was typed', async () => {
  const { user, sent } = await open({ answer: { move: move('out', 120.5, { reason: 'Onions' }) } })
  await user.click(screen.getByRole('button', { name: 'Cash out' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cash taken out' })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByText('Enter an amount.')).toBeTruthy()
  expect(within(dialog).getByText('Say what it was for.')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: 'Amount' }), '120.50')
  await user.type(within(dialog).getByRole('textbox', { name: 'What for' }), 'Onions')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([{ kind: 'out', amount: 120.5, reason: 'Onions', date: '2026-11-21' }])
})

it('a count of nothing is a count, and says at once what is missing', async () => {
  const { user, sent } = await open({ answer: { move: move('count', 0, { expected: 620.5 }) } })
  await user.click(screen.getByRole('button', { name: 'Count' }))
  const dialog = await screen.findByRole('dialog', { name: 'Count the drawer' })
  expect(within(dialog).queryByRole('textbox', { name: 'What for' })).toBeNull()
  await user.type(within(dialog).getByRole('textbox', { name: 'Amount' }), '0{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([{ kind: 'count', amount: 0, reason: '', date: '2026-11-21' }])
  await screen.findByText('Rs. 0.00 counted, Rs. 620.50 short')
})
