import { sql } from 'drizzle-orm'
import type { offers as contract } from '#domain/api/offers.ts'
import { conflict, type FieldError } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import { isRunning } from '#domain/offer.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import { command } from '../command/command.ts'
import { brokenConstraint, outletDb, run } from '../db/index.ts'
import { offers } from '../db/outlets.ts'
import { must, none, only, readOne } from '../db/reads.ts'
import { insert, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { openRestaurant } from '../restaurant/open.ts'
import { offerByCode, offerById, offerJson, offersAhead, offersOf, type OfferRow, seesCodes } from './store.ts'

type Api = typeof contract
type Fields = BodyOf<Api, 'PUT /restaurant/offers/:id'>

/** What a body says, over what is there: rupees to paise, instants to UTC. Throws 422. */
function changed<T extends Partial<OfferRow>>(before: T, body: Fields): T & Partial<OfferRow> {
  const utc = (at: string | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
  const said: Partial<OfferRow> = {
    title: body.title,
    description: body.description,
    code: body.code === undefined ? undefined : body.code || null,
    type: body.type,
    minOrderAmount: body.minOrderAmount === undefined ? undefined : toPaise(body.minOrderAmount),
    maxDiscount: body.maxDiscount == null ? body.maxDiscount : toPaise(body.maxDiscount),
    startsAt: utc(body.startsAt),
    endsAt: utc(body.endsAt),
    days: body.days && [...new Set(body.days)].sort(),
    orderTypes: body.orderTypes && [...new Set(body.orderTypes)],
    isActive: body.isActive,
  }
  const next = { ...before, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) }
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

/** One living offer a code: the database is the last to say so. Throws 409 duplicate. */
async function unlessCodeTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenConstraint(error)?.includes('offers.code')) throw codeTaken()
    throw error
  }
}

export const offerHandlers: Handlers<Api> = {
  'GET /restaurant/offers/:id': async (c, { params }) => {
    const { restaurant, own } = await openRestaurant(c, params.id)
    const found = await readOne(outletDb(c.env, restaurant.shard), own ? offersOf(restaurant.id) : offersAhead(restaurant.id, c.at))
    const showsCode = own && seesCodes(c)
    return { offers: found.filter((o) => own || isRunning(o, c.now)).map((o) => offerJson(o, showsCode)) }
  },
  'POST /restaurant/offers/create': async (c, { body }) => {
    const made = changed(
      { id: randomId(), restaurantId: c.restaurant.id, createdAt: c.at, code: null, maxDiscount: null },
      body,
    ) as OfferRow
    const { code } = made
    return command(c, {
      arms: false,
      reads: { taken: code === null || !made.isActive ? none : only(offerByCode(c.restaurant.id, code)) },
      decide: ({ taken }) => {
        if (taken) throw codeTaken()
        return { statements: [insert(offers, made)], body: { offer: offerJson(made, true) } }
      },
    })
  },
  // No `command`: one read and one write, without events or key; the unique index alone says whether a code is taken.
  'PUT /restaurant/offers/:id': async (c, { params, body }) => {
    const before = await readOne(c.db, must(offerById(c.restaurant.id, params.id), 'Offer not found'))
    const { id, restaurantId, createdAt: _c, ...next } = changed(before, body)
    await unlessCodeTaken(() => run(c.db, update(offers, next, sql`id = ${id} AND restaurant_id = ${restaurantId}`)))
    return { offer: offerJson({ ...before, ...next }, true) }
  },
}
