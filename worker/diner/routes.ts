import type { Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { AppError } from '#domain/errors.ts'
import { bearerOf, loadSession, verifyToken } from '../access/session.ts'
import { leaveEndedSitting } from '../access/sitting.ts'
import type { App, Env } from '../env.ts'
import { isCurrent } from '../http/answer.ts'
import { tableOfCode } from './code.ts'
import { documentOf } from './document.ts'
import { factsHtml, noticeHtml } from './html.ts'
import { dinersPage, type MenuPage, sharedPage } from './page.ts'

/** The pages that the script renders. */
const SCRIPTED = [
  '/user/menu',
  '/user/cart',
  '/user/order',
  '/user/saved',
  '/user/orders',
  '/user/nearby',
  '/user/restaurant/:id',
  '/user/login',
  '/thankyou',
]
const MENU_JSON = '/user/menu.json'

const NOTICES = {
  gone: ['Ask staff', 'This code opens no menu here. Ask the staff for the menu, or for the code of your table.'],
  off: ['Ask the staff for the menu', 'This restaurant shows no menu by code.'],
  login: ['Sign in to see the menu', 'This restaurant shows its menu to guests who have signed in.'],
} as const

/** The content of `#menu` when a restaurant's menu isn't shown. */
const notice = (access: keyof typeof NOTICES) => noticeHtml(NOTICES[access][0], NOTICES[access][1], access === 'login')

/** For a code that nothing belongs to. */
const gone = (env: Env) => documentOf(env, { title: NOTICES.gone[0], data: { access: 'gone' }, menu: notice('gone'), status: 404 })

async function scanned(h: Context<App>, code: string): Promise<Response> {
  const table = await tableOfCode(h.env, code)
  const page = table && (await sharedPage(h.env, table.restaurantId, new Date(), (work) => h.executionCtx.waitUntil(work)))
  if (!table || !page || page.access === 'gone') return gone(h.env)
  h.set('logFields', { route: '/t/:code', restaurantId: page.restaurantId })
  const data = { ...dataOf(page), table: table.id, number: table.tableNumber, code }
  const around = html`${raw(page.head)}${factsHtml(table.tableNumber, page.hours)}`
  if (page.access !== 'menu') return documentOf(h.env, { title: page.name, data, menu: html`${around}${notice(page.access)}` })
  return documentOf(h.env, {
    title: `${page.name}: menu`,
    theme: page.theme,
    data,
    menu: html`${around}${raw(page.body)}`,
  })
}

const dataOf = ({ restaurantId, name, access, etag, orders }: MenuPage) => ({
  restaurant: restaurantId,
  name,
  access,
  etag,
  orders: orders ? '' : null,
})

/** Is this a diner, as the menu of a restaurant with `requireLoginForMenu` asks for? Nobody without a valid token is. */
async function isDiner(env: Env, request: Request, now: Date): Promise<boolean> {
  const token = bearerOf(request.headers.get('Authorization'))
  if (!token) return false
  try {
    const claims = await verifyToken(env, token)
    const session = await loadSession(env, claims, null, now)
    await leaveEndedSitting(env, session, claims, null)
    return session.principal.role === 'user' || session.principal.role === 'admin'
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The same page as data, for a phone that has the document already: after a change, at `/user/menu`, and with what the item sheets need. */
async function menuJson(h: Context<App>, restaurantId: string): Promise<Response> {
  const now = new Date()
  const waitUntil = (work: Promise<unknown>) => h.executionCtx.waitUntil(work)
  let page = await sharedPage(h.env, restaurantId, now, waitUntil)
  if (page.access === 'login' && (await isDiner(h.env, h.req.raw, now))) page = await dinersPage(h.env, restaurantId, now, waitUntil)
  const headers = { ETag: page.etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' }
  if (isCurrent(h.req.header('If-None-Match'), page.etag)) return new Response(null, { status: 304, headers })
  const closed = page.access === 'menu' ? {} : { body: String(await notice(page.access)) }
  const facts = page.access === 'gone' ? '' : String(await factsHtml(null, page.hours))
  return Response.json({ ...page, facts, ...closed }, { status: page.access === 'gone' ? 404 : 200, headers })
}

/** The diner's documents. They are pages, not calls: the contract (domain/api) knows nothing of them. */
export function dinerPages(app: Hono<App>): void {
  app.get('/t/:code', (h) => {
    h.set('logFields', { route: '/t/:code' })
    return scanned(h, h.req.param('code'))
  })
  // An address that was cut, or has more behind its code.
  app.get('/t/*', (h) => gone(h.env))
  app.get(MENU_JSON, (h) => {
    h.set('logFields', { route: MENU_JSON })
    return menuJson(h, h.req.query('restaurant') ?? '')
  })
  for (const route of SCRIPTED)
    app.get(route, (h) => {
      h.set('logFields', { route })
      return documentOf(h.env, { title: 'Tawa' })
    })
  app.get('/user/*', (h) => {
    h.set('logFields', { route: '/user/*' })
    return documentOf(h.env, { title: 'Page not found', status: 404 })
  })
}
