import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import FeedbackPage from './FeedbackPage.tsx'

const one = (n: number, rating: number, comment = '') => ({
  _id: `f${n}`,
  orderId: `o${n}`,
  billNumber: 40 + n,
  tableNumber: n === 1 ? null : '7',
  orderType: n === 1 ? 'Take Away' : 'Dine In',
  customer_name: 'Asha Rao',
  rating,
  comment,
  createdAt: '2026-11-21T15:32:00.000Z',
})
const answer = (feedback: ReturnType<typeof one>[]) => ({
  feedback,
  rating: feedback.length === 0 ? null : 4.5,
  ratings: [5, 4, 3, 2, 1].map((rating) => ({ rating, count: feedback.filter((f) => f.rating === rating).length })),
  currentPage: 1,
  totalPages: 1,
  totalFeedback: feedback.length,
})

async function open(role: 'superuser' | 'generalManager', feedback: ReturnType<typeof one>[]) {
  serve(({ path }) =>
    path.startsWith('/v1/restaurant/feedback') ? { status: 200, body: answer(feedback) } : refusal(404, 'not_found', 'Not found.'),
  )
  await signIn({ role })
  return mount(<FeedbackPage />)
}

it('without feedback it says how guests give it; people who may print the tables’ codes get a link to them', async () => {
  const { unmount } = await open('superuser', [])
  expect((await screen.findByRole('link', { name: 'Print the tables’ codes' })).getAttribute('href')).toBe(
    '/restaurant/settings/table?qr=all',
  )
  unmount()
  await open('generalManager', [])
  await screen.findByText(/No guest has given feedback yet/)
  expect(screen.queryByRole('link', { name: 'Print the tables’ codes' })).toBeNull()
})
