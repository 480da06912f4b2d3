import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import HomePage from './HomePage.tsx'

afterEach(() => void vi.useRealTimers())

it('today’s figures follow the day although nothing is sold: after five minutes, and when the phone wakes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let bills = 96
  serve(({ path }) => {
    if (path === '/v1/api/analytics/dashboard-analytics') return { status: 200, body: { dashboard: { sales: 48_210, orders: bills } } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [], toCook: [], seq: 1 } }
    return refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'cashier' })
  mount(<HomePage />)
  const figure = (text: string) => waitFor(() => expect(screen.getByText('Bills').parentElement?.textContent).toBe(`Bills${text}`))
  await figure('96')
  // After the reset time.
  bills = 0
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
  await figure('0')
  bills = 3
  // It slept: no timer has run.
  vi.setSystemTime(Date.now() + 6 * 60_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await figure('3')
})
