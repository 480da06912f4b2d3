import type { Page } from '@playwright/test'
import { demoCode, ONE } from '#demo/people.ts'
import { MESSAGES } from '#domain/messages.ts'
import { canOpen } from '#domain/permissions.ts'
import { HOME, type Role } from '#domain/roles.ts'
import { ALL_SCREENS } from '#web/app/test/screens.ts'
import { to } from '#web/core/to.ts'
import {
  apiOf,
  baseURL,
  DESKTOP,
  expect,
  expectAccessible,
  expectLive,
  expectNoSidewaysScroll,
  expectOneScroller,
  expectRoomForNames,
  PHONE,
  test,
  type Who,
} from './support/app.ts'
import { axeViolations, COLOURS, WCAG } from './support/axe.ts'
import { expectStill } from './support/still.ts'

const TABLET = { width: 768, height: 1024 }
const NARROW = { width: 360, height: 740 }

/** The demo's people, those with the fewest permissions first: each page is opened as the first of them who may. */
const PEOPLE: readonly { who: Who; role: Role }[] = [
  { who: 'waiter', role: 'waiter' },
  { who: 'kitchen', role: 'kitchen' },
  { who: 'cashier', role: 'cashier' },
  { who: 'manager', role: 'generalManager' },
  { who: 'owner', role: 'superuser' },
  { who: 'mobile', role: 'mobileAdmin' },
  { who: 'partner', role: 'partner' },
  { who: 'backoffice', role: 'backoffice' },
]

/** 1280 px at 200% zoom. */
const ZOOMED = { width: 640, height: 400 }

/** What a page without an entry in `DATA` shows when its data is loaded: something to fill in, to switch or to read. */
const ANY_DATA = 'input, textarea, select, [role=switch], tbody tr, li'

/** Something of the demo that a page shows once its data is there. */
const DATA: Record<string, string | RegExp> = {
  '/restaurant/dashboard': 'compared with',
  '/restaurant/pos': 'Grilled Burgers',
  '/restaurant/orders': /Live\s*\d+/,
  '/restaurant/kitchen': /KOT \d+|All clear/,
  '/restaurant/tables': 'Hall',
  '/restaurant/captain': /T\d+|No running tables/,
  '/restaurant/captain/tables': 'Hall',
  '/restaurant/captain/menu': 'Hall',
  '/restaurant/captain/orders': /Subtotal|No running orders/,
  '/restaurant/pos-mobile': /Nothing ordered yet|Rs\./,
  '/restaurant/pos-mobile/home': /Take Away|No running/,
  '/restaurant/pos-mobile/menu': /Grilled Burgers|Hall/,
  '/restaurant/pos-mobile/orders': /Rs\.\s*[\d,]+\.\d\d|No open orders/,
  '/restaurant/reservation': /\d+ guests/,
  '/restaurant/customers': /\d{10}/,
  '/restaurant/reports': 'against',
  '/restaurant/invoices': /SY\/\d\d-\d\d\/\d+/,
  '/restaurant/inventory': 'Dairy › Cheese',
  '/restaurant/users': 'Anjali Reddy',
  '/restaurant/feedback': /of 5, from \d+ ratings/,
  '/restaurant/account': 'This device',
  '/restaurant/profile': 'Photos',
  '/restaurant/marketing': 'Draught and wings on the patio',
  '/restaurant/settings': /\d+ dishes/,
  '/restaurant/settings/tax': /CGST \d/,
  '/restaurant/settings/payment': 'In the pay panel',
  '/restaurant/settings/menu': 'Value Combos',
  '/restaurant/settings/table': 'Hall',
  '/restaurant/settings/addons': 'Extra Patty',
  '/restaurant/settings/recipe': 'Animl Style Fries',
  '/restaurant/settings/offer': 'Staff and family 25%',
  '/restaurant/settings/kot': /Last ticket\s*KOT \d+/,
  '/restaurant/settings/print': 'Paper of the receipt printer',
  '/restaurant/settings/summary': 'Adds up',
  '/restaurant/settings/keys': 'Tally export',
  '/partner/dashboard': 'Pav Bhaji Corner',
  '/partner/restaurants': 'Pav Bhaji Corner',
  '/partner/menu': 'Kingfisher Premium',
  '/backoffice/dashboard': 'Orders a day',
  '/backoffice/pending': 'Kokan Kitchen',
  '/backoffice/claims': 'Sabudana & Co.',
  // The demo's newest: other journeys create restaurants, which push the older ones to the next page.
  '/backoffice/restaurants': 'Malvan Fish House',
  '/backoffice/partners': 'Kavita Iyer',
  '/backoffice/users': 'Neha Kapoor',
  '/partner/account': 'This device',
  '/backoffice/account': 'This device',
  '/backoffice/permissions/:id': 'Reservations',
}

