import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { confirm, useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useCommand } from '#web/core/query.ts'
import { contentsOf, itemsOf } from './tree.ts'

type Subcategory = CategoryShape['subcategories'][number]
const READS = ['POST /menus/restaurant', 'POST /menus/categories', 'GET /menus/recipe'] as const

/** Deletes a category or a subcategory with all its items. The question says how many. */
export function useRemoveWithItems() {
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
