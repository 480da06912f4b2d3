import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { allItems } from '#domain/menu.ts'
import { stillSoldOut } from '#domain/soldOut.ts'
import { isEmpty } from '#domain/ticket.ts'
import { plural } from '#domain/text.ts'
import { type BusinessClock, businessDate } from '#domain/time.ts'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { useDates } from '#web/core/dates.ts'
import { useOnline } from '#web/core/online.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { readStored, writeStored } from '#web/core/store.ts'
import { RanOut } from '#web/shared/menu/RanOut.tsx'
import { useSoldOut } from '#web/shared/menu/useSoldOut.ts'
import { useAllDrafts } from '#web/shared/order/drafts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { DietMark } from '#web/ui/DietMark.tsx'
import { useNow } from '#web/ui/hooks.ts'

/** The business date on which this device showed the list last, for each restaurant. */
const LISTED = 'tawa_still_sold_out:'

/** Names the dishes that are still sold out from an earlier day, once on each device and business day (SCREENS §3.11), and tells when a material runs out. */
export default function StillSoldOut() {
  const profile = useProfile()
  const restaurantId = useRestaurantId()
  const today = profile && <OfToday key={restaurantId} clock={{ timezone: profile.timezone, resetTime: profile.kotSettings.resetTime }} />
  return (
    <>
      <RanOut />
      {today}
    </>
  )
}

function OfToday({ clock }: { clock: BusinessClock }) {
  const restaurantId = useRestaurantId()
  const now = new Date(useNow())
  const today = businessDate(now, clock)
  const online = useOnline()
  const [listed, setListed] = useState(() => readStored<string>(LISTED + restaurantId))
  /** The business date of the list that is open. */
  const [opened, setOpened] = useState<string | null>(null)
  const isOpen = opened === today
  const isDue = listed !== today
  const query = useQuery({ ...apiQuery('POST /menus/restaurant', { body: { restaurantId } }), enabled: online && (isDue || isOpen) })
  const menu = query.data?.menu
  const dishes = menu && (isDue || isOpen) ? stillSoldOut(allItems<MenuItemShape>(menu), now, clock) : []
  // A ticket that is being written is not interrupted: the notice waits until it is sent.
  const isWriting = useAllDrafts().some(({ draft }) => !isEmpty(draft))
  const text = `${plural(dishes.length, 'dish', 'dishes')} still sold out from an earlier day`
  const isShown = isDue && online && !isWriting && dishes.length > 0

  const markListed = () => {
    writeStored(LISTED + restaurantId, today)
    setListed(today)
  }
  /** The notice that is shown. It gets a new id each time, so that the end of an earlier one is not taken for its own. */
  const notice = useRef<ReturnType<typeof snack.info> | null>(null)
  const tell = useEffectEvent((words: string) => {
    const id = snack.info(words, {
      id: notice.current ?? undefined,
      seconds: Infinity,
      action: { label: 'Review', run: () => setOpened(today) },
      // A notice that was taken back, as when a ticket is begun, is shown again later.
      onClose: () => (notice.current === id ? markListed() : undefined),
    })
    notice.current = id
  })
  useEffect(() => {
    if (isShown) tell(text)
  }, [isShown, text])
  useEffect(() => {
    if (!isShown) return
    return () => {
      const id = notice.current
      notice.current = null
      if (id !== null) snack.close(id)
    }
  }, [isShown])
  // A dish on sale now can't be sold out "from an earlier day" before tomorrow, so the menu need not be read again.
  const isNone = isDue && online && query.isSuccess && dishes.length === 0
  useEffect(() => {
    if (isNone) writeStored(LISTED + restaurantId, today)
  }, [isNone, restaurantId, today])

  return isOpen && dishes.length > 0 ? <List dishes={dishes} online={online} onClose={() => setOpened(null)} /> : null
}

/** One press each to put a dish back or leave it off, or all at once. It closes when none is left. */
function List({ dishes, online, onClose }: { dishes: readonly MenuItemShape[]; online: boolean; onClose: () => void }) {
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
      title="Still sold out"
      description="From an earlier day. Put back what you have again."
      bodyClassName="px-4 py-1"
      footer={
        left.length > 1 ? (
          <>
            <Button className="flex-1" onClick={onClose}>
              Leave all off
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
          <Dish key={dish._id} dish={dish} refusal={offline} onLeaveOff={() => leaveOff(dish._id)} />
        ))}
      </ul>
    </Sheet>
  )
}

function Dish({ dish, refusal, onLeaveOff }: { dish: MenuItemShape; refusal: string | null; onLeaveOff: () => void }) {
  const { setAvailable, pending } = useSoldOut()
  const dates = useDates()
  return (
    <li className="grid gap-2 border-t border-hairline py-3 first:border-t-0">
      <span className="flex items-center gap-3">
        <DietMark diet={dish.dietType} isAlcohol={dish.isAlcohol} />
        <span className="min-w-0 flex-1">
          <span className="block text-16 font-medium [overflow-wrap:anywhere]">{dish.name}</span>
          <span className="block text-14 text-muted">
            {dish.available ? 'None left' : 'Switched off'} since {dates.dayAndTime(dish.unavailableSince ?? '')}
          </span>
        </span>
      </span>
      <span className="flex gap-2">
        <Button className="flex-1" aria-label={`Leave off: ${dish.name}`} onClick={onLeaveOff}>
          Leave off
        </Button>
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
