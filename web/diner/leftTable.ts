import { ApiError, call } from '#web/core/api.ts'
import { onBackOnline } from '#web/core/online.ts'
import { readStored, writeStored } from '#web/core/store.ts'
import { snack } from './Snack.tsx'

/** The table that this phone left for another one before anything was ordered, with the token of that sitting. */
type LeftTable = { tableId: string; tableNumber: string | null; token: string }
const KEY = 'tawa_left_table'

/** Kept on the device until the server has answered, so that the calls are also withdrawn after a bad connection and no waiter goes to the table that was left. */
export const keepLeftTable = (left: LeftTable): void => writeStored(KEY, left)

/** Withdraws the calls that this phone made at the table it left, because the staff would go to the wrong table. The guest is told. */
export async function withdrawCalls(): Promise<void> {
  const left = readStored<LeftTable>(KEY)
  if (!left) return
  try {
    const { withdrawn } = await call('POST /tables/alert/withdraw', { body: { tableId: left.tableId }, token: left.token, quiet: true })
    if (withdrawn > 0)
      snack(`Your call at ${left.tableNumber ? `Table ${left.tableNumber}` : 'the other table'} was withdrawn. Call again from here.`)
  } catch (error) {
    // Any other refusal means that the visit there is over, and its calls with it.
    if (!(error instanceof ApiError) || error.network || error.status === 429 || error.status >= 500) return
  }
  if (readStored<LeftTable>(KEY)?.token === left.token) writeStored(KEY, null)
}

/** Called once, after the scanned code was read; tries again whenever Tawa can be reached again. Returns a function that stops it. */
export function watchLeftTable(): () => void {
  void withdrawCalls()
  return onBackOnline(() => void withdrawCalls())
}
