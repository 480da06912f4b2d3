import type { signup as contract } from '#domain/api/auth.ts'
import { UNRATED } from '#domain/feedback.ts'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { visiblePages } from '#domain/permissions.ts'
import { batch } from '../db/index.ts'
import { partners } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { addressOf, limitSubject } from '../http/limit.ts'
import { restaurantJson } from '../restaurant/profile.ts'
import { insertUnlessTaken, newAccount } from './account.ts'
import { apply, likeOf, tellOwner } from './application.ts'
import { openSession, personOf, sessionUser } from './sessions.ts'

export const signupHandlers: Handlers<typeof contract> = {
  'POST /auth/partner/signup': async (c, { body }) => {
    await limitSubject(c, LIMITS.signup, body.email)
    const partnerId = randomId()
    const { name, email, mobile_number: mobileNumber } = body
    const who = { ...body, like: await likeOf(c, email), role: 'partner' as const, partnerId }
    const account = await newAccount(c, who, { stranger: addressOf(c.request) })
    const made = await batch(c.env.PLATFORM, [
      insertUnlessTaken(account),
      insert(partners, { id: partnerId, name, email, mobileNumber, createdAt: c.at }),
    ])
    await tellOwner(c, email, made)
    const token = await openSession(c, account, null)
    return { token, user: sessionUser(personOf(account), null), partner: { _id: partnerId, name, email } }
  },
  'POST /auth/restaurant/signup': async (c, { body }) => {
    await limitSubject(c, LIMITS.signup, body.email)
    const { restaurant, owner } = await apply(c, body)
    const token = await openSession(c, owner, restaurant)
    return {
      token,
      restaurant: restaurantJson(restaurant, {
        imageBase64ForBill: null,
        pages: visiblePages('superuser', null),
        rating: UNRATED,
        now: c.now,
      }),
    }
  },
}
