import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Customer } from '#domain/api/customers.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { CustomerSheet } from './CustomerSheet.tsx'

const ASHA: Customer = {
  _id: 'c1',
  name: 'Asha Rao',
  mobile_number: '98480 22110',
  email: null,
  birthday: null,
  note: '',
  visits: 4,
  totalSpent: 1240,
  lastVisitAt: null,
}
const none = () => undefined

it('sends only what was changed, and whom', async () => {
  await signIn({ role: 'generalManager' })
  const asked = serve(() => ({ status: 200, body: { customer: ASHA } }))
  const { user } = mount(<CustomerSheet customer={ASHA} onOpen={none} onClose={none} />)
  await user.type(screen.getByLabelText(/^Note/), 'Window')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ _id: 'c1', note: 'Window' }))
})

it("update without _id → 'User ID is required'", async () => {
  await signIn({ role: 'generalManager' })
  serve(({ body }) =>
    (body as { _id?: string } | undefined)?._id
      ? { status: 200, body: { customer: ASHA } }
      : refusal(422, 'user_id_required', 'User ID is required', { errors: [{ path: '_id', message: 'This field is missing.' }] }),
  )
  const { user } = mount(<CustomerSheet customer={{ ...ASHA, _id: '' }} onOpen={none} onClose={none} />)
  await user.type(screen.getByLabelText('Name'), ' K')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('User ID is required')
})

it('duplicate mobile offers the existing record', async () => {
  await signIn({ role: 'generalManager' })
  serve(() => refusal(409, 'duplicate', 'This number has a customer already.', { customer: ASHA }))
  const opened: string[] = []
  const { user } = mount(<CustomerSheet customer={null} onOpen={(c) => opened.push(c._id)} onClose={none} />)
  await user.type(screen.getByLabelText('Mobile'), '+91 9848022110')
  await user.type(screen.getByLabelText('Name'), 'Asha')
  await user.click(screen.getByRole('button', { name: 'Add customer' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Asha Rao has this number already.')
  // It is about that number only.
  await user.type(screen.getByLabelText('Mobile'), '1')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(screen.getByLabelText('Mobile'), '{Backspace}')
  await user.click(screen.getByRole('button', { name: 'Open Asha Rao' }))
  expect(opened).toEqual(['c1'])
})
