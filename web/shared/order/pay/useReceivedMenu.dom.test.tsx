import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { anOrder } from '../test/order.ts'
import { receivedRows } from './received.ts'
import { useReceivedMenu } from './useReceivedMenu.tsx'

const order = anOrder({ orderStatus: 'completed', paymentStatus: 'paid' })

function Row() {
  const { menu, dialogs } = useReceivedMenu(order, null)
  return (
    <>
      {menu({ key: 'p1', method: 'Cash', paise: 10_000, at: null, paymentId: 'p1', back: 0 }, 'Cash')}
      {dialogs}
    </>
  )
}

it.each([
  [['Cash'], 'Cash is the only payment method'],
  [['Cash', 'UPI'], null],
])('correcting a method needs another one: with %j the menu says %s', async (paymentTypes, said) => {
  await signIn({ role: 'cashier' })
  serve(() => ({ status: 200, body: { restaurant: { paymentTypes } } }))
  const { user } = mount(<Row />)
  await user.click(await screen.findByRole('button', { name: 'Correct Cash' }))
  const entry = await screen.findByRole('menuitem', { name: new RegExp(`^Correct the method ?${said ?? ''}$`) })
  expect(entry.getAttribute('aria-disabled')).toBe(said && 'true')
})

it('has no method chosen beforehand, so that a press too many doesn’t make the next wrong one', async () => {
  await signIn({ role: 'cashier' })
  const asked = serve(() => ({ status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI', 'Card'] } } }))
  const { user } = mount(<Row />)
  await user.click(await screen.findByRole('button', { name: 'Correct Cash' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Correct the method' }))
  await user.click(await screen.findByRole('button', { name: 'Wrong key' }))
  await user.click(screen.getByRole('button', { name: 'Correct' }))
  expect(await screen.findByText('Say how it was paid.')).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})

describe('the question why money is given back', () => {
  const move = (_id: string, amount: number, kind: PaymentMove['kind'] = 'received') =>
    ({ _id, kind, method: 'Cash', amount, at: '2026-11-21T10:00:00.000Z' }) as PaymentMove
  const shares = [move('p1', 450), move('p2', 450)]
  const at = (version: number, ...rows: PaymentMove[]) => ({
    order: anOrder({
      version,
      grandTotal: 2000,
      payments: [{ method: 'Cash', amount: rows.reduce((sum, { amount }) => sum + amount, 0) }],
    }),
    history: { rows, version },
  })
  type Shown = { order: OrderShape; history: ReturnType<typeof at>['history'] | null }

  /** Opens it for the first of two shares by cash, and types a reason; `change` is what comes from another device. */
  async function asked(reply: (change: (now: Shown) => void) => Reply) {
    let set: (now: Shown) => void = () => undefined
    const sent: unknown[] = []
    const keys: unknown[] = []
    serve(({ method, body, key }) => {
      if (method === 'GET') return { status: 200, body: { restaurant: { paymentTypes: ['Cash', 'UPI'] } } }
      sent.push(body)
      keys.push(key)
      return reply(set)
    })
    await signIn({ role: 'cashier' })
    function Page() {
      const [{ order: now, history }, setNow] = useState<Shown>(() => at(4, ...shares))
      useEffect(() => void (set = setNow), [])
      const { menu, dialogs } = useReceivedMenu(now, history)
      const [row] = receivedRows(now, history && history.rows)
      return (
        <>
          {row ? menu(row, 'Cash') : null}
          {dialogs}
        </>
      )
    }
    const { user } = mount(<Page />)
    /** Opens it for the first share that is there. */
    const ask = async () => {
      await user.click(await screen.findByRole('button', { name: 'Take back or correct Cash' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Give back' }))
      await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Taken twice')
    }
    await ask()
    return { user, sent, keys, ask, change: (now: Shown) => act(async () => set(now)) }
  }
  const confirm = () => screen.getByRole('button', { name: 'Give back' })
  const GONE = 'It was given back or corrected meanwhile.'
  const ended = () => ({ status: 200, body: { order: anOrder() } })

  it.each([
    ['of this row', at(5, ...shares, move('p3', -450, 'returned'))],
    ['of all rows', { order: anOrder({ version: 6, payments: [] }), history: null }],
  ])('gives nothing back when a colleague has given back the money %s', async (_, now) => {
    const { user, sent, change } = await asked(ended)
    await change(now)
    await waitFor(() => expect(screen.queryAllByText(GONE).some((text) => !text.closest('.sr-only'))).toBe(true))
    await user.click(confirm())
    expect(sent).toEqual([])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('Taken twice')
  })

  it('sends the version of the rows that are seen, so that the server refuses what they don’t show yet', async () => {
    const { user, sent, change } = await asked(() => refusal(409, 'version_conflict', 'Changed.'))
    await change({ order: at(5, ...shares).order, history: at(4, ...shares).history })
    await user.click(confirm())
    await screen.findByText('Changed.')
    expect(sent).toMatchObject([{ amount: 450, method: 'Cash', version: 4 }])
  })

  it('is not refused by a step of the kitchen, or by another share that is received', async () => {
    const { user, sent, change } = await asked(ended)
    await change(at(6, ...shares, move('p4', 450)))
    await user.click(confirm())
    await waitFor(() => expect(sent).toMatchObject([{ amount: 450, version: 6 }]))
  })

  it('closes without a word when it was given back here', async () => {
    const seen: string[] = []
    const { user } = await asked((set) => {
      // The event comes before the answer.
      set(at(5, ...shares, move('p3', -450, 'returned')))
      return ended()
    })
    const watching = new MutationObserver(() => {
      if (document.body.textContent?.includes(GONE)) seen.push(GONE)
    })
    watching.observe(document.body, { childList: true, subtree: true, characterData: true })
    await user.click(confirm())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    watching.disconnect()
    expect(seen).toEqual([])
  })

  it('gives a second, equal share back although the first one’s answer was lost', async () => {
    const answers = [{ status: 503 }, ended()]
    const { user, sent, keys, ask, change } = await asked(() => answers.shift()!)
    await user.click(confirm())
    await change(at(5, ...shares, move('p3', -450, 'returned')))
    await user.click(screen.getByRole('button', { name: 'Keep' }))
    await ask()
    await user.click(confirm())
    await waitFor(() => expect(sent).toMatchObject([{ version: 4 }, { amount: 450, version: 5 }]))
    expect(new Set(keys).size).toBe(2)
  })

  it('repeats the same step when its answer was lost and nothing has come of it here', async () => {
    const { user, sent, keys, ask } = await asked(() => ({ status: 503 }))
    await user.click(confirm())
    await user.click(await screen.findByRole('button', { name: 'Keep' }))
    await ask()
    await user.click(confirm())
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(new Set(keys).size).toBe(1)
  })

  it('gives some of it back, by the method by which it goes', async () => {
    const { user, sent } = await asked(ended)
    const amount = screen.getByRole('textbox', { name: 'Amount' })
    await user.clear(amount)
    await user.type(amount, '451')
    await user.click(confirm())
    await screen.findByText('Must be at most 450.00.')
    await user.clear(amount)
    await user.type(amount, '200')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Given back by' }), 'UPI')
    expect(screen.getByText('Give Rs. 200.00 back by UPI?')).toBeTruthy()
    await user.click(confirm())
    await waitFor(() => expect(sent).toMatchObject([{ amount: 200, method: 'Cash', by: 'UPI', version: 4 }]))
  })

  it('names no other method when it goes back as it came', async () => {
    const { user, sent } = await asked(ended)
    await user.click(confirm())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({ amount: 450, method: 'Cash', reason: 'Taken twice', version: 4 })
  })
})
