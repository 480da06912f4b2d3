import { type SQL, sql } from '../db/sql.ts'
import type { ListSort } from '#domain/api/backoffice.ts'
import type { claims as contract } from '#domain/api/claims.ts'
import { canProcess } from '#domain/claim.ts'
import { nameBeside } from '#domain/employee.ts'
import { conflict, notFound, unauthenticated } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import { type Account, emailOf, newAccount, setAside } from '../auth/account.ts'
import { likeOf, unlessTaken } from '../auth/application.ts'
import { findLink, newLink } from '../auth/codes.ts'
import { openSession, personOf, sessionUser } from '../auth/sessions.ts'
import { decided, decidedBy, isMine } from '../backoffice/decisions.ts'
import { sortedPage } from '../backoffice/sorted.ts'
import type { Context } from '../http/context.ts'
import { command, PLATFORM } from '../command/command.ts'
import { batch, brokenConstraint } from '../db/index.ts'
import { accounts, claims } from '../db/platform.ts'
import { exists, must, mustBeNone, only, readOne, rows } from '../db/reads.ts'
import { insert, mustHaveChanged, type Row, update } from '../db/rows.ts'
import { sha256 } from '../http/hash.ts'
import { noNewNames, readNames } from '../employees/store.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { DOCUMENTS, keepDocuments } from '../media/store.ts'
import { publicUrl } from '../messenger/links.ts'
import { send, sendLater } from '../messenger/messenger.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { approvalMail, LINK_DAYS, newOwnerMail, otherAddressMail, rejectionMail, setAsideMail } from './mail.ts'
import { type Claim, claimById, claimJson, hasOwner, isGone, readClaims } from './store.ts'
import { paged } from '../http/paging.ts'

/** The restaurant that can be claimed. Throws 404. */
async function claimable(c: Context, id: string | undefined): Promise<Restaurant> {
  const restaurant = await findRestaurant(c.env, id ?? '')
  if (restaurant?.approvalStatus !== 'approved') throw notFound('Restaurant details not found')
  return restaurant
}

