import { useQuery } from '@tanstack/react-query'
import { CookingPot, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { allItems } from '#domain/menu.ts'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { plainPaise, toPaise } from '#domain/money.ts'
import { costInStock } from '#domain/stock.ts'
import { plural } from '#domain/text.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, type ViewSpec } from '#web/app/list/view.ts'
import { PageButton } from '#web/app/PageButton.tsx'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { costOf, costText, lacksRecipe, nameOf, priceOf, type Row, rowsOf, shareText } from './recipes.ts'
import { RecipeSheet } from './RecipeSheet.tsx'

const VIEW = {
  filters: {
    show: choice({
      label: 'Show',
      as: 'chips',
      initial: 'all',
      options: [
        { value: 'all', label: 'All dishes' },
        { value: 'without', label: 'Without a recipe' },
      ],
    }),
  },
  sorts: ['dish', 'cost', 'share'],
  row: 'item',
} satisfies ViewSpec

/** `/restaurant/settings/recipe`: which raw materials a portion of each dish takes (SCREENS §2.3 "/recipe"). Dishes that lack a recipe come first. */
export default function RecipePage() {
  const view = useView(VIEW)
  const menu = useQuery(apiQuery('POST /menus/restaurant', { body: { restaurantId: useRestaurantId() } }))
  const recipes = useQuery(apiQuery('GET /menus/recipe'))
  const stock = useQuery(apiQuery('GET /restaurant/inventory/raw-materials/all'))
  const lots = useQuery(apiQuery('GET /restaurant/inventory/stocks/all'))
  const dishes = useMemo(() => (menu.data && recipes.data ? allItems<MenuItemShape>(menu.data.menu) : []), [menu.data, recipes.data])
  // As each dish was when this page first had it: a dish keeps its place when its recipe is saved.
  const [lacking, setLacking] = useState<ReadonlyMap<string, boolean>>(new Map())
  const added = recipes.data ? dishes.filter(({ _id }) => !lacking.has(_id)) : []
  if (added.length > 0)
    setLacking(new Map([...lacking, ...added.map((dish) => [dish._id, lacksRecipe(dish, recipes.data?.recipes ?? [])] as const)]))
  const rows = useMemo(
    () =>
      menu.data && recipes.data && stock.data && lots.data
        ? rowsOf(dishes, recipes.data.recipes, ({ _id }) => lacking.get(_id) ?? false)
        : undefined,
    [dishes, lacking, menu.data, recipes.data, stock.data, lots.data],
  )
  // By what was paid for what is in stock: the usual price is a number that somebody typed once.
  const materials = useMemo(() => {
    const of = Map.groupBy(lots.data?.stocks ?? [], (lot) => lot.rawMaterial._id)
    return new Map(
      (stock.data?.rawMaterials ?? []).map((one) => [one._id, { ...one, costPerUnit: costInStock(one, of.get(one._id) ?? []) }]),
    )
  }, [stock.data, lots.data])
  const cost = ({ recipe }: Row) => (recipe ? costOf(recipe.ingredients, materials) : { rupees: null, without: [] })
  const columns: Column<Row>[] = [
    { key: 'dish', head: 'Dish', value: nameOf, below: ({ dish }) => dish.categoryName },
    {
      key: 'materials',
      head: 'Raw materials',
      value: ({ recipe }) => recipe?.ingredients.map(({ name, quantity, unit }) => `${name} ${quantity} ${unit}`).join(', ') ?? '',
      cell: ({ recipe }) =>
        recipe ? (
          <span className="line-clamp-2">
            {recipe.ingredients.map(({ name, quantity, unit }) => `${name} ${quantity} ${unit}`).join(', ')}
          </span>
        ) : (
          <StatusChip tone="warning">No recipe</StatusChip>
        ),
      cellClassName: 'text-muted',
      // The dish gets the most room, because names such as "Belgian Chocolate Shake (Large)" and "(Regular)" differ only at their end.
      width: 'w-32 @min-[920px]:w-auto',
    },
    {
      key: 'cost',
      head: 'A portion costs',
      value: (row) => cost(row).rupees,
      csv: (row) => {
        const { rupees } = cost(row)
        return rupees === null ? '' : plainPaise(toPaise(rupees))
      },
      cell: (row) => costText(row, cost(row).rupees),
      below: (row) =>
        cost(row).without.length > 0
          ? `without ${plural(cost(row).without.length, 'material')}`
          : shareText(cost(row).rupees, priceOf(row)),
      numeric: true,
      width: 'w-40',
    },
  ]
  const failed = [menu, recipes, stock, lots].find((query) => query.isError && !query.data) ?? recipes
  const list = useAllRows(failed, rows, view, {
    key: (row) => row.key,
    columns,
    shows: (row) => view.filters.show === 'all' || row.recipe === null,
  })
  const remove = useRemoval('DELETE /menus/recipe', {
    body: 'Selling the dish no longer takes anything from stock.',
    invalidates: ['GET /menus/recipe', 'GET /restaurant/inventory/raw-materials/all'],
  })
  return (
    <ListPage
      noun={{ one: 'dish', many: 'dishes' }}
      view={view}
      list={list}
      columns={columns}
      rowName={nameOf}
      // The address may name a dish whose recipes are of its variants.
      known={rows?.find(({ dish }) => dish._id === view.row)}
      csv="recipes"
      nothingYet={{
        icon: <CookingPot />,
        title: 'The menu is empty. A recipe belongs to a dish.',
        action: <PageButton to={to.settingsMenu()}>Add dishes</PageButton>,
      }}
      sheet={(row, { onClose }) =>
        row && recipes.data ? (
          <RecipeSheet key={row.key} row={row} recipes={recipes.data.recipes} materials={materials} onClose={onClose} />
        ) : null
      }
      menu={(row) => [
        { label: row.recipe ? 'Edit' : 'Add recipe', icon: <Pencil />, onSelect: () => view.open(row.key) },
        row.recipe && {
          label: 'Delete recipe',
          icon: <Trash2 />,
          danger: true,
          onSelect: () => void remove(`the recipe of ${nameOf(row)}`, { query: { id: row.recipe?._id ?? '' } }),
        },
      ]}
    />
  )
}
