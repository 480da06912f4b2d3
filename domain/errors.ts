/**
 * Every refusal has one form (CONTRACT §1). Rules and stores throw it; the server turns it into `{ status: "error", message, code, errors?, retryAfter?,
 * ...details }`.
 */
export type FieldError = { path: string; message: string }

export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.details = details
  }
}

export const unauthenticated = (message: string, code = 'unauthenticated') => new AppError(401, code, message)
export const forbidden = (message = "You don't have permission to do this.", code = 'forbidden') => new AppError(403, code, message)
export const notFound = (what = 'Not found') => new AppError(404, 'not_found', what)
export const conflict = (code: string, message: string, details: Record<string, unknown> = {}) => new AppError(409, code, message, details)
export const invalid = (message: string, errors: FieldError[] = [], code = 'validation_failed') =>
  new AppError(422, code, message, { errors })
/** A reason, trimmed. Throws 422 with `message` for none or a blank one. */
export function mustHaveReason(reason: string | undefined, message: string): string {
  const given = reason?.trim()
  if (!given) throw invalid(message, [{ path: 'reason', message: 'Enter the reason.' }])
  return given
}
export const invalidTransition = (message: string, details: Record<string, unknown> = {}) =>
  conflict('invalid_transition', message, details)
/**
 * Throws 409 `version_conflict` with the details of `current` when the caller has seen another version than the stored row has (CONTRACT §1). A caller that sends no
 * version overwrites whatever is there.
 */
export function mustBeVersion(
  seen: number | undefined,
  row: { version: number },
  current: () => Record<string, unknown> = () => ({}),
): void {
  if (seen !== undefined && seen !== row.version)
    throw conflict('version_conflict', 'Changed on another device. Look at the latest state and try again.', current())
}
export const itemUnavailable = (itemName: string, itemId: string) =>
  conflict('item_unavailable', `Item "${itemName}" is unavailable.`, { itemId })
