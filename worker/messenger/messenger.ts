import { randomId } from '#domain/ids.ts'
import { AppError } from '#domain/errors.ts'
import type { Context } from '../http/context.ts'
import { run } from '../db/index.ts'
import { devOutbox } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import type { Env } from '../env.ts'
import { logError } from '../http/log.ts'

export type Message = { kind: 'mail' | 'sms'; to: string; subject: string; text: string }
export type Messenger = { send(message: Message): Promise<void> }

/** Timeout in milliseconds: less than the 10 s that a client waits (SPEC §9), so that the client still receives the failure. */
const PATIENCE = 6000

const keyed = (key: string | undefined): Record<string, string> => (key ? { Authorization: `Bearer ${key}` } : {})

/** Statuses by which a service refuses one address, as opposed to failing itself. */
const REFUSALS = [400, 404, 410, 422]
class Refused extends Error {}

/** Throws for any answer but a 2xx. The service's own text is neither logged nor shown, since it may repeat the message. */
async function post(url: string, key: string | undefined, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...keyed(key) },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  })
  await answer.body?.cancel()
  if (answer.ok) return
  const failure = `the service answered ${answer.status}`
  throw REFUSALS.includes(answer.status) ? new Refused(failure) : new Error(failure)
}

const httpMail = (env: Env, url: string): Messenger => ({
  send: ({ to, subject, text }) => post(url, env.EMAIL_API_KEY, { from: env.EMAIL_FROM ?? '', to, subject, text }),
})

const httpSms = (env: Env, url: string): Messenger => ({ send: ({ to, text }) => post(url, env.SMS_API_KEY, { to, text }) })

/** In development only: GET /dev/outbox shows these messages. */
const outbox = (env: Env): Messenger => ({
  send: async (message) => void (await run(env.PLATFORM, insert(devOutbox, { id: randomId(), ...message, at: new Date().toISOString() }))),
})

const nowhere: Messenger = {
  send: async ({ kind }) => {
    throw new Error(`no service is configured for ${kind}`)
  },
}

/** Chosen by configuration: an HTTP API; in development the outbox; otherwise one that always fails. */
export function messengerOf(env: Env, kind: Message['kind']): Messenger {
  const url = kind === 'mail' ? env.EMAIL_API_URL : env.SMS_API_URL
  if (url) return kind === 'mail' ? httpMail(env, url) : httpSms(env, url)
  return env.ENVIRONMENT === 'development' ? outbox(env) : nowhere
}

type Sender = Pick<Context, 'env' | 'requestId'>

/** Tries once. A failure is logged without address and text. `refused`: the service works but takes no message for this address. */
async function attempt(c: Sender, message: Message): Promise<'sent' | 'refused' | 'failed'> {
  try {
    await messengerOf(c.env, message.kind).send(message)
    return 'sent'
  } catch (error) {
    logError('messenger', error, { requestId: c.requestId, kind: message.kind })
    return error instanceof Refused ? 'refused' : 'failed'
  }
}

const undelivered = (c: Sender, text = 'The message could not be sent. Try again later.') =>
  new AppError(502, 'delivery_failed', text, { requestId: c.requestId })

/** Sends a message, or throws 502. */
export async function send(c: Sender, message: Message): Promise<void> {
  if ((await attempt(c, message)) !== 'sent') throw undelivered(c)
}

/**
 * Sends a mail when the answer must not reveal whether the address has an account. Without an account (`message` null) a mail goes to our own address
 * instead, so a failing or slow service affects both cases alike. Throws 502 with `failure`.
 */
export async function sendBlindly(c: Sender, message: Message | null, failure: string): Promise<void> {
  const decoy: Message = {
    kind: 'mail',
    to: /<([^<>]+)>/.exec(c.env.EMAIL_FROM ?? '')?.[1] ?? c.env.EMAIL_FROM ?? '',
    subject: 'Nothing to send',
    text: 'Somebody asked for a mail to an address that has no account. There is nothing to do.',
  }
  // A service that refuses only this address must not reveal the account either.
  if ((await attempt(c, message ?? decoy)) === 'failed') throw undelivered(c, failure)
}

/** Sends without delaying the answer, because the decision is kept even if the mail fails. Development's outbox is written before the answer. */
export async function sendLater(c: Sender & Pick<Context, 'waitUntil'>, message: Message): Promise<void> {
  const sent = attempt(c, message)
  if (c.env.ENVIRONMENT === 'development') await sent
  else c.waitUntil(sent)
}
