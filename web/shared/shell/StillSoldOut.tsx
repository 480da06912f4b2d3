import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { allItems } from '#domain/menu.ts'
import { stillSoldOut } from '#domain/soldOut.ts'
import { isEmpty } from '#domain/ticket.ts'
import { plural } from '#domain/text.ts'
import { type BusinessClock, businessDate } from '#domain/time.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useOnline } from '#web/core/online.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { readStored, writeStored } from '#web/core/store.ts'
import { RanOut } from '#web/shared/menu/RanOut.tsx'
import { SoldOutSheet } from '#web/shared/menu/SoldOutSheet.tsx'
import { useAllDrafts } from '#web/shared/order/drafts.ts'
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

  return isOpen && dishes.length > 0 ? (
    <SoldOutSheet
      title="Still sold out"
      description="From an earlier day. Put back what you have again."
      dishes={dishes}
      leavesOff
      onClose={() => setOpened(null)}
    />
  ) : null
}
