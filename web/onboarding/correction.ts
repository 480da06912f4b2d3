import { useState } from 'react'
import { readStored, writeStored } from '#web/core/store.ts'
import type { Application } from './useApplication.ts'

/**
 * What was changed in a correction that has not been sent, on this device, as a sign-up's steps are: on a phone the page may be loaded again while somebody looks for
 * the photo of a licence in another app.
 */
const keyOf = ({ _id }: Pick<Application, '_id'>) => `tawa_correction:${_id}`
export const readCorrection = (restaurant: Application) => readStored<Record<string, unknown>>(keyOf(restaurant))
export const keepCorrection = (restaurant: Application, values: Record<string, unknown> | null): void =>
  writeStored(keyOf(restaurant), values)

/** Whether the application is being corrected, also if it was when the page was left. */
export function useCorrecting(restaurant: Application | undefined): [correcting: boolean, setCorrecting: (correcting: boolean) => void] {
  const [pressed, setPressed] = useState<boolean | null>(null)
  return [pressed ?? (restaurant !== undefined && readCorrection(restaurant) !== null), setPressed]
}
