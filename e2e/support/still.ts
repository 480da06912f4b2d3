import { expect, type Page } from '@playwright/test'

/** How much a page's content may move while it loads, by the browser's score (Cumulative Layout Shift); people notice 0.1 and more. */
const MOST = 0.02

/**
 * Nothing on the page has moved since it was opened: what came later was given its place before. To be called before anything is pressed. Waits for the data
 * and the font, and reads what the browser has recorded, so it does not depend on how fast the machine is. All shifts count, also those marked
 * `hadRecentInput`: the browser marks the first 500 ms of a window that was given its size.
 */
export async function expectStill(page: Page): Promise<void> {
  await expect(page.locator('[role=status][aria-label^=Loading]')).toHaveCount(0)
  const { score, moved } = await page.evaluate(async () => {
    type Rect = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>
    type Shift = PerformanceEntry & {
      value: number
      sources: { node: Node | null; previousRect: Rect; currentRect: Rect }[]
    }
    await document.fonts.ready
    const seen: Shift[] = []
    const observer = new PerformanceObserver((list) => seen.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    // A shift is recorded when its frame is painted, and reported in a task after it.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
    const shifts = [...seen, ...(observer.takeRecords() as Shift[])]
    const place = ({ x, y, width, height }: Rect) => [x, y, width, height].map(Math.round).join()
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `<${node.localName}> ${node.textContent?.trim().slice(0, 30)}` : node?.textContent
    return {
      score: shifts.reduce((sum, shift) => sum + shift.value, 0),
      moved: shifts.flatMap(({ sources }) =>
        sources.map(
          ({ node, previousRect, currentRect }) => `${nameOf(node)?.trim()} moved from ${place(previousRect)} to ${place(currentRect)}`,
        ),
      ),
    }
  })
  expect(score, moved.join('\n')).toBeLessThanOrEqual(MOST)
}
