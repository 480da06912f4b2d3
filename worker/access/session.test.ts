import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, makeRestaurant, testEnv } from '../test/world.ts'
import { findRestaurant, signToken, verifyToken } from './session.ts'

describe('a token that was verified before', () => {
  afterEach(() => vi.useRealTimers())

  const claims = { sub: 'a', role: 'waiter', sid: 's' } as const

  it('says the same, until it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await signToken(testEnv, claims, new Date(Date.now() + 60_000))
    expect(await verifyToken(testEnv, token)).toMatchObject(claims)
    expect(await verifyToken(testEnv, token)).toMatchObject(claims)
    vi.setSystemTime(Date.now() + 61_000)
    await expect(verifyToken(testEnv, token)).rejects.toMatchObject({ status: 401, code: 'token_expired' })
  })

  it('is refused once the secret is another', async () => {
    const token = await signToken(testEnv, claims, new Date(Date.now() + 60_000))
    await verifyToken(testEnv, token)
    const other = { ...testEnv, JWT_SECRET: 'another' }
    await expect(verifyToken(other, token)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    // And with the first secret again it counts again.
    expect(await verifyToken(testEnv, token)).toMatchObject(claims)
  })

  it('is refused with another signature', async () => {
    const token = await signToken(testEnv, claims, new Date(Date.now() + 60_000))
    await verifyToken(testEnv, token)
    const last = token.slice(-2, -1) === 'A' ? 'B' : 'A'
    await expect(verifyToken(testEnv, token.slice(0, -2) + last + token.slice(-1))).rejects.toMatchObject({ code: 'invalid_token' })
  })
})

describe('a restaurant’s settings', () => {
  it('are read anew after each change, and nobody can change what others have read', async () => {
    const w = await makeRestaurant()
    const first = await findRestaurant(testEnv, w.id)
    expect(() => Object.assign(first!.qrSettings, { acceptOrders: true })).toThrow(TypeError)
    const { status } = await call('PUT /restaurant/profile', {
      token: await w.as('superuser'),
      body: { qrSettings: { acceptOrders: true } },
    })
    expect(status).toBe(200)
    expect((await findRestaurant(testEnv, w.id))!.qrSettings).toMatchObject({ acceptOrders: true })
    expect(first!.qrSettings).not.toMatchObject({ acceptOrders: true })
  })
})
