import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Offer, offers } from '#domain/api/offers.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { OfferSheet } from './OfferSheet.tsx'

const LUNCH: Offer = {
  id: 'f1',
  _id: 'f1',
  title: 'Weekday lunch',
  description: '',
  code: null,
  needsCode: false,
  type: 'percentage',
  value: 15,
  maxDiscount: 200,
  minOrderAmount: 500,
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  days: [1],
  hours: null,
  orderTypes: ['Dine In'],
  isActive: true,
}

it('sends only what was changed, so that what another device has changed meanwhile stays', async () => {
  signIn({ role: 'superuser' })
  const asked = serve(() => ({ status: 200, body: { offer: LUNCH } }))
  const { user } = mount(<OfferSheet offer={LUNCH} onClose={() => undefined} />)
  await user.click(screen.getByRole('radio', { name: 'Amount' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  // An amount has no upper limit of its own. The number is the same, but it means rupees now, and another type without a value is refused.
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ type: 'flat', value: 15, maxDiscount: null }))
})

it('sends what its number means with another number, so that 20 percent never become 20 rupees because of another device', async () => {
  signIn({ role: 'superuser' })
  const asked = serve(() => ({ status: 200, body: { offer: LUNCH } }))
  const { user } = mount(<OfferSheet offer={LUNCH} onClose={() => undefined} />)
  const value = screen.getByRole('textbox', { name: /Percent off/ })
  await user.clear(value)
  await user.type(value, '20')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ type: 'percentage', value: 20 }))
})

it('a most of 0 is no most, as the sheet says of such an offer', async () => {
  signIn({ role: 'superuser' })
  const asked = serve(() => ({ status: 200, body: { offer: LUNCH } }))
  const { user } = mount(<OfferSheet offer={LUNCH} onClose={() => undefined} />)
  const most = screen.getByRole('textbox', { name: /At most/ })
  await user.clear(most)
  await user.type(most, '0')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ maxDiscount: null }))
})

it('takes a description of as many letters as the server does', () => {
  signIn({ role: 'superuser' })
  mount(<OfferSheet offer={LUNCH} onClose={() => undefined} />)
  const field = screen.getByRole('textbox', { name: /Description/ }) as HTMLTextAreaElement
  const { description } = offers['POST /restaurant/offers/create'].body.shape
  const takes = (length: number) => description.safeParse('x'.repeat(length)).success
  expect([takes(field.maxLength), takes(field.maxLength + 1)]).toEqual([true, false])
})

const saved = (asked: ReturnType<typeof serve>) => asked.find(({ method }) => method === 'PUT')?.body

it('is for all day until both times are entered; the preview says the hours', async () => {
  signIn({ role: 'superuser' })
  const asked = serve(() => ({ status: 200, body: { offer: LUNCH } }))
  const { user } = mount(<OfferSheet offer={LUNCH} onClose={() => undefined} />)
  await user.type(screen.getByLabelText(/^From/), '22:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText('Enter when its hours end.')).not.toBeNull())
  expect(saved(asked)).toBeUndefined()
  await user.type(screen.getByLabelText(/^To/), '02:00')
  screen.getByText('On the next day')
  screen.getByText('Mon · 22:00 to 02:00 · Dine In · bills from Rs. 500.00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved(asked)).toEqual({ hours: { from: '22:00', to: '02:00' } }))
})

it('is for all day again when both times are taken out', async () => {
  signIn({ role: 'superuser' })
  const asked = serve(() => ({ status: 200, body: { offer: LUNCH } }))
  const { user } = mount(<OfferSheet offer={{ ...LUNCH, hours: { from: '16:00', to: '19:00' } }} onClose={() => undefined} />)
  await user.clear(screen.getByLabelText(/^From/))
  await user.clear(screen.getByLabelText(/^To/))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved(asked)).toEqual({ hours: null }))
})

it('shows at its field that the hours end when they begin', async () => {
  signIn({ role: 'superuser' })
  const message = 'Must differ from the start.'
  serve(() => ({ status: 422, body: { message: 'Invalid', errors: [{ path: 'hours.to', message }] } }))
  const { user } = mount(<OfferSheet offer={LUNCH} onClose={() => undefined} />)
  await user.type(screen.getByLabelText(/^From/), '16:00')
  await user.type(screen.getByLabelText(/^To/), '16:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(message)
  expect(screen.getByLabelText(/^To/).getAttribute('aria-invalid')).toBe('true')
})
