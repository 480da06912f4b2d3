import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { later, mount, serve, signIn } from '#web/test/dom.tsx'
import { usePaymentHistory } from './usePaymentHistory.ts'

type Asked = { _id: string; version: number; received: boolean }
function Rows({ asked }: { asked: readonly Asked[] }) {
  const [at, setAt] = useState(0)
  const { received, ...order } = asked[at] as Asked
  const history = usePaymentHistory(order, { enabled: received })
  return (
    <button onClick={() => setAt(at + 1)}>{history ? `${order._id}: ${history.rows.map(({ amount }) => amount).join()}` : 'none'}</button>
  )
}
const first: Asked = { _id: 'o1', version: 1, received: true }
const answer = (amount: number) => ({ status: 200, body: { paymentHistory: [{ _id: 'p', kind: 'received', method: 'Cash', amount }] } })

it('forgets what was received once all of it was given back', async () => {
  await signIn()
  serve(({ path }) => (path.includes('/payments') ? answer(100) : { status: 200 }))
  const { user } = mount(<Rows asked={[first, { ...first, version: 2, received: false }]} />)
  await user.click(await screen.findByText('o1: 100'))
  expect(screen.queryByText('none')).not.toBeNull()
})

it('shows the rows of the version before until the new ones are there, but never those of another order', async () => {
  await signIn()
  const slow = later<ReturnType<typeof answer>>()
  serve(({ path }) => (path.includes('/o2/payments') ? slow.promise : path.includes('/payments') ? answer(100) : { status: 200 }))
  const { user } = mount(<Rows asked={[first, { ...first, version: 2 }, { ...first, _id: 'o2' }]} />)
  await user.click(await screen.findByText('o1: 100'))
  await user.click(screen.getByText('o1: 100'))
  expect(screen.queryByText('none')).not.toBeNull()
  slow.settle(answer(250))
  await screen.findByText('o2: 250')
})
