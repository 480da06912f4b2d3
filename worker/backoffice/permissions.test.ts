import { describe, expect, it } from 'vitest'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant, signIn } from '../test/world.ts'

const as = async (address: string, body?: unknown) => call(address, { token: (await signIn('backoffice')).token, body })

describe('a map of permissions that is saved whole', () => {
  const pos = { '/restaurant/pos': ['superuser'] }
  const kitchen = { '/restaurant/kitchen': [] as string[] }

  it('409 permissions_changed with the map that is there, when it is another one than the caller saw', async () => {
    const w = await makeRestaurant()
    const address = `/backoffice/permissions/restaurant/${w.id}`
    const save = (permissions: object, permissionsBefore?: object) => as(`PUT ${address}`, { permissions, permissionsBefore })
    expect((await save({ ...pos, ...kitchen }, {})).status).toBe(200)
    const late = await save(kitchen, {})
    expect([late.status, late.body.code, late.body.permissions], late.text).toEqual([409, 'permissions_changed', { ...pos, ...kitchen }])
    // The order of the pages says nothing.
    expect((await save(pos, { ...kitchen, ...pos })).body.permissions).toEqual(pos)
    expect((await save(kitchen)).status).toBe(200)
  })

  it('409 permissions_changed, too, when another device saves at the same moment', async () => {
    const w = await makeRestaurant()
    const address = `/backoffice/permissions/restaurant/${w.id}`
    const reply = await call(`PUT ${address}`, {
      token: (await signIn('backoffice')).token,
      body: { permissions: kitchen, permissionsBefore: {} },
      via: meanwhile(() => as(`PUT ${address}`, { permissions: pos })),
    })
    expect([reply.status, reply.body.code, reply.body.permissions], reply.text).toEqual([409, 'permissions_changed', pos])
    expect((await as(`GET ${address}`)).body.permissions).toEqual(pos)
  })
})
