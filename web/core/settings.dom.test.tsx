import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { later, type Reply, serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import { useProfile } from './profile.ts'
import { sessionNow, useSession, verifySession } from './session.ts'

/** What a till shows of the restaurant's settings. */
function Till() {
  const profile = useProfile()
  const { permissions } = useSession()
  return (
    <p>
      Service charge {profile?.taxPercentages.serviceCharge} %, POS {permissions?.['/restaurant/pos']?.length === 0 ? 'off' : 'on'}
    </p>
  )
}

it('an open screen follows settings that another device saves: one event, and it reads them again', async () => {
  let serviceCharge = 5
  let permissions = {}
  const asked = serve(({ path }): Reply => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { taxPercentages: { serviceCharge } } } }
    return { status: 200, body: { permissions } }
  })
  const times = (path: string) => asked.filter((request) => request.path === path).length
  const { emit } = await mountLive(<Till />)
  expect(await screen.findByText('Service charge 5 %, POS on')).toBeTruthy()
  const before = times('/v1/restaurant/profile')

  serviceCharge = 10
  // Three switches, one after the other: read once.
  for (let i = 0; i < 3; i++) emit('settingsUpdated', { changed: 'profile', by: 'Asha' })
  expect(await screen.findByText('Service charge 10 %, POS on')).toBeTruthy()
  expect(times('/v1/restaurant/profile')).toBe(before + 1)
  expect(times('/v1/restaurant/r1/permissions')).toBe(0)

  permissions = { '/restaurant/pos': [] }
  emit('settingsUpdated', { changed: 'permissions', by: 'Asha' })
  expect(await screen.findByText('Service charge 10 %, POS off')).toBeTruthy()
  await waitFor(() => expect(times('/v1/restaurant/r1/permissions')).toBe(1))
  await act(async () => undefined)
})

it('of two changes of the permissions the later one counts, also when the answer for the first comes last', async () => {
  const slow = later<{ status: number; body: unknown }>()
  let reads = 0
  serve(({ path }): Reply => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { taxPercentages: { serviceCharge: 5 } } } }
    if (path !== '/v1/restaurant/r1/permissions') return { status: 200, body: {} }
    reads += 1
    return reads === 1 ? slow.promise : { status: 200, body: { permissions: { '/restaurant/pos': reads === 2 ? [] : ['superuser'] } } }
  })
  const { emit } = await mountLive(<Till />)
  for (let i = 0; i < 2; i++) emit('settingsUpdated', { changed: 'permissions', by: 'Asha' })
  expect(await screen.findByText(/POS off/)).toBeTruthy()
  await act(async () => slow.settle({ status: 200, body: { permissions: { '/restaurant/pos': ['superuser'] } } }))
  await act(async () => undefined)
  expect(screen.queryByText(/POS off/)).not.toBeNull()
  // The next change counts as always.
  emit('settingsUpdated', { changed: 'permissions', by: 'Asha' })
  expect(await screen.findByText(/POS on/)).toBeTruthy()
})

it('a change of the permissions counts although the session is being checked, whose answer is from before it', async () => {
  const check = later<{ status: number; body: unknown }>()
  let pos: string[] = []
  serve(({ path }): Reply => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { taxPercentages: { serviceCharge: 5 } } } }
    if (path === '/v1/auth/me') return check.promise
    return path === '/v1/restaurant/r1/permissions'
      ? { status: 200, body: { permissions: { '/restaurant/pos': pos } } }
      : { status: 200, body: {} }
  })
  const { emit } = await mountLive(<Till />)
  emit('settingsUpdated', { changed: 'permissions', by: 'Asha' })
  expect(await screen.findByText(/POS off/)).toBeTruthy()
  const checked = verifySession()
  pos = ['superuser']
  emit('settingsUpdated', { changed: 'permissions', by: 'Asha' })
  expect(await screen.findByText(/POS on/)).toBeTruthy()
  check.settle({ status: 200, body: { user: { ...sessionNow().user }, permissions: { '/restaurant/pos': [] } } })
  await act(() => checked)
  await waitFor(() => expect(screen.queryByText(/POS on/)).not.toBeNull())
})
