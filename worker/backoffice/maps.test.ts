import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { call, makeRestaurant, signIn } from '../test/world.ts'

const as = async (address: string, body?: unknown, role: Role = 'backoffice') => call(address, { token: (await signIn(role)).token, body })

describe('permissions', () => {
  it('are replaced as a whole, take effect at once and end no session', async () => {
    const w = await makeRestaurant()
    const cashier = await w.as('cashier')
    const address = `/backoffice/permissions/restaurant/${w.id}`
    expect((await as(`GET ${address}`)).body).toEqual({ permissions: {}, restaurantName: expect.stringMatching(/^Test Yard/) })
    const pages = [
      '/restaurant/orders',
      '/restaurant/pos',
      '/restaurant/invoices',
      '/restaurant/tables',
      '/restaurant/captain/orders',
      '/restaurant/customers',
      '/restaurant/dashboard',
      '/restaurant/reports',
      '/restaurant/pos-mobile/orders',
      '/restaurant/kitchen',
      '/restaurant/captain',
      '/restaurant/captain/tables',
      '/restaurant/pos-mobile',
    ]
    const permissions = Object.fromEntries(pages.map((p) => [p, [] as string[]]))
    expect((await as(`PUT ${address}`, { permissions })).body).toEqual({ permissions })
    const off = await call('GET /orders', { token: cashier })
    expect([off.status, off.body.code]).toEqual([403, 'page_disabled'])
    const map = { '/restaurant/pos': ['cashier', 'superuser'] }
    await as(`PUT ${address}`, { permissions: map })
    expect((await as(`GET ${address}`)).body.permissions).toEqual(map)
    expect((await call('GET /orders', { token: cashier })).status).toBe(200)
    expect((await call(`GET /restaurant/${w.id}/permissions`, { token: cashier })).body.permissions).toEqual(map)
  })

  it.each([
    ['a route', { '/restaurant/nowhere': [] }],
    ['a role', { '/restaurant/pos': ['chef'] }],
    ['a role of another family', { '/restaurant/pos': ['partner'] }],
  ])('%s that is unknown is 422 and changes nothing', async (_name, permissions) => {
    const w = await makeRestaurant({ settings: { permissions: { '/restaurant/pos': ['cashier'] } } })
    const reply = await as(`PUT /backoffice/permissions/restaurant/${w.id}`, { permissions })
    expect([reply.status, reply.body.errors[0].path]).toEqual([422, `permissions.${Object.keys(permissions)[0]}`])
    expect((await as(`GET /backoffice/permissions/restaurant/${w.id}`)).body.permissions).toEqual({ '/restaurant/pos': ['cashier'] })
  })

  it.each(['pending', 'rejected'])('of a restaurant that is %s come with its name, which nobody else is told', async (approvalStatus) => {
    const w = await makeRestaurant({ approvalStatus })
    expect((await as(`GET /backoffice/permissions/restaurant/${w.id}`)).body.restaurantName).toMatch(/^Test Yard/)
    expect((await as(`GET /restaurant/profile/necessary/${w.id}`)).status).toBe(404)
  })

  it('of an unknown restaurant are 404', async () => {
    expect((await as(`GET /backoffice/permissions/restaurant/${randomId()}`)).status).toBe(404)
    expect((await as(`PUT /backoffice/permissions/restaurant/${randomId()}`, { permissions: {} })).status).toBe(404)
  })
})