/**
 * Every page of the table as somebody who may open it, light and dark, wide, narrow and at 200% zoom: heading, title and data are there, axe finds nothing,
 * nothing scrolls sideways, nothing moves while it loads, no request fails and nothing is said in the console.
 */
for (const { path, title, shell } of ALL_SCREENS.filter((screen) => screen.shell !== 'signIn')) {
  const person = PEOPLE.find(({ role }) => canOpen({ role }, path, null).ok)
  test(`${path}: heading and data, accessible in light and dark, no sideways scroll at 360 px and at 200% zoom, still and without an error while it loads`, async ({
    device,
  }) => {
    if (!person) throw new Error(`nobody of the demo may open ${path} in the shell ${shell}`)
    // A page about one restaurant is opened for the demo's first, and says its name.
    const { page } = await device(person.who, path.replace(':id', (await apiOf('owner')).restaurantId), DESKTOP)
    const heading = path.includes(':id') ? `Smash Yard, ${title.toLowerCase()}` : title
    await withoutFaults(page, async () => {
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      await expect(page).toHaveTitle(`${heading} · Tawa`)
      const main = page.getByRole('main')
      const named = DATA[path]
      const data = () =>
        named === undefined
          ? expect(main.locator(ANY_DATA).filter({ visible: true }).first()).toBeVisible()
          : expect(main).toContainText(named)
      // The shells of those who have no restaurant of their own show no connection.
      const loaded = () => (shell === 'partner' || shell === 'backoffice' ? data() : expectLive(page))
      await loaded()
      await expectStill(page)
      await data()
      await everyLook(page)
      await stillInOtherSizes(page, loaded)
    })
  })
}

/** The same pages as somebody who may not open them: as few people as possible, each in one browser page. */
for (const { who, role } of PEOPLE.filter((one) => ['kitchen', 'waiter'].includes(one.role))) {
  const closed = ALL_SCREENS.filter(({ path, shell }) => {
    if (shell === 'signIn') return false
    const first = (['kitchen', 'waiter'] as const).find((other) => !canOpen({ role: other }, path, null).ok)
    return first === role
  })
  test(`${who}: ${closed.length} pages that are not theirs lead home, with SPEC’s message once and without an error`, async ({
    device,
  }) => {
    test.slow()
    const { page } = await device(who, HOME[role], DESKTOP)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const faults = faultsOf(page)
    for (const { path } of closed) {
      await page.goto(path)
      await page.waitForURL((url) => url.pathname === HOME[role])
      await expect(page.getByText(MESSAGES.noPermission), path).toHaveCount(1)
      await expect(
        page.getByRole('heading', { level: 1, name: ALL_SCREENS.find((s) => s.path === HOME[role])?.title, exact: true }),
      ).toBeVisible()
    }
    expect(closed.length).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })
}

for (const { path, title } of ALL_SCREENS.filter((screen) => screen.shell === 'signIn'))
  test(`${path}: open to anybody, accessible in light and dark, no sideways scroll at 360 px, still while it loads`, async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    const answer = await page.goto(`${baseURL()}${path}`)
    // About once in a whole run a document is empty: then this reports what the server answered.
    expect([answer?.status(), (await answer?.text())?.includes('<title>')], JSON.stringify(answer?.headers())).toEqual([200, true])
    await expect(page).toHaveTitle(`${title} · Tawa`)
    const loaded = () => expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await loaded()
    await expectStill(page)
    await everyLook(page)
    await stillInOtherSizes(page, loaded)
  })

