import { Buffer } from 'node:buffer'
import { beforeAll, describe, expect, it } from 'vitest'
import { configured } from '../test/messages.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

const HEX = 'a1'.repeat(32)
let w: World
let pair: CryptoKeyPair
let vars: { PRINT_PRIVATE_KEY: string; PRINT_CERTIFICATE: string }

beforeAll(async () => {
  w = await makeRestaurant()
  pair = (await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-512' },
    true,
    ['sign', 'verify'],
  )) as CryptoKeyPair
  const der = Buffer.from((await crypto.subtle.exportKey('pkcs8', pair.privateKey)) as ArrayBuffer).toString('base64')
  vars = {
    PRINT_PRIVATE_KEY: `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
    PRINT_CERTIFICATE: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  }
})
const sign = (request: unknown, role: Parameters<World['as']>[0] = 'cashier') =>
  configured(vars, () => w.does(role, 'POST /cert/sign', { request }))

describe('the print agent', () => {
  it('gets the certificate as text that is never cached', async () => {
    const reply = await configured(vars, () => w.does('kitchen', 'GET /cert/certificate'))
    expect([reply.status, reply.text]).toEqual([200, vars.PRINT_CERTIFICATE])
    expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(reply.headers.get('Cache-Control')).toBe('no-store')
  })

  it('gets an RSA PKCS#1 v1.5 signature with SHA-512 of the text', async () => {
    const reply = await sign(HEX)
    expect(reply.status, reply.text).toBe(200)
    const signature = Buffer.from(reply.body.signature, 'base64')
    const good = (text: string) => crypto.subtle.verify('RSASSA-PKCS1-v1_5', pair.publicKey, signature, new TextEncoder().encode(text))
    expect([await good(HEX), await good(`${HEX} `)]).toEqual([true, false])
  })

  it.each([
    '',
    HEX.slice(1),
    `${HEX}a`,
    HEX.toUpperCase(),
    `${HEX.slice(1)}g`,
    `${HEX}\n`,
    'any text that someone would like signed',
    null,
    [HEX],
  ])('signs nothing but 64 hex characters: %j', async (request) => expect((await sign(request)).status).toBe(422))

  it('serves only staff who print', async () => {
    for (const address of ['GET /cert/certificate', 'POST /cert/sign'])
      expect((await call(address, { body: address.startsWith('POST') ? { request: HEX } : undefined })).status).toBe(401)
    expect((await sign(HEX, 'mobileAdmin')).status).toBe(403)
    const { token } = await w.guest()
    expect((await configured(vars, () => call('POST /cert/sign', { token, body: { request: HEX } }))).status).toBe(403)
  })

  it('gets 503 when it isn’t configured', async () => {
    const none = { PRINT_PRIVATE_KEY: undefined, PRINT_CERTIFICATE: undefined }
    for (const ask of [() => w.does('cashier', 'GET /cert/certificate'), () => w.does('cashier', 'POST /cert/sign', { request: HEX })]) {
      const reply = await configured(none, ask)
      expect([reply.status, reply.body.code]).toEqual([503, 'not_configured'])
    }
  })
})
