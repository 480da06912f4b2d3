import { sql } from '../db/sql.ts'
import type { email as contract } from '#domain/api/auth.ts'
import { unauthenticated } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { LIMITS } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Context } from '../http/context.ts'
import { first } from '../db/index.ts'
import { accounts } from '../db/platform.ts'
import { only, readOne, rows } from '../db/reads.ts'
import { pick } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { send } from '../messenger/messenger.ts'
import { emailOf } from './account.ts'
import { fits, issueCode } from './codes.ts'

const OWN = pick(accounts, 'email', 'isUnproven')

/** The caller's account. Its stored `email` is not the address itself where another account has that address (`isUnlinked`). */
async function ownAccount(c: Context): Promise<{ email: string; isUnproven: boolean }> {
  const account = await readOne(
    c.env.PLATFORM,
    only(rows(OWN, sql`SELECT email, is_unproven FROM accounts WHERE id = ${c.principal.accountId}`)),
  )
  if (!account) throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  return account
}

/** A code is of one account with one address: neither another account of the same address nor a later address can use it. */
const subjectOf = (c: Context, email: string) => `${c.principal.accountId} ${email}`

/**
 * Confirms the address of a sign-up (docs/decisions/019-sign-up-tells-nothing.md). An account whose address belongs to another is answered like any other, and
 * being confirmed gives it nothing of the other account.
 */
export const emailHandlers: Handlers<typeof contract> = {
  'GET /auth/email': async (c) => {
    const { email, isUnproven } = await ownAccount(c)
    return { email: { address: emailOf(email), confirmed: !isUnproven } }
  },
  'POST /auth/email/code': async (c) => {
    const { email, isUnproven } = await ownAccount(c)
    const address = emailOf(email)
    if (!isUnproven) return { message: 'Your address is confirmed already.' }
    await limitSubject(c, LIMITS.code, address)
    await issueCode(c, 'address', subjectOf(c, email), c.principal.accountId, (code) =>
      send(c, {
        kind: 'mail',
        to: address,
        subject: 'Your Tawa code',
        text: `${code} is your code to confirm this address. It is good for 5 minutes. If you did not sign up with Tawa, do nothing, and give the code to nobody.`,
      }),
    )
    return { message: 'A code is on its way.' }
  },
  'POST /auth/email/confirm': async (c, { body: { otp } }) => {
    const { email } = await ownAccount(c)
    await limitSubject(c, LIMITS.verify, subjectOf(c, email))
    const confirmed =
      (await fits(c, 'address', subjectOf(c, email), otp)) &&
      (await first(
        c.env.PLATFORM,
        sql`UPDATE accounts SET is_unproven = 0 WHERE id = ${c.principal.accountId} AND email = ${email} RETURNING id`,
      ))
    if (!confirmed) throw invalidFields([{ path: 'otp', message: MESSAGES.invalidCode }])
    return { email: { address: emailOf(email), confirmed: true } }
  },
  'GET /support': async (c) => ({ support: c.env.SUPPORT_EMAIL ? { email: c.env.SUPPORT_EMAIL } : null }),
}
