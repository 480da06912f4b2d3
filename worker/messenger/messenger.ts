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

/** Milliseconds: less than the 10 s that a client waits (SPEC §9), so that it hears of a failure. */
const PATIENCE = 6000

const keyed = (key: string | undefined): Record<string, string> => (key ? { Authorization: `Bearer ${key}` } : {})

/** What a service says of one address, not of itself. */
const REFUSALS = [400, 404, 410, 422]
class Refused extends Error {}

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
  if (answer.ok) return
  const said = `the service answered ${answer.status}`
  throw REFUSALS.includes(answer.status) ? new Refused(said) : new Error(said)
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

/** Tries once; what went wrong is in the log, without address and text. `refused`: the service is well and takes no message for this address. */
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

/** Sends, or throws 502. */
export async function send(c: Sender, message: Message): Promise<void> {
  if ((await attempt(c, message)) !== 'sent') throw undelivered(c)
}

/**
 * Sends a mail whose answer must not tell whether there was anybody to send it to: without one the same goes to our own address, so that a service that
 * fails, or is slow, is so for everybody. Throws 502 with `failure`.
 */
export async function sendBlindly(c: Sender, message: Message | null, failure: string): Promise<void> {
  const decoy: Message = {
    kind: 'mail',
    to: /<([^<>]+)>/.exec(c.env.EMAIL_FROM ?? '')?.[1] ?? c.env.EMAIL_FROM ?? '',
    subject: 'Nothing to send',
    text: 'Somebody asked for a mail to an address that has no account. There is nothing to do.',
  }
  // A service that refuses one address alone must not tell of it either.
  if ((await attempt(c, message ?? decoy)) === 'failed') throw undelivered(c, failure)
}

/** Sends without holding the answer up: what was decided stands though the mail fails. Development's outbox is written before the answer. */
export async function sendLater(c: Sender & Pick<Context, 'waitUntil'>, message: Message): Promise<void> {
  const sent = attempt(c, message)
  if (c.env.ENVIRONMENT === 'development') await sent
  else c.waitUntil(sent)
}
