import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TableShape } from '#domain/api/tables.ts'
import { aTable } from '#domain/test/shapes.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import TablePage from './TablePage.tsx'

const TABLE: TableShape = aTable({ _id: 't7', tableNumber: '7', qrToken: '0-old', qrUrl: '/t/0-old' })

it('New code says what happens to the printed one; a refusal is shown there and nothing else opens', async () => {
  signIn({ role: 'superuser' })
  const asked = serve(({ method }) =>
    method === 'PUT'
      ? refusal(409, 'version_conflict', 'Table 7 has a new code already.')
      : { status: 200, body: { tables: [TABLE], restaurant: {} } },
  )
  const { user } = mount(<TablePage />)
  await user.click(await screen.findByRole('button', { name: 'More for T7' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New code' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Replace the code of T7?' }))
  expect(question.getByText(/The printed code stops working at once/)).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Replace code' }))
  expect(await question.findByText('Table 7 has a new code already.')).toBeTruthy()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ replacesCode: '0-old' })
  expect(screen.queryByText('T7 has a new code')).toBeNull()
})
