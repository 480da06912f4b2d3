import { createMiddleware } from 'hono/factory'
import type { App } from '../env.ts'

/**
 * Structured logs: one line of JSON an event, and of a request what it was, never what it said. No body, query, header, name, number, address,
 * code or token stands in a line; a path is told by its pattern. Errors keep their stack and lose whatever values their message carries.
 */
type Fields = Record<string, string | number | null | undefined>

const write = (level: 'info' | 'warn' | 'error', what: string, fields: Fields) => console[level](JSON.stringify({ level, what, ...fields }))

/** One line a request, unless `LOG_LEVEL` is `error`. */
export const logged = createMiddleware<App>(async (h, next) => {
  const began = Date.now()
  await next()
  if (h.env.LOG_LEVEL === 'error') return
  const { route = null, role = null, restaurantId = null } = h.get('logFields') ?? {}
  const { status } = h.res
  // The clock of a Worker moves on I/O only, so a request that does none took 0 ms.
  write('info', 'request', {
    requestId: h.get('requestId'),
    method: h.req.method,
    route,
    status,
    ms: Date.now() - began,
    role,
    restaurantId,
  })
})

/** Something went on that somebody should look at. */
export const logWarning = (what: string, fields: Fields = {}): void => write('warn', what, fields)

/** Something failed. */
export function logError(what: string, error: unknown, fields: Fields = {}): void {
  const cause = error instanceof Error ? error.cause : undefined
  write('error', what, {
    ...fields,
    error: errorText(error),
    cause: cause === undefined ? undefined : errorText(cause),
    stack: error instanceof Error ? framesOf(error.stack) : undefined,
  })
}

const errorText = (error: unknown) => (error instanceof Error ? `${error.name}: ${scrub(error.message)}` : typeof error)

/** Where, not what: a stack begins with the message, which may be of many lines. */
const framesOf = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at [^@]*$/.test(line))
    .map((line) => line.trim())
    .slice(0, 20)
    .join('\n')

/** A message without values: SQL parameters, whatever is quoted, addresses, numbers of five digits and more, long runs as tokens and ids are. */
export function scrub(message: string): string {
  return message
    .replace(/\bparam(?:eter)?s?\s*[:=][\s\S]*$/i, 'params: …')
    .replace(/(["'`‘“])[\s\S]*?["'`’”]/g, '$1…$1')
    .replace(/\?\S+/g, '?…')
    .replace(/[^\s<>:]+@[^\s<>]+/g, '…@…')
    .replace(/\b[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '…')
    .replace(/\+?\d[\d ()-]{3,}\d/g, '…')
    .replace(/[\w+/=-]{20,}/g, '…')
    .slice(0, 300)
}
