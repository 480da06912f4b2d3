import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { StaffRole } from '#domain/roles.ts'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { useAskedForPaper } from '#web/shared/print/asked.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import CashDrawer from './CashDrawer.tsx'
import { CashDrawerHost } from './host.tsx'

const move = (kind: 'float' | 'in' | 'out' | 'count', amount: number, more: object = {}) => ({
  ...{ _id: `${kind}${amount}`, kind, amount, expected: null as number | null, reason: '', at: '2026-11-21T04:40:00.000Z', by: 'Divya' },
  ...more,
})
const Asked = () => <p>{useAskedForPaper('/') ? 'Prints here' : 'Prints nothing'}</p>

async function open(role: StaffRole, { moves = [] as object[], answer = move('float', 2000) as object } = {}) {
  const asked = serve(({ method, path }) =>
    path !== '/v1/orders/drawer'
      ? refusal(404, 'not_found', 'Not found.')
      : method === 'POST'
        ? { status: 201, body: { move: answer } }
        : { status: 200, body: { date: '2026-11-21', moves } },
  )
  await signIn({ role, name: 'Divya' })
  const view = mount(
    <>
      <UserMenu />
      <CashDrawerHost />
      <Asked />
    </>,
  )
  await view.user.click(screen.getByRole('button', { name: /^User menu/ }))
  await screen.findByRole('menuitem', { name: 'Sign out' })
  return { ...view, asked, sent: () => asked.filter((r) => r.method === 'POST').map((r) => r.body) }
}
const entry = () => screen.queryByRole('menuitem', { name: 'Cash drawer' })

it('stands in the user menu of whoever handles money, and of nobody else', async () => {
  const waiter = await open('waiter')
  expect(entry()).toBeNull()
  waiter.unmount()
  await open('cashier')
  expect(entry()).toBeTruthy()
})

it('has today’s entries, the newest first; a count of somebody who counts without knowing says nothing of what was expected', async () => {
  const { user } = await open('cashier', { moves: [move('float', 2000), move('out', 40, { reason: 'Milk' }), move('count', 1955)] })
  await user.click(entry()!)
  const entries = await screen.findByRole('list', { name: 'Entries of the cash drawer' })
  expect(
    within(entries)
      .getAllByRole('listitem')
      .map((e) => e.textContent),
  ).toEqual([
    expect.stringMatching(/^10:10 Counted, Divya[^,]*1,955\.00$/),
    expect.stringMatching(/^10:10 Cash out, Divya: Milk.*40\.00$/),
    expect.stringMatching(/^10:10 Float, Divya.*2,000\.00$/),
  ])
})

it('is worked by keys; then the drawer of this device’s printer may open on this page too', async () => {
  const { user, sent } = await open('cashier', { answer: move('out', 40, { reason: 'Milk' }) })
  await user.click(entry()!)
  await screen.findByText('Nothing entered today.')
  expect(screen.getByText('Prints nothing')).toBeTruthy()
  await user.keyboard('o')
  await screen.findByRole('dialog', { name: 'Cash taken out' })
  await user.keyboard('40{Tab}Milk')
  // Enter sends it in a browser, where jsdom doesn't know a button outside of the form.
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual([{ kind: 'out', amount: 40, reason: 'Milk', date: '2026-11-21' }]))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cash taken out' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Cash drawer' })).toBeTruthy()
  expect(screen.getByText('Prints here')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it.each([
  [null, 'Rs. 1,480.00 counted'],
  [1500, 'Rs. 1,480.00 counted, Rs. 20.00 short'],
])('a count for which %s is expected says: %s', async (expected, words) => {
  const { user } = await open('cashier', { answer: move('count', 1480, { expected }) })
  await user.click(entry()!)
  await screen.findByText('Nothing entered today.')
  await user.keyboard('c')
  await screen.findByRole('dialog', { name: 'Count the drawer' })
  await user.keyboard('1480{Enter}')
  await screen.findByText(words, undefined, { timeout: 4000 })
})

it('a sheet that stayed open over the reset time says so, keeps what was typed, and enters it for the new day when it is saved again', async () => {
  let date = '2026-11-21'
  const asked = serve(({ method, body }) => {
    if (method === 'GET') return { status: 200, body: { date, moves: [] } }
    if ((body as { date: string }).date === '2026-11-22') return { status: 201, body: { move: move('count', 1480) } }
    date = '2026-11-22'
    return refusal(422, 'invalid', 'Invalid', { errors: [{ path: 'date', message: 'Another business day has begun.' }] })
  })
  await signIn({ role: 'cashier', name: 'Divya' })
  const { user } = mount(<CashDrawer onClose={() => undefined} />)
  await screen.findByText('Nothing entered today.')
  await user.keyboard('c')
  await screen.findByRole('dialog', { name: 'Count the drawer' })
  const reads = () => asked.filter(({ method }) => method === 'GET').length
  const before = reads()
  await user.keyboard('1480')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Another business day has begun/)
  await waitFor(() => expect(reads()).toBe(before + 1))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Count the drawer' })).toBeNull())
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    expect.objectContaining({ amount: 1480, date: '2026-11-21' }),
    expect.objectContaining({ amount: 1480, date: '2026-11-22' }),
  ])
})
