import { createServer, type IncomingMessage, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { startServer, type Server as Tawa } from '../../scripts/lib/server.ts'
import { freePort } from './process.ts'

/** The built server with our own mail API, SMS API and identity provider, all over HTTP, which can succeed or fail in the ways real services do. */

/** How a service can answer. */
type Mood = 'well' | 'failing' | 'refusing' | 'babbling' | 'redirecting' | 'hanging up' | 'silent' | 'trickling'
type Heard = { path: string; authorization: string | undefined; body: Record<string, string> }

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

describe('codes, mails and Google over HTTP', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-messages-'))
  const heard: Heard[] = []
  let mood: Mood = 'well'
  /** How Google's keys are answered; the server keeps them once it has them. */
  let keysMood: Mood = 'well'
  /** How many times the keys were asked for. */
  let fetched = 0
  let fake: Server
  let issuer = ''
  let tawa: Tawa
  let pair: Awaited<ReturnType<typeof generateKeyPair>>
  /** What the server wrote to its log. */
  const log: string[] = []

  beforeAll(async () => {
    for (const level of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void log.push(words.join(' ')))
    pair = await generateKeyPair('RS256')
    const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
    fake = createServer(async (request, response) => {
      const path = request.url ?? ''
      if (request.method === 'POST')
        heard.push({ path, authorization: request.headers.authorization, body: JSON.parse(await textOf(request)) })
      if (path === '/certs') fetched++
      const good = path === '/certs' ? JSON.stringify(keys) : '{}'
      const how = path === '/certs' ? keysMood : mood
      if (how === 'hanging up') return void request.socket.destroy()
      if (how === 'silent') return
      if (how === 'trickling') {
        response.writeHead(500)
        const drip = setInterval(() => response.write(' '), 500)
        return void request.socket.once('close', () => clearInterval(drip))
      }
      response.setHeader('Content-Type', 'application/json')
      if (how === 'redirecting') response.setHeader('Location', `${issuer}/elsewhere`)
      response.statusCode = { well: 200, failing: 500, refusing: 422, babbling: 200, redirecting: 302 }[how]
      response.end(how === 'well' ? good : how === 'babbling' ? '<html>what is inside' : 'what is inside')
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
        LOG_LEVEL: 'info',
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
    vi.restoreAllMocks()
    await tawa?.stop()
    fake?.closeAllConnections()
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
  /** The next message posted to a path; it may come later, because mails go out after the answer. */
  async function next(path: string, from: number): Promise<Heard> {
    for (let i = 0; i < 100; i++) {
      const found = heard.slice(from).find((h) => h.path === path)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`nothing came to ${path}`)
  }

  /** Opens a partner account; its mail comes after the answer. */
  async function signUp(email: string): Promise<void> {
    const before = heard.length
    await post('/auth/partner/signup', { name: 'Kavita', email, mobile_number: '9000012345', password: 'a long password' })
    expect((await next('/mail', before)).body.to).toBe(email)
  }

  const idTokenOf = (sub: string, email: string) =>
    new SignJWT({ sub, email, hd: 'partner.test', email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience('tawa-client')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(pair.privateKey)

  // First, before the server has the keys.
  it.each(['failing', 'babbling', 'hanging up', 'silent'] as const)(
    'Google’s keys from a server that is %s are a 503 within the 10 s that a client waits, and sign nobody in',
    async (how) => {
      const before = fetched
      keysMood = how
      try {
        const began = Date.now()
        const answer = await post('/auth/google/token', { idToken: await idTokenOf('kavita', 'kavita@partner.test') })
        expect([answer.status, answer.body.message]).toEqual([503, 'Google authentication failed'])
        expect(JSON.stringify(answer.body)).not.toContain('what is inside')
        expect(Date.now() - began).toBeLessThan(9500)
        expect(fetched).toBeGreaterThan(before)
      } finally {
        keysMood = 'well'
      }
    },
  )

  it('a diner’s code goes to the SMS API and lets the diner in', async () => {
    const mobile_number = '9876543210'
    expect((await post('/auth/user/login', { mobile_number })).status).toBe(202)
    const sms = await next('/sms', 0)
    // Ten digits without a country are Indian (decision 008).
    expect([sms.authorization, sms.body.to]).toEqual(['Bearer sms key', `+91${mobile_number}`])
    const otp = /\d{6}/.exec(sms.body.text ?? '')?.[0]
    expect((await post('/auth/user/verify', { mobile_number, otp, name: 'Asha' })).body.user).toMatchObject({ role: 'user', name: 'Asha' })
  })

  it('a forgotten password’s code goes to the mail API, and Google signs the same person in', async () => {
    const email = `${randomId()}@partner.test`.toLowerCase()
    await signUp(email)
    const before = heard.length
    expect((await post('/auth/restaurant/forgot-password', { email })).status).toBe(200)
    const mail = await next('/mail', before)
    expect([mail.authorization, mail.body.to, mail.body.from]).toEqual(['Bearer mail key', email, expect.stringContaining('@')])
    const { token } = (await post('/auth/restaurant/verify-otp', { email, otp: /\d{6}/.exec(mail.body.text ?? '')?.[0] })).body
    expect((await post('/auth/restaurant/reset-password', { newPassword: 'another password' }, token)).status).toBe(200)
    expect((await post('/auth/partner/login', { email, password: 'another password' })).status).toBe(200)
    const idToken = await idTokenOf('kavita', email)
    expect((await post('/auth/google/token', { idToken })).body).toMatchObject({ role: 'partner', active: true })
    const stranger = await idTokenOf('nobody', 'nobody@partner.test')
    expect((await post('/auth/google/token', { idToken: stranger })).body.message).toBe('No account associated with this Google account')
  })

  /** Sets how all services answer. */
  async function inMood<T>(how: Mood, work: () => Promise<T>): Promise<T> {
    mood = how
    try {
      return await work()
    } finally {
      mood = 'well'
    }
  }
  const forgot = (email: string) => post('/auth/restaurant/forgot-password', { email })
  const code = (message: Heard) => /\d{6}/.exec(message.body.text ?? '')?.[0]

  describe.each(['failing', 'redirecting', 'hanging up', 'silent', 'trickling'] as const)('a service that is %s', (how) => {
    it('is a 502 within the 10 s that a client waits, with or without an account, and codes sent before stay valid', async () => {
      const email = `${randomId()}@partner.test`.toLowerCase()
      await signUp(email)
      const mobile_number = String(9_000_000_000 + Math.floor(Math.random() * 999_999_999))
      const before = heard.length
      await forgot(email)
      await post('/auth/user/login', { mobile_number })
      const [mail, sms] = [await next('/mail', before), await next('/sms', before)]

      const began = Date.now()
      const [known, unknown, diner] = await inMood(how, () =>
        Promise.all([forgot(email), forgot(`${randomId()}@nobody.test`), post('/auth/user/login', { mobile_number })]),
      )
      expect(Date.now() - began).toBeLessThan(9500)
      for (const reply of [known, unknown])
        expect([reply.status, reply.body]).toEqual([
          502,
          { status: 'error', code: 'delivery_failed', message: 'Failed to send reset password email', requestId: expect.any(String) },
        ])
      expect([diner.status, diner.body.code]).toEqual([502, 'delivery_failed'])
      expect(JSON.stringify([known.body, unknown.body, diner.body])).not.toMatch(/what is inside|127\.0\.0\.1|elsewhere/)
      expect(heard.some((h) => h.path === '/elsewhere')).toBe(false)

      expect((await post('/auth/restaurant/verify-otp', { email, otp: code(mail) })).status).toBe(200)
      expect((await post('/auth/user/verify', { mobile_number, otp: code(sms) })).status).toBe(200)
    }, 40_000)
  })

  it('a service that refuses one address does not reveal that it has an account', async () => {
    const email = `${randomId()}@partner.test`.toLowerCase()
    await signUp(email)
    const [known, unknown] = [await inMood('refusing', () => forgot(email)), await forgot(`${randomId()}@nobody.test`)]
    expect([known.status, known.body]).toEqual([200, unknown.body])
  })

  it('after all these failures the log has no key, address, number, code or token', async () => {
    const logged = log.join('\n')
    expect(logged).toMatch(/"what":"messenger"/)
    expect(logged).toMatch(/"what":"request"/)
    expect(logged).not.toMatch(/mail key|sms key|what is inside|@partner\.test|@nobody\.test|Kavita/)
    for (const { body } of heard) {
      expect(logged).not.toContain(body.to)
      // As a separate number: the same six digits may occur inside an id.
      const otp = /\b\d{6}\b/.exec(body.text ?? '')?.[0]
      if (otp) expect(logged).not.toMatch(new RegExp(`\\b${otp}\\b`))
    }
  })

  it('nobody gets a mail for an address without an account, but the service is asked all the same', async () => {
    const before = heard.length
    const email = `${randomId()}@nobody.test`
    expect((await forgot(email)).status).toBe(200)
    const sent = heard.slice(before)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body.to).toBe('no-reply@tawa.example')
    expect(JSON.stringify(sent)).not.toContain(email)
    expect(sent[0]?.body.text).not.toMatch(/\d{6}/)
  })
})
