import { sql } from '../db/sql.ts'
import type { customers as contract } from '#domain/api/customers.ts'
import { customerNumberOf, isNumber } from '#domain/customer.ts'
import { conflict, forbidden, invalid, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { MANAGERS } from '#domain/api/contract.ts'
import type { Context } from '../http/context.ts'
import { command } from '../command/command.ts'
import { first } from '../db/index.ts'
import { customers } from '../db/outlets.ts'
import { must, none, only } from '../db/reads.ts'
import { given, insert, mustHaveChanged, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { lastAddressOf, listCustomers } from './list.ts'
import { type Customer, customerJson, readCustomers } from './store.ts'
import { paged } from '../http/paging.ts'

type Api = typeof contract

/** Only managers, and those who see every page, list customers; others look one up by its number. */
const mayBrowse = (c: Context): boolean =>
  c.session?.entered === true || c.principal.role === 'mobileAdmin' || (MANAGERS as readonly string[]).includes(c.principal.role)

const numberTaken = (by: Customer) => conflict('duplicate', 'This number has a customer already.', { customer: customerJson(by) })

/** Reads who else has this number; `but` is the customer that may have it. Throws 422 for an invalid number. */
function numberOf(c: Context, mobile: string, but = '') {
  const digits = customerNumberOf(mobile)
  if (!isNumber(digits)) throw invalidFields([{ path: 'mobile_number', message: 'This is not a mobile number.' }])
  return { digits, holder: only(readCustomers(c.restaurant.id, sql`mobile_digits = ${digits} AND id <> ${but}`)) }
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
    // A look-up by number is for a new order, so it includes the address of the last delivery.
    const one = query.mobile_number === undefined ? undefined : list[0]
    const lastAddress = one && (await lastAddressOf(c.db, one))
    return {
      customers: list.map((customer) => ({ ...customerJson(customer), ...(customer === one && lastAddress ? { lastAddress } : {}) })),
      ...paged(query, total),
      totalCustomers: total,
    }
  },
  'POST /restaurant/customer': async (c, { body }) => {
    const number = numberOf(c, body.mobile_number)
    return command(c, {
      arms: false,
      reads: { known: number.holder },
      decide: ({ known }) => {
        if (known) throw numberTaken(known)
        const made = {
          id: randomId(),
          restaurantId: c.restaurant.id,
          name: body.name,
          mobileNumber: body.mobile_number,
          mobileDigits: number.digits,
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
        return { statements: [insert(customers, made)], body: { customer: customerJson(made) } }
      },
    })
  },
  'PUT /restaurant/customer': async (c, { query, body }) => {
    const id = named(query.id || body._id)
    if (query.id && body._id && query.id !== body._id) throw notFound('Customer not found')
    const { name, email, birthday, note, mobile_number: mobileNumber } = body
    const number = mobileNumber === undefined ? null : numberOf(c, mobileNumber, id)
    return command(c, {
      arms: false,
      reads: {
        known: must(readCustomers(c.restaurant.id, sql`id = ${id}`), 'Customer not found'),
        holder: number ? number.holder : none,
      },
      decide: ({ known, holder }) => {
        if (holder) throw numberTaken(holder)
        const changes = given({ name, email, birthday, note, mobileNumber, mobileDigits: number?.digits })
        const theirs = sql`restaurant_id = ${c.restaurant.id} AND deleted_at IS NULL AND id = ${id}`
        return {
          statements: Object.keys(changes).length > 0 ? [update(customers, changes, theirs), mustHaveChanged('version')] : [],
          body: { customer: customerJson({ ...known, ...changes }) },
        }
      },
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
