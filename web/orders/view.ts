import { choice, dates, type ViewSpec } from '#web/app/list/view.ts'
import { ORDER_TYPES, type OrderType } from '#domain/order.ts'
import type { Role } from '#domain/roles.ts'
import type { ListView } from '#web/app/list/useView.ts'

const TABS = ['live', 'completed', 'cancelled'] as const
export type Tab = (typeof TABS)[number]

const TYPES = [
  { value: 'all', label: 'All types' },
  { value: 'dine-in', label: 'Dine In' },
  { value: 'take-away', label: 'Take Away' },
  { value: 'delivery', label: 'Delivery' },
  { value: 'parcels', label: 'Take Away and Delivery', short: 'Parcels' },
] as const
export type TypeFilter = (typeof TYPES)[number]['value']

const ORDER_TYPES_OF: Record<TypeFilter, readonly OrderType[]> = {
  all: ORDER_TYPES,
  'dine-in': ['Dine In'],
  'take-away': ['Take Away'],
  delivery: ['Delivery'],
  parcels: ['Take Away', 'Delivery'],
}
export const typesOf = (type: TypeFilter): readonly OrderType[] => ORDER_TYPES_OF[type]

/** The delivery role sees parcels by default (SCREENS §2.2). */
const presetOf = (role: Role): TypeFilter => (role === 'delivery' ? 'parcels' : 'all')

/** The view of the orders page, as kept in the address. Open orders have no date filter. */
export const orderViewOf = (role: Role) =>
  ({
    tabs: TABS,
    filters: {
      type: choice<TypeFilter>({ label: 'Type', options: TYPES, initial: presetOf(role) }),
      dates: dates({ label: 'Dates', tabs: ['completed', 'cancelled'] }),
    },
    row: 'order',
  }) satisfies ViewSpec
export type OrderView = ListView<ReturnType<typeof orderViewOf>>
