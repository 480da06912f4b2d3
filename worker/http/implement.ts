import type { Context as HonoContext, Hono } from 'hono'
import type { BodyOf, Contract, Operation, ParamsOf, QueryOf, ReturnsOf } from '#domain/api/contract.ts'
import { refusalsOf } from '#domain/api/refusals.ts'
import { AppError, type FieldError, forbidden, notFound, unauthenticated } from '#domain/errors.ts'
import { fieldErrors, invalidFields, isSentence, sayIssue } from '#domain/fields.ts'
import { MESSAGES, rateLimitText } from '#domain/messages.ts'

import { mayCall } from '#domain/permissions.ts'
import { isStaff } from '#domain/roles.ts'
import { unreadable } from '#domain/text.ts'
import { askForSitting, leaveEndedSitting } from '../access/sitting.ts'
import { Answer } from './answer.ts'
import { formText, readForm, readJson } from './body.ts'
import { Context } from './context.ts'
import type { App } from '../env.ts'
import { sha256 } from './hash.ts'
import { limitCaller } from './limit.ts'
import { logError } from './log.ts'
import { pagePolicy } from './security.ts'
import {
  bearerOf,
  type Claims,
  closedTo,
  loadSession,
  type Restaurant,
  type Session,
  touchSession,
  verifyToken,
} from '../access/session.ts'
import { enterBySyncKey } from '../access/synckey.ts'

export type Input<C, K extends keyof C> = { params: ParamsOf<C, K>; query: QueryOf<C, K>; body: BodyOf<C, K> }
type Handle<C, K extends keyof C, R> = (c: Context, input: Input<C, K>, read: R) => Promise<ReturnsOf<C, K> | Answer>

/**
 * A handler, or one with a `read` that runs side by side with the session's own look-up, so that a call costs one round trip less. A read
 * must only read: nothing is answered from it before the session is known to be good, and it may know `c.where` from the token alone.
 */
export type Handler<C, K extends keyof C> =
  | ((c: Context, input: Input<C, K>) => Promise<ReturnsOf<C, K> | Answer>)
  | { read: (c: Context, input: Input<C, K>) => Promise<unknown>; handle: Handle<C, K, never>; sittingActive?: (read: never) => boolean }

export type Handlers<C> = { [K in keyof C]: Handler<C, K> }

/**
 * Ties a `read` to the `handle` that takes its result. `sittingActive` answers from a read that asked for it itself whether the
 * diner's sitting is still active.
 */
export function reading<C, K extends keyof C, R>(
  read: (c: Context, input: Input<C, K>) => Promise<R>,
  handle: Handle<C, K, R>,
  sittingActive?: (read: R) => boolean,
): Handler<C, K> {
  return { read, handle, sittingActive } as Handler<C, K>
}