export const claimHandlers: Handlers<typeof contract> = {
  'POST /restaurant/:id/claim': {
    // The documents may be 50 MiB, which nobody has to send for nothing.
    beforeForm: async (c, { id }) => void (await claimable(c, id)),
    handle: async (c, { params, body }) => {
      await limitSubject(c, LIMITS.claim, body.email)
      return command(c, {
        on: PLATFORM,
        reads: {
          waits: exists(sql`SELECT 1 FROM claims WHERE restaurant_id = ${params.id} AND email = ${body.email} AND status = 'pending'`),
        },
        decide: async ({ waits }) => {
          const restaurant = await claimable(c, params.id)
          if (waits) throw conflict('claim_pending', 'A claim from this address for this restaurant is waiting already.')
          const id = randomId()
          const documents = await keepDocuments(c.env, c.files.documents ?? [], DOCUMENTS, id, 'documents')
          const { name, email, mobile_number: mobileNumber, message } = body
          return {
            statements: [
              insert(claims, { id, restaurantId: restaurant.id, name, email, mobileNumber, message, documents, createdAt: c.at }),
            ],
            body: { claim: { _id: id, status: 'pending' } },
          }
        },
      })
    },
  },
  // Not a `command`, because the answer is a session's token, and the session can be opened only after the account exists.
  'POST /restaurant/claim/complete': async (c, { body }) => {
    await limitSubject(c, LIMITS.claimLink, sha256(body.claimToken))
    const link = await findLink(c, 'claim', body.claimToken)
    const claim = link && (await readOne(c.env.PLATFORM, only(claimById(String(link.data.claimId)))))
    // Only the link of the latest approval is good: mailing a new one makes the earlier ones void.
    const good = claim?.status === 'approved' && claim.processedAt === link?.data.approvedAt
    const restaurant = good ? await findRestaurant(c.env, claim.restaurantId) : null
    if (!link || !claim || !restaurant) throw invalidLink()
    const email = body.email ?? claim.email
    // The link was mailed to the claim's address, which proves that it is the claimant's. Another address is unproved, as in a sign-up
    // (docs/decisions/019-sign-up-tells-nothing.md).
    const isShown = email === claim.email
    const made = {
      ...(await newAccount(c, {
        name: claim.name,
        email,
        mobile_number: claim.mobileNumber,
        password: body.password,
        like: await likeOf(c, email),
        role: 'superuser',
        restaurantId: restaurant.id,
      })),
      isUnproven: !isShown,
    }
    const owners = await readOne(
      c.env.PLATFORM,
      rows(
        accounts,
        sql`SELECT * FROM accounts WHERE is_active = 1 AND (restaurant_id = ${restaurant.id} AND role = 'superuser' OR partner_id = ${restaurant.partnerId}) LIMIT 20`,
      ),
    )
    // Of two requests with links at once, only one creates an account. When the address is taken, the link stays good, for another address too.
    let aside: Row[] | undefined
    const account = await unlessVoided(() =>
      unlessTaken(() =>
        withFreeName(c, made, restaurant.id, async (named, free) => {
          ;[aside] = await batch(c.env.PLATFORM, [
            ...(isShown ? setAside(c.at, email) : [sql`SELECT 1 WHERE false`]),
            complete(claim, link.data.hadOwner),
            voidOthers(claim),
            free,
            insert(accounts, named),
            sql`UPDATE codes SET used_at = ${c.at} WHERE id = ${link.id}`,
            decided({ kind: 'claimCompleted', ...decisionOn(claim), reason: null, byId: named.id, by: named.name, at: c.at }).statement,
          ])
        }),
      ),
    )
    for (const owner of owners) await sendLater(c, newOwnerMail(emailOf(owner.email), claim, email))
    if (aside?.[0]) await sendLater(c, setAsideMail(claim))
    if (!isShown) await sendLater(c, otherAddressMail(claim, email))
    const token = await openSession(c, account, restaurant)
    return { token, user: sessionUser(personOf(account), restaurant) }
  },
  'GET /backoffice/restaurants/claims/pending': (c, { query }) => listClaims(c, query, 'pending'),
  'GET /backoffice/restaurants/claims': async (c, { query }) => {
    if (!query.id) return listClaims(c, query, query.status === 'all' ? undefined : query.status)
    const one = await readOne(c.env.PLATFORM, claimById(query.id))
    return { claims: one.map((claim) => claimJson(c, claim)), ...paged({ ...query, page: 1 }, one.length), totalClaims: one.length }
  },
  // It takes no Idempotency-Key: a stored answer would repeat an approval whose mail could not be sent.
  'POST /backoffice/restaurants/claims/process': (c, { body }) =>
    command(c, {
      on: PLATFORM,
      reads: { before: must(claimById(body.claimId), 'Claim not found') },
      decide: async ({ before }) => {
        const { action, reason } = body
        const rejection = action === 'withdraw' ? 'claimWithdrawn' : 'claimRejected'
        if (!canProcess(before, action, c.now))
          throw conflict('already_decided', 'This claim was processed already.', {
            claim: claimJson(c, before),
            mine: await isMine(c, { ...decisionOn(before), kind: before.status === 'rejected' ? rejection : 'claimApproved' }),
          })
        if (action === 'withdraw' && !reason) throw invalidFields([{ path: 'reason', message: 'Say why the approval is withdrawn.' }])
        const approves = action === 'approve'
        if (approves && before.isGone)
          throw conflict('restaurant_gone', 'The restaurant was removed. The claim can only be rejected.', { claim: claimJson(c, before) })
        // Whoever decides saw no owner: another claim may have been completed while the page was open.
        if (approves && body.hasOwner === false && before.hasOwner)
          throw conflict(
            'owner_changed',
            'The restaurant has got an owner since you looked. Whoever completes this claim becomes another one.',
            {
              claim: claimJson(c, before),
            },
          )
        const change = { status: approves ? 'approved' : 'rejected', reason: reason ?? before.reason, processedAt: c.at }
        const claim = { ...before, ...change }
        const link = approves
          ? await newLink(c, 'claim', { claimId: claim.id, approvedAt: c.at, hadOwner: before.hasOwner }, LINK_DAYS)
          : null
        // Mailing an approved claim's link again decides nothing.
        const decision =
          before.status === change.status
            ? null
            : decided({
                kind: approves ? 'claimApproved' : rejection,
                ...decisionOn(claim),
                reason: approves ? null : change.reason,
                ...decidedBy(c),
              })
        return {
          statements: [
            update(claims, change, sql`id = ${before.id} AND ${isStill(before)}`),
            mustHaveChanged('status'),
            ...(link ? [link.statement, mustBeNone('status', exists(sql`SELECT 1 WHERE ${isGone(sql`${claim.restaurantId}`)}`))] : []),
            ...(decision ? [decision.statement] : []),
          ],
          body: { claim: claimJson(c, claim) },
          after: () => (link ? mailLink(c, claim, before, link.token, decision?.id) : sendLater(c, rejectionMail(claim, action, reason))),
        }
      },
    }),
}

