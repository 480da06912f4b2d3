import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { contentsOf, dishesOf, itemsOf } from './tree.ts'

type Subcategory = CategoryShape['subcategories'][number]

type MenuTreeProps = {
  categories: readonly CategoryShape[]
  /** The dishes that a search has found; null for all. */
  found: ReadonlySet<string> | null
  dish: (dish: MenuItemShape) => ReactNode
  categoryMenu: (category: CategoryShape) => readonly MenuEntry[]
  subcategoryMenu: (category: CategoryShape, sub: Subcategory) => readonly MenuEntry[]
}

/** Categories, their subcategories and dishes. A search hides rows and keeps them, so that it answers at once and keeps what is typed in them. */
export function MenuTree({ categories, found, dish, categoryMenu, subcategoryMenu }: MenuTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setClosed((all) => (all.has(id) ? new Set([...all].filter((other) => other !== id)) : new Set(all).add(id)))
  const isHidden = (dishes: readonly MenuItemShape[]) => found !== null && !dishes.some(({ _id }) => found.has(_id))
  const rows = (dishes: readonly MenuItemShape[], label: string) =>
    dishes.length === 0 ? null : (
      <ul aria-label={label}>
        {dishes.map((one) => (
          // Rows out of view cost no layout: a menu has hundreds. On a phone their heights differ, and the page would move.
          <li
            key={one._id}
            hidden={found !== null && !found.has(one._id)}
            className="[contain-intrinsic-size:auto_37px] lg:[content-visibility:auto]"
          >
            {dish(one)}
          </li>
        ))}
      </ul>
    )
  return categories.map((category) => {
    const isOpen = found !== null || !closed.has(category._id)
    return (
      <section key={category._id} aria-label={category.name} hidden={isHidden(dishesOf(category))}>
        <Head
          level={2}
          name={category.name}
          note={contentsOf(category)}
          open={isOpen}
          onToggle={() => toggle(category._id)}
          menu={categoryMenu(category)}
        />
        <div hidden={!isOpen}>
          {rows(category.menuItems, category.name)}
          {category.subcategories.map((sub) => {
            const isSubOpen = found !== null || !closed.has(sub._id)
            return (
              <section key={sub._id} aria-label={`${category.name}, ${sub.name}`} hidden={isHidden(sub.menuItems)}>
                <Head
                  level={3}
                  name={sub.name}
                  note={itemsOf(sub)}
                  open={isSubOpen}
                  onToggle={() => toggle(sub._id)}
                  menu={subcategoryMenu(category, sub)}
                />
                <div hidden={!isSubOpen}>{rows(sub.menuItems, sub.name)}</div>
              </section>
            )
          })}
        </div>
      </section>
    )
  })
}

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
