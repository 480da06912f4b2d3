import { sql } from '../db/sql.ts'
import type { banners as contract } from '#domain/api/banners.ts'
import { notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import { command } from '../command/command.ts'
import { first } from '../db/index.ts'
import { banners } from '../db/outlets.ts'
import { insert } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { bannerJson, bannersOf, readShown } from '../listing/store.ts'

const mustBeOwn = (c: Context, restaurantId: string | undefined) => {
  if (restaurantId !== undefined && restaurantId !== c.restaurant.id) throw notFound(MESSAGES.noRestaurant)
}

const ownBanners = async (c: Context) => (await readShown(c.db, [c.restaurant.id], null)).get(c.restaurant.id)?.promotionalBanner ?? []

export const bannerHandlers: Handlers<typeof contract> = {
  'POST /restaurant/promotional-banner': async (c, { body }) => {
    mustBeOwn(c, body.restaurantId)
    const { image, title, link, startsAt, endsAt } = body.banner
    const utc = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)
    const after = [startsAt, c.at].find((at) => at && endsAt && Date.parse(endsAt) <= Date.parse(at))
    if (after)
      throw invalidFields([{ path: 'banner.endsAt', message: `Must be ${after === startsAt ? 'after the start' : 'later than now'}.` }])
    const made = {
      id: randomId(),
      restaurantId: c.restaurant.id,
      image,
      title,
      link: link || null,
      startsAt: utc(startsAt),
      endsAt: utc(endsAt),
      createdAt: c.at,
    }
    return command(c, {
      arms: false,
      reads: { shown: bannersOf([c.restaurant.id]) },
      decide: ({ shown }) => ({ statements: [insert(banners, made)], body: { banners: [...shown, made].map(bannerJson) } }),
    })
  },
  'DELETE /restaurant/promotional-banner/:id': async (c, { params, body }) => {
    mustBeOwn(c, body.restaurantId)
    const gone = await first<{ title: string }>(
      c.db,
      sql`DELETE FROM banners WHERE id = ${params.id} AND restaurant_id = ${c.restaurant.id} RETURNING title`,
    )
    if (!gone) throw notFound('Banner not found')
    return { message: `The banner "${gone.title}" was taken down.`, banners: await ownBanners(c) }
  },
}
