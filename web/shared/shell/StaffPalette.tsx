import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Armchair, Banknote, ReceiptText, ShoppingBag, UtensilsCrossed } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { allItems } from '#domain/menu.ts'
import { canOpen } from '#domain/permissions.ts'
import { compareTableNumbers, tableLabel } from '#domain/table.ts'
import { addScreens, menuFor, switchedOn, tablePath, tabsFor } from '#web/app/pages.ts'
import { screens as settings } from '#web/app/screens/settings.ts'
import { findIn, type PaletteEntry, type PaletteSource, rankOf } from '#web/app/shell/palette.ts'
import type { PaletteProps } from '#web/app/shell/Palette.tsx'
import { PaletteBox } from '#web/app/shell/PaletteBox.tsx'
import { useVisitor } from '#web/app/useVisitor.ts'
import { useCaller, useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { type Because, findDishes } from '#domain/dishSearch.ts'
import { openCashDrawer } from '#web/shared/drawer/host.tsx'
import { lookup } from '#web/shared/menu/lookup.ts'
import { isSoldOut } from '#web/shared/menu/menu.ts'
import { billText, orderLabel } from '#web/shared/order/label.ts'
import { addPath } from '#web/shared/order/paths.ts'

// These pages are found from every page.
addScreens(settings)

/** The palette of the staff's shells: pages, the cash drawer, tables, open orders and dishes (SCREENS G10). Each person finds only what they may open. */
export default function StaffPalette({ onClose }: PaletteProps) {
  const sources = [usePages(), useTill(), useTables(), useOrders(), useDishes(), useSettings()].filter((source) => source !== null)
  return <PaletteBox sources={sources} placeholder="Page, table, order or dish" onClose={onClose} />
}

/** The first of these addresses that the person may open; null if none. */
function useFirstOpen() {
  const { role, permissions, switches } = useVisitor()
  const opens = (address: string) => {
    const [path = ''] = address.split('?')
    return canOpen({ role }, path, permissions).ok && switchedOn(path, switches)
  }
  return (...addresses: (string | null)[]): string | null => addresses.find((one) => one !== null && opens(one)) ?? null
}

const stateOf = ({ data, isError }: Pick<UseQueryResult, 'data' | 'isError'>): PaletteSource['state'] =>
  data !== undefined ? 'here' : isError ? 'failed' : 'loading'

/** Shown once something is typed. */
const onceTyped =
  (find: PaletteSource['find']): PaletteSource['find'] =>
  (text) =>
    text.trim() ? find(text) : []

function usePages(): PaletteSource {
  const navigate = useNavigate()
  const entries = menuFor(useVisitor()).map(({ path, menu: { label, icon: Icon, keywords } }) => ({
    key: path,
    label,
    keywords,
    icon: <Icon />,
    run: () => void navigate(path),
  }))
  return { heading: 'Pages', find: findIn(entries) }
}

function useTill(): PaletteSource | null {
  const may = useMay('POST /orders/drawer').ok
  const keywords = ['float', 'cash in', 'cash out', 'count', 'till']
  return may
    ? { heading: 'Till', find: findIn([{ key: 'drawer', label: 'Cash drawer', keywords, icon: <Banknote />, run: openCashDrawer }]) }
    : null
}

function useSettings(): PaletteSource {
  const navigate = useNavigate()
  const entries = tabsFor('settings', useVisitor()).map(({ path, tab: { label, icon: Icon } }) => ({
    key: `settings:${path}`,
    label,
    keywords: ['settings'],
    icon: <Icon />,
    run: () => void navigate(path),
  }))
  return { heading: 'Settings', find: onceTyped(findIn(entries)) }
}

/** A table opens its order at the counter or on the captain's phone, else the table on the floor. */
function useTables(): PaletteSource | null {
  const navigate = useNavigate()
  const { role, permissions, switches } = useVisitor()
  const firstOpen = useFirstOpen()
  const pathOf = (id: string) => firstOpen(tablePath(role, permissions, id), to.tables({ table: id }))
  const mayRead = useMay('GET /tables').ok
  const enabled = mayRead && switches?.isTableEnabled !== false && pathOf('') !== null
  const query = useQuery({ ...apiQuery('GET /tables'), enabled })
  if (!enabled) return null
  const entries = [...(query.data?.tables ?? [])]
    .sort((a, b) => compareTableNumbers(a.tableNumber, b.tableNumber))
    .flatMap(({ _id, tableNumber, area }): PaletteEntry[] => {
      const path = pathOf(_id)
      return path
        ? [
            {
              key: `table:${_id}`,
              label: tableLabel(tableNumber),
              note: area,
              keywords: ['table', tableNumber, `table ${tableNumber}`],
              icon: <Armchair />,
              run: () => void navigate(path),
            },
          ]
        : []
    })
  return { heading: 'Tables', find: findIn(entries), state: stateOf(query) }
}

/** An open order opens where items are added to it, else among the orders. It is found by table, parcel, bill, name and mobile number. */
function useOrders(): PaletteSource | null {
  const navigate = useNavigate()
  const { role, permissions } = useVisitor()
  const { entered } = useCaller()
  const firstOpen = useFirstOpen()
  const pathOf = (order: OrderShape) => firstOpen(addPath(order, { role, entered, permissions }), to.orders({ order: order._id }))
  const mayRead = useMay('GET /orders/restaurant/pending').ok
  const enabled = mayRead && firstOpen(to.pos(), to.captainMenu(), to.orders()) !== null
  const query = useQuery({ ...apiQuery('GET /orders/restaurant/pending'), enabled })
  if (!enabled) return null
  const entries = [...(query.data?.orders ?? [])]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .flatMap((order): PaletteEntry[] => {
      const path = pathOf(order)
      if (!path) return []
      const bill = order.billNumber === null ? '' : `Bill ${billText(order.billNumber)}`
      const name = order.customer_name || order.user.name
      const number = order.tableNumber ? [order.tableNumber, `table ${order.tableNumber}`] : [`${order.serialNumber}`]
      return [
        {
          key: `order:${order._id}`,
          label: orderLabel(order),
          note: [name, bill].filter(Boolean).join(' · '),
          keywords: ['order', ...number, name, bill, billText(order.billNumber), `${order.billNumber ?? ''}`, order.mobile_number].filter(
            Boolean,
          ),
          icon: order.tableNumber ? <ReceiptText /> : <ShoppingBag />,
          run: () => void navigate(path),
        },
      ]
    })
  return { heading: 'Open orders', find: findIn(entries), state: stateOf(query) }
}

const DISH_RANK: Record<Because, number> = { code: 0, 'code begins': 1, words: 2, 'first letters': 3, category: 4, nearly: 5 }

/** A dish opens its sheet in the menu's settings; for those who may not change the menu, the counter searches for it. */
function useDishes(): PaletteSource | null {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const firstOpen = useFirstOpen()
  const restaurantId = useRestaurantId()
  const path = firstOpen(to.settingsMenu(), to.pos())
  const enabled = path !== null && restaurantId !== ''
  const query = useQuery({ ...apiQuery('POST /menus/restaurant', { body: { restaurantId } }), enabled })
  if (!enabled) return null
  const dishes = query.data ? allItems<MenuItemShape>(query.data.menu) : []
  const open = (dish: MenuItemShape) => {
    if (path === to.settingsMenu()) return void navigate(to.settingsMenu({ item: dish._id }))
    lookup.set(dish.name)
    // The order that is open on the counter stays open; only its pay panel is closed.
    const stays = pathname === path
    const params = new URLSearchParams(stays ? search : '')
    params.delete('pay')
    void navigate({ pathname: path, search: params.toString() }, { replace: stays })
  }
  return {
    heading: 'Dishes',
    state: stateOf(query),
    find: onceTyped((text) =>
      findDishes(dishes, text)
        .found.map(({ item, because }) => ({
          rank: Math.min(DISH_RANK[because], rankOf(text, { label: item.name }) ?? Infinity),
          entry: {
            key: `dish:${item._id}`,
            label: item.name,
            note: isSoldOut(item) ? 'Sold out' : item.categoryName,
            icon: <UtensilsCrossed />,
            run: () => open(item),
          },
        }))
        .sort((a, b) => a.rank - b.rank),
    ),
  }
}
