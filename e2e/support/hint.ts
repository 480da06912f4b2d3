import { expect, type Locator } from '@playwright/test'

/** What stands in an empty search field is not cut: otherwise nobody would know what it finds. */
export async function expectWholeHint(search: Locator) {
  const [needs, has] = await search.evaluate((field: HTMLInputElement) => {
    const style = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('nothing to measure with')
    pen.font = style.font
    const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    return [pen.measureText(field.placeholder).width, room]
  })
  expect(needs).toBeGreaterThan(60)
  expect(has).toBeGreaterThanOrEqual(needs)
}
