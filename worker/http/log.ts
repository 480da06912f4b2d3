import { createMiddleware } from 'hono/factory'
import type { App } from '../env.ts'

/**
 * Structured logs: one line of JSON per event. A request's line names the call but never its content: no body, query, header, name, number, address, code or
 * token, and the route's pattern instead of the path. Errors keep their stack; values are removed from their message.
 */
type Fields = Record<string, string | number | null | undefined>

const write = (level: 'info' | 'warn' | 'error', what: string, fields: Fields) => console[level](JSON.stringify({ level, what, ...fields }))

/** One line per request, unless `LOG_LEVEL` is `error`. */
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

/** A warning: something that somebody should look at. */
export const logWarning = (what: string, fields: Fields = {}): void => write('warn', what, fields)

/** An error. */
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

/** A stack without its message, which comes first and may have several lines. */
const framesOf = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at [^@]*$/.test(line))
    .map((line) => line.trim())
    .slice(0, 20)
    .join('\n')

/** A message without values: SQL parameters, quoted text, addresses, numbers of five or more digits, and long strings such as tokens and ids. */
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
