import { html, raw } from 'hono/html'
import { areaOf } from '#domain/address.ts'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { themeTokens } from '#domain/contrast.ts'
import { isSoldOut } from '#domain/menu.ts'
import { formatPaise, formatRupees } from '#domain/money.ts'
import { hoursText, inRupees } from '#domain/offer.ts'
import { discountText } from '#domain/offerText.ts'
import { tableName } from '#domain/text.ts'
import { isStorableUrl } from '#domain/url.ts'
import type { Shown } from './menu.ts'

/**
 * The menu as HTML. `html` of hono escapes every value that is put into it, in texts and in attributes, so that no stored text becomes markup; an address
 * that isn't one that Tawa stores is left out. Phones add to it what changes: web/diner/menu.
 */
export type Html = ReturnType<typeof html>

type Item = CategoryShape['menuItems'][number]

const NAMES = { veg: 'Veg', nonVeg: 'Non-veg', egg: 'Egg', vegan: 'Vegan' } as const
const isVeg = ({ dietType }: Item) => dietType === 'veg' || dietType === 'vegan'

/** The icons, defined once and referred to by the rows. Diet marks are FSSAI's; the others are lucide's (ISC). */
const SPRITE = html`<svg hidden>
  <symbol id="veg" viewBox="0 0 16 16">
    <rect x="1" y="1" width="14" height="14" rx="2" fill="none" stroke="currentColor" stroke-width="1.75" />
    <circle cx="8" cy="8" r="3.5" fill="currentColor" />
  </symbol>
  <symbol id="nonveg" viewBox="0 0 16 16">
    <rect x="1" y="1" width="14" height="14" rx="2" fill="none" stroke="currentColor" stroke-width="1.75" />
    <path d="M8 4 12.2 11.5H3.8Z" fill="currentColor" />
  </symbol>
  <symbol id="wine" viewBox="0 0 24 24">
    <path d="M8 22h8M7 10h10M12 15v7M12 15a5 5 0 0 0 5-5c0-2-.5-4-2-8H9c-1.5 4-2 6-2 8a5 5 0 0 0 5 5Z" />
  </symbol>
  <symbol id="heart" viewBox="0 0 24 24">
    <path
      d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5"
    />
  </symbol>
  <symbol id="plus" viewBox="0 0 24 24"><path d="M5 12h14M12 5v14" /></symbol>
  <symbol id="find" viewBox="0 0 24 24">
    <path d="m21 21-4.34-4.34" />
    <circle cx="11" cy="11" r="8" />
  </symbol>
  <symbol id="offer" viewBox="0 0 24 24">
    <path d="M2 9a3 3 0 1 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 1 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2Z" />
    <path d="M9 9h.01M15 9l-6 6M15 15h.01" />
  </symbol>
</svg>`

const icon = (id: string): Html => html`<svg class="icon" aria-hidden="true"><use href="#${id}" /></svg>`
/** All images are fetched after the script, without which nobody can order. */
const image = (
  src: string | null,
  { size, name, alt = '' }: { size: readonly [number, number]; name: string; alt?: string },
): Html | null =>
  src && isStorableUrl(src)
    ? html`<img
        class="${name}"
        src="${src}"
        alt="${alt}"
        width="${size[0]}"
        height="${size[1]}"
        loading="lazy"
        fetchpriority="low"
        decoding="async"
      />`
    : null

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

function dietMark(item: Item): Html {
  if (item.isAlcohol) return html`<svg class="icon diet" role="img" aria-label="Alcohol"><use href="#wine" /></svg>`
  const veg = isVeg(item)
  const name = NAMES[item.dietType]
  const word =
    item.dietType === 'egg' || item.dietType === 'vegan'
      ? html`<small class="${veg ? 'veg' : 'nonveg'}" aria-hidden="true">${name}</small>`
      : ''
  return html`<svg class="diet ${veg ? 'veg' : 'nonveg'}" role="img" aria-label="${name}"><use href="#${veg ? 'veg' : 'nonveg'}" /></svg
    >${word}`
}

