import { type SQL, sql } from '../db/sql.ts'
import type { offers as contract } from '#domain/api/offers.ts'
import { conflict, type FieldError } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import { isRunning } from '#domain/offer.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import { command } from '../command/command.ts'
import { outletDb } from '../db/index.ts'
import { offers } from '../db/outlets.ts'
import { exists, must, none, type Read, readOne } from '../db/reads.ts'
import { given, insert, mustHaveChanged, update } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { settingsUpdated } from '../restaurant/announce.ts'
import { openRestaurant } from '../restaurant/open.ts'
import { offerById, offerJson, offersAhead, offersOf, type OfferRow, seesCodes } from './store.ts'

type Api = typeof contract
type Fields = BodyOf<Api, 'PUT /restaurant/offers/:id'>

/** An offer with the fields that a body names: rupees to paise, instants to UTC. Throws 422. */
function changed<T extends Partial<OfferRow>>(before: T, body: Fields): T & Partial<OfferRow> {
  const utc = (at: string | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
  const named: Partial<OfferRow> = {
    title: body.title,
    description: body.description,
    code: body.code === undefined ? undefined : body.code || null,
    type: body.type,
    minOrderAmount: body.minOrderAmount === undefined ? undefined : toPaise(body.minOrderAmount),
    maxDiscount: body.maxDiscount == null ? body.maxDiscount : toPaise(body.maxDiscount) || null,
    startsAt: utc(body.startsAt),
    endsAt: utc(body.endsAt),
    days: body.days && [...new Set(body.days)].sort(),
    hours: body.hours,
    orderTypes: body.orderTypes && [...new Set(body.orderTypes)],
    isActive: body.isActive,
  }
  const next = { ...before, ...given(named) }
  if (body.value !== undefined) next.value = next.type === 'flat' ? toPaise(body.value) : body.value
  const errors: FieldError[] = []
  if (body.value === undefined && body.type !== undefined && before.type !== undefined && body.type !== before.type)
    errors.push({ path: 'value', message: 'Another type needs a value.' })
  if (next.type === 'percentage' && (next.value ?? 0) > 100) errors.push({ path: 'value', message: 'At most 100 percent.' })
  if ((next.endsAt ?? '') <= (next.startsAt ?? '')) errors.push({ path: 'endsAt', message: 'Must be after the start.' })
  if (errors.length > 0) throw invalidFields(errors)
  return next
}

const codeTaken = () => conflict('duplicate', 'Another active offer has this code.')

/** Another active offer that has not ended with the code that this one has, or is about to get. */
const othersCode = (c: Context, id: string, code: string | null | undefined): Read<boolean> =>
  exists(
    sql`SELECT 1 FROM offers WHERE restaurant_id = ${c.restaurant.id} AND is_active = 1 AND ends_at > ${c.at} AND id <> ${id}
        AND code = ${code ?? sql`(SELECT code FROM offers WHERE restaurant_id = ${c.restaurant.id} AND id = ${id})`}`,
  )

/** An offer that has ended gives its code up: it is switched off when another takes it. */
const takeCode = (c: Context, { id, code, isActive }: OfferRow): SQL[] =>
  code !== null && isActive
    ? [
        sql`UPDATE offers SET is_active = 0 WHERE restaurant_id = ${c.restaurant.id} AND code = ${code} AND is_active = 1 AND ends_at <= ${c.at} AND id <> ${id}`,
      ]
    : []

export const offerHandlers: Handlers<Api> = {
  'GET /restaurant/offers/:id': async (c, { params }) => {
    const { restaurant, own } = await openRestaurant(c, params.id)
    const found = await readOne(outletDb(c.env, restaurant.shard), own ? offersOf(restaurant.id) : offersAhead(restaurant.id, c.at))
    const showsCode = own && seesCodes(c)
    return { offers: found.filter((o) => own || isRunning(o, c.now)).map((o) => offerJson(o, showsCode)) }
  },
  'POST /restaurant/offers/create': async (c, { body }) => {
    const made = changed(
      { id: randomId(), restaurantId: c.restaurant.id, createdAt: c.at, code: null, maxDiscount: null, hours: null },
      body,
    ) as OfferRow
    const { code } = made
    return command(c, {
      reads: { taken: code === null || !made.isActive ? none : othersCode(c, made.id, code) },
      decide: ({ taken }) => {
        if (taken) throw codeTaken()
        return {
          statements: [...takeCode(c, made), insert(offers, made)],
          events: [settingsUpdated(c, 'offers')],
          body: { offer: offerJson(made, true) },
        }
      },
    })
  },
  'PUT /restaurant/offers/:id': (c, { params: { id }, body }) =>
    command(c, {
      reads: { before: must(offerById(c.restaurant.id, id), 'Offer not found'), taken: othersCode(c, id, body.code ?? undefined) },
      decide: ({ before, taken }) => {
        const next = changed(before, body)
        if (taken && next.isActive && next.code !== null) throw codeTaken()
        // Only changed fields are written, so that another device's simultaneous change of other fields is kept. But fields that are validated together must be
        // as they were read.
        const changes = Object.fromEntries(Object.entries(next).filter(([key, value]) => value !== before[key as keyof OfferRow]))
        const judged = sql`type = ${before.type} AND value = ${before.value} AND starts_at = ${before.startsAt} AND ends_at = ${before.endsAt}`
        const isChanged = Object.keys(changes).length > 0
        const where = sql`id = ${id} AND restaurant_id = ${c.restaurant.id} AND ${judged}`
        return {
          statements: isChanged ? [...takeCode(c, next), update(offers, changes, where), mustHaveChanged('version')] : [],
          events: isChanged ? [settingsUpdated(c, 'offers')] : [],
          body: { offer: offerJson(next, true) },
        }
      },
    }),
}
