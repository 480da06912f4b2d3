import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { canOpen } from '#domain/permissions.ts'
import type { Screen, Shell } from '#web/app/screens.ts'
import { ALL_SCREENS } from '#web/app/test/screens.ts'
import { apiOf, baseURL, DESKTOP, expect, PHONE, test, WALL, type Who } from './support/app.ts'

/** See pictures.config.ts. */
const FOLDER = join(import.meta.dirname, '../docs/screens')

/** Who the shell's pages are drawn for, and on what. */
const DRAWN: Partial<Record<Shell, { who: Who; size: typeof DESKTOP }>> = {
  staff: { who: 'owner', size: DESKTOP },
  settings: { who: 'owner', size: DESKTOP },
  kitchen: { who: 'kitchen', size: WALL },
  captain: { who: 'waiter', size: PHONE },
  mobile: { who: 'cashier', size: PHONE },
  partner: { who: 'partner', size: DESKTOP },
  backoffice: { who: 'backoffice', size: DESKTOP },
}

/** What is done on a page before its picture, where it would else show little. */
const READY: Partial<Record<string, (page: Page) => Promise<unknown>>> = {
  '/partner/menu': async (page) => {
    for (const name of ['Beverages', 'Bar']) await page.getByRole('checkbox', { name, exact: true }).check()
    await expect(page.getByRole('rowgroup', { name: 'Own value kept' })).toBeAttached()
  },
}

// Each area has a page to sign in at.
const fileOf = ({ path }: Screen) =>
  join(
    FOLDER,
    `${path
      .slice(1)
      .replace(/^restaurant\/(?!login)/, '')
      .replace('/:id', '')
      .replaceAll('/', '-')}.jpg`,
  )
const picture = { type: 'jpeg', quality: 72 } as const

for (const screen of ALL_SCREENS)
  test(screen.path, async ({ device, page: stranger }) => {
    const drawn = DRAWN[screen.shell]
    if (!drawn) {
      await stranger.setViewportSize(DESKTOP)
      await stranger.goto(`${baseURL()}${screen.path}`)
      await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
      await stranger.screenshot({ path: fileOf(screen), ...picture })
      return
    }
    // App listing and Marketing are the mobile admin's.
    const who = drawn.who === 'owner' && !canOpen({ role: 'superuser' }, screen.path, null).ok ? 'mobile' : drawn.who
    // A page about one restaurant is drawn for the demo's first, and says its name.
    const { page } = await device(who, screen.path.replace(':id', (await apiOf('owner')).restaurantId), drawn.size)
    const heading = screen.path.includes(':id') ? `Smash Yard, ${screen.title.toLowerCase()}` : screen.title
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    // The shells of those who have no restaurant of their own show no connection.
    if (screen.shell !== 'partner' && screen.shell !== 'backoffice')
      await expect(page.getByRole('status').filter({ hasText: 'Connected' }).first()).toBeAttached()
    await expect(page.locator('.animate-skeleton')).toHaveCount(0)
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))))
    await READY[screen.path]?.(page)
    await page.screenshot({ path: fileOf(screen), ...picture })
  })
