import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { FakeSocket } from '#web/test/socket.tsx'
import KitchenShell from './KitchenShell.tsx'

it('screen doesn’t sleep: it is kept awake while the board is open, and again after the page was hidden', async () => {
  const release = vi.fn(() => Promise.resolve())
  const request = vi.fn(() => Promise.resolve({ release }))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }))
  // A real socket would fail to connect, and the page would then check the session.
  vi.stubGlobal('WebSocket', FakeSocket)
  const restaurant = {
    timezone: 'Asia/Kolkata',
    kotSettings: { resetTime: '04:00', readyStep: true },
    printSettings: { showLogo: false },
  }
  serve(() => ({ status: 200, body: { restaurant, alerts: [], orders: [], toCook: [], tables: [], menu: { categories: [] } } }))
  await signIn({ role: 'kitchen' })
  const { unmount } = mount(<KitchenShell />)
  await waitFor(() => expect(request).toHaveBeenCalledExactlyOnceWith('screen'))
  // The browser has released it when the page was hidden.
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2))
  unmount()
  await waitFor(() => expect(release).toHaveBeenCalled())
})
