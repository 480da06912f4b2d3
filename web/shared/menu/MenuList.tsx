import { Repeat2, SearchX, UtensilsCrossed } from 'lucide-react'
import { type ReactNode, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { plural } from '#domain/text.ts'
import { findDishes, ofEach } from '#domain/dishSearch.ts'
import { isSoldOut, type MenuData } from './menu.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageButton } from '#web/app/PageButton.tsx'
import { to } from '#web/core/to.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { SearchInput } from '#web/ui/Input.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FAVOURITES, type InHand, type Round, shelves } from '#web/shared/order/cart.ts'
import { MenuRow } from './MenuRow.tsx'

/** A phone on its side (`low` and `sm` of the styles): what else stands in rows of its own shares one, so that there is room for dishes. */
export const ON_ITS_SIDE = '(max-height: 520px) and (min-width: 640px)'

export type MenuListProps = {
  menu: MenuData
  /** The table's order is still loading, and so is what is shown above the dishes */
  waiting: boolean
  inHand: (itemId: string) => InHand
  round: Round | null
  onRepeat: (round: Round) => void
  onAdd: (item: MenuItemShape, anchor: HTMLElement | null, quantity?: number) => void
  onLess: (item: MenuItemShape) => void
  onHold: (item: MenuItemShape) => void
  search: RefObject<HTMLInputElement | null>
  /** Shown above the list: the order's note, changes by another device. */
  notice?: ReactNode
  /** The first row, which scrolls away with the dishes. */
  above?: ReactNode
}

/** One column on a phone, more on a tablet. */
const columns = 'grid grid-cols-1 md:grid-cols-2 xl:grid-cols-3 [&>li]:border-b [&>li]:border-hairline'

/** Search and categories stay in place; the dishes scroll below, best sellers first. */
export function MenuList({ menu, waiting, inHand, round, onRepeat, search, notice, above, ...row }: MenuListProps) {
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim())
  const [chosen, setChosen] = useState(FAVOURITES)
  const onItsSide = useMediaQuery(ON_ITS_SIDE)
  const scroller = useRef<HTMLDivElement>(null)
  const chips = useRef<HTMLDivElement>(null)
  const { items, sections, trending, best } = menu
  // The POS's codes and order (SCREENS §6.29): `12*3` finds code 12 and adds three.
  const result = useMemo(() => (asked ? findDishes(items, asked, best) : null), [items, asked, best])
  const shown = useMemo(() => shelves({ sections, trending }, chosen), [sections, trending, chosen])
  const first = trending.length > 0 ? 'Favourites' : 'All'
  const toTop = () => scroller.current?.scrollTo({ top: 0 })
  const searchFor = (next: string) => {
    setText(next)
    toTop()
  }
  const choose = (id: string) => {
    setText('')
    setChosen(id)
    toTop()
    requestAnimationFrame(() => chips.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ inline: 'center', block: 'nearest' }))
  }
  const list = (dishes: readonly MenuItemShape[]) =>
    dishes.map((item) => <MenuRow key={item._id} item={item} quantity={inHand(item._id).quantity} {...row} />)
  const each = ofEach(result?.found ?? [])
  /** Enter adds the first of what was found, also while the list still shows an earlier text. */
  const addFirst = (field: HTMLInputElement) => {
    const [first] = findDishes(items, field.value, best).found
    // Sold-out dishes come last, unless the code of one was typed: never add another dish for it.
    if (!first || isSoldOut(first.item)) return
    row.onAdd(first.item, field, first.quantity)
    searchFor('')
  }

  return (
    <>
      <div className={cx('flex-none border-b border-hairline bg-surface pt-2', onItsSide && 'flex')}>
        <div className={cx('pb-2 pl-4', onItsSide ? 'w-60 flex-none' : 'pr-4')}>
          <SearchInput
            ref={search}
            className="md:max-w-120"
            label="Search items"
            value={text}
            onChange={searchFor}
            kbd="/"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !text.trim()) return
              event.preventDefault()
              addFirst(event.currentTarget)
            }}
          />
        </div>
        <div ref={chips} className="min-w-0 flex-1 overflow-hidden pb-2 pl-4">
          {menu.isPending ? (
            <Skeleton className="h-12" />
          ) : sections.length > 0 ? (
            <FilterChips
              label="Categories"
              scroll
              options={[{ value: FAVOURITES, label: first }, ...sections.map((s) => ({ value: s.id, label: s.name }))]}
              value={asked ? null : chosen}
              onToggle={choose}
            />
          ) : null}
        </div>
      </div>
      {onItsSide ? null : notice}
      <div ref={scroller} className="scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain bg-surface">
        {onItsSide ? notice : null}
        {result ? null : above}
        <Live>{result ? `${plural(result.found.length, 'dish', 'dishes')} found` : ''}</Live>
        {waiting || menu.isPending ? (
          <ListSkeleton />
        ) : menu.error && items.length === 0 ? (
          <QueryError query={menu.query} className="m-4" />
        ) : items.length === 0 ? (
          <EmptyState
            icon={<UtensilsCrossed />}
            title="The menu is empty."
            action={<PageButton to={to.settingsMenu()}>Add dishes</PageButton>}
          >
            Dishes are added in Settings.
          </EmptyState>
        ) : result ? (
          result.found.length > 0 ? (
            <>
              {each > 1 ? <p className="border-b border-hairline bg-bg px-4 py-2 text-14 font-semibold">{each} of each</p> : null}
              <ul aria-label="Found dishes" className={columns}>
                {result.found.map(({ item, quantity }) => (
                  <MenuRow
                    key={item._id}
                    item={item}
                    showCode
                    quantity={inHand(item._id).quantity}
                    {...row}
                    onAdd={(dish, anchor) => row.onAdd(dish, anchor, quantity)}
                  />
                ))}
              </ul>
            </>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={`No dish matches “${asked}”.`}
              action={
                <Button
                  onClick={() => {
                    searchFor('')
                    search.current?.focus()
                  }}
                >
                  Clear search
                </Button>
              }
            />
          )
        ) : (
          shown.map(({ id, title, items: dishes }, i) => (
            <section key={id} aria-label={title}>
              <h2 className={cx(i === 0 ? 'sr-only' : 'border-b border-hairline bg-bg px-4 py-2 text-14 font-semibold')}>{title}</h2>
              <ul className={columns}>
                {i === 0 && chosen === FAVOURITES && round ? <Repeat round={round} onRepeat={onRepeat} /> : null}
                {list(dishes)}
              </ul>
            </section>
          ))
        )}
      </div>
    </>
  )
}

/** One tap adds the items of the last ticket to the cart again; a second one sends it. */
function Repeat({ round, onRepeat }: { round: Round; onRepeat: (round: Round) => void }) {
  const { count, missing, text } = round
  return (
    <li className="col-span-full flex min-h-16 items-center gap-3 bg-bg px-4 py-2 leading-5">
      <Repeat2 className="size-4! text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">Repeat last round</span>
        <span className="block truncate text-14 text-muted">
          {missing > 0 ? <b className="font-semibold text-danger">{missing} not available: </b> : null}
          {text}
        </span>
      </span>
      <Button
        aria-label={`Add ${count}, repeat last round`}
        disabledReason={count === 0 ? 'None of these items is available' : null}
        onClick={() => onRepeat(round)}
      >
        Add {count}
      </Button>
    </li>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading the menu" className="divide-y divide-hairline">
      {Array.from({ length: 9 }, (_, i) => (
        <div key={i} className="flex h-16 items-center gap-3 px-4">
          <Skeleton className="size-4" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className={cx('h-4', i % 2 ? 'w-40' : 'w-52')} />
            <Skeleton className="h-3.5 w-20" />
          </div>
          <Skeleton className="size-12" />
        </div>
      ))}
    </div>
  )
}
