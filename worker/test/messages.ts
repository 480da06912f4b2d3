import { sql } from 'drizzle-orm'
import { accountNumberOf, smsNumberOf } from '#domain/customer.ts'
import { all } from '../db/index.ts'
import type { Env } from '../env.ts'
import { testEnv } from './world.ts'

export type Sent = { kind: string; to: string; subject: string; text: string }

/** What was sent to an address or to a number, however it is written, newest first: development's outbox. */
export function sentTo(address: string): Promise<Sent[]> {
  const to = address.includes('@') ? address : smsNumberOf(accountNumberOf(address))
  return all<Sent>(testEnv.PLATFORM, sql`SELECT kind, "to", subject, text FROM dev_outbox WHERE "to" = ${to} ORDER BY at DESC, id DESC`)
}

/** The code of the newest message. */
export async function codeTo(to: string): Promise<string> {
  const code = /\b\d{6}\b/.exec((await sentTo(to))[0]?.text ?? '')?.[0]
  if (!code) throw new Error(`no code was sent to ${to}`)
  return code
}

/** The Worker under another configuration, for as long as the work takes. */
export async function configured<T>(vars: Partial<Env>, work: () => Promise<T>): Promise<T> {
  const before = Object.fromEntries(Object.keys(vars).map((k) => [k, testEnv[k as keyof Env]]))
  Object.assign(testEnv, vars)
  try {
    return await work()
  } finally {
    Object.assign(testEnv, before)
  }
}
