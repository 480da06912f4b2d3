import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, refusal, type Reply, serve } from '#web/test/dom.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'

const PATH = '/v1/partner/permissions/restaurant/r1'
let saved: Record<string, string[]>
let read: () => Reply
/** What another device saves just before the next PUT arrives. */
let meanwhile: typeof saved | null = null

beforeEach(() => {
  saved = {}
  read = () => ({ status: 200, body: { permissions: saved } })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
})

async function open(role: 'partner' | 'managerialHead' = 'partner', { changesBeside = false } = {}) {
  const asked = serve(({ method, path, body }) => {
    if (path !== PATH) return { status: 200, body: {} }
    if (method === 'GET') return read()
    const sent = body as { permissions: typeof saved; permissionsBefore?: typeof saved }
    if (meanwhile) saved = meanwhile
    meanwhile = null
    if (sent.permissionsBefore && JSON.stringify(sent.permissionsBefore) !== JSON.stringify(saved))
      return refusal(409, 'permissions_changed', 'The permissions were changed.', { permissions: saved })
    saved = sent.permissions
    return { status: 200, body: { permissions: saved } }
  })
  const family = role === 'partner' ? 'partner' : 'restaurant'
  await acceptLogin(family, { token: 'a.b.c', user: aUser({ role, restaurantId: role === 'partner' ? null : 'r1' }), permissions: {} })
  const view = mount(<PermissionMatrix area="partner" outlet={{ _id: 'r1', name: 'Smash Yard' }} changesBeside={changesBeside} />)
  return { ...view, puts: () => asked.filter(({ method }) => method === 'PUT') }
}
const tick = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const changes = () =>
  within(screen.getByRole('complementary', { name: 'Changes' }))
    .getAllByRole('listitem')
    .map((li) => li.textContent)

it('diff lists every change before it is saved, and saving puts them into the newest map', async () => {
  const { user, puts } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Reports: General manager' }))
  await user.click(screen.getByRole('switch', { name: 'Kitchen is on' }))
  expect(changes().join(' ')).toContain('Page off for everyoneStaff see “This page is disabled by your administrator.”')
  expect(changes().join(' ')).toContain('ReportsGeneral manager')
  // Another device has saved meanwhile.
  saved = { '/restaurant/pos': ['superuser'] }
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Changes' })).toBeNull())
  expect(puts().map(({ body }) => body)).toEqual([
    {
      permissions: {
        '/restaurant/pos': ['superuser'],
        '/restaurant/kitchen': [],
        '/restaurant/reports': ['superuser', 'managerialHead'],
      },
      permissionsBefore: { '/restaurant/pos': ['superuser'] },
    },
  ])
})

it('puts its changes into the map of another device that saves at the same moment', async () => {
  const { user, puts } = await open()
  await user.click(await screen.findByRole('switch', { name: 'Kitchen is on' }))
  meanwhile = { '/restaurant/pos': [] }
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Changes' })).toBeNull())
  expect(saved).toEqual({ '/restaurant/pos': [], '/restaurant/kitchen': [] })
  expect(puts()).toHaveLength(2)
})

it('gives back no role of the same page that another device took away meanwhile, and shows what is there', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Reports: Managerial head' }))
  saved = { '/restaurant/reports': ['superuser', 'managerialHead'] }
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(saved).toEqual({ '/restaurant/reports': ['superuser'] }))
  await waitFor(() => expect(tick('Reports: General manager').checked).toBe(false))
})

it('keeps the ticks of a page that is switched off and on again, also after it was saved', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Kitchen: General manager' }))
  await user.click(screen.getByRole('switch', { name: 'Kitchen is on' }))
  expect(tick('Kitchen: Kitchen').disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(saved).toEqual({ '/restaurant/kitchen': [] }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Changes' })).toBeNull())
  await user.click(screen.getByRole('switch', { name: 'Kitchen is on' }))
  expect([tick('Kitchen: General manager').checked, tick('Kitchen: Kitchen').checked]).toEqual([false, true])
})

it('failed GET shows "no permissions loaded" and blocks save so nothing is wiped', async () => {
  read = () => refusal(500, 'failed', 'Failed to fetch restaurant permissions')
  const { user } = await open()
  expect(await screen.findByText(/^No permissions loaded/, {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  read = () => ({ status: 200, body: { permissions: {} } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy()
})

it('saves nothing when the newest map can’t be read', async () => {
  const { user, puts } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Reports: General manager' }))
  read = () => refusal(404, 'not_found', 'Restaurant details not found')
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Restaurant details not found')
  expect(puts()).toEqual([])
  expect(changes().length).toBeGreaterThan(0)
})

it('shows a managerial head everything and lets them change nothing', async () => {
  await open('managerialHead')
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Reports: General manager' })
  expect(box.disabled).toBe(true)
  expect(screen.getByText('Only the partner can change who opens which page.')).toBeTruthy()
  for (const name of [/^Save/, /^Reset/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('finds pages, resets to the default, and moves by arrow keys', async () => {
  saved = { '/restaurant/reports': [] }
  const { user } = await open()
  await user.type(await screen.findByRole('searchbox', { name: 'Search pages' }), 'report')
  expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-label'))).toEqual(['Reports is on'])
  await user.click(screen.getByRole('button', { name: 'Reset to default' }))
  expect(changes().join(' ')).toContain('Page on for Owner, Managerial head, General manager')
  screen.getByRole('switch', { name: 'Reports is on' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(tick('Reports: Managerial head'))
})

it('beside the table the list is there before the first change, so that the columns stay where they are', async () => {
  await open('partner', { changesBeside: true })
  await screen.findByRole('checkbox', { name: 'Reports: General manager' })
  expect(screen.getByRole('complementary', { name: 'Changes' }).textContent).toContain('What you change is listed here')
})