/** A page of the claims with a status, or of all. */
async function listClaims(c: Context, query: { page: number; limit: number; sort: ListSort }, status: string | undefined) {
  const { total, where, order } = await sortedPage(c, { list: 'claims', ...(status ? { facets: [status] } : {}) }, query, {
    as: sql`c`,
    name: sql`name`,
  })
  const list = await readClaims(c, sql`WHERE ${where} ${status ? sql`AND c.status = ${status}` : sql``} ${order}`)
  return { claims: list.map((claim) => claimJson(c, claim)), ...paged(query, total), totalClaims: total }
}

const invalidLink = () => unauthenticated(MESSAGES.invalidToken, 'invalid_token')

const decisionOn = (claim: Claim) => ({ restaurantId: claim.restaurantId, name: claim.restaurantName, since: claim.createdAt })

/**
 * Completes a claim if it is as it was read; otherwise the status becomes null, which breaks NOT NULL and so fails the batch. A link that was approved for a restaurant
 * without an owner is void once it has got one in another way: for a second owner the back office mails a new link.
 */
const complete = (claim: Claim, hadOwner: unknown): SQL =>
  sql`UPDATE claims SET status = CASE WHEN ${isStill(claim)} AND NOT ${isGone(sql`claims.restaurant_id`)} AND ${hadOwner === false ? sql`NOT ${hasOwner(sql`claims.restaurant_id`)}` : sql`true`} THEN 'completed' END WHERE id = ${claim.id}`

/**
 * Stores the new owner under a name that nobody has or had: with a number where the claimant's is taken, also by somebody who takes it at this moment. `store` has the
 * guard for its batch.
 */
async function withFreeName(
  c: Context,
  made: Account,
  restaurantId: string,
  store: (named: Account, free: SQL) => Promise<unknown>,
): Promise<Account> {
  for (let n = 1; ; n++) {
    const { others, count } = await readOne(c.env.PLATFORM, readNames(restaurantId, null))
    const named = { ...made, name: nameBeside(made.name, others) }
    try {
      await store(named, noNewNames(restaurantId, count))
      return named
    } catch (error) {
      if (n === 10 || brokenConstraint(error) !== 'guard.status') throw error
    }
  }
}

/** Makes the links of the restaurant's other approved claims void: it has its owner now. For another owner the back office mails a new link. */
const voidOthers = (claim: Claim): SQL =>
  sql`UPDATE claims INDEXED BY claims_approved SET processed_at = NULL WHERE restaurant_id = ${claim.restaurantId} AND status = 'approved' AND id <> ${claim.id}`

/** Throws 401 `invalid_token` when the claim was completed, or another of its restaurant, since it was read. */
async function unlessVoided<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenConstraint(error) === 'claims.status') throw invalidLink()
    throw error
  }
}

/** The condition that nobody has processed the claim since it was read. */
const isStill = ({ status, processedAt }: Claim): SQL => sql`status = ${status} AND processed_at IS ${processedAt}`

/**
 * Mails the link of an approval. An approval without its link is of no use, so if the mail can't be sent, claim and decision are restored to what they were.
 * The link is valid only for this approval. Throws 502.
 */
async function mailLink(c: Context, claim: Claim, before: Claim, token: string, decisionId = ''): Promise<void> {
  try {
    await send(c, approvalMail(claim, publicUrl(c), token))
  } catch (error) {
    await batch(c.env.PLATFORM, [
      sql`DELETE FROM desk_decisions WHERE id = ${decisionId} AND EXISTS (SELECT 1 FROM claims WHERE id = ${claim.id} AND ${isStill(claim)})`,
      update(
        claims,
        { status: before.status, reason: before.reason, processedAt: before.processedAt },
        sql`id = ${claim.id} AND ${isStill(claim)}`,
      ),
    ]).catch(() => {})
    throw error
  }
}
