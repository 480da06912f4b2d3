import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useRecipesGone } from './RecipesGone.tsx'

type OwnField = NonNullable<MenuItemShape['own']>[number]
const WORDS: Record<OwnField, string> = { price: 'price', variants: 'variants', addonGroups: 'addons', available: 'availability' }

/** `chain, own price`; null for a dish that is not from the chain menu. */
export const chainText = ({ masterId, own = [] }: Pick<MenuItemShape, 'masterId' | 'own'>): string | null =>
  masterId === undefined ? null : own.length === 0 ? 'chain' : `chain, own ${own.map((field) => WORDS[field]).join(', ')}`

/** In the sheet of a dish from the partner's chain menu: which values are the restaurant's own, and a button that takes the chain's values again. */
export function FromChain({ dish, dirty, onDone }: { dish: MenuItemShape; dirty: boolean; onDone: () => void }) {
  const may = useMay('PUT /menus/item')
  const { mutate, isPending } = useCommand('PUT /menus/item', {
    invalidates: ['POST /menus/restaurant', 'GET /menus/recipe'],
    onSuccess: ({ item }) => {
      snack.success(`${item.name} has the chain’s values again`)
      onDone()
    },
  })
  const confirm = useConfirm()
  const withRecipe = useRecipesGone(dish, [])
  /** Which variants the chain has is known only to the server, so the question names all that have a recipe. */
  const question = {
    title: 'Take the chain’s variants again?',
    body: `A recipe is deleted with its variant if the chain has no such variant. ${withRecipe ? `Variants with a recipe: ${withRecipe.join(', ')}.` : ''}`,
    confirmLabel: 'Take the chain’s',
    tone: 'danger' as const,
  }
  const take = async (field: OwnField) => {
    const asks = field === 'variants' && dish.variants.length > 0 && withRecipe?.length !== 0
    if (!asks || (await confirm(question))) mutate({ query: { id: dish._id }, body: { follow: [field], version: dish.version } })
  }
  const own = dish.own ?? []
  return (
    <Banner role="note">
      From the chain: your partner’s next push may change it.{' '}
      {own.length === 0
        ? 'A price, variants, addons or availability that you set here stay yours.'
        : `Your own ${own.map((field) => WORDS[field]).join(', ')} ${own.length === 1 && own[0] !== 'variants' && own[0] !== 'addonGroups' ? 'stays' : 'stay'} as set here.`}
      {own.length > 0 ? (
        <span className="mt-1 flex flex-wrap gap-2">
          {own.map((field) => (
            <Button
              key={field}
              size={32}
              loading={isPending}
              disabledReason={!may.ok ? may.why : dirty ? 'Save what you changed first' : null}
              onClick={() => void take(field)}
            >
              Take the chain’s {WORDS[field]} again
            </Button>
          ))}
        </span>
      ) : null}
    </Banner>
  )
}
