import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Tags of the rules of WCAG 2.2 AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules of WCAG 2.2 AA whose outcome another theme can change. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on a page, by its rules with one of `tags` (or by the rules of these names), or by all its rules: `color-contrast: .chip, .badge`. axe's own
 * adapter for Playwright puts the result together in a second page each time, which frames need and which costs three times as much; our pages have no frame.
 */
export async function axeViolations(page: Page, tags?: string[]): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe is only asked about the main frame')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (only) => {
    // Waits for colour transitions, because contrast is wrong during one. The end of one may start another, because colours are inherited.
    const changing = () =>
      document.getAnimations().filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Infinity)
    for (let list = changing(); list.length > 0; list = changing()) {
      await Promise.all(list.map((a) => a.finished.catch(() => {})))
      await new Promise(requestAnimationFrame)
    }
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run({ resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) })
    // A control that is covered by a bar at the window's edge looks too small to axe, so it is scrolled into view and measured again.
    const isSmallInView = async (selector: string): Promise<boolean> => {
      const target = document.querySelector(selector)
      if (!target) return true
      const scrolled: [Element, number][] = []
      for (let above = target.parentElement; above; above = above.parentElement) scrolled.push([above, above.scrollTop])
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const again = await run(target, { resultTypes: ['violations'], runOnly: ['target-size'] })
      for (const [above, top] of scrolled) above.scrollTo({ top, behavior: 'instant' })
      return again.violations.length > 0
    }
    const found: string[] = []
    for (const { id, nodes } of violations) {
      const targets: string[] = []
      for (const node of nodes) {
        const selector = node.target.join(' ')
        if (id !== 'target-size' || (await isSmallInView(selector))) targets.push(selector)
      }
      if (targets.length > 0) found.push(`${id}: ${targets.join(', ')}`)
    }
    return found
  }, tags)
}
