import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Env } from '../env.ts'
import { call, testEnv } from '../test/world.ts'
import { publicUrl } from './links.ts'
import { type Message, send, sendLater } from './messenger.ts'

/** The adapters with a fake fetch; e2e/server/messages.test.ts tests real HTTP with the built server. */

const mail = (to = `${randomId()}@test.test`): Message => ({ kind: 'mail', to, subject: 'Hello', text: 'A text' })
const sms = (to = '+91 98765 43210'): Message => ({ kind: 'sms', to, subject: 'Code', text: '123456 is your code' })
const sender = (env: Partial<Env>) => ({ env: { ...testEnv, ...env } as Env, requestId: 'the-request' })
const MAIL = { EMAIL_API_URL: 'https://mail.test/emails', EMAIL_API_KEY: 'mail key', EMAIL_FROM: 'Tawa <no-reply@tawa.test>' }
const SMS = { SMS_API_URL: 'https://sms.test/messages', SMS_API_KEY: 'sms key' }

const answering = (answer: () => Promise<Response> | Response) => vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer())
afterEach(() => void vi.restoreAllMocks())

const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  )

describe('the messenger', () => {
  it('posts a mail to the configured API, with its key', async () => {
    const fetch = answering(() => new Response('{}'))
    const message = mail()
    await send(sender(MAIL), message)
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe(MAIL.EMAIL_API_URL)
    expect(new Headers(init?.headers).get('Authorization')).toBe('Bearer mail key')
    expect(JSON.parse(String(init?.body))).toEqual({ from: MAIL.EMAIL_FROM, to: message.to, subject: 'Hello', text: 'A text' })
  })

  it('posts an SMS to its own API', async () => {
    const fetch = answering(() => new Response(null, { status: 202 }))
    await send(sender({ ...MAIL, ...SMS }), sms())
    expect(fetch.mock.calls[0]?.[0]).toBe(SMS.SMS_API_URL)
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({ to: '+91 98765 43210', text: '123456 is your code' })
  })

  it.each([
    ['an error', () => new Response('the key mail key is wrong', { status: 401 })],
    ['a failure', () => new Response('stack of theirs', { status: 500 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.test' } })],
    ['no connection', () => Promise.reject(new TypeError('connect ECONNREFUSED 10.0.0.7:25'))],
  ])('%s of the service is a 502 without details', async (_name, answer) => {
    answering(answer)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const message = mail()
    const refusal = await refusalOf(send(sender(MAIL), message))
    expect([refusal.status, refusal.code, refusal.details]).toEqual([502, 'delivery_failed', { requestId: 'the-request' }])
    expect(refusal.message).not.toMatch(/key|stack|10\.0|401|500/)
    expect(JSON.stringify(log.mock.calls)).not.toContain(message.to)
    // The decision stays made even though its mail fails.
    await sendLater({ ...sender(MAIL), waitUntil: () => {} }, message)
  })

  it('without a configured service is a 502 in production', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const message of [mail(), sms()]) expect((await refusalOf(send(sender({ ENVIRONMENT: 'production' }), message))).status).toBe(502)
  })

  it('writes links to PUBLIC_URL, or to the host of the request', () => {
    const request = new Request('https://tawa.test/v1/x')
    expect(publicUrl({ env: { ...testEnv, PUBLIC_URL: 'https://app.tawa.test/' } as Env, request })).toBe('https://app.tawa.test')
    expect(publicUrl({ env: { ...testEnv, PUBLIC_URL: '' } as Env, request })).toBe('https://tawa.test')
  })
})

describe('the development outbox', () => {
  it('shows what development would have sent, newest first', async () => {
    const to = `${randomId()}@test.test`
    await send(sender({}), { ...mail(to), text: 'one' })
    await send(sender({}), { ...mail(to), text: 'two' })
    await send(sender({}), mail())
    const { body } = await call(`GET /dev/outbox?to=${encodeURIComponent(to)}`)
    expect(body.messages.map((m: Message) => m.text)).toEqual(['two', 'one'])
    expect(body.messages[0]).toMatchObject({ kind: 'mail', to, subject: 'Hello' })
  })

  it('is 404 to a page of another name that leads to this machine', async () => {
    const asked = async (Host: string) => (await call('GET /dev/outbox', { headers: { Host } })).status
    for (const host of [
      'rebind.evil.test:8787',
      'evil.test',
      'localhost.evil.test',
      '127.0.0.1.evil.test',
      'evil.test:127.0.0.1',
      '1.2.3',
      'localhost@evil.test',
    ])
      expect([host, await asked(host)]).toEqual([host, 404])
    for (const host of ['localhost:8787', 'LOCALHOST', 'tawa.localhost:1', '127.0.0.1:8787', '192.168.1.20:8787', '[::1]:8787'])
      expect([host, await asked(host)]).toEqual([host, 200])
    const c = (Host: string) => ({
      env: { ...testEnv, PUBLIC_URL: 'https://my-tunnel.test' },
      request: new Request('https://tawa.test', { headers: { Host } }),
    })
    const { messengerHandlers } = await import('./routes.ts')
    const through = (Host: string) => (messengerHandlers['GET /dev/outbox'] as any)(c(Host), { query: { to: 'nobody@tawa.test' } })
    expect(await through('my-tunnel.test')).toEqual({ messages: [] })
    expect(await refusalOf(through('tunnel.test'))).toMatchObject({ status: 404 })
  })

  it('is 404 everywhere but in development', async () => {
    const { messengerHandlers } = await import('./routes.ts')
    const c = { env: { ...testEnv, ENVIRONMENT: 'production' } }
    expect(await refusalOf((messengerHandlers['GET /dev/outbox'] as any)(c, { query: {} }))).toMatchObject({ status: 404 })
  })
})
