import { Hono } from 'hono'
import { api } from '#domain/api/index.ts'
import { AppError } from '#domain/errors.ts'
import { authHandlers } from './auth/routes.ts'
import type { Env } from './env.ts'
import { implement, refusal } from './implement.ts'
import { menuHandlers } from './menu/routes.ts'
import { orderHandlers } from './orders/routes.ts'
import { purge } from './purge.ts'
import { authenticateSocket } from './realtime/authenticate.ts'
import { realtime } from './realtime/routes.ts'
import { RestaurantRoom } from './realtime/room.ts'
import { restaurantHandlers } from './restaurant/routes.ts'
import { secure } from './security.ts'
import { systemHandlers } from './system/routes.ts'
import { tableHandlers } from './tables/routes.ts'

/** What happens to a request: `secure` (id, headers, origin), then the contract's own route, which `implement` made. */
const app = new Hono<{ Bindings: Env; Variables: { requestId: string } }>({ strict: false }).basePath('/v1')

app.use('*', secure)
app.get('/realtime/:restaurantId', (h) =>
  realtime(h.req.raw, h.env, h.req.param('restaurantId'), (token) => authenticateSocket(h.env, token, h.req.param('restaurantId'))),
)
implement(app, api, { ...systemHandlers, ...authHandlers, ...tableHandlers, ...orderHandlers, ...menuHandlers, ...restaurantHandlers })

app.notFound((h) => refusal({ requestId: h.get('requestId') }, null, new AppError(404, 'not_found', 'No such call')))
app.onError((error, h) => refusal({ requestId: h.get('requestId') }, null, error))

export default {
  fetch: app.fetch,
  /** Every hour: what is older than a day and delivered is let go. */
  async scheduled(_event, env, ctx) {
    ctx.waitUntil(purge(env, new Date()))
  },
} satisfies ExportedHandler<Env>

export { RestaurantRoom }
