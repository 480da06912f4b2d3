import { ApiError } from '#web/core/api.ts'

/** The error of a call for one of several dishes, with the dish's name; as it is, if it was shown already. */
export const ofDish = (name: string, error: unknown): unknown =>
  error instanceof ApiError && !error.shown ? new Error(`${name}: ${error.message}`, { cause: error }) : error
