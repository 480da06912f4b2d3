import { useQueryClient } from '@tanstack/react-query'
import type { Outlet } from '#domain/api/partner.ts'
import { ApiError } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { STATUS_NAMES } from '../parts.tsx'

type Status = Outlet['approvalStatus']

const LIST = 'GET /backoffice/restaurants/pending'
const OTHERS = ['GET /backoffice/restaurants', 'GET /backoffice/analytics'] as const

/**
 * Approves and rejects applications. Each resolves once the list has been asked again, so a row leaves only after the server's OK; true if this person decided, also
 * by an earlier press whose answer was lost. If a colleague was first, that is said and the list is asked again. Throws any other refusal.
 */
export function useDecide() {
  const client = useQueryClient()
  const how = { quiet: true, refreshes: [LIST], invalidates: OTHERS } as const
  const { mutateAsync: approve } = useCommand('POST /backoffice/restaurants/approve', how)
  const { mutateAsync: reject } = useCommand('POST /backoffice/restaurants/reject', how)
  async function unlessDecided(work: Promise<unknown>, wanted: Status, name: string): Promise<boolean> {
    try {
      await work
      return true
    } catch (error) {
      const said = error instanceof ApiError ? decidedText(error, name) : null
      if (said === null) throw error
      await client.invalidateQueries({ queryKey: [LIST] })
      const { mine, restaurant } = (error as ApiError).details as { mine?: boolean; restaurant?: Outlet }
      if (mine && restaurant?.approvalStatus === wanted) return true
      snack.info(said)
      return false
    }
  }
  return {
    approve: ({ _id, establishment_name }: Outlet) =>
      unlessDecided(approve({ body: { restaurantId: _id } }), 'approved', establishment_name),
    reject: ({ _id, establishment_name }: Outlet, rejectionReason: string) =>
      unlessDecided(reject({ body: { restaurantId: _id, rejectionReason } }), 'rejected', establishment_name),
  }
}

/** What happened to it meanwhile, in words; null for any other refusal. */
function decidedText({ status, code, details }: ApiError, name: string): string | null {
  if (status === 404) return `${name} was removed meanwhile.`
  if (code !== 'already_decided') return null
  const { approvalStatus } = details.restaurant as Outlet
  const who = details.mine === true ? 'You have decided already' : 'A colleague has decided meanwhile'
  return `${who}: ${name} is ${STATUS_NAMES[approvalStatus].toLowerCase()}.`
}
