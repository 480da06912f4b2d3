import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, FolderPlus, Plus, SearchX, TriangleAlert, Upload, UtensilsCrossed } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { plural } from '#domain/text.ts'
import { confirm, useConfirm } from '#web/app/feedback/confirm.tsx'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { FormBody, SaveBar } from '#web/app/form/shells.tsx'
import { download } from '#web/app/list/download.ts'
import { useView } from '#web/app/list/useView.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { call } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { isSoldOut } from '#web/shared/menu/menu.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { CategorySheet, SubcategorySheet } from './CategorySheet.tsx'
import { COLUMNS, DishRow } from './DishRow.tsx'
import { DishSheet } from './DishSheet.tsx'
import { MenuTree } from './MenuTree.tsx'
import { contentsOf, dishesOf, foundIn, itemsOf } from './tree.ts'
import { usePrices } from './usePrices.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
const NEW = 'new'
const READS = ['POST /menus/restaurant', 'POST /menus/categories', 'GET /menus/recipe'] as const

/** `/restaurant/settings/menu`: the whole menu as a tree, with price and availability in the list (SCREENS §2.3 "/menu"). */
export default function MenuPage() {
  const query = useQuery(apiQuery('POST /menus/restaurant', { body: { restaurantId: useRestaurantId() } }))
  return <Loaded query={query}>{({ menu }) => <MenuEditor categories={menu.categories} />}</Loaded>
}

type Subcategory = CategoryShape['subcategories'][number]
type Edited = { category: CategoryShape | null } | { category: CategoryShape; sub: Subcategory | null }

