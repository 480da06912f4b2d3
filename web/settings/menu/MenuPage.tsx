import { useQuery } from '@tanstack/react-query'
import { FolderPlus, SearchX, Upload, UtensilsCrossed } from 'lucide-react'
import { lazy, startTransition, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { Kept } from '#web/app/form/Kept.tsx'
import { FormBody } from '#web/app/form/shells.tsx'
import { useView } from '#web/app/list/useView.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { useMay } from '#web/core/may.ts'
import { useProfileQuery } from '#web/core/profile.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { createStore } from '#web/core/store.ts'
import { isSoldOut } from '#web/shared/menu/menu.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { CategorySheet, SubcategorySheet } from './CategorySheet.tsx'
import { COLUMNS } from './DishRow.tsx'
import { DishSheet } from './DishSheet.tsx'
import { MenuBar } from './MenuBar.tsx'
import { type Menus, MenuTree } from './MenuTree.tsx'
import type { OrderAt } from './OrderSheet.tsx'
import { PriceBar } from './PriceBar.tsx'
import { dishesOf, foundIn } from './tree.ts'
import { usePrices } from './usePrices.ts'
import { useRemoveWithItems } from './useRemoveWithItems.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
const OrderSheet = lazy(() => import('./OrderSheet.tsx'))
const NEW = 'new'
const ALL: OrderAt = { categoryId: null, subCategoryId: null }

/** `/restaurant/settings/menu`: the whole menu as a tree, with price and availability in the list (SCREENS §2.3 "/menu"). */
export default function MenuPage() {
  const query = useQuery(apiQuery('POST /menus/restaurant', { body: { restaurantId: useRestaurantId() } }))
  return <Loaded query={query}>{({ menu }) => <MenuEditor categories={menu.categories} />}</Loaded>
}

type Subcategory = CategoryShape['subcategories'][number]
type Edited = { category: CategoryShape | null } | { category: CategoryShape; sub: Subcategory | null }

function MenuEditor({ categories }: { categories: readonly CategoryShape[] }) {
  const view = useView({ row: 'item' })
  // The search field shows a typed letter at once; the rows follow.
  const [typed] = useState(() => createStore(''))
  const [search, setSearch] = useState('')
  const onSearch = (text: string) => {
    typed.set(text)
    startTransition(() => setSearch(text))
  }
  const [importing, setImporting] = useState(false)
  const [ordering, setOrdering] = useState<OrderAt | null>(null)
  const [edited, setEdited] = useState<Edited | null>(null)
  /** Where a new dish goes. */
  const [place, setPlace] = useState<{ categoryId: string; subCategoryId: string | null } | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const dishes = useMemo(() => categories.flatMap(dishesOf), [categories])
  const found = useMemo(() => foundIn(categories, search), [categories, search])
  const prices = usePrices(dishes)
  // If the outlet has left the chain, dishes copied from its menu count as the outlet's own.
  const inChain = useProfileQuery().data?.restaurant.hasPartner ?? false
  const { mutateAsync: setAvailable } = useCommand('PATCH /menus/item/:id/availability', { quiet: true })
  useShortcuts({ '/': { label: 'Search', run: () => searchField.current?.focus() } })

  // Stable callbacks, so that a row is rendered again only when its own dish changes.
  const latest = useRef({ view, prices })
  useEffect(() => void (latest.current = { view, prices }))
  const onOpen = useCallback((id: string) => latest.current.view.open(id), [])
  // The price's field takes the focus once it is there.
  const pressed = useRef<string | null>(null)
  const onPrice = useCallback((id: string) => {
    latest.current.prices.open(id)
    pressed.current = id
  }, [])
  const [revealed, setRevealed] = useState<{ id: string } | null>(null)
  const reveal = (id: string) => {
    typed.set('')
    setSearch('')
    setRevealed({ id })
    pressed.current = id
  }
  useEffect(() => {
    if (pressed.current) prices.form.focus(pressed.current, { shouldSelect: true })
    pressed.current = null
  })
  const onAvailable = useCallback(
    ({ _id }: MenuItemShape, available: boolean) => setAvailable({ params: { id: _id }, body: { available } }),
    [setAvailable],
  )

  const row = useMemo(() => ({ inChain, onOpen, onPrice, onAvailable }), [inChain, onOpen, onPrice, onAvailable])

  const addDish = (category?: CategoryShape, sub?: Subcategory) => {
    setPlace({ categoryId: category?._id ?? categories[0]?._id ?? '', subCategoryId: sub?._id ?? null })
    view.open(NEW)
  }
  const remove = useRemoveWithItems()
  const acts = useRef({ addDish, remove })
  useEffect(() => void (acts.current = { addDish, remove }))
  const mayOrder = useMay('PUT /menus/order')
  const whyNot = mayOrder.ok ? null : mayOrder.why
  const menus = useMemo((): Menus => {
    const order = (at: OrderAt) => ({ label: 'Put in order', disabledReason: whyNot, onSelect: () => setOrdering(at) })
    return {
      category: (category) => [
        { label: 'Edit', onSelect: () => setEdited({ category }) },
        { label: 'Add item', onSelect: () => acts.current.addDish(category) },
        { label: 'Add subcategory', onSelect: () => setEdited({ category, sub: null }) },
        order({ categoryId: category._id, subCategoryId: null }),
        'separator',
        { label: 'Delete', danger: true, onSelect: () => void acts.current.remove.category(category) },
      ],
      subcategory: (category, sub) => [
        { label: 'Edit', onSelect: () => setEdited({ category, sub }) },
        { label: 'Add item', onSelect: () => acts.current.addDish(category, sub) },
        order({ categoryId: category._id, subCategoryId: sub._id }),
        'separator',
        { label: 'Delete', danger: true, onSelect: () => void acts.current.remove.subcategory(category, sub) },
      ],
    }
  }, [whyNot])
  const open = dishes.find(({ _id }) => _id === view.row) ?? null
  const dishSheet = (dish: MenuItemShape | null) => (
    <DishSheet
      key={dish?._id}
      dish={dish}
      inChain={inChain}
      categories={categories}
      place={place ?? { categoryId: categories[0]?._id ?? '', subCategoryId: null }}
      stations={[...new Set(dishes.flatMap(({ station }) => station ?? []))]}
      onClose={view.close}
    />
  )

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <MenuBar
        categories={categories.length}
        items={dishes.length}
        soldOut={dishes.filter(isSoldOut).length}
        typed={typed}
        onSearch={onSearch}
        searchField={searchField}
        onImport={() => setImporting(true)}
        onOrder={() => setOrdering(ALL)}
        onAddCategory={() => setEdited({ category: null })}
        onAddItem={() => addDish()}
      />
      {categories.length === 0 ? (
        <EmptyState
          className="bg-surface"
          icon={<UtensilsCrossed />}
          title="The menu is empty."
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" icon={<FolderPlus />} onClick={() => setEdited({ category: null })}>
                Add category
              </Button>
              <Button icon={<Upload />} onClick={() => setImporting(true)}>
                Import CSV
              </Button>
            </span>
          }
        />
      ) : found?.size === 0 ? (
        <EmptyState
          className="bg-surface"
          icon={<SearchX />}
          title={`No item matches “${search.trim()}”.`}
          action={<Button onClick={() => onSearch('')}>Clear search</Button>}
        />
      ) : null}
      <FormBody form={prices.form} size={32} showEdited className="flex-1 bg-surface">
        <div
          aria-hidden="true"
          className={`${COLUMNS} min-h-9 text-12 font-medium text-muted max-sm:hidden`}
          hidden={categories.length === 0}
        >
          <span className="sm:pl-6">Name</span>
          <span className="text-right">Options</span>
          <span className="px-2 text-right">Price</span>
          <span className="text-right">Available</span>
        </div>
        <MenuTree categories={categories} found={found} open={view.row} revealed={revealed} prices={prices} row={row} menus={menus} />
      </FormBody>
      {categories.length === 0 ? null : <PriceBar prices={prices} onShow={reveal} />}
      {view.row === NEW ? (
        dishSheet(null)
      ) : (
        <Kept key={view.row} row={open} noun="dish">
          {dishSheet}
        </Kept>
      )}
      {importing ? (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
      {ordering ? (
        <Suspense>
          <OrderSheet categories={categories} start={ordering} onClose={() => setOrdering(null)} />
        </Suspense>
      ) : null}
      {edited ? <EditedSheet edited={edited} categories={categories} onClose={() => setEdited(null)} /> : null}
    </div>
  )
}

/** The sheet of a category or subcategory as it is now; both stay when another device deletes them. */
function EditedSheet({ edited, categories, onClose }: { edited: Edited; categories: readonly CategoryShape[]; onClose: () => void }) {
  const { category } = edited
  if (category === null) return <CategorySheet category={null} onClose={onClose} />
  const now = <T extends { _id: string }>(all: readonly T[], one: T) => all.find(({ _id }) => _id === one._id) ?? null
  return (
    <Kept row={now(categories, category)} noun="category">
      {(category) =>
        !('sub' in edited) ? (
          <CategorySheet category={category} onClose={onClose} />
        ) : edited.sub === null ? (
          <SubcategorySheet category={category} sub={null} onClose={onClose} />
        ) : (
          <Kept row={now(category.subcategories, edited.sub)} noun="subcategory">
            {(sub) => <SubcategorySheet category={category} sub={sub} onClose={onClose} />}
          </Kept>
        )
      }
    </Kept>
  )
}