/** The diner's pages: what each shows, and the session that it needs. They have a router and a frame of their own (decision 025), and one phone opens them all. */
const DINER_PAGES: readonly [path: string, heading: string | RegExp, data: string | RegExp][] = [
  [`/t/${demoCode(ONE, '9')}`, 'Smash Yard', 'Grilled Burgers'],
  [to.dinerMenu(), 'Smash Yard', 'Grilled Burgers'],
  [to.dinerCart(), 'Your cart', 'Your cart is empty'],
  [to.dinerOrder(), 'Table 9', 'Is there an order at your table?'],
  [to.dinerSaved(), 'Saved', 'Sign in to keep the dishes'],
  [to.dinerPast(), 'Past orders', 'Sign in to see what you have ordered'],
  [to.dinerNearby(), 'Find a restaurant', 'Search by a name'],
  [to.dinerRestaurant(':id'), 'Smash Yard', 'Own this place?'],
  [to.dinerClaim(':id'), 'Claim Smash Yard', 'Add a file'],
  [to.dinerLogin(), 'Sign in', 'Send code'],
  [to.thankYou(), 'No recent order here', 'To the menu'],
]
for (const half of [0, 1])
  test(`the diner’s pages, part ${half + 1} of 2: heading and data, accessible in light and dark, no sideways scroll at 360 px and at 200% zoom, without an error`, async ({
    browser,
    api,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL(), viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`/t/${demoCode(ONE, '9')}`)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    const faults = faultsOf(page)
    for (const [path, heading, data] of DINER_PAGES.filter((_, i) => i % 2 === half))
      await test.step(path, async () => {
        await page.setViewportSize(PHONE)
        await page.goto(path.replace(encodeURIComponent(':id'), api.restaurantId).replace(':id', api.restaurantId))
        await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
        await expect(page.getByRole('main').first()).toContainText(data)
        await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
        await everyLook(page)
      })
    expect(faults).toEqual([])
    await context.close()
  })