/** Literal paths before parameters, whatever file they stand in: Hono takes the first route that fits (PLATFORM.md). */
export function inRoutingOrder<T extends string>(addresses: readonly T[]): T[] {
  const key = (a: string) =>
    a
      .split(' ')[1]!
      .split('/')
      .map((s) => (s.startsWith(':') ? '~' : `!${s}`))
      .join('/')
  return [...addresses].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** Serves every call of a contract: authenticate, authorise, page switch, parse, call, answer (DESIGN, "How a change flows" 2). */
export function implement<C extends Contract>(app: Hono<App>, contract: C, handlers: Handlers<C>): void {
  for (const address of inRoutingOrder(Object.keys(contract))) {
    const [method = '', path = ''] = address.split(' ')
    const op = contract[address] as unknown as Operation
    app.on(method, path, (h) => serve(h, path, op, handlers[address as keyof C] as Handler<C, keyof C>))
  }
}

async function serve<C>(h: HonoContext<App>, route: string, op: Operation, handler: Handler<C, keyof C>): Promise<Response> {
  const request = h.req.raw
  const c = new Context(h.env, request, h.get('requestId'), new Date(), (work) => h.executionCtx.waitUntil(work))
  c.status = op.status
  const ahead = typeof handler === 'object' ? handler : null
  try {
    c.claims = await claimsOf(c, op)
    // Side by side: the session's look-up, the body, what the handler reads ahead, and whether a diner's sitting still stands.
    const session = c.claims && ignoreRejection(loadSession(c.env, c.claims, request.headers.get('X-Restaurant-Id'), c.now))
    // A form is taken in only when it is known who sends it and that they may.
    const ready = op.upload ? null : await parse(h, op, c)
    const { restaurantId, shard } = c.claims ?? {}
    const early = ahead && ready?.ok && restaurantId && shard ? ignoreRejection(ahead.read(c, ready.input as never)) : null
    const ask = () => askForSitting(c.env, c.claims)
    // A read that fails says nothing of the sitting; the sitting is then asked for on its own, since its answer comes first.
    const sitting = ignoreRejection(
      early && ahead?.sittingActive ? early.then(ahead.sittingActive as (read: unknown) => boolean, ask) : ask(),
    )
    await enter(c, op, session, sitting)
    authorise(c, op)
    if (op.rateLimit) await limitCaller(c, op.rateLimit)
    const parsed = ready ?? (await parse(h, op, c))
    if (!parsed.ok) throw parsed.error
    if (c.session && !c.syncKey) c.waitUntil(touchSession(c.env, c.session.principal, c.now))
    const input = parsed.input as never
    if (typeof handler === 'function') return await answer(c, op, await handler(c, input))
    // What was read ahead counts only when the token named the very place that the session knows.
    const same = restaurantId === c.session?.restaurant?.id && shard === c.session?.restaurant?.shard
    const read = await (same && early ? early : handler.read(c, input))
    return await answer(c, op, await handler.handle(c, input, read as never))
  } catch (error) {
    if (c.env.CHECK_ANSWERS) checkRefusal(op, error)
    return refusal(c, op, error)
  } finally {
    h.set('logFields', { route, role: c.session?.principal.role, restaurantId: c.session?.restaurant?.id })
  }
}

/** Started now and awaited later; avoids an unhandled rejection when something else fails before. */
function ignoreRejection<P extends Promise<unknown> | null>(work: P): P {
  work?.catch(() => {})
  return work
}

/** A stale token, or a revoked key, keeps nobody from what everybody may see. */
const isIgnored = (op: Operation, error: unknown) => op.roles.includes('public') && error instanceof AppError && error.status === 401

/** What the bearer token says; null without one. Throws 401. */
async function claimsOf(c: Context, op: Operation): Promise<Claims | null> {
  const token = bearerOf(c.request.headers.get('Authorization'))
  try {
    return token === null ? null : await verifyToken(c.env, token)
  } catch (error) {
    if (isIgnored(op, error)) return null
    throw error
  }
}

/** Makes the caller known: by the session, or by a sync key where one may read; nobody, where everybody may. Throws 401. */
async function enter(c: Context, op: Operation, session: Promise<Session> | null, sitting: Promise<boolean | null> | null): Promise<void> {
  const key = c.request.headers.get('X-Sync-Key')
  try {
    if (session) {
      c.session = await session
      await leaveEndedSitting(c.env, c.session, c.claims, sitting)
    } else if (key && op.syncKey) await enterBySyncKey(c, key)
  } catch (error) {
    c.session = null
    if (!isIgnored(op, error)) throw error
  }
  if (!c.session && !op.roles.includes('public')) throw unauthenticated(MESSAGES.authenticationFailed)
}

/** Role, approval and page. Throws 403, and 404 of staff without a restaurant. */
function authorise(c: Context, op: Operation): void {
  const session = c.session
  if (!session) return
  // A key reads whatever the pages say; `op.syncKey` was asked before it was looked up.
  if (c.syncKey) return
  const { principal, restaurant, entered } = session
  // A partner's own calls are its group's, whichever outlet it has entered.
  const ofGroup = principal.role === 'partner' && op.scope === 'partner'
  const closed = op.whilePending || ofGroup ? null : closedTo(session)
  if (op.roles.includes('public')) {
    // What everybody may see, as everybody sees it: a limited token opens nothing more.
    if (closed) c.session = null
    return
  }
  if (closed) throw forbiddenPending(closed)
  const refused = mayCall(op, { role: principal.role, entered }, restaurant?.permissions ?? null)
  if (refused === 'role') throw forbidden()
  if (refused === 'page') throw forbidden(MESSAGES.pageDisabled, 'page_disabled')
  if (op.scope === 'restaurant' && isStaff(principal.role) && !restaurant) throw notFound(MESSAGES.noRestaurant)
}

/** SPEC §8's 403 of a restaurant that waits for approval, or was rejected. */
export function forbiddenPending(restaurant: Restaurant, more: Record<string, unknown> = {}): AppError {
  const { establishmentName: restaurantName, approvalStatus, rejectionReason } = restaurant
  const rejected = approvalStatus === 'rejected'
  return new AppError(
    403,
    rejected ? 'rejected' : 'pending_approval',
    `${MESSAGES.pendingApproval}${restaurantName ? `: ${restaurantName}` : ''}`,
    {
      approved: false,
      restaurantName,
      ...(rejected ? { rejectionReason: rejectionReason ?? '' } : {}),
      ...more,
    },
  )
}

/**
 * The restaurant that an Idempotency-Key is for, beside its account and call (CONTRACT §9): whoever may enter several names one in a header. Known from
 * the token and the header, since a stored answer is read before the session is.
 */
const enteredBy = (c: Context): string =>
  c.claims && (isStaff(c.claims.role) || c.claims.role === 'user')
    ? (c.claims.restaurantId ?? '')
    : (c.request.headers.get('X-Restaurant-Id') ?? '')

type Parsed = { ok: true; input: { params: unknown; query: unknown; body: unknown } } | { ok: false; error: AppError }

async function parse(h: HonoContext, op: Operation, c: Context): Promise<Parsed> {
  try {
    let body: unknown
    let text = ''
    if (op.upload) ({ body, files: c.files } = await readForm(h.req.raw, op.upload))
    else if (op.body) ({ body, text } = await readJson(h.req.raw))
    const key = h.req.raw.headers.get('Idempotency-Key')
    if (op.idempotent && key !== null) {
      if (key.length < 1 || key.length > 64) throw invalidFields([{ path: 'Idempotency-Key', message: 'Must have 1 to 64 characters.' }])
      c.idempotencyKey = await sha256(JSON.stringify([op.operationId, enteredBy(c), key]))
      const { pathname, search } = new URL(h.req.url)
      const sent = op.upload ? await formText(body as Record<string, string>, c.files) : text
      c.requestHash = await sha256(`${h.req.method} ${pathname.replace(/\/+$/, '')}${search}\n${sent}`)
    }
    const errors: FieldError[] = []
    const check = (schema: Operation['body'], value: unknown) => {
      if (!schema) return undefined
      const result = schema.safeParse(value, { error: sayIssue })
      errors.push(...(result.success ? unreadable(result.data) : fieldErrors(result.error)))
      return result.data
    }
    const params = op.params?.safeParse(h.req.param())
    const query = check(op.query, Object.fromEntries(Object.entries(h.req.query())))
    const parsedBody = check(op.body, body)
    if (errors.length > 0) throw invalidFields(errors)
    // An id in the path that is not even an id names nothing.
    if (params && !params.success) throw notFound()
    return { ok: true, input: { params: params?.data, query, body: parsedBody } }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error }
    throw error
  }
}

