import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { forgetTyped, keepTyping, typedBelongsTo } from '#web/core/typed.ts'
import { mount, signIn } from '#web/test/dom.tsx'
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
    defaults: { area: 'Patio', newPassword: '' },
    toBody: ({ area }) => ({ area }),
  })
  return (
    <FormSheet form={form} title="Table" onClose={() => undefined}>
      <TextField form={form} name="area" label="Area" />
      <TextField form={form} name="newPassword" label="Password" />
    </FormSheet>
  )
}

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

it('stands in its sheet again when the same thing is opened, without its password, and not in the sheet of another', async () => {
  await signIn()
  const sheet = mount(<Table id="t1" />)
  await sheet.user.type(field('Area'), ' left')
  await sheet.user.type(field('Password'), 'a secret')
  signInAgain(sheet)
  expect(JSON.stringify(localStorage)).not.toContain('a secret')
  const other = mount(<Table id="t2" />)
  expect(field('Area').value).toBe('Patio')
  other.unmount()
  mount(<Table id="t1" />)
  expect([field('Area').value, field('Password').value]).toEqual(['Patio left', ''])
})

it('is not another person’s, another page’s, or another order’s', async () => {
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
  const note = mount(<Note />)
  await note.user.type(field('Note'), 'Birthday')
  signInAgain(note)
  mount(<Note />)
  expect(field('Note').value).toBe('')
})
