import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve } from '#web/test/dom.tsx'
import { useCommand } from './query.ts'

function Move({ to }: { to: string }) {
  const move = useCommand('POST /tables/move')
  return (
    <button type="button" onClick={() => move.mutate({ body: { fromTableId: 'T1', toTableId: to } })}>
      Move to {to}
    </button>
  )
}

it('a retry after a lost answer keeps its Idempotency-Key until an answer came or another table was chosen', async () => {
  let lost = true
  const asked = serve(() => (lost ? 'lost' : refusal(409, 'table_taken', 'Table 2 is taken.')))
  const { user } = mount(
    <>
      <Move to="T2" />
      <Move to="T3" />
    </>,
  )
  const press = async (name: string) => {
    const before = asked.length
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(asked.length).toBe(before + 1))
    await screen.findByText(lost ? /can’t be reached/ : 'Table 2 is taken.')
  }
  await press('Move to T2')
  await press('Move to T2')
  await press('Move to T3')
  await press('Move to T2')
  lost = false
  await press('Move to T2')
  await press('Move to T2')
  const [first, again, other, back, answered, next] = asked.map(({ key }) => key)
  expect(again).toBe(first)
  expect(new Set([first, other, back, next]).size).toBe(4)
  expect(answered).toBe(back)
})