/** `Rs. 299.00`, or `from Rs. 199.00 · 3 sizes` where the variants' prices differ. */
function priceOf(item: Item): Html {
  const prices = item.variants.map((v) => item.price + v.additionalPrice)
  if (prices.length < 2) return html`<span class="num">${formatRupees(prices[0] ?? item.price)}</span>`
  return html`from <span class="num">${formatRupees(Math.min(...prices))}</span> · ${prices.length} choices`
}

const factsOf = ({ calories, allergens }: Item): string =>
  [calories ? `${calories} kcal` : '', allergens?.length ? `Contains ${allergens.join(', ')}` : ''].filter(Boolean).join(' · ')

/** A dish. Everything that the script changes has an element of its own: \`off\`, the price, the count on the +, the heart. */
function dish(item: Item, orders: boolean, places: boolean): Html {
  const facts = factsOf(item)
  return html`<li class="dish${isSoldOut(item) ? ' off' : ''}" data-item="${item._id}" ${isVeg(item) ? html` data-veg` : ''}>
    ${image(item.image, { size: [56, 56], name: 'thumb' }) ?? (places ? html`<span class="thumb"></span>` : '')}
    <div class="grow">
      <h3 class="name">${dietMark(item)}<button type="button" data-open>${item.name}</button></h3>
      <p class="price">${priceOf(item)}<span class="sold">Sold out</span></p>
      ${item.description ? html`<p class="about">${item.description}</p>` : ''}${facts ? html`<p class="about">${facts}</p>` : ''}
    </div>
    <button type="button" class="heart needs-script" aria-pressed="false" aria-label="Save ${item.name}">${icon('heart')}</button>${
      orders ? html`<button type="button" class="add needs-script" aria-label="Add ${item.name}">${icon('plus')}</button>` : ''
    }
  </li>`
}

const list = (items: readonly Item[], orders: boolean): Html | '' => {
  if (items.length === 0) return ''
  // Among many photos a dish without one keeps the place of its own; among few, all those empty places would look like pictures that don't load.
  const photos = items.filter((i) => i.image && isStorableUrl(i.image)).length
  return html`<ul>
    ${items.map((item) => dish(item, orders, photos * 2 >= items.length))}
  </ul>`
}

const section = (id: string, name: string, note: string, inside: unknown): Html =>
  html`<section id="c-${id}">
    <div class="section-head">
      <h2>${name}</h2>
      <span>${note}</span>
    </div>
    ${inside}
  </section>`

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

/** The head of the menu: the restaurant, with a place for the call. */
export function headHtml({ restaurant: r }: Shown): Html {
  const about = [r.cuisines.slice(0, 2).join(', '), areaOf(r.address).split(',')[0]].filter(Boolean).join(' · ')
  return html`<header class="head">
    ${image(r.image, { size: [40, 40], name: 'logo' }) ?? html`<span class="logo" aria-hidden="true">${initials(r.restaurantName)}</span>`}
    <div class="grow">
      <h1>${r.restaurantName}</h1>
      <p>${about}</p>
    </div>
    <div class="actions needs-script"></div>
  </header>`
}

function offer(o: Shown['offers'][number]): Html {
  const terms = inRupees(o)
  const least = o.minOrderAmount > 0 ? ` from ${formatPaise(o.minOrderAmount)}` : ''
  const hours = o.hours ? ` · ${hoursText(o.hours)}` : ''
  return html`<li>
    ${icon('offer')}<span><b>${discountText(terms)}</b>${least} · ${o.title}${o.code === null ? '' : ' (with its code)'}${hours}</span>
  </li>`
}

