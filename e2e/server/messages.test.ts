import { createServer, type IncomingMessage, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { startServer, type Server as Tawa } from '../../scripts/lib/server.ts'
import { freePort } from './process.ts'

/** The built server with a mail API, an SMS API and an identity provider of our own, all over HTTP. */

type Heard = { path: string; authorization: string | undefined; body: Record<string, string> }

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

describe('codes, mails and Google over HTTP', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-messages-'))
  const heard: Heard[] = []
  let broken = false
  let fake: Server
  let issuer = ''
  let tawa: Tawa
  let pair: Awaited<ReturnType<typeof generateKeyPair>>

  beforeAll(async () => {
    pair = await generateKeyPair('RS256')
    const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
    fake = createServer(async (request, response) => {
      if (request.url === '/certs') return void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(keys))
      heard.push({ path: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(await textOf(request)) })
      response.statusCode = broken ? 500 : 200
      response.end(broken ? 'what is inside' : '{}')
    })
    await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
    tawa = await startServer({
      port: await freePort(),
      stateDir,
      demo: false,
      quiet: true,
      build: false,
      vars: {
        EMAIL_API_URL: `${issuer}/mail`,
        EMAIL_API_KEY: 'mail key',
        SMS_API_URL: `${issuer}/sms`,
        SMS_API_KEY: 'sms key',
        PUBLIC_URL: 'https://app.tawa.test',
        GOOGLE_ISSUER: issuer,
        GOOGLE_AUDIENCE: 'tawa-client',
        GOOGLE_JWKS_URL: `${issuer}/certs`,
      },
    })
  }, 120_000)

  afterAll(async () => {
    await tawa?.stop()
    fake?.close()
    rmSync(stateDir, { recursive: true, force: true })
  })

  const post = async (path: string, body: unknown, token?: string) => {
    const answer = await fetch(`${tawa.url}/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, any> }
  }
  /** The next message of a path; mails go out after the answer. */
  async function next(path: string, from: number): Promise<Heard> {
    for (let i = 0; i < 100; i++) {
      const found = heard.slice(from).find((h) => h.path === path)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`nothing came to ${path}`)
  }

  it('a diner’s code goes to the SMS API and lets the diner in', async () => {
    const mobile_number = '9876543210'
    expect((await post('/auth/user/login', { mobile_number })).status).toBe(202)
    const sms = await next('/sms', 0)
    expect([sms.authorization, sms.body.to]).toEqual(['Bearer sms key', mobile_number])
    const otp = /\d{6}/.exec(sms.body.text ?? '')?.[0]
    expect((await post('/auth/user/verify', { mobile_number, otp, name: 'Asha' })).body.user).toMatchObject({ role: 'user', name: 'Asha' })
  })

  it('a forgotten password’s code goes to the mail API, and Google signs the same person in', async () => {
    const email = `${randomId()}@partner.test`.toLowerCase()
    await post('/auth/partner/signup', { name: 'Kavita', email, mobile_number: '9000012345', password: 'a long password' })
    const before = heard.length
    expect((await post('/auth/restaurant/forgot-password', { email })).status).toBe(200)
    const mail = await next('/mail', before)
    expect([mail.authorization, mail.body.to, mail.body.from]).toEqual(['Bearer mail key', email, expect.stringContaining('@')])
    const { token } = (await post('/auth/restaurant/verify-otp', { email, otp: /\d{6}/.exec(mail.body.text ?? '')?.[0] })).body
    expect((await post('/auth/restaurant/reset-password', { newPassword: 'another password' }, token)).status).toBe(200)
    expect((await post('/auth/partner/login', { email, password: 'another password' })).status).toBe(200)
    const idToken = await new SignJWT({ email, email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience('tawa-client')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(pair.privateKey)
    expect((await post('/auth/google/token', { idToken })).body).toMatchObject({ role: 'partner', active: true })
    const stranger = await new SignJWT({ email: 'nobody@partner.test', email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience('tawa-client')
      .setExpirationTime('5m')
      .sign(pair.privateKey)
    expect((await post('/auth/google/token', { idToken: stranger })).body.message).toBe('No account associated with this Google account')
  })

  it('a service that fails is a 502 that says nothing of it', async () => {
    broken = true
    const reply = await post('/auth/user/login', { mobile_number: '9876500000' })
    broken = false
    expect([reply.status, reply.body.code]).toEqual([502, 'delivery_failed'])
    expect(JSON.stringify(reply.body)).not.toContain('what is inside')
  })
})
