import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '#web/test/dom.tsx'
import { TableCustomer, useTableCustomerLoaded } from './TableCustomer.tsx'

const line = vi.hoisted(() => ({ down: true, tries: 0 }))
vi.mock('./TableCustomerSheet.tsx', () => {
  line.tries += 1
  if (line.down) throw new TypeError('Failed to fetch')
  return { default: () => <p>Who sits here</p> }
})

function Page() {
  const [asking, setAsking] = useState(false)
  useTableCustomerLoaded()
  return (
    <>
      <button onClick={() => setAsking(true)}>Guests</button>
      <p>{asking ? 'open' : 'closed'}</p>
      {asking ? (
        <TableCustomer tableId="t7" tableNumber="7" order={null} label="T7" field="guests" onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
}

it('a sheet whose script could not be loaded closes, and the next press loads it', async () => {
  const { user } = mount(<Page />)
  await waitFor(() => expect(line.tries).toBeGreaterThan(0))
  await user.click(screen.getByRole('button', { name: 'Guests' }))
  await screen.findByText('closed')
  expect(screen.queryByText('Who sits here')).toBeNull()
  line.down = false
  await user.click(screen.getByRole('button', { name: 'Guests' }))
  expect(await screen.findByText('Who sits here')).toBeTruthy()
})
