import { useCallForTable } from '#web/shared/floor/useCallForTable.ts'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { serverNow } from '#web/core/online.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { whyNot } from '#domain/orderCan.ts'
import { tableLabel } from '#domain/table.ts'

/** A call may be repeated after a minute (SCREENS §2.6 "Call waiter"). */
const AGAIN_MS = 60_000

export const billCall = (entry: Pick<FloorTable, 'alerts'>) => entry.alerts.find((a) => a.alertType === 'bill') ?? null

/** Why the bill can't be requested now; null when it can. */
export function billRefusal(entry: Pick<FloorTable, 'alerts'>, now: number): string | null {
  const call = billCall(entry)
  return call && now - Date.parse(call.timestamp) < AGAIN_MS ? 'Requested just now' : null
}

/** "Request bill": an alert for the table that rings at the cashier's. */
export function useRequestBill() {
  const who = useWho()
  const { call, pending } = useCallForTable((alert) =>
    snack.success(`${tableLabel(alert.tableNumber)}: bill requested`, { id: 'bill', detail: 'The cashier is notified.' }),
  )
  return {
    pending,
    refusal: (entry: FloorTable) => why.call(who) ?? whyNot.move(entry.order) ?? billRefusal(entry, serverNow()),
    request: (entry: FloorTable) => call({ tableId: entry.table._id, alertType: 'bill', orderId: entry.order?._id }),
  }
}
