import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { keepsInput } from '#web/test/settingsPage.tsx'
import PaymentPage from './PaymentPage.tsx'

describe('/settings/payment', () => keepsInput(PaymentPage, /^UPI ID/, 'yard@okaxis'))

it('a list names the methods that were seen; another device’s are shown beside it, can be taken over, and are otherwise replaced by the next Save', async () => {
  await signIn({ role: 'superuser' })
  let now = ['Cash', 'UPI']
  const asked = serve(({ method, body }) => {
    const sent = body as { paymentTypes: string[]; paymentTypesBefore: string[] }
    if (method === 'PUT' && `${sent.paymentTypesBefore}` !== `${now}`)
      return refusal(409, 'payment_types_changed', 'The payment types were changed since you looked.', { paymentTypes: now })
    if (method === 'PUT') now = sent.paymentTypes
    return { status: 200, body: { restaurant: { paymentTypes: method === 'PUT' ? now : ['Cash', 'UPI'], upiId: '' } } }
  })
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const { user } = mount(<PaymentPage />)
  await user.click(await screen.findByRole('button', { name: 'Add method' }))
  await user.type(screen.getByRole('textbox', { name: 'Method 3' }), 'Sodexo')
  now = ['Cash', 'UPI', 'Zomato']
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(screen.queryByText(/^Changed on another device:/)?.textContent).toBe('Changed on another device: Cash, UPI, Zomato'),
  )
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Method 3' }).value).toBe('Sodexo')
  await user.click(screen.getByRole('button', { name: 'Take the other device’s methods' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Method 3' }).value).toBe('Zomato'))
  await user.click(screen.getByRole('button', { name: 'Add method' }))
  await user.type(screen.getByRole('textbox', { name: 'Method 4' }), 'Sodexo')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toEqual([
    { paymentTypes: ['Cash', 'UPI', 'Sodexo'], paymentTypesBefore: ['Cash', 'UPI'] },
    { paymentTypes: ['Cash', 'UPI', 'Zomato', 'Sodexo'], paymentTypesBefore: ['Cash', 'UPI', 'Zomato'] },
  ])
})
