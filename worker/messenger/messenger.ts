import { randomId } from '#domain/ids.ts'
import { AppError } from '#domain/errors.ts'
import type { Context } from '../context.ts'
import { run } from '../db/index.ts'
import { devOutbox } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import type { Env } from '../env.ts'
import { logError } from '../log.ts'

export type Message = { kind: 'mail' | 'sms'; to: string; subject: string; text: string }
export type Messenger = { send(message: Message): Promise<void> }

const PATIENCE = 8000

const keyed = (key: string | undefined): Record<string, string> => (key ? { Authorization: `Bearer ${key}` } : {})

/** Anything but a 2xx is a failure; what the service said stays between us and it. */
async function post(url: string, key: string | undefined, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...keyed(key) },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
}

const httpMail = (env: Env, url: string): Messenger => ({
  send: ({ to, subject, text }) => post(url, env.EMAIL_API_KEY, { from: env.EMAIL_FROM ?? '', to, subject, text }),
})

const httpSms = (env: Env, url: string): Messenger => ({ send: ({ to, text }) => post(url, env.SMS_API_KEY, { to, text }) })

/** Development alone: GET /dev/outbox shows it. */
const outbox = (env: Env): Messenger => ({
  send: async (message) => void (await run(env.PLATFORM, insert(devOutbox, { id: randomId(), ...message, at: new Date().toISOString() }))),
})

const nowhere: Messenger = {
  send: async ({ kind }) => {
    throw new Error(`no service is configured for ${kind}`)
  },
}

/** By configuration: an HTTP API, in development the outbox, otherwise one that always fails. */
export function messengerOf(env: Env, kind: Message['kind']): Messenger {
  const url = kind === 'mail' ? env.EMAIL_API_URL : env.SMS_API_URL
  if (url) return kind === 'mail' ? httpMail(env, url) : httpSms(env, url)
  return env.ENVIRONMENT === 'development' ? outbox(env) : nowhere
}

type Sender = Pick<Context, 'env' | 'requestId'>

const isConfigured = (env: Env, kind: Message['kind']) => messengerOf(env, kind) !== nowhere

const undelivered = (c: Sender) =>
  new AppError(502, 'delivery_failed', 'The message could not be sent. Try again later.', { requestId: c.requestId })

/** For an answer that must not wait for, nor depend on, the sending: throws at least when nothing could ever be sent. Throws 502. */
export function mustBeAbleToSend(c: Sender, kind: Message['kind']): void {
  if (!isConfigured(c.env, kind)) throw undelivered(c)
}

/** Sends, or throws 502. The log has neither address nor text. */
export async function send(c: Sender, message: Message): Promise<void> {
  try {
    await messengerOf(c.env, message.kind).send(message)
  } catch (error) {
    logError('messenger', error, { requestId: c.requestId, kind: message.kind })
    throw undelivered(c)
  }
}

/** Sends without holding the answer up: what was decided stands though the mail fails. Development's outbox is written before the answer. */
export async function sendLater(c: Sender & Pick<Context, 'waitUntil'>, message: Message): Promise<void> {
  const sent = send(c, message).catch(() => {})
  if (c.env.ENVIRONMENT === 'development') await sent
  else c.waitUntil(sent)
}

/** Where links in mails lead. */
export const publicUrl = (c: Pick<Context, 'env' | 'request'>): string =>
  (c.env.PUBLIC_URL || new URL(c.request.url).origin).replace(/\/+$/, '')
