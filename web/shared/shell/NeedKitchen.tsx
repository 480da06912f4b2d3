import { ChefHat } from 'lucide-react'
import { itemsText } from '#web/shared/order/held.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { Button } from '#web/ui/Button.tsx'
import { useTellKitchen } from './kitchenTold.ts'
import type { Need } from './needs.ts'
import { Row } from './NeedRow.tsx'

/** Tickets that no kitchen screen shows. One press says that the kitchen was told; they also leave as soon as a kitchen screen shows them. */
export default function Kitchen({ need, className }: { need: Extract<Need, { kind: 'kitchen' }>; className?: string }) {
  const { kots, label } = need
  const refusal = why.tellKitchen(useWho())
  const tell = useTellKitchen()
  const numbers = `KOT ${kots.map((kot) => kot.kotNumber).join(', ')}`
  return (
    <Row
      look="bg-warning-soft text-on-warning-soft [&>svg]:text-warning-icon"
      icon={ChefHat}
      need={need}
      detail={kots[1] ? numbers : kots.map(itemsText).join('')}
      className={className}
    >
      <Button
        className="px-3"
        disabledReason={refusal}
        loading={tell.isPending}
        aria-label={`Kitchen told of ${label}, ${numbers}`}
        onClick={() => tell.run(kots)}
      >
        Kitchen told
      </Button>
    </Row>
  )
}
