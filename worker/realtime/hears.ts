import type { EventName } from '#domain/api/events.ts'
import { api, type Call } from '#domain/api/index.ts'
import { mayCall, type Permissions } from '#domain/permissions.ts'
import type { Family, Role } from '#domain/roles.ts'

const ORDERS: readonly Call[] = ['GET /orders/restaurant/pending', 'GET /orders']
const TABLES: readonly Call[] = ['GET /tables']
/** What needs attention: alerts, stock that runs low and papers that were not printed. */
const DASHBOARD: Call = 'POST /api/analytics/dashboard-analytics'
const ALERTS: readonly Call[] = ['GET /tables/alerts', DASHBOARD]
/** Who makes a paper hears whether it was printed. */
const PRINTS: readonly Call[] = ['GET /print/jobs', 'POST /print/jobs']
/** The calls that show what an event says. What everybody may know has none. */
const SHOWN_BY: Record<EventName, readonly Call[]> = {
  orderCreated: ORDERS,
  orderUpdated: ORDERS,
  orderCompleted: ORDERS,
  orderItemUpdated: ORDERS,
  tableMoved: [...ORDERS, ...TABLES],
  tablesUnmerged: [...ORDERS, ...TABLES],
  tableChanged: TABLES,
  menuItemUpdated: [],
  // Whoever may mark its dishes sold out is asked whether they are (SCREENS §6.7).
  stockLow: ['GET /restaurant/inventory/raw-materials', 'PATCH /menus/item/:id/availability', DASHBOARD],
  settingsUpdated: [],
  printJob: PRINTS,
  tableAlert: ALERTS,
  tableAlertCleared: ALERTS,
  ticketsUnseen: ORDERS,
  unprintedJobs: [...PRINTS, DASHBOARD],
  withheld: [],
}

/**
 * The events that a restaurant's permissions withhold from a role: those that no call shows it any more (CONTRACT §2). A role that no page gives such a call hears
 * them as before, for the kitchen and the floor hear every event of the restaurant (CONTRACT §7).
 */
export function withheldFrom({ role, family }: { role: Role; family: Family }, permissions: Permissions | null): EventName[] {
  const who = { role, entered: family !== 'restaurant' }
  return (Object.keys(SHOWN_BY) as EventName[]).filter((event) => {
    const refused = SHOWN_BY[event].map((call) => mayCall(api[call], who, permissions))
    return refused.includes('page') && !refused.includes(null)
  })
}