function MenuEditor({ categories }: { categories: readonly CategoryShape[] }) {
  const view = useView({ row: 'item' })
  const [search, setSearch] = useState('')
  const [importing, setImporting] = useState(false)
  const [edited, setEdited] = useState<Edited | null>(null)
  /** Where a new dish goes. */
  const [place, setPlace] = useState<{ categoryId: string; subCategoryId: string | null } | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const dishes = useMemo(() => categories.flatMap(dishesOf), [categories])
  // What is typed is shown at once, the rows follow.
  const asked = useDeferredValue(search)
  const found = useMemo(() => foundIn(categories, asked), [categories, asked])
  const prices = usePrices(dishes)
  const { mutateAsync: setAvailable } = useCommand('PATCH /menus/item/:id/availability', { quiet: true })
  useShortcuts({ '/': { label: 'Search', run: () => searchField.current?.focus() } })

  // The rows' callbacks stay the same, so that a row is drawn again only when its own dish changes.
  const latest = useRef({ view, prices })
  useEffect(() => void (latest.current = { view, prices }))
  const onOpen = useCallback((id: string) => latest.current.view.open(id), [])
  // The price's field takes the focus once it is there.
  const pressed = useRef<string | null>(null)
  const onPrice = useCallback((id: string) => {
    latest.current.prices.open(id)
    pressed.current = id
  }, [])
  useEffect(() => {
    if (pressed.current) prices.form.focus(pressed.current, { shouldSelect: true })
    pressed.current = null
  })
  const onAvailable = useCallback(
    ({ _id }: MenuItemShape, available: boolean) => setAvailable({ params: { id: _id }, body: { available } }),
    [setAvailable],
  )

  const addDish = (category?: CategoryShape, sub?: Subcategory) => {
    setPlace({ categoryId: category?._id ?? categories[0]?._id ?? '', subCategoryId: sub?._id ?? null })
    view.open(NEW)
  }
  const remove = useRemoveWithItems()
  const soldOut = dishes.filter(isSoldOut).length
  const open = dishes.find(({ _id }) => _id === view.row)
  const cleared = prices.changed.filter(({ ingredients }) => ingredients.length > 0)

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-hairline bg-bg px-3 py-2 sm:px-4">
        <p className="min-w-0 flex-1 basis-32 text-14 text-muted max-sm:sr-only">
          {plural(dishes.length, 'item')}, {soldOut} sold out
        </p>
        <div className="min-w-0 basis-56 max-sm:order-1 max-sm:basis-full">
          <SearchInput
            ref={searchField}
            size={32}
            label={`Search ${plural(dishes.length, 'item')}`}
            kbd="/"
            maxLength={40}
            value={search}
            onChange={setSearch}
          />
        </div>
        <MenuOfMenu onImport={() => setImporting(true)} />
        <Button size={32} icon={<FolderPlus />} onClick={() => setEdited({ category: null })}>
          Category
        </Button>
        <Button
          size={32}
          icon={<Plus />}
          disabledReason={categories.length === 0 ? 'Add a category first' : null}
          onClick={() => addDish()}
        >
          Item
        </Button>
      </div>
      {categories.length === 0 ? (
        <EmptyState
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
          icon={<SearchX />}
          title={`No item matches “${search.trim()}”.`}
          action={<Button onClick={() => setSearch('')}>Clear search</Button>}
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
        <MenuTree
          categories={categories}
          found={found}
          dish={(dish) => (
            <DishRow
              dish={dish}
              prices={prices.isOpen(dish._id) ? prices.form : null}
              selected={dish._id === view.row}
              onOpen={onOpen}
              onPrice={onPrice}
              onAvailable={onAvailable}
            />
          )}
          categoryMenu={(category) => [
            { label: 'Edit', onSelect: () => setEdited({ category }) },
            { label: 'Add item', onSelect: () => addDish(category) },
            { label: 'Add subcategory', onSelect: () => setEdited({ category, sub: null }) },
            'separator',
            { label: 'Delete', danger: true, onSelect: () => void remove.category(category) },
          ]}
          subcategoryMenu={(category, sub) => [
            { label: 'Edit', onSelect: () => setEdited({ category, sub }) },
            { label: 'Add item', onSelect: () => addDish(category, sub) },
            'separator',
            { label: 'Delete', danger: true, onSelect: () => void remove.subcategory(category, sub) },
          ]}
        />
      </FormBody>
      {categories.length === 0 ? null : (
        <SaveBar
          form={prices.form}
          note={
            <>
              <span className="max-w-full min-w-0 truncate text-14 text-muted">{prices.changed.map(({ name }) => name).join(', ')}</span>
              {prices.form.message ? <span className="text-14 text-danger">{prices.form.message}</span> : null}
              {cleared.length > 0 ? (
                <span className="inline-flex items-center gap-1.5 rounded-control bg-warning-soft px-2 py-0.5 text-14 text-on-warning-soft">
                  <TriangleAlert className="size-4" aria-hidden="true" />
                  Saving clears the ingredients of {cleared.map(({ name }) => name).join(', ')}
                </span>
              ) : null}
            </>
          }
        />
      )}
      {view.row === NEW || open ? (
        <DishSheet
          key={open?._id}
          dish={open ?? null}
          categories={categories}
          place={place ?? { categoryId: categories[0]?._id ?? '', subCategoryId: null }}
          stations={[...new Set(dishes.flatMap(({ station }) => station ?? []))]}
          onClose={view.close}
        />
      ) : null}
      {importing ? (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
      {edited === null ? null : 'sub' in edited ? (
        <SubcategorySheet category={edited.category} sub={edited.sub} onClose={() => setEdited(null)} />
      ) : (
        <CategorySheet category={edited.category} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

/** Deletes a category or a subcategory with all its items. The question says how many. */
function useRemoveWithItems() {
  useConfirm()
  const category = useCommand('DELETE /menus/category', { quiet: true, invalidates: READS })
  const subcategory = useCommand('DELETE /menus/subcategory', { quiet: true, invalidates: READS })
  const ask = async (name: string, contents: string, run: () => Promise<{ message: string }>) => {
    const question = {
      title: `Delete ${name} with its ${contents}?`,
      body: 'They leave the menu at once. Orders that have them keep them.',
    }
    if (await confirm({ ...question, confirmLabel: 'Delete', tone: 'danger', run })) snack.success(`${name} was deleted`)
  }
  return {
    category: (one: CategoryShape) => ask(one.name, contentsOf(one), () => category.mutateAsync({ query: { id: one._id } })),
    subcategory: (of: CategoryShape, one: Subcategory) =>
      ask(one.name, itemsOf(one), () => subcategory.mutateAsync({ query: { categoryId: of._id, subCategoryId: one._id } })),
  }
}

/** What is done with the menu as a whole. */
function MenuOfMenu({ onImport }: { onImport: () => void }) {
  const dates = useDates()
  const save = () => call('GET /menus/export').then((csv) => download(`menu-${dates.date(Date.now())}.csv`, csv), showError)
  return (
    <Menu
      size={36}
      trigger={<IconButton size={32} variant="outline" label="More for the menu" icon={<Ellipsis />} />}
      items={[
        { label: 'Import CSV', icon: <Upload />, onSelect: onImport },
        { label: 'Export CSV', icon: <Download />, onSelect: () => void save() },
      ]}
    />
  )
}
