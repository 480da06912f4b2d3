import { Hono } from 'hono'
import { api } from '#domain/api/index.ts'
import { AppError } from '#domain/errors.ts'
import { allowLocalhost } from '#domain/url.ts'
import { analyticsHandlers } from './analytics/routes.ts'
import { serveAsset } from './http/assets.ts'
import { authHandlers } from './auth/routes.ts'
import { backofficeHandlers } from './backoffice/routes.ts'
import { bannerHandlers } from './banners/routes.ts'
import { certHandlers } from './cert/routes.ts'
import { claimHandlers } from './claims/routes.ts'
import { customerHandlers } from './customers/routes.ts'
import { employeeHandlers } from './employees/routes.ts'
import { dinerPages } from './diner/routes.ts'
import type { App, Env } from './env.ts'
import { feedbackHandlers } from './feedback/routes.ts'
import { refusal } from './http/answer.ts'
import { implement } from './http/implement.ts'
import { purchaseHandlers } from './inventory/purchases.ts'
import { inventoryHandlers } from './inventory/routes.ts'
import { keyHandlers } from './keys/routes.ts'
import { kotHandlers } from './kot/routes.ts'
import { logged } from './http/log.ts'
import { mediaHandlers, serveMedia } from './media/routes.ts'
import { importHandlers } from './menu/importing.ts'
import { recipeHandlers } from './menu/recipes.ts'
import { menuHandlers } from './menu/routes.ts'
import { savedHandlers } from './menu/saved.ts'
import { statisticsHandlers } from './menu/statistics.ts'
import { templateHandlers } from './menu/templates.ts'
import { categoryHandlers } from './menu/categories.ts'
import { menuOrderHandlers } from './menu/order.ts'
import { itemHandlers } from './menu/items.ts'
import { messengerHandlers } from './messenger/routes.ts'
import { offerHandlers } from './offers/routes.ts'
import { orderHandlers } from './orders/routes.ts'
import { chainMenuHandlers } from './partner/menu.ts'
import { partnerHandlers } from './partner/routes.ts'
import { printingHandlers } from './printing/routes.ts'
import { stationHandlers } from './printing/stations.ts'
import { purge } from './db/purge.ts'
import { authenticateSocket } from './realtime/authenticate.ts'
import { RestaurantRoom } from './realtime/room.ts'
import { realtime } from './realtime/routes.ts'
import { reservationHandlers } from './reservations/routes.ts'
import { listingHandlers } from './listing/routes.ts'
import { restaurantHandlers } from './restaurant/routes.ts'
import { secure } from './http/security.ts'
import { systemHandlers } from './system/routes.ts'
import { tableHandlers } from './tables/routes.ts'

/** What happens to a request: `secure` (id, headers, origin), `logged`, then the contract's own route, which `implement` made. */
const app = new Hono<App>({ strict: false })
app.use('*', secure, logged)

const v1 = app.basePath('/v1')
v1.get('/realtime/:restaurantId', (h) => {
  const restaurantId = h.req.param('restaurantId')
  const logFields = { route: '/realtime/:restaurantId' }
  h.set('logFields', logFields)
  return realtime(h.req.raw, h.env, restaurantId, async (token) => {
    const session = await authenticateSocket(h.env, token, restaurantId)
    h.set('logFields', { ...logFields, role: session.role, restaurantId })
    return session
  })
})
v1.get('/media/:key', (h) => {
  h.set('logFields', { route: '/media/:key' })
  return serveMedia(h.req.raw, h.env, h.req.param('key'))
})
implement(v1, api, {
  ...systemHandlers,
  ...authHandlers,
  ...messengerHandlers,
  ...mediaHandlers,
  ...claimHandlers,
  ...backofficeHandlers,
  ...partnerHandlers,
  ...chainMenuHandlers,
  ...tableHandlers,
  ...orderHandlers,
  ...menuHandlers,
  ...itemHandlers,
  ...categoryHandlers,
  ...menuOrderHandlers,
  ...templateHandlers,
  ...importHandlers,
  ...savedHandlers,
  ...statisticsHandlers,
  ...recipeHandlers,
  ...inventoryHandlers,
  ...purchaseHandlers,
  ...restaurantHandlers,
  ...kotHandlers,
  ...certHandlers,
  ...printingHandlers,
  ...stationHandlers,
  ...customerHandlers,
  ...employeeHandlers,
  ...feedbackHandlers,
  ...keyHandlers,
  ...offerHandlers,
  ...reservationHandlers,
  ...listingHandlers,
  ...bannerHandlers,
  ...analyticsHandlers,
})

dinerPages(app)

app.notFound((h) => refusal({ requestId: h.get('requestId') }, null, new AppError(404, 'not_found', 'No such call')))
app.onError((error, h) => refusal({ requestId: h.get('requestId') }, null, error))

export default {
  fetch(request: Request, env: Env, ctx: ExecutionContext) {
    if (env.ASSETS && new URL(request.url).pathname.startsWith('/assets/')) return serveAsset(request, env.ASSETS)
    allowLocalhost(env.ENVIRONMENT === 'development')
    return app.fetch(request, env, ctx)
  },
  /** Runs every hour and deletes what is older than a day and delivered (db/purge.ts). */
  async scheduled(_event, env, ctx) {
    ctx.waitUntil(purge(env, new Date()))
  },
} satisfies ExportedHandler<Env>

export { RestaurantRoom }
