import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { SortRows } from './SortRows.tsx'
import { contentsOf, itemsOf } from './tree.ts'

/** The list that is shown: all categories, the contents of a category, or the items of a subcategory. */
export type OrderAt = { categoryId: string | null; subCategoryId: string | null }
const ALL: OrderAt = { categoryId: null, subCategoryId: null }

/**
 * Puts categories, subcategories and items in order, by dragging or by buttons. One place at a time, so that a menu of hundreds of items stays easy to drag
 * in. Each move is saved at once, and every screen that shows the menu follows.
 */
export default function OrderSheet({
  categories,
  start,
  onClose,
}: {
  categories: readonly CategoryShape[]
  start: OrderAt
  onClose: () => void
}) {
  const [at, setAt] = useState(start)
  const category = categories.find(({ _id }) => _id === at.categoryId)
  const sub = category?.subcategories.find(({ _id }) => _id === at.subCategoryId)
  const place = sub ?? category
  const items = (place?.menuItems ?? []).map((dish) => ({
    id: dish._id,
    name: dish.name,
    dish,
  }))
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={place ? <span className="min-w-0 [overflow-wrap:anywhere]">{`Order in ${place.name}`}</span> : 'Order of the menu'}
      description="Drag the handles or press the arrows. All menus follow at once."
      bodyClassName="px-2 py-2"
    >
      {category ? (
        <Button
          size={32}
          variant="quiet"
          icon={<ChevronLeft />}
          className="max-w-full"
          onClick={() => setAt(sub ? { categoryId: category._id, subCategoryId: null } : ALL)}
        >
          <span className="truncate">{sub ? category.name : 'All categories'}</span>
        </Button>
      ) : (
        <SortRows
          label="Categories"
          place={{ kind: 'categories' }}
          saved={categories.map((one) => ({ id: one._id, name: one.name, note: contentsOf(one) }))}
          onOpen={(categoryId) => setAt({ categoryId, subCategoryId: null })}
        />
      )}
      {category && items.length > 0 ? (
        <SortRows
          key={`items of ${place?._id}`}
          label="Items"
          place={{ kind: 'items', categoryId: category._id, subCategoryId: sub?._id ?? null }}
          saved={items}
        />
      ) : null}
      {category && !sub && category.subcategories.length > 0 ? (
        <SortRows
          key={`subcategories of ${category._id}`}
          label="Subcategories"
          place={{ kind: 'subcategories', categoryId: category._id }}
          saved={category.subcategories.map((one) => ({ id: one._id, name: one.name, note: itemsOf(one) }))}
          onOpen={(subCategoryId) => setAt({ categoryId: category._id, subCategoryId })}
        />
      ) : null}
      {place && items.length === 0 && (sub || category?.subcategories.length === 0) ? (
        <p className="px-2 py-3 text-14 text-muted">Nothing is in {place.name} yet.</p>
      ) : null}
    </Sheet>
  )
}
