import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { SoldOutSheet } from './panels.tsx'

const dosa = aMenuItem({ _id: 'dosa', name: 'Masala Dosa' })

function Sheet() {
  const query = useQuery({ queryKey: ['dishes'], queryFn: () => [dosa] })
  return <SoldOutSheet open onOpenChange={() => undefined} items={query.data ?? []} query={query} reason={null} />
}

/** The kitchen's list, for a person with the kitchen's role; `answer` is the server's answer to each change. */
async function opened(answer: (available: boolean) => Reply) {
  const asked = serve(({ body }) => answer((body as { available: boolean }).available))
  await signIn({ role: 'kitchen' })
  const { user } = mount(<Sheet />)
  await user.click(await screen.findByRole('button', { name: 'Mark sold out: Masala Dosa' }))
  return { calls: () => asked.filter((r) => r.method === 'PATCH').map((r) => [r.path, r.body]) }
}
const put = (available: boolean) => ['/v1/menus/item/dosa/availability', { available }]

it('Undo puts a dish that was marked sold out back on sale', async () => {
  const { calls } = await opened((available) => ({ status: 200, body: { item: { ...dosa, available } } }))
  expect(await screen.findByText('Masala Dosa is sold out')).toBeTruthy()
  expect(calls()).toEqual([put(false)])
  // Not pressed by `user`, because jsdom lacks the style that lets snackbars be pressed beside a modal sheet.
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls()).toEqual([put(false), put(true)]))
})

it('offers no Undo for a change that failed, and says why', async () => {
  await opened(() => refusal(404, 'not_found', 'Item not found'))
  expect(await screen.findByText('Item not found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(screen.queryByText('Masala Dosa is sold out')).toBeNull()
})

it('puts a dish with no portion left back on sale in one press', async () => {
  const kheer = aMenuItem({ _id: 'kheer', name: 'Kheer', available: true, remaining: 0 })
  const asked = serve(() => ({ status: 200, body: { item: { ...kheer, remaining: null } } }))
  await signIn({ role: 'kitchen' })
  const query = { data: [kheer], error: null, refetch: () => undefined, isFetching: false, errorUpdatedAt: 0 }
  const { user } = mount(<SoldOutSheet open onOpenChange={() => undefined} items={[kheer, dosa]} query={query} reason={null} />)
  expect(['Off: 1 of 2', 'None left'].filter((text) => !screen.queryByText(text))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Back on sale: Kheer' }))
  await waitFor(() => expect(asked.filter((r) => r.method === 'PATCH').map((r) => r.body)).toEqual([{ available: true }]))
})
