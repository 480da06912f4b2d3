import { expect, type Page } from '@playwright/test'
import { FILES } from '#domain/test/files.ts'
import { baseURL, DESKTOP, emailOf, fillLogin, PHONE, test } from './support/app.ts'

/** The pages work under their own Content-Security-Policy (web/public/_headers), and the browser enforces it against everything else. */

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Collects whatever the browser refuses from now on, in this page and those that follow it. */
async function refusals(page: Page): Promise<string[]> {
  const heard: string[] = []
  await page.exposeFunction('refused', (what: string) => void heard.push(what))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (e) =>
      (window as unknown as { refused: (what: string) => void }).refused(
        `${e.effectiveDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`,
      ),
    ),
  )
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) heard.push(message.text())
  })
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`))
  return heard
}

const WALKS = {
  owner: ['/restaurant/dashboard', '/restaurant/pos', '/restaurant/tables', '/restaurant/orders', '/restaurant/kitchen'],
  waiter: ['/restaurant/captain', '/restaurant/captain/tables', '/restaurant/captain/orders'],
} as const

for (const [who, viewport] of [['owner', DESKTOP] as const, ['waiter', PHONE] as const])
  test(`${who}'s pages load fonts, styles, sockets and pictures under their policy, and nothing is refused`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: baseURL(), viewport })
    const page = await context.newPage()
    const heard = await refusals(page)
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))

    const login = await page.goto('/restaurant/login')
    expect(login?.headers()).toMatchObject(HEADERS)
    expect(login?.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
    await fillLogin(page, emailOf(who))
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    for (const path of WALKS[who]) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(async () => (await document.fonts.ready, [...document.fonts].some((f) => f.status === 'loaded')))).toBe(
        true,
      )
    }
    expect(sockets.length).toBeGreaterThan(0)
    expect(sockets.every((url) => url.startsWith(baseURL().replace('http', 'ws')))).toBe(true)

    // Our own picture is shown; an uploaded script is not run.
    const url = await page.evaluate(
      async (bytes) => {
        const token = decodeURIComponent(/restaurant_token=([^;]+)/.exec(document.cookie)?.[1] ?? '')
        const form = new FormData()
        form.set('purpose', 'menu')
        form.set('file', new File([new Uint8Array(bytes)], 'dosa.png'))
        const answer = await fetch('/v1/media', { method: 'POST', body: form, headers: { Authorization: `Bearer ${token}` } })
        return ((await answer.json()) as { url?: string }).url
      },
      [...FILES.png(who)],
    )
    if (who === 'owner') {
      const width = await page.evaluate(
        (src) =>
          new Promise((resolve) => {
            const image = new Image()
            image.addEventListener('load', () => resolve(image.naturalWidth))
            image.addEventListener('error', () => resolve('broken'))
            image.src = src ?? ''
          }),
        url,
      )
      expect(width).toBe(2)
    } else expect(url).toBeUndefined()
    expect(heard).toEqual([])
    await context.close()
  })

test('the browser refuses what a page must not do', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: baseURL() })
  const page = await context.newPage()
  await page.goto('/restaurant/login')
  const heard = await refusals(page)
  await page.reload()
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    document.body.insertAdjacentHTML('beforeend', '<button onclick="window.ran = true">x</button><iframe src="/restaurant/login"></iframe>')
    document.querySelector<HTMLElement>('[onclick]')?.click()
    const outside = await fetch('https://evil.test/').catch(() => 'refused')
    // `new Function` itself would work here, because Playwright evaluates code outside the page's policy.
    setTimeout('window.ran = true')
    await new Promise((resolve) => setTimeout(resolve))
    return [(window as unknown as { ran?: boolean }).ran, outside]
  })
  expect(ran).toEqual([undefined, 'refused'])
  // The browser reports refusals later, a frame's last of all.
  for (const directive of ['script-src-elem', 'script-src-attr', 'connect-src', 'frame-src', 'script-src eval'])
    await expect
      .poll(() => heard.some((what) => what.startsWith(directive)), { message: `${directive} is refused: ${heard.join('\n')}` })
      .toBe(true)
  await context.close()
})

test('the API documentation is shown under its own policy', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: baseURL() })
  const page = await context.newPage()
  const heard = await refusals(page)
  await page.goto('/v1/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(heard).toEqual([])
  await context.close()
})

test('a file of the build is cached for ever, one of another build is a 404', async ({ request }) => {
  const get = (path: string) => request.get(baseURL() + path)
  const page = await (await get('/restaurant/login')).text()
  const file = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  const script = await get(file)
  expect([script.status(), script.headers()['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(script.headers()).toMatchObject(HEADERS)
  const gone = await get(file.replace(/[^/]+$/, 'gone-abc.js'))
  expect([gone.status(), gone.headers()['cache-control']]).toEqual([404, 'no-store'])
})
