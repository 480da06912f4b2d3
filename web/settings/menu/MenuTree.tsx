import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react'
import { memo, useState } from 'react'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { afterPaint } from '#web/app/afterPaint.ts'
import type { Form } from '#web/app/form/useForm.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { DishRow, type DishRowProps } from './DishRow.tsx'
import { createWatch, useNear, Watching } from './nearRows.ts'
import { contentsOf, dishesOf, itemsOf } from './tree.ts'
import type { Prices, usePrices } from './usePrices.ts'

type Subcategory = CategoryShape['subcategories'][number]

type MenuTreeProps = {
  categories: readonly CategoryShape[]
  /** The dishes that a search has found; null for all. */
  found: ReadonlySet<string> | null
  /** The dish that is open beside the list. */
  open: string | null
  /** The dish whose category was opened last to show it. */
  revealed: { id: string } | null
  prices: ReturnType<typeof usePrices>
  row: RowProps
  menus: Menus
}
/** The page's data and actions for rows and menus. Both objects stay the same when the page re-renders, so that a category is rendered only when something in it changes. */
export type RowProps = Pick<DishRowProps, 'inChain' | 'onOpen' | 'onPrice' | 'onAvailable'>
export type Menus = {
  category: (category: CategoryShape) => readonly MenuEntry[]
  subcategory: (category: CategoryShape, sub: Subcategory) => readonly MenuEntry[]
}

/** Categories, their subcategories and dishes. A search hides rows and keeps them, so that it answers at once and keeps what is typed in them. */
export function MenuTree({ categories, found, open, revealed, prices, row, menus }: MenuTreeProps) {
  const [watch] = useState(createWatch)
  const shown = categories.map((category, i) => {
    const dishes = dishesOf(category)
    const own = (ids: (id: string) => boolean) => dishes.filter(({ _id }) => ids(_id)).map(({ _id }) => _id)
    const priced = own(prices.isOpen)
    return (
      <Category
        key={category._id}
        category={category}
        place={dishesIn(categories.slice(0, i))}
        // Kept as texts, which compare by value: a new set with the same dishes renders nothing.
        found={found === null ? null : own((id) => found.has(id)).join(' ')}
        open={open !== null && own((id) => id === open).length > 0 ? open : null}
        revealed={revealed && own((id) => id === revealed.id).length > 0 ? revealed : null}
        priced={priced.join(' ')}
        form={priced.length > 0 ? prices.form : null}
        row={row}
        menus={menus}
      />
    )
  })
  return <Watching value={watch}>{shown}</Watching>
}

const dishesIn = (categories: readonly CategoryShape[]): number => categories.flatMap(dishesOf).length

type CategoryProps = {
  category: CategoryShape
  /** How many dishes the list has above it. */
  place: number
  /** Ids with a space between them. */
  found: string | null
  open: string | null
  revealed: { id: string } | null
  /** The dishes whose price is a field, and their form. */
  priced: string
  form: Form<Prices> | null
  row: RowProps
  menus: Menus
}

const Category = memo(function Category({ category, place, found: foundIds, open, revealed, priced, form, row, menus }: CategoryProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  // The rows follow their heading: it shows at once that it was pressed.
  const [away, setAway] = useState(closed)
  const [last, setLast] = useState(revealed)
  if (revealed !== last) {
    setLast(revealed)
    if (revealed) {
      setClosed(new Set())
      setAway(new Set())
    }
  }
  const toggle = (id: string) => {
    const toggled = (all: ReadonlySet<string>) => (all.has(id) ? new Set([...all].filter((other) => other !== id)) : new Set(all).add(id))
    setClosed(toggled)
    afterPaint(() => setAway(toggled))
  }
  const found = foundIds === null ? null : new Set(foundIds.split(' '))
  const fields = new Set(priced.split(' '))
  const isOpen = (id: string) => found !== null || !closed.has(id)
  const isAway = (id: string) => found === null && away.has(id)
  const isHidden = (dishes: readonly MenuItemShape[]) => found !== null && !dishes.some(({ _id }) => found.has(_id))
  const rows = (dishes: readonly MenuItemShape[], label: string, first: number) =>
    dishes.length === 0 ? null : (
      <ul aria-label={label}>
        {dishes.map((dish, i) => (
          <Row
            key={dish._id}
            dish={dish}
            place={first + i}
            hidden={found !== null && !found.has(dish._id)}
            prices={fields.has(dish._id) ? form : null}
            selected={dish._id === open}
            {...row}
          />
        ))}
      </ul>
    )
  return (
    <section aria-label={category.name} hidden={isHidden(dishesOf(category))}>
      <Head
        level={2}
        name={category.name}
        note={contentsOf(category)}
        open={isOpen(category._id)}
        onToggle={() => toggle(category._id)}
        menu={menus.category(category)}
      />
      <div hidden={isAway(category._id)}>
        {rows(category.menuItems, category.name, place)}
        {category.subcategories.map((sub, i) => (
          <section key={sub._id} aria-label={`${category.name}, ${sub.name}`} hidden={isHidden(sub.menuItems)}>
            <Head
              level={3}
              name={sub.name}
              note={itemsOf(sub)}
              open={isOpen(sub._id)}
              onToggle={() => toggle(sub._id)}
              menu={menus.subcategory(category, sub)}
            />
            <div hidden={isAway(sub._id)}>
              {rows(sub.menuItems, sub.name, place + dishesIn([{ ...category, subcategories: category.subcategories.slice(0, i) }]))}
            </div>
          </section>
        ))}
      </div>
    </section>
  )
})

/** A row that is drawn whole only near the visible part: a menu has hundreds, and every press would cost the browser the time for all of them. */
const Row = memo(function Row({ place, hidden, ...row }: Omit<DishRowProps, 'near'> & { place: number; hidden: boolean }) {
  const [ref, near] = useNear(place)
  return (
    <li ref={ref} hidden={hidden} className="data-pressed:bg-accent-soft">
      <DishRow near={near} {...row} />
    </li>
  )
})

/** The line of a category or subcategory: a press opens and closes it. */
function Head({
  level,
  name,
  note,
  open,
  onToggle,
  menu,
}: {
  level: 2 | 3
  name: string
  note: string
  open: boolean
  onToggle: () => void
  menu: readonly MenuEntry[]
}) {
  const Level = `h${level}` as const
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <div
      className={cx(
        'flex min-h-9 items-center border-t border-hairline pr-3 pointer-coarse:min-h-12',
        level === 2 ? 'bg-raised pl-2' : 'pl-5',
      )}
    >
      <Level className="min-w-0 flex-1 text-14">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-h-9 w-full min-w-0 items-center gap-1.5 rounded-control text-left focus-visible:-outline-offset-2 pointer-coarse:min-h-12"
        >
          <Icon className="size-4.5 flex-none text-muted" aria-hidden="true" />
          <span className={cx('min-w-0 [overflow-wrap:anywhere]', level === 2 ? 'font-semibold' : 'font-medium')}>{name}</span>
          <span className="flex-none text-12 font-normal text-muted">{note}</span>
        </button>
      </Level>
      <Menu size={36} trigger={<IconButton size={32} label={`More for ${name}`} icon={<Ellipsis />} />} items={menu} />
    </div>
  )
}
