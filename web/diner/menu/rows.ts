import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { isSoldOut } from '#domain/menu.ts'
import { formatRupees } from '#domain/money.ts'
import { tableName } from '#domain/text.ts'
import { latestOf } from './page.ts'
import { fits } from './search.ts'

/** Updates the Worker's rows: the number in the cart, hearts, price and "Sold out" from the socket, and which rows a search or the veg filter shows. */
export type Shows = {
  inCart: (id: string) => number
  isSaved: (id: string) => boolean
  search: string
  vegOnly: boolean
}

/** The least that a dish costs, as the Worker writes it (worker/diner/html.ts, `priceOf`). */
const amountOf = ({ price, variants }: MenuItemShape): string =>
  formatRupees(variants.length > 0 ? Math.min(...variants.map((v) => price + v.additionalPrice)) : price)

/** Updates the menu's line with this phone's table, which after a move or the end of a visit is not the scanned one. */
export function paintTable(menu: HTMLElement, tableNumber: string | null): void {
  const table = menu.querySelector<HTMLElement>('[data-table]')
  const ask = menu.querySelector<HTMLElement>('[data-not-here]')
  if (!table || !ask) return
  table.hidden = ask.hidden = tableNumber === null
  const name = tableName(tableNumber ?? '')
  if (table.textContent !== name) table.textContent = name
  ask.textContent = `Not ${name}?`
}

function paintDish(row: HTMLElement, id: string): boolean {
  const dish = latestOf(id)
  if (!dish) return true
  row.classList.toggle('off', isSoldOut(dish))
  const amount = row.querySelector('.price .num')
  const text = amountOf(dish)
  if (amount && amount.textContent !== text) amount.textContent = text
  const name = row.querySelector('[data-open]')
  if (name && name.textContent !== dish.name) name.textContent = dish.name
  return !dish.deleted
}

function paintCount(row: HTMLElement, count: number): void {
  const add = row.querySelector('.add')
  if (!add) return
  const off = row.classList.contains('off')
  if (off) add.setAttribute('aria-disabled', 'true')
  else add.removeAttribute('aria-disabled')
  // The label hides the number from screen readers.
  const label = `Add ${row.querySelector('[data-open]')?.textContent}${count > 0 ? `, ${count} in your cart` : ''}`
  if (add.getAttribute('aria-label') !== label) add.setAttribute('aria-label', label)
  const badge = add.querySelector('b')
  if (count === 0) return badge?.remove()
  const shown = badge ?? add.appendChild(document.createElement('b'))
  if (shown.textContent !== String(count)) shown.textContent = String(count)
}

/** Updates every row of `menu`. Returns how many dishes the search and the filter show. */
export function paint(menu: HTMLElement, { inCart, isSaved, search, vegOnly }: Shows): number {
  const left = new Set<string>()
  const searching = search.trim() !== ''
  for (const section of menu.querySelectorAll<HTMLElement>('section')) {
    const heading = section.querySelector('h2')?.textContent ?? ''
    let any = false
    for (const row of section.querySelectorAll<HTMLElement>('[data-item]')) {
      const id = row.dataset.item ?? ''
      const exists = paintDish(row, id)
      paintCount(row, inCart(id))
      row.querySelector('.heart')?.setAttribute('aria-pressed', String(isSaved(id)))
      const shown =
        exists &&
        (!vegOnly || 'veg' in row.dataset) &&
        (!searching || fits([...row.querySelectorAll('.name, .about')].map((e) => e.textContent).join(' ') + ` ${heading}`, search))
      row.hidden = !shown
      if (!shown) continue
      any = true
      left.add(id)
    }
    // During a search each dish is shown once, so not among the popular ones too.
    section.hidden = !any || (searching && section.id === 'c-popular')
    for (const sub of section.querySelectorAll<HTMLElement>('h3.sub'))
      sub.hidden = !sub.nextElementSibling?.querySelector('[data-item]:not([hidden])')
  }
  for (const chip of menu.querySelectorAll<HTMLAnchorElement>('.chips a'))
    chip.hidden = menu.querySelector<HTMLElement>(`[id="${chip.hash.slice(1)}"]`)?.hidden ?? false
  menu.classList.toggle('searching', searching || vegOnly)
  const none = menu.querySelector<HTMLElement>('#no-match')
  if (none) none.hidden = left.size > 0 || (!searching && !vegOnly)
  return left.size
}