/** Everything below the head and the table's line. */
export function menuHtml({ restaurant: r, categories, popular, offers, banners }: Shown): Html {
  const orders = r.qrSettings.enableOrderViaQr
  const how = html`<p class="facts">Tell the staff what you would like.</p>`
  const shown = categories
    .map((c) => ({ ...c, subcategories: c.subcategories.filter((s) => s.menuItems.length > 0) }))
    .filter((c) => c.menuItems.length > 0 || c.subcategories.length > 0)
  const count = shown.reduce((n, c) => n + c.menuItems.length + c.subcategories.reduce((m, s) => m + s.menuItems.length, 0), 0)
  return html`${SPRITE}${orders ? html`<noscript>${how}</noscript>` : how}${r.showImageOnUserDashboard ? image(r.userDashboardImageUrl, { size: [480, 160], name: 'cover' }) : ''}${
      banners.length > 0
        ? html`<ul class="banners" aria-label="News" tabindex="0">
            ${banners.map((b) => {
              const photo = image(b.image, { size: [280, 120], name: 'banner' })
              const inside = html`${photo ?? ''}<span>${b.title}</span>`
              return html`<li>${b.link && isStorableUrl(b.link) ? html`<a href="${b.link}" rel="noopener">${inside}</a>` : inside}</li>`
            })}
          </ul>`
        : ''
    }${
      offers.length > 0
        ? html`<ul class="offers" aria-label="Offers" tabindex="0">
            ${offers.map((o) => offer(o))}
          </ul>`
        : ''
    }
    <div class="find needs-script">
      <label class="input"
        >${icon('find')}<input
          type="search"
          id="search"
          aria-label="Search the menu"
          placeholder="Search ${plural(count, 'dish', 'dishes')}"
          autocomplete="off"
          enterkeyhint="search" /></label
      ><label class="veg-filter"
        ><svg class="diet veg" aria-hidden="true"><use href="#veg" /></svg>Veg<input type="checkbox" role="switch" id="veg-only"
      /></label>
    </div>
    <div id="searches"></div>
    <nav class="chips" aria-label="Categories">
      ${popular.length > 0 ? html`<a href="#c-popular">Popular</a>` : ''}${shown.map((c) => html`<a href="#c-${c._id}">${c.name}</a>`)}
    </nav>
    <main>
      ${popular.length > 0 ? section('popular', 'Popular', '', list(popular, orders)) : ''}${shown.map((c) =>
        section(
          c._id,
          c.name,
          plural(c.menuItems.length + c.subcategories.reduce((n, s) => n + s.menuItems.length, 0), 'dish', 'dishes'),
          html`${c.description ? html`<p class="about">${c.description}</p>` : ''}${list(c.menuItems, orders)}${c.subcategories.map(
            (s) =>
              html`<h3 class="sub">${s.name}</h3>
                ${list(s.menuItems, orders)}`,
          )}`,
        ),
      )}
      <div id="no-match" class="empty" hidden>
        <p>No dish fits.</p>
        <button type="button" class="button">Show all dishes</button>
      </div>
      ${count === 0 ? html`<p class="empty">The menu has no dishes yet.</p>` : ''}
    </main>`
}

/** The restaurant's own colours, as far as they can be read (SCREENS §1.1); only valid colours come through. */
export function themeCss({ restaurant }: Shown): string {
  const { light, dark } = themeTokens(restaurant)
  const rules = (tokens: Record<string, string>) =>
    Object.entries(tokens)
      .map(([name, value]) => `${name}:${value.trim()}`)
      .join(';')
  if (Object.keys(light).length + Object.keys(dark).length === 0) return ''
  // `html` raises the specificity above the tokens of the style sheet, which comes later.
  return `html:root{${rules(light)}}@media(prefers-color-scheme:dark){html:root:not([data-theme]){${rules(dark)}}}`
}

/** The head of a restaurant's page without its menu: guests who sit there call a waiter from it. */
export const closedHead = (name: string): Html =>
  html`<header class="head">
    <span class="logo" aria-hidden="true">${initials(name)}</span>
    <b class="grow">${name}</b>
    <div class="actions needs-script"></div>
  </header>`

/** A page with one sentence, for a code that opens no menu; `signIn` leaves a place for the button. */
export const noticeHtml = (title: string, text: string, signIn: boolean): Html =>
  html`<main class="empty">
    <h1>${title}</h1>
    <p>${text}</p>
    ${signIn ? html`<div id="sign-in"></div>` : ''}
  </main>`

/** Where the guest sits, and until when the kitchen is open. The script keeps the table up to date (web/diner/menu/rows.ts). */
export const factsHtml = (table: string | null, hours: string): Html => {
  const hidden = table ? '' : raw(' hidden')
  const name = tableName(table ?? '')
  return html`<p class="facts">
    <span><b data-table${hidden}>${name}</b> <span>${hours}</span></span
    ><button type="button" class="link needs-script" data-not-here${hidden}>Not ${name}?</button>
  </p>`
}
