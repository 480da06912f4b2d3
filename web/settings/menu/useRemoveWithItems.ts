import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { confirm, useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { ApiError } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { contentsOf, dishesOf, itemsOf } from './tree.ts'

type Subcategory = CategoryShape['subcategories'][number]
const READS = ['POST /menus/restaurant', 'POST /menus/categories', 'GET /menus/recipe'] as const

/** Deletes a category or a subcategory with all its items. The question says how many; if there are others by then, the refusal does, and the next press is about those. */
export function useRemoveWithItems() {
  useConfirm()
  const category = useCommand('DELETE /menus/category', { quiet: true, invalidates: READS })
  const subcategory = useCommand('DELETE /menus/subcategory', { quiet: true, invalidates: READS })
  const ask = async (name: string, contents: string, items: number, run: (items: number) => Promise<unknown>) => {
    let seen = items
    const question = {
      title: `Delete ${name} with its ${contents}?`,
      body: 'They leave the menu at once. Orders that have them keep them.',
      run: () =>
        run(seen).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'menu_changed') seen = Number(error.details.items)
          throw error
        }),
    }
    if (await confirm({ ...question, confirmLabel: 'Delete', tone: 'danger' })) snack.success(`${name} was deleted`)
  }
  return {
    category: (one: CategoryShape) =>
      ask(one.name, contentsOf(one), dishesOf(one).length, (items) => category.mutateAsync({ query: { id: one._id, items } })),
    subcategory: (of: CategoryShape, one: Subcategory) =>
      ask(one.name, itemsOf(one), one.menuItems.length, (items) =>
        subcategory.mutateAsync({ query: { categoryId: of._id, subCategoryId: one._id, items } }),
      ),
  }
}
