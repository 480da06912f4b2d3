import { useQuery } from '@tanstack/react-query'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { recipesGone } from '#domain/menuWrite.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'

/** Warns that saving a dish with these variants deletes recipes: those of variants that are gone. Only for a person who may read recipes. */
export function RecipesGone({ dish, variants }: { dish: MenuItemShape; variants: readonly { name: string }[] }) {
  const may = useMay('GET /menus/recipe')
  const { data } = useQuery({ ...apiQuery('GET /menus/recipe'), enabled: may.ok && dish.variants.length > 0 })
  const after = variants.map(({ name }) => ({ name: name.trim() }))
  const gone = recipesGone(data?.recipes ?? [], { id: dish._id, variants: dish.variants }, after)
  return gone.length > 0 ? (
    <Banner tone="warning">
      Saving deletes the recipe{gone.length > 1 ? 's' : ''} of {gone.join(', ')}.
    </Banner>
  ) : null
}
