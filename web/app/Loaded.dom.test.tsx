import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { later, mount, refusal, serve } from '#web/test/dom.tsx'
import { TextField } from './form/fields.tsx'
import { FormPage } from './form/shells.tsx'
import { useForm } from './form/useForm.ts'
import { Loaded } from './Loaded.tsx'

/** An edit page as docs/adding-a-page.md describes it. */
function AreaPage() {
  const query = useQuery({ ...apiQuery('GET /tables'), retry: false })
  return <Loaded query={query}>{({ tables }) => <AreaForm area={tables[0]?.area ?? ''} />}</Loaded>
}

function AreaForm({ area }: { area: string }) {
  const form = useForm({ defaults: { area }, send: () => Promise.resolve(null) })
  return (
    <FormPage form={form}>
      <TextField form={form} name="area" label="Area" />
    </FormPage>
  )
}

const answer = { status: 200, body: { tables: [{ _id: 't1', area: 'Patio' }] } }
const broken = refusal(500, 'internal', 'Something went wrong')

it('shows a skeleton, then the failure, and after Try again the form', async () => {
  const first = later<typeof broken>()
  let failing = true
  serve(() => (failing ? first.promise : answer))
  const { user } = mount(<AreaPage />)
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  await act(async () => first.settle(broken))
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  failing = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Area')).value).toBe('Patio')
})

it('keeps the form and what was typed when a later fetch fails', async () => {
  let failing = false
  serve(() => (failing ? broken : answer))
  const { user } = mount(<AreaPage />)
  await user.type(await screen.findByLabelText('Area'), '!')
  failing = true
  await act(() => queryClient.refetchQueries())
  expect(queryClient.getQueryCache().getAll()[0]?.state.status).toBe('error')
  expect(screen.getByLabelText<HTMLInputElement>('Area').value).toBe('Patio!')
})
