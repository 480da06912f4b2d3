import type { BrowserContext } from '@playwright/test'
import { REMEMBERED, tailOf } from '#web/core/tokens.ts'

/** Gives a new window a staff's token, as a sign-in of its own leaves it: the cookie, and in the storage what says that it is the page's own. */
export async function holding(context: BrowserContext, token: string, url: string): Promise<void> {
  await context.addCookies([{ name: 'restaurant_token', value: token, url }])
  await context.addInitScript(
    ({ key, tail }) => {
      if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify({ tail }))
    },
    { key: REMEMBERED, tail: tailOf(token) },
  )
}
