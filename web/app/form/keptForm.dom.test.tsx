import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { forgetTyped, keepTyping, typedBelongsTo } from '#web/core/typed.ts'
import { mount, type Reply, refusal, serve, signIn } from '#web/test/dom.tsx'
import { TextField } from './fields.tsx'
import { FormPage, FormSheet } from './shells.tsx'
import { useCallForm } from './useForm.ts'

/** What was typed in a form of a call when the session ended (core/typed.ts). */

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
afterEach(() => {
  forgetTyped()
  history.replaceState(null, '', '/')
})

function Profile({ name = 'Smash Yard' }: { name?: string }) {
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
    kept: true,
    defaults: { establishment_name: name, designation: 'Owner' },
    toBody: (values) => values,
    onlyChanges: true,
  })
  return (
    <FormPage form={form}>
      <TextField form={form} name="establishment_name" label="Name" />
      <TextField form={form} name="designation" label="Designation" />
    </FormPage>
  )
}

function Table({ id }: { id: string }) {
  const form = useCallForm({
    call: 'PUT /tables/update',
    query: { id },
    kept: true,
    notKept: ['seats'],
    defaults: { area: 'Patio', seats: '4', newPassword: '' },
    toBody: ({ area }) => ({ area }),
  })
  return (
    <FormSheet form={form} title="Table" onClose={() => undefined}>
      <TextField form={form} name="area" label="Area" />
      <TextField form={form} name="seats" label="Seats" />
      <TextField form={form} name="newPassword" label="Password" />
    </FormSheet>
  )
}

/** A form whose address doesn't say what it is about. */
function Note() {
  const form = useCallForm({
    call: 'PUT /pos/order',
    defaults: { note: '' },
    toBody: ({ note }) => ({ orderId: 'o', orderData: { additionalNote: note } }),
  })
  return (
    <FormPage form={form}>
      <TextField form={form} name="note" label="Note" />
    </FormPage>
  )
}

/** Opens a sheet's address. */
const at = (table: string) => history.replaceState(null, '', `/?row=${table}`)

/** Everything that is stored on the device. */
const stored = () => JSON.stringify(localStorage)

/** The session ends, and this account signs in. */
function signInAgain({ unmount }: { unmount: () => void }, account = 'asha') {
  keepTyping('asha')
  unmount()
  typedBelongsTo(account)
}

it('stands on its page again, for the same person, once; what was not touched is as it is now', async () => {
  await signIn()
  const page = mount(<Profile />)
  await page.user.type(field('Name'), ' and Grill')
  signInAgain(page)
  const again = mount(<Profile />)
  expect([field('Name').value, field('Designation').value]).toEqual(['Smash Yard and Grill', 'Owner'])
  expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy()
  again.unmount()
  mount(<Profile />)
  expect(field('Name').value).toBe('Smash Yard')
})

it('stands in its sheet again when the same thing is opened, without its password and what sales change, and not in the sheet of another', async () => {
  await signIn()
  at('t1')
  const sheet = mount(<Table id="t1" />)
  await sheet.user.type(field('Area'), ' left')
  await sheet.user.type(field('Seats'), '0')
  await sheet.user.type(field('Password'), 'a secret')
  signInAgain(sheet)
  expect(stored()).not.toContain('a secret')
  at('t2')
  const other = mount(<Table id="t2" />)
  expect(field('Area').value).toBe('Patio')
  other.unmount()
  at('t1')
  mount(<Table id="t1" />)
  expect([field('Area').value, field('Seats').value, field('Password').value]).toEqual(['Patio left', '4', ''])
})

it('does not write a password that was saved before the session ended', async () => {
  await signIn({ role: 'superuser' })
  const asked = serve(() => ({ status: 200, body: {} }))
  const sheet = mount(<Table id="t1" />)
  await sheet.user.type(field('Password'), 'a secret')
  await sheet.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
  await sheet.user.clear(field('Password'))
  await sheet.user.type(field('Area'), ' left')
  signInAgain(sheet)
  expect(stored()).toContain('Patio left')
  expect(stored()).not.toContain('a secret')
})

it('is not kept when its answer was lost, since it may be saved already; a refused one is', async () => {
  await signIn({ role: 'superuser' })
  let reply: Reply = 'lost'
  serve(() => reply)
  const lost = mount(<Profile />)
  await lost.user.type(field('Name'), ' and Grill')
  await lost.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  signInAgain(lost)
  const again = mount(<Profile />)
  expect(field('Name').value).toBe('Smash Yard')
  reply = refusal(400, 'validation', 'Not this name')
  await again.user.type(field('Name'), ' and Bar')
  await again.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Not this name')
  signInAgain(again)
  mount(<Profile />)
  expect(field('Name').value).toBe('Smash Yard and Bar')
})

it('is not another person’s, another page’s, or another outlet’s, and nothing is where the address doesn’t say what it is', async () => {
  await signIn()
  const page = mount(<Profile />)
  await page.user.type(field('Name'), ' and Grill')
  signInAgain(page, 'ravi')
  const theirs = mount(<Profile />)
  expect(field('Name').value).toBe('Smash Yard')
  await theirs.user.type(field('Name'), ' and Bar')
  signInAgain(theirs)
  history.replaceState(null, '', '/elsewhere')
  const elsewhere = mount(<Profile />)
  expect(field('Name').value).toBe('Smash Yard')
  elsewhere.unmount()
  history.replaceState(null, '', '/')
  await signIn({ id: 'asha', _id: 'asha', restaurantId: 'another' })
  const outlet = mount(<Profile />)
  expect(field('Name').value).toBe('Smash Yard')
  outlet.unmount()
  const note = mount(<Note />)
  await note.user.type(field('Note'), 'Birthday')
  signInAgain(note)
  mount(<Note />)
  expect(field('Note').value).toBe('')
})