async function everyLook(page: Page) {
  await expectOneScroller(page)
  await expectAccessible(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  // A theme only changes colours; the other rules are checked again for other layouts.
  expect(await axeViolations(page, COLOURS)).toEqual([])
  await page.setViewportSize(ZOOMED)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

/** After a navigation the text of an answer is no longer available. */
const ignoreGone = () => {}

/** Runs a test's steps and expects no fault; where a step fails, its error tells the faults as well. */
async function withoutFaults(page: Page, steps: () => Promise<void>): Promise<void> {
  const faults = faultsOf(page)
  try {
    await steps()
  } catch (error) {
    if (error instanceof Error && faults.length > 0) error.message += `\n\nWhat went wrong on the page:\n${faults.join('\n')}`
    throw error
  }
  expect(faults).toEqual([])
}

/** The faults of a page from now on: refused or lost requests, errors in the console, exceptions. Requests ended by a reload don't count. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('response', (response) => {
    if (response.status() < 400) return
    const at = faults.push(`${response.status()} ${response.request().method()} ${response.url()}`) - 1
    if (response.status() >= 500) void response.text().then((why) => (faults[at] += `: ${why.slice(0, 600)}`), ignoreGone)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') faults.push(`${why} ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

async function stillInOtherSizes(page: Page, loaded: () => Promise<void>) {
  for (const size of [TABLET, NARROW]) {
    await page.setViewportSize(size)
    await page.reload()
    await loaded()
    await expectStill(page)
    await expectRoomForNames(page)
  }
}

test('the check for layout shift finds what was pushed down', async ({ page }) => {
  await page.setContent('<main><section style="height: 400px; background: #ccc">pushed</section></main>')
  await expectStill(page)
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<p style="height: 300px">late</p>'))
  await expect(expectStill(page)).rejects.toThrow(' moved from ')
})

test('the check for accessibility finds a picture without a name and text without contrast', async ({ page }) => {
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><img src="x"><p style="color: #ccc">pale</p></main></html>')
  expect(await axeViolations(page, WCAG)).toEqual(['color-contrast: p', 'image-alt: img'])
  expect(await axeViolations(page, COLOURS)).toEqual(['color-contrast: p'])
})

test('the check for accessibility finds a control that is too small, and not one that only a bar at the edge covers', async ({ page }) => {
  await page.setViewportSize(NARROW)
  const list = (size: number) => `<html lang="en"><title>x</title>
    <style>button { width: ${size}px; height: ${size}px; padding: 0; margin: 0; border: 0; display: block } li { list-style: none }</style>
    <main style="height: 200px; overflow: auto"><h1>x</h1><ul>${'<li><button aria-label="one"></button></li>'.repeat(40)}</ul>
    <div style="position: sticky; bottom: 0"><button aria-label="save" style="width: 340px; height: 60px"></button></div></main></html>`
  await page.setContent(list(26))
  expect(await axeViolations(page, WCAG)).toEqual([])
  await page.setContent(list(12))
  expect(await axeViolations(page, WCAG)).toEqual([expect.stringContaining('target-size: ')])
})

/** A page's script and its first queries must not wait for `GET /auth/me`. Its answer is held back here until they were requested. */
for (const [who, path] of [
  ['cashier', to.pos()],
  ['manager', to.dashboard()],
  ['kitchen', to.kitchen()],
  ['waiter', to.captainTables()],
] as const)
  test(`${path}: its script and first queries start in parallel with GET /auth/me`, async ({ device }) => {
    const { page } = await device(who, to.start(), DESKTOP)
    await page.getByRole('main').waitFor()
    const screen = ALL_SCREENS.find((s) => s.path === path)
    const firsts = (screen?.begins?.({ restaurantId: '', search: new URLSearchParams() }) ?? []).map((q) => pathOfQuery(q.queryKey))
    expect(firsts.length).toBeGreaterThan(0)
    const asked: string[] = []
    const bodies = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      asked.push(pathname)
      if (firsts.includes(pathname)) bodies.add(`${pathname} ${request.postData() ?? ''}`)
    })
    const answer = Promise.withResolvers<void>()
    await page.route('**/v1/auth/me', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto(path)
    const script = /([A-Za-z]+)\.tsx/.exec(String(screen?.module))?.[1] ?? `${path} has no module`
    await expect.poll(() => asked.some((a) => a.startsWith(`/assets/${script}-`) && a.endsWith('.js'))).toBe(true)
    for (const first of firsts) await expect.poll(() => asked).toContain(first)
    expect(asked).toContain('/v1/auth/me')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    answer.resolve()
    await expect(page.getByRole('heading', { level: 1, name: screen?.title, exact: true })).toBeVisible()
    await expectLive(page)
    // The page must send exactly the same request: with another body its first query would be loaded twice.
    expect(bodies.size).toBe(firsts.length)
  })

test('while a server is slow with its first answers, the counter is not called offline for a moment, and nothing moves', async ({
  device,
}) => {
  const { page } = await device('cashier', to.pos(), DESKTOP)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The check of the connection, which is made because the first answer is late, gets none at all before it gives up.
  const checked = Promise.withResolvers<void>()
  await page.route('**/v1/health', () => checked.resolve())
  await page.route('**/v1/auth/me', async (route) => {
    await checked.promise
    await route.continue()
  })
  const gaveUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/health'))
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await gaveUp
  await expectLive(page)
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
  await expectStill(page)
})

test('a page whose first queries are all refused signs out once and shows one message', async ({ device }) => {
  const { page } = await device('cashier', to.pos(), DESKTOP)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The open page still makes calls: a refusal would sign it out before it is loaded again.
  await page.goto('about:blank')
  let refused = 0
  // `GET /auth/me` is answered last, because a page's first queries are made beside it.
  let first = () => {}
  const another = new Promise<void>((resolve) => (first = resolve))
  await page.route('**/v1/**', async (route) => {
    refused++
    if (route.request().url().endsWith('/auth/me')) await another
    else first()
    return route.fulfill({ status: 401, json: { success: false, message: 'Token expired', code: 'token_expired' } })
  })
  await page.goto(to.pos())
  await page.waitForURL((url) => url.pathname === to.login('restaurant') && url.searchParams.get('token_expired') === 'true')
  expect(refused).toBeGreaterThan(3)
  await expect(page.getByText(MESSAGES.sessionExpiredWarning)).toHaveCount(1)
})

test('the floor, its drawer and the way to the order work by keyboard alone', async ({ device }) => {
  const { page } = await device('cashier', to.tables(), DESKTOP)
  const card = page.getByRole('button', { name: /^T1\b/ }).first()
  await card.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add items' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add items' })).toHaveCount(0)
})

test('without a connection the page lists what still works, and keeps the cart', async ({ device, api }) => {
  await api.free('6')
  const [item] = await api.plain()
  const { page, context } = await device('waiter', to.captainTables(), PHONE)
  await page.getByRole('button', { name: /^T6\b/ }).first().click()
  await page
    .getByRole('button', { name: `Add ${item?.name}`, exact: true })
    .first()
    .click()
  await context.setOffline(true)
  await expect(page.getByText('The kitchen has not received new items').first()).toBeVisible({ timeout: 7000 })
  await context.setOffline(false)
  await expect(page.getByText('The kitchen has not received new items')).toHaveCount(0, { timeout: 20_000 })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Send KOT \(1\)/ })).toBeVisible()
})

const pathOfQuery = (key: readonly unknown[]): string => `/v1${String(key[0]).split(' ')[1]}`
