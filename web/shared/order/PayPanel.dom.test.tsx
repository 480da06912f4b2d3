import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { open, printed } from '../print/host.tsx'
import { PayPanel } from './PayPanel.tsx'

const order = anOrderShape([aKot([anItem({ status: 'Served' })])], {
  ...{ _id: 'o7', tableId: 'table-7', tableNumber: '7', billNumber: 42 },
  ...{ orderStatus: 'completed', paymentStatus: 'paid', paymentMethod: 'Cash' },
})

it('the first paper of a bill that another till has settled is no reprint', async () => {
  printed.clear()
  serve(() => refusal(403, 'forbidden', 'No.'))
  await signIn({ role: 'cashier' })
  const { user } = mount(<PayPanel order={order} onBack={() => undefined} onSettled={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: /^Show bill/ }))
  await waitFor(() => expect(open.get()).toMatchObject({ kind: 'bill', reprint: false }))
  open.set(null)
})
