import { type SQL, sql } from '../db/sql.ts'
import type { backoffice as contract } from '#domain/api/backoffice.ts'
import { mustBeOnlyOne } from '#domain/employee.ts'
import { conflict, forbidden, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import { toRupees } from '#domain/money.ts'
import { addDays, businessDate } from '#domain/time.ts'
import { rebuild, type Sum } from '../analytics/rebuild.ts'
import { emailTaken, hasNoAddress, newAccount, setAside } from '../auth/account.ts'
import { addressInUse, addressKept, applied, likeOf, tellSetAside } from '../auth/application.ts'
import { resetToken } from '../auth/reset.ts'
import { closeSockets, roomsOf } from '../auth/sessions.ts'
import { command, WHILE_SIGNED_IN } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { batch, outletDb } from '../db/index.ts'
import { accounts, partners, restaurants } from '../db/platform.ts'
import { exists, mustBeNone, none } from '../db/reads.ts'
import { given, insert, mustHaveChanged, update } from '../db/rows.ts'
import { placeOf } from '../db/tally.ts'
import { noNewNames, readNames, THE_DESK } from '../employees/store.ts'
import type { Handlers } from '../http/implement.ts'
import { publicUrl } from '../messenger/links.ts'
import { sendLater } from '../messenger/messenger.ts'
import { keepListing } from '../listing/store.ts'
import { readPermissions, replacePermissions } from '../restaurant/permissions-map.ts'
import { findRestaurant } from '../access/session.ts'
import { platformFigures } from './analytics.ts'
import { decided, decidedBy, isMine, readDecisions } from './decisions.ts'
import { countOutlets, newOutlet, readOutlet, readOutlets } from './outlets.ts'
import {
  countPartners,
  leaveOutlets,
  mustAllExist,
  mustHaveOutlets,
  mustOwnAddress,
  outletsAre,
  outletsLost,
  readPartner,
  readPartners,
  stillHasOutlets,
} from './partners.ts'
import { searchIds } from '../db/words.ts'
import { foundPage, sortedPage } from './sorted.ts'
import { changeDeskUser, listDeskUsers } from './users.ts'
import { paged } from '../http/paging.ts'

const INVITATION_DAYS = 7
const DESK = { desk: true }
const RESTAURANTS = { as: sql`r`, name: sql`establishment_name` }
const PARTNERS = { as: sql`p`, name: sql`name` }

/** Decides an application that waits, and mails the owner what was decided, if the address is the owner's. Throws 404, 409 `already_decided` with the restaurant as it is. */
const decide = (
  c: Context,
  restaurantId: string,
  decision: { approvalStatus: 'approved' | 'rejected'; rejectionReason: string | null },
  mail: (restaurantName: string) => { subject: string; text: string },
) =>
  command(c, {
    on: WHILE_SIGNED_IN,
    reads: {},
    decide: async () => {
      const before = await readOutlet(c, restaurantId, DESK)
      if (before.approvalStatus !== 'pending')
        throw conflict('already_decided', 'This was decided already.', {
          restaurant: before,
          mine: await isMine(c, { kind: before.approvalStatus, restaurantId, since: before.createdAt }),
        })
      if (decision.approvalStatus === 'approved') mustOwnAddress(before)
      const waits = sql`id = ${restaurantId} AND approval_status = 'pending' AND deleted_at IS NULL`
      return {
        statements: [
          update(restaurants, { ...decision, version: sql`version + 1` }, waits),
          mustHaveChanged('status'),
          // Since the read, somebody may have proved that the owner’s or the partner’s address is theirs and taken it over.
          ...(decision.approvalStatus === 'approved'
            ? [
                mustBeNone('status', withoutAddress(sql`restaurant_id = ${restaurantId} AND role = 'superuser'`)),
                mustBeNone(
                  'status',
                  withoutAddress(sql`partner_id = (SELECT partner_id FROM restaurants WHERE id = ${restaurantId}) AND role = 'partner'`),
                ),
              ]
            : []),
          ...keepListing(restaurantId),
          decided({
            kind: decision.approvalStatus,
            restaurantId,
            name: before.establishment_name,
            reason: decision.rejectionReason,
            since: before.createdAt,
            ...decidedBy(c),
          }).statement,
        ],
        body: { restaurant: { ...before, ...decision, approved: decision.approvalStatus === 'approved' } },
        after: async () => {
          const { email, restaurantName, addressTaken } = before
          // No word of a stranger's goes to the account whose address they used (docs/decisions/019-sign-up-tells-nothing.md).
          if (email && !addressTaken) await sendLater(c, { kind: 'mail', to: email, ...mail(restaurantName) })
        },
      }
    },
  })

/** A single-use link with which the owner sets a password. */
async function invite(c: Context, to: { id: string; email: string }, restaurantName: string): Promise<void> {
  const token = await resetToken(c, to, 'invitation', INVITATION_DAYS * 24 * 60)
  await sendLater(c, {
    kind: 'mail',
    to: to.email,
    subject: `${restaurantName} is on Tawa`,
    // After the #, so that it appears in no server's log.
    text: `${restaurantName} is ready. Set your password here; the link is good for ${INVITATION_DAYS} days and works once.\n\n${publicUrl(c)}/restaurant/reset-password#token=${token}`,
  })
}

const withoutAddress = (whose: SQL) => exists(sql`SELECT 1 FROM accounts WHERE ${whose} AND ${hasNoAddress}`)

/** A partner that was removed, or whose account has lost its address to somebody who proved that it is theirs. */
const goneOrWithoutAddress = (partnerId: string) =>
  exists(sql`SELECT 1 FROM partners p WHERE p.id = ${partnerId} AND (p.deleted_at IS NOT NULL
    OR EXISTS (SELECT 1 FROM accounts WHERE partner_id = p.id AND role = 'partner' AND ${hasNoAddress}))`)

export const backofficeHandlers: Handlers<typeof contract> = {
  'GET /backoffice/analytics': async (c, { query }) => ({ analytics: await platformFigures(c, query) }),
  'GET /backoffice/decisions': async (c, { query }) => ({
    decisions: await readDecisions(c, { mine: query.mine === 'true', limit: query.limit }),
  }),
  'GET /backoffice/partners': async (c, { query }) => {
    if (query.search) {
      const ids = searchIds('partners', query.search)
      const [list, total] = await Promise.all([
        readPartners(c, sql`AND p.id IN (${ids}) ${foundPage(query, PARTNERS)}`, DESK),
        countPartners(c, ids),
      ])
      return { partners: list, ...paged(query, total), totalPartners: total }
    }
    const { total, where, order } = await sortedPage(c, { list: 'partners' }, query, PARTNERS)
    return { partners: await readPartners(c, sql`AND ${where} ${order}`, DESK), ...paged(query, total), totalPartners: total }
  },
  'POST /backoffice/partners': async (c, { body }) => {
    const { name, email, mobile_number, restaurantIds } = body
    return command(c, {
      on: WHILE_SIGNED_IN,
      reads: { taken: addressKept(email) },
      decide: async ({ taken }) => {
        const outlets = await mustAllExist(c, restaurantIds)
        if (taken) throw emailTaken()
        const id = randomId()
        const account = await newAccount(c, { ...body, like: await likeOf(c, email), role: 'partner', partnerId: id })
        return {
          statements: [
            outletsLost(id, restaurantIds),
            ...setAside(c.at, email),
            insert(accounts, account),
            insert(partners, { id, name, email, mobileNumber: mobile_number, createdAt: c.at }),
            ...outletsAre(c.at, id, restaurantIds),
          ],
          body: { partner: { _id: id, name, email, mobile_number, createdAt: c.at, outlets } },
          after: async ([lost, aside]) => {
            await leaveOutlets(c, lost)
            await tellSetAside(c, email, aside)
          },
        }
      },
    })
  },
  'PUT /backoffice/partners': (c, { body: { partnerId, restaurantIdsBefore, updateData } }) => {
    const { name, email, mobile_number: mobileNumber, restaurantIds } = updateData
    const changes = given({ name, email, mobileNumber })
    return command(c, {
      on: WHILE_SIGNED_IN,
      reads: { taken: email === undefined ? none : addressInUse(email, sql`partner_id IS ${partnerId}`) },
      decide: async ({ taken }) => {
        const before = await readPartner(c, partnerId, DESK)
        if (restaurantIds?.length && email === undefined) mustOwnAddress(before)
        if (restaurantIds && restaurantIdsBefore) mustHaveOutlets(before, restaurantIdsBefore)
        const outlets = restaurantIds ? await mustAllExist(c, restaurantIds) : before.outlets
        if (taken) throw emailTaken()
        const moved = email !== undefined && (email !== before.email || before.addressTaken === true)
        return {
          statements: [
            ...(restaurantIds ? [outletsLost(partnerId, restaurantIds)] : []),
            ...(Object.keys(changes).length > 0
              ? [
                  update(partners, changes, sql`id = ${partnerId}`),
                  update(
                    accounts,
                    // Nobody has shown that the new address is the partner's. Until somebody does, they can correct it themselves.
                    email === undefined ? changes : { ...changes, isUnproven: sql`CASE WHEN email = ${email} THEN is_unproven ELSE 1 END` },
                    sql`partner_id = ${partnerId} AND role = 'partner'`,
                  ),
                ]
              : []),
            ...(restaurantIds && restaurantIdsBefore ? [stillHasOutlets(partnerId, restaurantIdsBefore)] : []),
            ...(restaurantIds ? outletsAre(c.at, partnerId, restaurantIds) : []),
            mustBeNone('status', exists(sql`SELECT 1 FROM partners WHERE id = ${partnerId} AND deleted_at IS NOT NULL`)),
            ...(restaurantIds?.length ? [mustBeNone('status', withoutAddress(sql`partner_id = ${partnerId} AND role = 'partner'`))] : []),
          ],
          body: {
            partner: {
              ...before,
              ...given({
                name,
                email,
                mobile_number: mobileNumber,
                addressTaken: email && false,
                emailConfirmed: moved ? false : undefined,
              }),
              outlets,
            },
          },
          after: async ([lost]) => {
            await leaveOutlets(c, restaurantIds && lost)
            // Not to the account of somebody else (docs/decisions/019-sign-up-tells-nothing.md).
            if (moved && !before.addressTaken)
              await sendLater(c, {
                kind: 'mail',
                to: before.email,
                subject: 'Your sign-in address was changed',
                text: `Your partner account with Tawa has another address to sign in with from now on. If you didn’t want that, tell Tawa.\n\n${publicUrl(c)}`,
              })
          },
        }
      },
    })
  },
  'DELETE /backoffice/partners': async (c, { body: { partnerId } }) => {
    const { name } = await readPartner(c, partnerId)
    const rooms = await roomsOf(c, { restaurantId: null, partnerId })
    const whose = sql`partner_id = ${partnerId} AND role = 'partner'`
    // One batch, with the account first: a session that is opened before the batch ends with it, and after it none is opened.
    const [, , ended = []] = await batch(c.env.PLATFORM, [
      update(partners, { deletedAt: c.at }, sql`id = ${partnerId}`),
      // The address is free for another account.
      update(accounts, { isActive: false, email: sql`'deleted:' || id` }, whose),
      sql`UPDATE sessions SET revoked_at = ${c.at} WHERE account_id IN (SELECT id FROM accounts WHERE ${whose}) AND revoked_at IS NULL RETURNING id, rooms`,
      ...outletsAre(c.at, partnerId, []),
    ])
    closeSockets(c, rooms, ended)
    return { message: `${name} was taken out.` }
  },
  'GET /backoffice/restaurants': async (c, { query }) => {
    const { search, status, id } = query
    if (id) {
      const one = await readOutlets(c, sql`AND r.id = ${id}`, DESK)
      return { restaurants: one, ...paged({ ...query, page: 1 }, one.length), totalRestaurants: one.length }
    }
    if (search) {
      const ids = searchIds('restaurants', search)
      const fits = status ? sql`AND +r.approval_status = ${status}` : sql``
      const [list, total] = await Promise.all([
        readOutlets(c, sql`AND r.id IN (${ids}) ${fits} ${foundPage(query, RESTAURANTS)}`, DESK),
        countOutlets(c, ids, fits),
      ])
      return { restaurants: list, ...paged(query, total), totalRestaurants: total }
    }
    const fits = status ? sql`AND r.approval_status = ${status}` : sql``
    const { total, where, order } = await sortedPage(
      c,
      { list: 'restaurants', ...(status ? { facets: [status] } : {}) },
      query,
      RESTAURANTS,
    )
    return { restaurants: await readOutlets(c, sql`AND ${where} ${fits} ${order}`, DESK), ...paged(query, total), totalRestaurants: total }
  },
  'GET /backoffice/restaurants/pending': async (c, { query: { page, limit } }) => {
    const { total, from, rest } = await placeOf(c.env.PLATFORM, { list: 'restaurants', facets: ['pending'] }, { page, limit }, 'oldest')
    return {
      restaurants: await readOutlets(
        c,
        sql`AND r.created_at >= ${from} AND r.approval_status = 'pending' ORDER BY r.created_at, r.rowid LIMIT ${limit} OFFSET ${rest}`,
        DESK,
      ),
      ...paged({ page, limit }, total),
      totalRestaurants: total,
    }
  },
  'POST /backoffice/restaurants': async (c, { body: { partnerId, ...application } }) => {
    return command(c, {
      on: WHILE_SIGNED_IN,
      reads: { taken: addressKept(application.email, sql`partner_id IS ${partnerId ?? ''}`) },
      decide: async ({ taken }) => {
        const partner = partnerId ? await readPartner(c, partnerId, DESK) : null
        if (partner) mustOwnAddress(partner)
        if (taken) throw emailTaken()
        const { restaurant, owner, statements } = await applied(c, application, { approvalStatus: 'approved', partnerId })
        const outlet = newOutlet(c, { ...restaurant, email: owner.email, partnerName: partner?.name ?? null })
        return {
          statements: [
            ...setAside(c.at, owner.email),
            ...statements,
            // Since the read, the partner may have lost its address or been removed.
            ...(partnerId ? [mustBeNone('status', goneOrWithoutAddress(partnerId))] : []),
          ],
          body: { restaurant: outlet },
          after: async ([aside]) => {
            await invite(c, owner, application.establishment_name)
            await tellSetAside(c, owner.email, aside)
          },
        }
      },
    })
  },
  'POST /backoffice/restaurants/approve': (c, { body }) =>
    decide(c, body.restaurantId, { approvalStatus: 'approved', rejectionReason: null }, (name) => ({
      subject: `${name} is approved`,
      text: `${name} is approved. Sign in here:\n\n${publicUrl(c)}/restaurant/login`,
    })),
  'POST /backoffice/restaurants/reject': (c, { body: { restaurantId, rejectionReason } }) =>
    decide(c, restaurantId, { approvalStatus: 'rejected', rejectionReason }, (name) => ({
      subject: `${name} was not approved`,
      text: `${name} was not approved.\n\nReason: ${rejectionReason}\n\nSign in to correct your application and send it again:\n\n${publicUrl(c)}/restaurant/login`,
    })),
  'GET /backoffice/users': (c, { query }) => listDeskUsers(c, query),
  'PUT /backoffice/users/:id/active': (c, { params, body: { isActive } }) =>
    changeDeskUser(c, params.id, isActive ? 'activate' : 'deactivate', { isActive }),
  'PUT /backoffice/users/:id/password': (c, { params, body }) => changeDeskUser(c, params.id, 'reset', { password: body.password }),
  'POST /backoffice/users': async (c, { body }) => {
    if (body.role === 'admin' && c.principal.role !== 'admin') throw forbidden('Only an administrator makes an administrator.')
    return command(c, {
      on: WHILE_SIGNED_IN,
      reads: { taken: addressKept(body.email), names: readNames(THE_DESK, null) },
      decide: async ({ taken, names }) => {
        // First: somebody who is added again, after a lost answer, is a namesake of nobody.
        if (taken) throw emailTaken()
        mustBeOnlyOne(body.name, names.others)
        const account = await newAccount(c, { ...body, like: await likeOf(c, body.email) })
        const { id, name, email, role } = account
        return {
          statements: [...setAside(c.at, email), noNewNames(THE_DESK, names.count), insert(accounts, account)],
          body: { user: { _id: id, name, email, role } },
          after: ([aside]) => tellSetAside(c, email, aside),
        }
      },
    })
  },
  'POST /backoffice/rebuild': async (c, { body }) => {
    const restaurant = await findRestaurant(c.env, body.restaurantId)
    if (!restaurant) throw notFound(MESSAGES.noRestaurant)
    const endDate = body.endDate ?? businessDate(c.now, restaurant.clock)
    const range = { startDate: addDays(endDate, 1 - body.days), endDate }
    const { wrong, ...done } = await rebuild(outletDb(c.env, restaurant.shard), restaurant, range, body.check)
    const rupees = (sum: Sum | null) => sum && { ...sum, amount: toRupees(sum.amount) }
    return {
      rebuild: {
        restaurantId: restaurant.id,
        ...done,
        differences: wrong.length,
        examples: wrong.slice(0, 100).map((e) => ({ ...e, was: rupees(e.was), is: rupees(e.is) })),
      },
    }
  },
  'GET /backoffice/permissions/restaurant/:id': (c, { params }) => readPermissions(c.env.PLATFORM, params.id),
  'PUT /backoffice/permissions/restaurant/:id': async (c, { params, body }) => ({
    permissions: await replacePermissions(c, params.id, body),
  }),
}
