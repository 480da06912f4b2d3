import { useEffect, useState } from 'react'
import type { EventData } from '#domain/api/events.ts'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { messageOf } from '#web/core/api.ts'
import { useLive } from '#web/core/live.ts'
import { isGone, useCommand } from '#web/core/query.ts'
import { sessionNow, useRestaurantId } from '#web/core/session.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

/** What runs out, by a sale or by hand, and the question whether its dishes are sold out (SCREENS §6.7). */
type Material = Pick<EventData<'stockLow'>['material'], '_id' | 'name' | 'usedIn'>

const NOTICE = 'ran-out'
const NOTICE_SECONDS = 30
/** When a page of this device asked about a material itself: the event of that change, which comes before or soon after, says nothing new. */
const own = new Map<string, number>()
const SOON_MS = 10_000
export function tookOver(materials: readonly Material[]): void {
  for (const { _id } of materials) own.set(_id, Date.now())
  const left = told.filter((one) => !materials.some(({ _id }) => _id === one._id))
  if (left.length < told.length) tell(left)
}

const dishesOf = (materials: readonly Material[]) => [
  ...new Map(materials.flatMap((m) => m.usedIn).map((dish) => [dish._id, dish])).values(),
]
const namesOf = (materials: readonly Material[]) => materials.map((m) => m.name).join(', ')

/** What the open notice names, and what its press asks about. Both last while the person goes from one shell to another. */
let told: readonly Material[] = []
const asked = createStore<readonly Material[]>([])
const close = () => asked.set([])
/** The restaurant that they are of. */
let heldFor = ''
function forgetAll(): void {
  tell([])
  close()
}

function tell(materials: readonly Material[]): void {
  told = materials
  if (materials.length === 0) return snack.close(NOTICE)
  snack.warning(`${namesOf(materials)} ran out, used in ${plural(dishesOf(materials).length, 'dish', 'dishes')}`, {
    id: NOTICE,
    seconds: NOTICE_SECONDS,
    action: {
      label: 'Mark sold out',
      run: () => {
        // At once: the notice itself is only closed with the next frame.
        told = []
        asked.set(materials)
      },
    },
    onClose: () => {
      if (told === materials) told = []
    },
  })
}

/** A sale used a material up: says so on every screen that may mark dishes sold out, without getting into the way of what is typed there. */
export function RanOut() {
  const materials = useStore(asked)
  const restaurantId = useRestaurantId()
  useLive('stockLow', ({ material }) => {
    if (material.currentStock > 0 || material.usedIn.length === 0) return
    if (Date.now() - (own.get(material._id) ?? 0) < SOON_MS) return
    tell([...told.filter(({ _id }) => _id !== material._id), material])
  })
  useEffect(() => {
    if (heldFor !== restaurantId) forgetAll()
    heldFor = restaurantId
    return () => {
      if (sessionNow().status !== 'in') forgetAll()
    }
  }, [restaurantId])
  return materials.length > 0 ? <RanOutDialog materials={materials} onClose={close} /> : null
}

/** SCREENS: "Used in 4 dishes (recipes) – Mark sold out?" */
export function RanOutDialog({ materials, onClose }: { materials: readonly Material[]; onClose: () => void }) {
  const dishes = dishesOf(materials)
  const [off, setOff] = useState<ReadonlySet<string>>(() => new Set(dishes.map((dish) => dish._id)))
  const [busy, setBusy] = useState(false)
  const command = useCommand('PATCH /menus/item/:id/availability', { quiet: true })
  const chosen = dishes.filter((dish) => off.has(dish._id))
  async function mark() {
    setBusy(true)
    const failed: string[] = []
    let why: unknown
    for (const dish of chosen) {
      try {
        await command.mutateAsync({ params: { id: dish._id }, body: { available: false } })
      } catch (error) {
        // A dish that was deleted is not on sale either.
        if (isGone(error)) continue
        failed.push(dish._id)
        why = error
      }
    }
    setBusy(false)
    if (failed.length === 0) {
      snack.success(`${plural(chosen.length, 'dish is', 'dishes are')} sold out`)
      return onClose()
    }
    // What failed stays ticked, so that the next press tries it again.
    setOff(new Set(failed))
    const names = chosen.filter(({ _id }) => failed.includes(_id)).map(({ name }) => name)
    snack.error(`Still on sale: ${names.join(', ')}. ${messageOf(why)}`)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      onCancel={onClose}
      title={`${namesOf(materials)} ran out`}
      body={`Used in ${plural(dishes.length, 'dish', 'dishes')} (recipes). Mark ${dishes.length === 1 ? 'it' : 'them'} sold out?`}
      confirmLabel={chosen.length === dishes.length ? 'Mark sold out' : `Mark ${plural(chosen.length, 'dish', 'dishes')} sold out`}
      cancelLabel="Keep on sale"
      loading={busy}
      disabledReason={chosen.length === 0 ? 'Choose a dish' : null}
      onConfirm={() => void mark()}
    >
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {dishes.map((dish) => (
          <li key={dish._id}>
            <Checkbox
              label={dish.name}
              checked={off.has(dish._id)}
              onCheckedChange={(on) => setOff((old) => new Set(on ? [...old, dish._id] : [...old].filter((id) => id !== dish._id)))}
            />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
