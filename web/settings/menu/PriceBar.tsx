import { TriangleAlert } from 'lucide-react'
import { SaveBar } from '#web/app/form/shells.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { usePrices } from './usePrices.ts'

type PriceBarProps = {
  prices: ReturnType<typeof usePrices>
  /** Shows the price of a dish that a search or a closed category hides. */
  onShow: (id: string) => void
}

/** Saves the prices typed in the list. It names the dishes, those whose price can't be saved too, and warns if saving clears their ingredients. */
export function PriceBar({ prices: { form, changed, wrong }, onShow }: PriceBarProps) {
  const namesOf = (dishes: typeof changed) => dishes.map(({ name }) => name).join(', ')
  const said = new Set(wrong.map(({ _id }) => _id))
  const cleared = changed.filter(({ ingredients }) => ingredients.length > 0)
  return (
    <SaveBar
      form={form}
      note={
        <>
          <span className="line-clamp-2 max-w-full min-w-0 text-14 wrap-anywhere text-muted">
            {namesOf(changed.filter(({ _id }) => !said.has(_id)))}
          </span>
          {form.message ? <span className="text-14 text-danger">{form.message}</span> : null}
          {wrong.map(({ _id, name, why }) => (
            <Button key={_id} variant="danger-quiet" size={32} onClick={() => onShow(_id)}>
              {name}: {why}
            </Button>
          ))}
          {cleared.length > 0 ? (
            <span className="inline-flex items-center gap-1.5 rounded-control bg-warning-soft px-2 py-0.5 text-14 text-on-warning-soft">
              <TriangleAlert className="size-4 flex-none" aria-hidden="true" />
              Saving clears the ingredients of {namesOf(cleared)}
            </span>
          ) : null}
        </>
      }
    />
  )
}
