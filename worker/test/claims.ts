import { sql } from 'drizzle-orm'
import type { ClaimAction } from '#domain/claim.ts'
import { randomId } from '#domain/ids.ts'
import { all } from '../db/index.ts'
import { sentTo } from './messages.ts'
import { FILES, type Part, upload } from './upload.ts'
import { call, signIn, testEnv, type World } from './world.ts'

/** Claims as claimants and the desk make, decide and complete them. */
export const from = () => ({ 'CF-Connecting-IP': randomId() })
export const email = () => `${randomId()}@test.test`
export const document = (bytes: Uint8Array, name = 'deed.pdf'): Part => ({ field: 'documents', bytes, name, type: 'application/pdf' })
export const file = (
  w: { id: string },
  more: Record<string, string> = {},
  parts: Part[] = [document(FILES.pdf(randomId()))],
  token?: string,
) =>
  upload(
    `POST /restaurant/${w.id}/claim`,
    { name: 'Meera', email: email(), mobile_number: '9000012345', message: 'It is mine', ...more },
    parts,
    { headers: from(), token },
  )
export const desk = async () => (await signIn('backoffice')).token
export const complete = (claimToken: string, password = 'a long password') =>
  call('POST /restaurant/claim/complete', { body: { claimToken, password }, headers: from() })

export async function process(token: string, claimId: string, action: ClaimAction, reason?: string) {
  return call('POST /backoffice/restaurants/claims/process', { token, body: { claimId, action, ...(reason ? { reason } : {}) } })
}
export async function claimed(w: World) {
  const to = email()
  const id = (await file(w, { email: to })).body.claim._id as string
  return { id, to, token: await desk() }
}
export const linkTo = async (to: string) => /\/claim\/(\S+)/.exec((await sentTo(to))[0]?.text ?? '')?.[1] ?? ''
export const linksTo = async (to: string) => (await sentTo(to)).map((mail) => /\/claim\/(\S+)/.exec(mail.text)?.[1] ?? '')
export const owners = async (w: World) =>
  (await all<{ email: string }>(testEnv.PLATFORM, sql`SELECT email FROM accounts WHERE restaurant_id = ${w.id} AND role = 'superuser'`))
    .map((a) => a.email)
    .sort()
