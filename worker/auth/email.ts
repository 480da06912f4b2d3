import { sql } from '../db/sql.ts'
import type { email as contract } from '#domain/api/auth.ts'
import { conflict, unauthenticated } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { LIMITS } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Context } from '../http/context.ts'
import { batch, run } from '../db/index.ts'
import { accounts } from '../db/platform.ts'
import { only, readOne, rows } from '../db/reads.ts'
import { pick } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { send } from '../messenger/messenger.ts'
import { emailOf, hasNoAddress, isUnlinked, isUnsettled, setAside, unlessTakenBy } from './account.ts'
import { likeOf, tellOwner, tellSetAside } from './application.ts'
import { fits, issueCode } from './codes.ts'
import { fitting, hashPassword } from './password.ts'

const OWN = pick(accounts, 'email', 'isUnproven', 'passwordHash')

/** The caller's account. Its stored `email` is not the address itself where another account has that address (`isUnlinked`). */
async function ownAccount(c: Context): Promise<{ email: string; isUnproven: boolean; passwordHash: string | null }> {
  const account = await readOne(
    c.env.PLATFORM,
    only(rows(OWN, sql`SELECT email, is_unproven, password_hash FROM accounts WHERE id = ${c.principal.accountId}`)),
  )
  if (!account) throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  return account
}

/** A code is of one account with one address: neither another account of the same address nor a later address can use it. */
const subjectOf = (c: Context, email: string) => `${c.principal.accountId} ${email}`

/**
 * Confirms the address of a sign-up (docs/decisions/019-sign-up-tells-nothing.md). An account whose address belongs to another account gets the same answers as
 * any other, and being confirmed gives it no access to that other account; but it gets the address if nobody has proved that it is theirs.
 */
export const emailHandlers: Handlers<typeof contract> = {
  'GET /auth/email': async (c) => {
    const { email, isUnproven } = await ownAccount(c)
    return { email: { address: emailOf(email), confirmed: !isUnproven } }
  },
  'PUT /auth/email': async (c, { body }) => {
    const { accountId, partnerId } = c.principal
    const { email, isUnproven, passwordHash } = await ownAccount(c)
    const [mayChange] = await fitting(body.password, [passwordHash], { account: accountId })
    if (!mayChange) throw invalidFields([{ path: 'password', message: 'This is not your present password.' }])
    if (isUnproven && body.email === emailOf(email)) {
      // Another account had the address, and may be gone now. An account that has its address is written too, so that the duration doesn't reveal which case it
      // is.
      const kept = isUnlinked(email) ? unlessTakenBy(body.email, accountId) : sql`email`
      await run(c.env.PLATFORM, sql`UPDATE accounts SET email = ${kept} WHERE id = ${accountId} AND email = ${email}`)
      return { email: { address: body.email, confirmed: false } }
    }
    await limitSubject(c, LIMITS.signup, body.email)
    const corrected = await batch(c.env.PLATFORM, [
      sql`UPDATE accounts SET email = ${unlessTakenBy(body.email, accountId)}, is_unproven = 1, password_hash = ${await hashPassword(body.password, await likeOf(c, body.email), { account: accountId })}
          WHERE id = ${accountId} AND email = ${email} AND password_hash = ${passwordHash} AND (${isUnsettled} OR ${hasNoAddress})
          RETURNING email`,
      sql`UPDATE partners SET email = ${body.email} WHERE id = ${partnerId} AND changes() = 1`,
      // The owner of the old mailbox may have asked for a new password.
      sql`UPDATE codes SET used_at = ${c.at} WHERE purpose IN ('reset', 'resetToken', 'address')
          AND subject IN (${emailOf(email)}, ${subjectOf(c, email)}) AND account_id = ${accountId} AND used_at IS NULL`,
    ])
    if (!corrected[0]?.[0])
      throw conflict(
        'email_settled',
        'This address can no longer be changed here: it is confirmed, or an application was approved with it.',
      )
    await tellOwner(c, body.email, corrected)
    return { email: { address: body.email, confirmed: false } }
  },
  'POST /auth/email/code': async (c) => {
    const { email, isUnproven } = await ownAccount(c)
    const address = emailOf(email)
    const own = { email: { address, confirmed: !isUnproven } }
    if (!isUnproven) return { message: 'Your address is confirmed already.', ...own }
    await limitSubject(c, LIMITS.code, address)
    await issueCode(c, 'address', subjectOf(c, email), c.principal.accountId, (code) =>
      send(c, {
        kind: 'mail',
        to: address,
        subject: 'Your Tawa code',
        text: `${code} is your code to confirm this address. It is good for 5 minutes. If you did not sign up with Tawa, do nothing, and give the code to nobody.`,
      }),
    )
    return { message: 'A code is on its way.', ...own }
  },
  'POST /auth/email/confirm': async (c, { body: { otp } }) => {
    const { email } = await ownAccount(c)
    await limitSubject(c, LIMITS.verify, subjectOf(c, email))
    const { accountId } = c.principal
    const address = emailOf(email)
    // This account may be given another address at this moment: then it takes this one from nobody.
    const mine = sql`id = ${accountId} AND email = ${email}`
    const stillMine = sql`EXISTS (SELECT 1 FROM accounts WHERE ${mine})`
    // The code was mailed to the address, so an unproved sign-up with it loses it, as with a claim's link.
    const [aside, , confirmed] = (await fits(c, 'address', subjectOf(c, email), otp))
      ? await batch(c.env.PLATFORM, [
          ...(isUnlinked(email) ? setAside(c.at, address, stillMine) : [sql`SELECT 1 WHERE false`, sql`SELECT 1 WHERE false`]),
          sql`UPDATE accounts SET is_unproven = 0, email = ${isUnlinked(email) ? unlessTakenBy(address, accountId) : sql`email`} WHERE ${mine} RETURNING id`,
        ])
      : []
    if (!confirmed?.[0]) {
      // It is confirmed already when the answer to an earlier try was lost, or on another device meanwhile.
      const now = await ownAccount(c)
      if (now.isUnproven) throw invalidFields([{ path: 'otp', message: MESSAGES.invalidCode }])
      return { email: { address: emailOf(now.email), confirmed: true } }
    }
    await tellSetAside(c, address, aside, 'The account in which you entered our code has this address now.', '')
    return { email: { address: emailOf(email), confirmed: true } }
  },
  'GET /support': async (c) => ({ support: c.env.SUPPORT_EMAIL ? { email: c.env.SUPPORT_EMAIL } : null }),
}
