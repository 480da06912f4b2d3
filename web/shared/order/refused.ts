import type { OrderShape } from '#domain/api/order.ts'
import { ApiError } from '#web/core/api.ts'

/** The current order, from the details of a refused change (SCREENS G6); null when the refusal has none. */
export const orderOfRefusal = (error: unknown): OrderShape | null =>
  error instanceof ApiError ? ((error.details.order as OrderShape | undefined) ?? null) : null
