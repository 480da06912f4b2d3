import type { Operation } from '#domain/api/contract.ts'
import { AppError } from '#domain/errors.ts'
import { rateLimitText } from '#domain/messages.ts'
import { checkAnswer } from './checks.ts'
import type { Context } from './context.ts'
import { sha256 } from './hash.ts'
import { logError } from './log.ts'
import { pagePolicy } from './security.ts'

/** An answer whose text is already fixed: built by a command's batch, or stored by an earlier call. */
export class Answer {
  readonly text: string
  readonly status: number
  readonly headers: Record<string, string>

  constructor(text: string, status: number, headers: Record<string, string> = {}) {
    this.text = text
    this.status = status
    this.headers = headers
  }
}

/** Turns a handler's result into the call's response: JSON, an `Answer`, a page or file, 204, or 304 when the caller's copy is current. */
export async function respond(c: Context, op: Operation, result: unknown): Promise<Response> {
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8' })
  if (result instanceof Response) return result
  if (result instanceof Answer) {
    for (const [name, value] of Object.entries(result.headers)) headers.set(name, value)
    if (c.env.CHECK_ANSWERS) checkAnswer(op, result.status, JSON.parse(result.text))
    return new Response(result.text, { status: result.status, headers })
  }
  if (op.status === 204) return new Response(null, { status: 204 })
  if (op.returnsType) {
    headers.set('Content-Type', `${op.returnsType}; charset=utf-8`)
    if (op.returnsType === 'text/html') headers.set('Content-Security-Policy', pagePolicy(String(result)))
    return new Response(String(result), { status: op.status, headers })
  }
  if (c.env.CHECK_ANSWERS) checkAnswer(op, op.status, result)
  const text = JSON.stringify(result)
  if (!op.revalidates) return new Response(text, { status: op.status, headers })
  const etag = `"${sha256(text)}"`
  headers.set('ETag', etag)
  // The caller may keep its copy, but asks each time whether it is still current.
  headers.set('Cache-Control', 'private, no-cache')
  if (!isCurrent(c.request.headers.get('If-None-Match'), etag)) return new Response(text, { status: op.status, headers })
  headers.delete('Content-Type')
  return new Response(null, { status: 304, headers })
}

/** Whether an If-None-Match names this ETag. A proxy that compresses makes it weak. */
export const isCurrent = (header: string | null | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((e) => e.trim().replace(/^W\//, '') === etag)

/** The response of an error (CONTRACT §1). A 5xx shows only the request's id; what went wrong is logged. */
export function refusal(c: Pick<Context, 'requestId'>, op: Pick<Operation, 'failure' | 'operationId'> | null, error: unknown): Response {
  const known = error instanceof AppError ? error : null
  if (known) {
    const retryAfter = typeof known.details.retryAfter === 'number' ? known.details.retryAfter : undefined
    const message = known.status === 429 ? rateLimitText(known.message, retryAfter) : known.message
    return new Response(JSON.stringify({ status: 'error', message, code: known.code, ...known.details }), {
      status: known.status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}) },
    })
  }
  logError('call', error, { requestId: c.requestId, operation: op?.operationId })
  return new Response(
    JSON.stringify({
      status: 'error',
      message: op?.failure ?? 'Something went wrong. Try again.',
      code: 'internal',
      requestId: c.requestId,
    }),
    {
      status: 500,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    },
  )
}
