import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aKot, aLine, anOrder } from '#web/shared/order/test/order.ts'
import { useWho } from '#web/shared/order/why.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { Tickets } from './Tickets.tsx'

it('no line of a cancelled order is shown as Preparing; lines that were cooked keep their status', async () => {
  serve(() => ({ status: 200, body: {} }))
  await signIn({ role: 'generalManager' })
  const order = anOrder({ orderStatus: 'cancelled', kots: [aKot([aLine('Paneer'), aLine('Naan', { status: 'Ready' })])] })
  function Drawer() {
    return <Tickets order={order} who={useWho()} lit={[]} />
  }
  mount(<Drawer />)
  await screen.findByText('Ready')
  expect(screen.getByText('Paneer')).toBeTruthy()
  expect(screen.queryByText('Preparing')).toBeNull()
})
