import { bench, type Screen, type Site } from './lib/bench.ts'
import { DISHES, plainDishes, withBigMenu } from './lib/menu.ts'
import { openAs, type Watched } from './lib/page.ts'

/**
 * How quickly a press shows at the counter and in the kitchen: `node scripts/run.mjs bench/press.ts`. For each screen it prints the slowest response to a press
 * (INP; goal 100 ms) with its parts, the layout shift (goal 0.02), and how long named presses take (lib/bench.ts). Another screen is another entry of `SCREENS`.
 */

const TICKETS = 200

/** A table with an order that can be settled. */
async function tableWithOrder(site: Site): Promise<string> {
  const { tables } = await site.call('GET /tables')
  const inState = (status: string) => (tables as { _id: string; status: string }[]).find((t) => t.status === status)
  // The runs before may have taken every free one.
  const table = inState('available') ?? inState('occupied')
  const [dish] = await plainDishes(site)
  await site.call('POST /pos/order', {
    tableId: table?._id,
    kots: [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 1 }] }],
  })
  return String(table?._id)
}

const LINES = 'ul[aria-label="New ticket"] > li'
const TILE = '[data-section]:not([data-section=trending]) [data-tile]:not([aria-disabled]):not(:has(.lucide-chevron-right))'
const CARD = '[data-kot][data-phase=open]'

const SCREENS: Screen[] = [
  {
    name: `POS, ${DISHES} dishes`,
    who: 'cashier',
    async open(site, context) {
      await withBigMenu(context)
      return `/restaurant/pos?table=${await tableWithOrder(site)}`
    },
    ready: TILE,
    async act(page, press) {
      const tiles = await page.$$eval(TILE, (found) => found.slice(0, 8).map((tile) => tile.getAttribute('data-tile')))
      for (const [n, tile] of tiles.entries())
        await press('press to line', { tap: `[data-tile="${tile}"]` }, `${LINES}:nth-child(${n + 1})`)
      await press('F2 to search', { key: 'F2' }, 'input:focus')
      for (const letter of 'chicken') await press('letter to results', { key: letter }, '#pos-results > li')
      await press('Enter to line', { key: 'Enter' }, `${LINES}[class*="bg-raised"]`)
      await page.keyboard.press('Escape')
      for (let n = 0; n < 4; n += 1) await press('one more', { key: '+' }, LINES)
      await press('a line up', { key: 'ArrowUp' }, LINES)
      await press('a category', { tap: 'nav[aria-label=Categories] > button:nth-child(5)' }, 'nav > [aria-current]:nth-child(5)')
      await press('order menu', { tap: 'aside [aria-haspopup=menu]' }, '[role=menu]')
      await page.getByRole('menuitem', { name: 'Discard new ticket' }).click()
      await page.waitForSelector(LINES, { state: 'detached' })
      await press('F9 to pay panel', { key: 'F9' }, 'section[aria-label^="Settle"]')
    },
  },
  {
    name: `Kitchen, ${TICKETS} tickets`,
    who: 'kitchen',
    async open(site) {
      const dishes = await plainDishes(site)
      const dish = (n: number) => dishes[n % dishes.length]?._id as string
      const { orders } = await site.call('GET /orders/restaurant/pending')
      const there = (orders as { kots: unknown[] }[]).reduce((sum, order) => sum + order.kots.length, 0)
      for (let n = there; n < TICKETS; n += 5)
        await site.call('POST /pos/order', {
          orderType: 'Take Away',
          kots: Array.from({ length: Math.min(5, TICKETS - n) }, (_, k) => ({
            kotId: crypto.randomUUID(),
            items: [0, 1, 2].map((i) => ({ _id: dish(3 * n + 7 * k + i), quantity: 1 + i })),
          })),
        })
      return '/restaurant/kitchen'
    },
    ready: CARD,
    async act(page, press) {
      const cards = await page.$$eval(CARD, (found) => found.slice(0, 8).map((card) => `[data-kot="${card.getAttribute('data-kot')}"]`))
      for (const digit of '123') await press('a number to its ticket', { key: digit }, `${cards[Number(digit) - 1]}[aria-current]`)
      for (let n = 3; n < 6; n += 1) await press('next ticket', { key: 'ArrowRight' }, `${cards[n]}[aria-current]`)
      // A ticket whose last line this was is ready itself, so "Ready" and "pin" take others.
      for (const card of cards.slice(3, 6))
        await press('a line to ready', { tap: `${card} li button[aria-pressed=false]` }, `${card} li button[aria-pressed=true]`)
      // From below: when the place of a finished ticket closes, those under it move up.
      for (const card of cards.slice(0, 3).reverse()) await press('Ready', { tap: `${card} footer > button` }, `${card}[data-phase=ready]`)
      await press('Undo', { tap: `${cards[0]} footer > button` }, `${cards[0]}[data-phase=open]`)
      await press('a number to its ticket', { key: '1' }, `${cards[0]}[aria-current]`)
      await press('Enter to ready', { key: 'Enter' }, `${cards[0]}[data-phase=ready]`)
      await press('pin', { tap: `${cards[7]} footer > [aria-pressed=false]` }, `${cards[7]} footer > [aria-pressed=true]`)
      await press('unpin', { tap: `${cards[7]} footer > [aria-pressed=true]` }, `${cards[7]} footer > [aria-pressed=false]`)
      await press('All-day', { key: 'a' }, '[aria-label="All-day"]:not(button)')
      await press('All-day closed', { key: 'a' }, 'body:not(:has([aria-label="All-day"]:not(button)))')
    },
  },
]

/** From F8 on the till until the ticket is painted on the kitchen's board, both on slow devices. */
async function tillToKitchen(site: Site): Promise<number> {
  const [till, board] = [await site.device(), await site.device()]
  try {
    const kitchen = await openAs(board, 'kitchen', '/restaurant/kitchen', CARD, site.rate)
    const pos = await openAs(till, 'cashier', `/restaurant/pos?table=${await tableWithOrder(site)}`, TILE, site.rate)
    await pos.press('press to line', { tap: TILE }, LINES)
    const there = await kitchen.page.$$eval('[data-kot]', (cards) => cards.map((card) => card.getAttribute('data-kot')))
    await kitchen.page.evaluate((known) => {
      const seen = new Set(known)
      const look = () => {
        const news = [...document.querySelectorAll<HTMLElement>('[data-kot]')].find(
          (card) => !seen.has(card.dataset.kot ?? '') && card.checkVisibility({ visibilityProperty: true }),
        )
        if (news)
          requestAnimationFrame(() => setTimeout(() => Object.assign(window, { arrivedAt: performance.timeOrigin + performance.now() })))
        else requestAnimationFrame(look)
      }
      look()
    }, there)
    await pos.press('F8 to sent', { key: 'F8' }, `body:not(:has(${LINES}))`)
    const arrived = await kitchen.page.waitForFunction(() => (window as unknown as { arrivedAt?: number }).arrivedAt)
    const sent = await pos.page.evaluate(() => performance.timeOrigin + (window as unknown as Watched).bench.from)
    return Number(await arrived.jsonValue()) - sent
  } finally {
    await till.close()
    await board.close()
  }
}

await bench({
  port: Number(process.env.PORT || 8938),
  screens: SCREENS,
  more: { name: `F8 on the till to the ticket on a board of ${TICKETS}`, run: tillToKitchen },
})
