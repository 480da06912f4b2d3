import { useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { plural } from '#domain/text.ts'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { useDates } from '#web/core/dates.ts'
import { useOnline } from '#web/core/online.ts'
import { useCommand } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { DietMark } from '#web/ui/DietMark.tsx'
import { useSoldOut } from './useSoldOut.ts'

type Props = { title: string; description: string; dishes: readonly MenuItemShape[]; leavesOff?: boolean; onClose: () => void }

/** One press each to put a dish back, or all at once. `leavesOff`: a dish is asked about, so that it can also be left off; the list closes with the last one. */
export function SoldOutSheet({ title, description, dishes, leavesOff = false, onClose }: Props) {
  const online = useOnline()
  const [leftOff, setLeftOff] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const { mutateAsync } = useCommand('PATCH /menus/item/:id/availability', { quiet: true })
  const left = dishes.filter(({ _id }) => !leftOff.has(_id))
  const offline = online ? null : 'You are offline'
  const leaveOff = (id: string) => (left.length === 1 ? onClose() : setLeftOff((all) => new Set(all).add(id)))
  const allBack = async () => {
    setBusy(true)
    let back = 0
    try {
      for (const { _id } of left) {
        await mutateAsync({ params: { id: _id }, body: { available: true } })
        back += 1
      }
    } catch (error) {
      showError(error)
    }
    setBusy(false)
    if (back > 0) snack.success(`${plural(back, 'dish is', 'dishes are')} back on the menu`)
  }
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      bodyClassName="px-4 py-1"
      footer={
        left.length > 1 ? (
          <>
            <Button className="flex-1" onClick={onClose}>
              {leavesOff ? 'Leave all off' : 'Close'}
            </Button>
            <Button variant="primary" className="flex-1" loading={busy} disabledReason={offline} onClick={() => void allBack()}>
              All back on the menu
            </Button>
          </>
        ) : null
      }
    >
      <ul>
        {left.map((dish) => (
          <Dish key={dish._id} dish={dish} refusal={offline} onLeaveOff={leavesOff ? () => leaveOff(dish._id) : null} />
        ))}
      </ul>
    </Sheet>
  )
}

function Dish({ dish, refusal, onLeaveOff }: { dish: MenuItemShape; refusal: string | null; onLeaveOff: (() => void) | null }) {
  const { setAvailable, pending } = useSoldOut()
  const dates = useDates()
  return (
    <li className="grid gap-2 border-t border-hairline py-3 first:border-t-0">
      <span className="flex items-center gap-3">
        <DietMark diet={dish.dietType} isAlcohol={dish.isAlcohol} />
        <span className="min-w-0 flex-1">
          <span className="block text-16 font-medium [overflow-wrap:anywhere]">{dish.name}</span>
          <span className="block text-14 text-muted">
            {dish.available ? 'None left' : 'Switched off'}
            {dish.unavailableSince ? ` since ${dates.dayAndTime(dish.unavailableSince)}` : null}
          </span>
        </span>
      </span>
      <span className="flex gap-2">
        {onLeaveOff ? (
          <Button className="flex-1" aria-label={`Leave off: ${dish.name}`} onClick={onLeaveOff}>
            Leave off
          </Button>
        ) : null}
        <Button
          className="flex-1"
          variant="success-outline"
          loading={pending}
          disabledReason={refusal}
          aria-label={`Back on the menu: ${dish.name}`}
          onClick={() => setAvailable(dish, true)}
        >
          Back on the menu
        </Button>
      </span>
    </li>
  )
}
