import { Ban, SearchX } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { leastPrice } from '#domain/menu.ts'
import { toPaise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { type Because, type Found, ofEach, type Search } from '#domain/dishSearch.ts'
import { isSoldOut } from '#web/shared/menu/menu.ts'
import { cx } from '#web/ui/cx.ts'
import { DietMark } from '#web/ui/DietMark.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useLongPress } from '#web/ui/hooks.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { Live } from '#web/ui/Live.tsx'
import { resultId, RESULTS, RESULTS_SHOWN } from './useDishSearch.ts'

const WORDS: Record<Because, string> = {
  code: 'Code',
  'code begins': 'Code begins',
  words: '',
  'first letters': 'First letters',
  category: 'Category',
  nearly: 'Similar',
}

/** Search results above the menu. Enter adds the marked row, a tap adds the tapped one. Its script is loaded after the page's. */
export default function SearchResults({
  search,
  chosen,
  onPick,
  onMenu,
}: {
  search: Search<MenuItemShape>
  chosen: number
  onPick: (item: MenuItemShape, row: HTMLElement) => void
  onMenu: (item: MenuItemShape, row: HTMLElement) => void
}) {
  const { text, found } = search
  const quantity = found[chosen]?.quantity ?? 1
  const each = ofEach(found)
  const title = found.length === 0 ? `No dish matches “${text}”` : `${plural(found.length, 'dish', 'dishes')} for “${text}”`
  const more = found.length - RESULTS_SHOWN
  return (
    <section aria-label="Results" className="pb-1">
      <div className="flex items-baseline gap-2 pt-3.5 pb-2.5">
        <h2 className="min-w-0 truncate text-16 leading-5">{found.length === 0 ? 'Results' : title}</h2>
        {each > 1 ? <span className="flex-none text-14 text-muted">{each} of each</span> : null}
        {found.length > 0 ? (
          <span
            aria-hidden="true"
            className="ml-auto flex flex-none items-center gap-1.5 text-14 whitespace-nowrap text-muted @max-[48rem]:hidden pointer-coarse:hidden"
          >
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> choose <Kbd>Enter</Kbd> add{quantity > 1 ? ` ${quantity}` : ''}
          </span>
        ) : null}
      </div>
      {found.length === 0 ? (
        <EmptyState icon={<SearchX />} title={title} />
      ) : (
        <ul role="listbox" id={RESULTS} aria-label={title} className="overflow-hidden rounded-card border border-hairline bg-surface">
          {found.slice(0, RESULTS_SHOWN).map((one, i) => (
            <Result key={one.item._id} {...one} index={i} chosen={i === chosen} onPick={onPick} onMenu={onMenu} />
          ))}
        </ul>
      )}
      {more > 0 ? <p className="px-3 pt-2 text-14 text-muted">{more} more. Type another letter to narrow it down.</p> : null}
      <Live>{title}</Live>
    </section>
  )
}

const Result = memo(function Result({
  item,
  because,
  index,
  quantity,
  chosen,
  onPick,
  onMenu,
}: Found<MenuItemShape> & {
  index: number
  chosen: boolean
  onPick: (item: MenuItemShape, row: HTMLElement) => void
  onMenu: (item: MenuItemShape, row: HTMLElement) => void
}) {
  const row = useRef<HTMLLIElement>(null)
  const { onKeyDown: _, ...hold } = useLongPress(() => {
    if (row.current) onMenu(item, row.current)
  })
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const off = isSoldOut(item)
  const { code } = item
  return (
    <li
      {...hold}
      ref={row}
      id={resultId(index)}
      role="option"
      aria-selected={chosen}
      aria-disabled={off || undefined}
      data-result={item._id}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onPick(item, event.currentTarget)}
      className={cx(
        'flex min-h-15 cursor-pointer items-center gap-3 border-b border-l-3 border-b-hairline py-1.5 pr-3 pl-2.5 select-none last:border-b-0',
        chosen ? 'border-l-accent bg-accent-soft text-on-accent-soft' : 'border-l-transparent hover:bg-raised',
        off && 'text-muted',
      )}
    >
      <span
        className={cx(
          'num grid h-7 min-w-11 flex-none place-items-center rounded-control px-1.5 text-14 font-semibold',
          code ? 'border border-border bg-surface text-text' : 'text-muted @max-[40rem]:hidden',
        )}
      >
        {code || '–'}
      </span>
      <DietMark diet={item.dietType} isAlcohol={item.isAlcohol} className="[&>span]:hidden" />
      <span className="min-w-0 flex-1 leading-5">
        <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{item.name}</span>
        <span className="block truncate text-14">
          <Money {...leastPrice(item)} />
          {quantity > 1 ? ' each' : ''}
        </span>
      </span>
      {WORDS[because] ? <span className="flex-none text-12 @max-[48rem]:hidden">{WORDS[because]}</span> : null}
      {off ? (
        <span className="flex flex-none items-center gap-1 text-14 font-semibold">
          <Ban className="size-4" aria-hidden="true" /> Sold out
        </span>
      ) : (
        <span className="flex flex-none items-baseline gap-2">
          {quantity > 1 ? (
            <>
              <b className="num font-semibold">{quantity} ×</b>
              <Money paise={toPaise(item.price) * quantity} />
            </>
          ) : null}
        </span>
      )}
    </li>
  )
})