async function answer(c: Context, op: Operation, result: unknown): Promise<Response> {
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
  const etag = `"${await sha256(text)}"`
  headers.set('ETag', etag)
  // Whoever has a copy may keep it and asks each time whether it still fits.
  headers.set('Cache-Control', 'private, no-cache')
  if (!fits(c.request.headers.get('If-None-Match'), etag)) return new Response(text, { status: op.status, headers })
  headers.delete('Content-Type')
  return new Response(null, { status: 304, headers })
}

/** Does an If-None-Match name this ETag? A proxy that compresses makes it weak. */
const fits = (header: string | null, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((e) => e.trim().replace(/^W\//, '') === etag)

/** In tests every answer is held against its contract entry. */
function checkAnswer(op: Operation, status: number, body: unknown): void {
  const told = op.answers?.[status] ?? (status === op.status ? op.returns : null)
  if (!told) throw new Error(`${op.operationId} answers ${status}, which its contract does not say`)
  const result = told.safeParse(body)
  if (!result.success)
    throw new Error(`${op.operationId} answers what its contract does not say: ${JSON.stringify(fieldErrors(result.error).slice(0, 5))}`)
}

/** And so is every refusal: a status and a code that openapi.json does not tell of is a fault. */
function checkRefusal(op: Operation, refused: unknown): void {
  if (refused instanceof AppError && refusalsOf(op)[refused.status]?.[refused.code] === undefined)
    throw new Error(`${op.operationId} refuses with ${refused.status} ${refused.code}, which its contract does not say`)
  if (refused instanceof AppError && refused.status === 422) checkTexts(op, refused)
}

/** A person reads what is wrong with each field: a sentence, never the validator's words. What a rule says may begin with a dish's own name. */
function checkTexts(op: Operation, { code, message, details }: AppError): void {
  // SPEC §8's own text has no full stop.
  const texts = [...(code === 'user_id_required' ? [] : [message]), ...((details.errors ?? []) as FieldError[]).map((e) => e.message)]
  const poor = texts.filter((text) => !isSentence(code === 'validation_failed' ? text : `A ${text}`))
  if (poor.length > 0) throw new Error(`${op.operationId} refuses with ${code} and no sentence: ${JSON.stringify(poor)}`)
}

/** One error, one body (CONTRACT §1). A 5xx says nothing of what is inside. */
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
