import { type SQL, sql } from '../db/sql.ts'
import type { Context } from '../http/context.ts'
import { first } from '../db/index.ts'
import { knownDevices } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import { accountsFor, isUnsettled } from './account.ts'

/** How many devices of an account are remembered: those that signed in last. */
const MOST = 50

/**
 * The id of the device that asks, if an account of this address has signed in with it before; else null. Sign-ups whose address nobody has confirmed or approved
 * don't count, because anybody can open one with any address, and would then have a known device for each 20 guesses at the password of its other accounts.
 */
export async function knownDevice(c: Context, email: string): Promise<string | null> {
  const id = c.deviceId
  if (id === null) return null
  const known = await first(
    c.env.PLATFORM,
    sql`SELECT 1 FROM (${accountsFor(email)}) accounts JOIN known_devices d ON d.account_id = accounts.id WHERE d.device_id = ${id} AND NOT (${isUnsettled})`,
  )
  return known === null ? null : id
}

/** Statements for a batch that remember a device after a successful sign-in. */
export const rememberDevice = (c: Context, accountId: string, deviceId: string): SQL[] => [
  sql`${insert(knownDevices, { accountId, deviceId, seenAt: c.at })} ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at`,
  sql`DELETE FROM known_devices WHERE account_id = ${accountId} AND device_id NOT IN (SELECT device_id FROM known_devices WHERE account_id = ${accountId} ORDER BY seen_at DESC LIMIT ${MOST})`,
]
