import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { allItems, isSoldOut } from '#domain/menu.ts'
import { showError } from '#web/app/feedback/snack.tsx'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { SoldOutSheet } from '#web/shared/menu/SoldOutSheet.tsx'

const NONE: MenuItemShape[] = []

/** All dishes that are sold out now, to put them back on the menu: a general manager has no other page for it (SCREENS §3.11). */
export default function SoldOutNow({ onClose }: { onClose: () => void }) {
  const query = useQuery(apiQuery('POST /menus/restaurant', { body: { restaurantId: useRestaurantId() } }))
  const dishes = query.data ? allItems<MenuItemShape>(query.data.menu).filter(isSoldOut) : NONE
  const over = (query.isSuccess && dishes.length === 0) || (query.isError && !query.data)
  const end = useEffectEvent(() => {
    if (query.isError) showError(query.error)
    onClose()
  })
  useEffect(() => {
    if (over) end()
  }, [over])
  return dishes.length > 0 ? (
    <SoldOutSheet title="Sold out" description="Put back what you have again." dishes={dishes} onClose={onClose} />
  ) : null
}
