import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

type OwnField = NonNullable<MenuItemShape['own']>[number]
const WORDS: Record<OwnField, string> = { price: 'price', variants: 'variants', addonGroups: 'addons', available: 'availability' }

/** `chain, own price`; null for a dish that is not from the chain menu. */
export const chainText = ({ masterId, own = [] }: Pick<MenuItemShape, 'masterId' | 'own'>): string | null =>
  masterId === undefined ? null : own.length === 0 ? 'chain' : `chain, own ${own.map((field) => WORDS[field]).join(', ')}`

/** In the sheet of a dish from the partner's chain menu: which values are the restaurant's own, and a button that takes the chain's values again. */
export function FromChain({ dish, dirty, onDone }: { dish: MenuItemShape; dirty: boolean; onDone: () => void }) {
  const may = useMay('PUT /menus/item')
  const { mutate, isPending } = useCommand('PUT /menus/item', {
    invalidates: ['POST /menus/restaurant'],
    onSuccess: ({ item }) => {
      snack.success(`${item.name} has the chain’s values again`)
      onDone()
    },
  })
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
              onClick={() => mutate({ query: { id: dish._id }, body: { follow: [field], version: dish.version } })}
            >
              Take the chain’s {WORDS[field]} again
            </Button>
          ))}
        </span>
      ) : null}
    </Banner>
  )
}
