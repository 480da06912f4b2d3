import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { TableShape } from '#domain/api/tables.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { TableSheet } from './TableSheet.tsx'

const TABLE = { _id: 't1', tableNumber: '1', capacity: 4, area: 'Hall', version: 3 } as TableShape

it('the number of a table in use can’t be changed, and says why; a number that was typed before stays', async () => {
  signIn({ role: 'superuser' })
  serve(() => refusal(409, 'table_occupied', 'Table 1 is in use.'))
  const occupied = { ...TABLE, status: 'occupied' } as TableShape
  const { user, unmount } = mount(<TableSheet table={occupied} areas={[]} onClose={vi.fn()} />)
  expect((await screen.findByLabelText<HTMLInputElement>(/^Number/)).readOnly).toBe(true)
  expect(screen.getByText('In use: its number can be changed when it is free.')).toBeTruthy()
  unmount()
  mount(<TableSheet table={TABLE} areas={[]} onClose={vi.fn()} />)
  const number = await screen.findByLabelText<HTMLInputElement>(/^Number/)
  await user.type(number, '7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Table 1 is in use.')).toBeTruthy()
  expect([number.value, number.getAttribute('aria-invalid')]).toEqual(['17', 'true'])
})

it('a table that another device has changed meanwhile: typed values stay, other fields are updated, and Save sends the newer version', async () => {
  signIn({ role: 'superuser' })
  const there = { ...TABLE, area: 'Terrace', capacity: 8, version: 4 }
  const asked = serve(({ body }) =>
    (body as { version: number }).version === 3
      ? refusal(409, 'version_conflict', 'The table was changed since', { table: there })
      : { status: 200, body: { table: { ...there, capacity: 6, version: 5 } } },
  )
  const onClose = vi.fn()
  const { user } = mount(<TableSheet table={TABLE} areas={['Hall', 'Terrace']} onClose={onClose} />)
  const seats = await screen.findByLabelText<HTMLInputElement>('Seats')
  await user.clear(seats)
  await user.type(seats, '6')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/What you typed is still here: look at the marked fields, then save again\./)
  expect([seats.value, screen.getByLabelText<HTMLInputElement>(/^Area/).value]).toEqual(['6', 'Terrace'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { capacity: 6, version: 3 },
    { capacity: 6, version: 4 },
  ])
})
