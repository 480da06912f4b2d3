import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { App, Env } from '../env.ts'
import { tableOfCode } from './code.ts'
import { factsHtml, headHtml, menuHtml, noticeHtml, themeCss } from './html.ts'
import { accessOf, readShownMenu, restaurantById } from './menu.ts'
import { documentOf } from './pages.ts'

/** The pages that the script renders. */
const SCRIPTED = [
  '/user/menu',
  '/user/cart',
  '/user/order',
  '/user/saved',
  '/user/nearby',
  '/user/restaurant/:id',
  '/user/login',
  '/thankyou',
]

const unknownCode = (env: Env) =>
  documentOf(env, {
    title: 'Ask staff',
    menu: noticeHtml('Ask staff', 'This code opens no menu here. Ask the staff for the menu, or for the code of your table.'),
    status: 404,
  })

async function scanned(env: Env, code: string): Promise<Response> {
  const table = await tableOfCode(env, code)
  const restaurant = table && (await restaurantById(env, table.restaurantId))
  const access = accessOf(restaurant, false)
  if (!table || !restaurant || access === 'gone') return unknownCode(env)
  const data = { restaurant: restaurant.id, name: restaurant.establishmentName, table: table.id, number: table.tableNumber, code, access }
  if (access === 'off')
    return documentOf(env, {
      title: restaurant.establishmentName,
      data,
      menu: noticeHtml('Ask the staff for the menu', 'This restaurant shows no menu by code.'),
    })
  if (access === 'login')
    return documentOf(env, {
      title: restaurant.establishmentName,
      data,
      menu: noticeHtml('Sign in to see the menu', 'This restaurant shows its menu to guests who have signed in.'),
    })
  const shown = await readShownMenu(env, restaurant, new Date())
  return documentOf(env, {
    title: `${restaurant.establishmentName}: menu`,
    theme: themeCss(shown),
    data,
    menu: html`${headHtml(shown)}${factsHtml(table.tableNumber, '')}${menuHtml(shown)}`,
  })
}

/** The diner's documents. They are pages, not calls: the contract (domain/api) knows nothing of them. */
export function dinerPages(app: Hono<App>): void {
  app.get('/t/:code', (h) => {
    h.set('logFields', { route: '/t/:code' })
    return scanned(h.env, h.req.param('code'))
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
