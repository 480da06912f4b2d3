import { filter } from './filter.ts'
import { onMenuData } from './page.ts'
import { sectionAtTop } from './spot.ts'

/** The chips follow the scroll: the category that is at the top is marked, and its chip is in view. Returns a function that stops it. */
export function followScroll(menu: HTMLElement): () => void {
  let asked = 0
  const mark = () => {
    asked = 0
    if (menu.hidden) return
    const chips = menu.querySelector<HTMLElement>('.chips')
    if (!chips) return
    const { section: current } = sectionAtTop()
    for (const chip of chips.querySelectorAll('a')) {
      const on = current !== undefined && chip.hash === `#${current.id}`
      if (on === chip.hasAttribute('aria-current')) continue
      if (!on) chip.removeAttribute('aria-current')
      else {
        chip.setAttribute('aria-current', 'true')
        chips.scrollTo({ left: chip.offsetLeft - (chips.clientWidth - chip.offsetWidth) / 2 })
      }
    }
  }
  const ask = () => {
    asked ||= requestAnimationFrame(mark)
  }
  // Delayed, because the rows were drawn just now and measuring them at once would compute the layout twice.
  ask()
  addEventListener('scroll', ask, { passive: true })
  const stops = [onMenuData(ask), filter.subscribe(ask)]
  return () => {
    for (const stop of stops) stop()
    removeEventListener('scroll', ask)
    cancelAnimationFrame(asked)
  }
}
