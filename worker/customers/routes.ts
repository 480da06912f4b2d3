import { sql } from 'drizzle-orm'
import type { customers as contract } from '#domain/api/customers.ts'
import { customerNumberOf, isNumber } from '#domain/customer.ts'
import { conflict, forbidden, invalid, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { MANAGERS } from '#domain/api/contract.ts'
import type { Context } from '../http/context.ts'
import { brokenConstraint, first, run } from '../db/index.ts'
import { customers } from '../db/outlets.ts'
import { insert, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { listCustomers } from './list.ts'
import { customerJson, customerOf, readCustomers } from './store.ts'
import { paged } from '../http/paging.ts'

type Api = typeof contract

/** The book of customers is the managers' (and whoever sees every page); others look up one by its number. */
const mayBrowse = (c: Context): boolean =>
  c.session?.entered === true || c.principal.role === 'mobileAdmin' || (MANAGERS as readonly string[]).includes(c.principal.role)

/** The number's one customer. Throws 422 for what is no number, and 409 with who has it. */
async function unlessKnown<T>(c: Context, mobile: string, but: string, work: (digits: string) => Promise<T>): Promise<T> {
  const digits = customerNumberOf(mobile)
  if (!isNumber(digits)) throw invalidFields([{ path: 'mobile_number', message: 'This is not a mobile number.' }])
  const taken = async () => {
    const row = await first<Record<string, unknown>>(c.db, readCustomers(c.restaurant.id, sql`mobile_digits = ${digits} AND id <> ${but}`))
    return row && conflict('duplicate', 'This number has a customer already.', { customer: customerJson(customerOf(row)) })
  }
  const refusal = await taken()
  if (refusal) throw refusal
  try {
    return await work(digits)
  } catch (error) {
    // Another device was first: the database is the last to say so.
    if (brokenConstraint(error)?.includes('customers.mobile_digits')) throw (await taken()) ?? error
    throw error
  }
}

/** The id that an update names, in the address or the body. Throws 422 with SPEC §8's text. */
function named(id: string | undefined): string {
  if (!id) throw invalid('User ID is required', [{ path: '_id', message: 'This field is missing.' }], 'user_id_required')
  return id
}

export const customerHandlers: Handlers<Api> = {
  'GET /restaurant/customers': async (c, { query }) => {
    if (query.mobile_number === undefined && !mayBrowse(c))
      throw forbidden('Look a customer up by the mobile number.', 'mobile_number_required')
    const { customers: list, total } = await listCustomers(c.db, c.restaurant.id, query, c.now)
    return {
      customers: list.map(customerJson),
      ...paged(query, total),
      totalCustomers: total,
    }
  },
  'POST /restaurant/customer': async (c, { body }) =>
    unlessKnown(c, body.mobile_number, '', async (digits) => {
      const made = {
        id: randomId(),
        restaurantId: c.restaurant.id,
        name: body.name,
        mobileNumber: body.mobile_number,
        mobileDigits: digits,
        email: body.email ?? null,
        birthday: body.birthday ?? null,
        note: body.note,
        visits: 0,
        totalSpent: 0,
        firstVisitAt: null,
        lastVisitAt: null,
        createdAt: c.at,
        deletedAt: null,
      }
      await run(c.db, insert(customers, made))
      return { customer: customerJson(made) }
    }),
  'PUT /restaurant/customer': async (c, { query, body }) => {
    const id = named(query.id || body._id)
    if (query.id && body._id && query.id !== body._id) throw notFound('Customer not found')
    const byId = sql`id = ${id}`
    const row = await first<Record<string, unknown>>(c.db, readCustomers(c.restaurant.id, byId))
    if (!row) throw notFound('Customer not found')
    const { name, email, birthday, note } = body
    return unlessKnown(c, body.mobile_number ?? String(row.mobile_number), id, async (digits) => {
      const change = {
        name,
        email,
        birthday,
        note,
        mobileNumber: body.mobile_number,
        ...(body.mobile_number ? { mobileDigits: digits } : {}),
      }
      const says = Object.values(change).some((value) => value !== undefined)
      const changed = says
        ? await first<Record<string, unknown>>(
            c.db,
            sql`${update(customers, change, sql`restaurant_id = ${c.restaurant.id} AND deleted_at IS NULL AND ${byId}`)} RETURNING *`,
          )
        : row
      if (!changed) throw notFound('Customer not found')
      return { customer: customerJson(customerOf(changed)) }
    })
  },
  'DELETE /restaurant/customer': async (c, { query }) => {
    const gone = await first<{ name: string }>(
      c.db,
      sql`${update(customers, { deletedAt: c.at }, sql`restaurant_id = ${c.restaurant.id} AND id = ${query.id} AND deleted_at IS NULL`)} RETURNING name`,
    )
    if (!gone) throw notFound('Customer not found')
    return { message: `${gone.name} was deleted.` }
  },
}
