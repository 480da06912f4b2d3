import { useQuery } from '@tanstack/react-query'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { recipesGone } from '#domain/menuWrite.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'

/** The variants whose recipes are deleted when the dish gets other variants; undefined while that is unknown, or for a person who may not read recipes. */
export function useRecipesGone(dish: MenuItemShape, after: readonly { name: string }[]): string[] | undefined {
  const may = useMay('GET /menus/recipe')
  const { data } = useQuery({ ...apiQuery('GET /menus/recipe'), enabled: may.ok && dish.variants.length > 0 })
  return data && recipesGone(data.recipes, { id: dish._id, variants: dish.variants }, after)
}

/** Warns that saving a dish with these variants deletes recipes: those of variants that are gone. Only for a person who may read recipes. */
export function RecipesGone({ dish, variants }: { dish: MenuItemShape; variants: readonly { name: string }[] }) {
  const after = variants.map(({ name }) => ({ name: name.trim() }))
  const gone = useRecipesGone(dish, after) ?? []
  return gone.length > 0 ? (
    <Banner tone="warning">
      Saving deletes the recipe{gone.length > 1 ? 's' : ''} of {gone.join(', ')}.
    </Banner>
  ) : null
}
