import type { OrderShape } from '#domain/api/order.ts'
import { ApiError } from '#web/core/api.ts'

/** The order as it is now, which the refusal of a change carries (SCREENS G6); null when it carries none. */
export const orderOfRefusal = (error: unknown): OrderShape | null =>
  error instanceof ApiError ? ((error.details.order as OrderShape | undefined) ?? null) : null
