import type { Context as HonoContext, Hono } from 'hono'
import type { BodyOf, Contract, Operation, ParamsOf, QueryOf, ReturnsOf } from '#domain/api/contract.ts'
import { authorise, claimsOf, enter } from '../access/authorise.ts'
import { loadSession, touchSession } from '../access/session.ts'
import { askForSitting } from '../access/sitting.ts'
import type { App } from '../env.ts'
import { type Answer, refusal, respond } from './answer.ts'
import { checkRefusal } from './checks.ts'
import { Context } from './context.ts'
import { dinerWait, limitCaller, mustNotWait, refuseUsed } from './limit.ts'
import { parse } from './parse.ts'
import { inRoutingOrder } from './routingOrder.ts'
import { noteEnded, staffCall } from './staffFirst.ts'

export type Input<C, K extends keyof C> = { params: ParamsOf<C, K>; query: QueryOf<C, K>; body: BodyOf<C, K> }
type Handle<C, K extends keyof C, R> = (c: Context, input: Input<C, K>, read: R) => Promise<ReturnsOf<C, K> | Answer>

/**
 * A handler, or one with a `read` that runs in parallel with the session's look-up, which saves a round trip. A `read` must not change anything: its result is
 * used only after the session has been checked, and its `c.where` may come from the token alone.
 */
export type Handler<C, K extends keyof C> =
  | ((c: Context, input: Input<C, K>) => Promise<ReturnsOf<C, K> | Answer>)
  | {
      read?: (c: Context, input: Input<C, K>) => Promise<unknown>
      handle: Handle<C, K, never>
      sittingActive?: (read: never) => boolean
      /** May refuse by what is in the path, before a form is read. */
      beforeForm?: (c: Context, params: Record<string, string>) => Promise<void>
    }

export type Handlers<C> = { [K in keyof C]: Handler<C, K> }

/** Ties a `read` to the `handle` that takes its result. `sittingActive`: whether the diner's sitting is still active, for a read that has checked it anyway. */
export function reading<C, K extends keyof C, R>(
  read: (c: Context, input: Input<C, K>) => Promise<R>,
  handle: Handle<C, K, R>,
  sittingActive?: (read: R) => boolean,
): Handler<C, K> {
  return { read, handle, sittingActive } as Handler<C, K>
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
  const c = new Context(h.env, h.req.raw, h.get('requestId'), new Date(), (work) => h.executionCtx.waitUntil(work))
  const answer = await answerTo(h, c, route, op, handler)
  if (c.setCookie) answer.headers.append('Set-Cookie', c.setCookie)
  return answer
}

async function answerTo<C>(h: HonoContext<App>, c: Context, route: string, op: Operation, handler: Handler<C, keyof C>): Promise<Response> {
  const { request } = c
  c.status = op.status
  const ahead = typeof handler === 'object' ? handler : null
  try {
    c.claims = await claimsOf(c, op)
    // Before anything is read, so that a caller over a limit costs very little.
    if (op.rateLimit) {
      mustNotWait(dinerWait(c.claims, op.rateLimit))
      refuseUsed(c, op.rateLimit)
    }
    const { claims } = c
    if (claims?.restaurantId && claims.role === 'user') await c.guestCall(claims.restaurantId)
    // Not before the body has come: one that doesn't come on would hold up the guests.
    const begin = () => {
      c.begin()
      if (claims?.restaurantId && claims.role !== 'user') c.atEnd.push(staffCall(claims.restaurantId, claims.sid))
    }
    // The body is read first, because a caller who takes minutes to send it may have been removed meanwhile. A form, which may be large, is read only once the
    // caller is known and allowed.
    const ready = op.upload ? null : await parse(h, op, c)
    if (ready) begin()
    else c.begin()
    // In parallel: the session's look-up, the handler's read-ahead, and whether a diner's sitting is still active.
    const look = () =>
      claims &&
      ignoreRejection(
        loadSession(c.env, claims, request.headers.get('X-Restaurant-Id'), c.now).catch((error: unknown) => noteEnded(claims.sid, error)),
      )
    const session = look()
    const { restaurantId, shard } = claims ?? {}
    const early = ahead?.read && ready?.ok && restaurantId && shard ? ignoreRejection(ahead.read(c, ready.input as never)) : null
    const ask = () => askForSitting(c.env, c.claims)
    // When the read fails, the sitting is asked for on its own, because an ended sitting is refused before the read's error.
    const sitting = ignoreRejection(
      early && ahead?.sittingActive ? early.then(ahead.sittingActive as (read: unknown) => boolean, ask) : ask(),
    )
    await enter(c, op, session, sitting)
    authorise(c, op)
    if (op.rateLimit) await limitCaller(c, op.rateLimit)
    await ahead?.beforeForm?.(c, h.req.param())
    const parsed = ready ?? (await parse(h, op, c))
    if (!ready) {
      begin()
      await enter(c, op, look(), ask())
      authorise(c, op)
    }
    if (!parsed.ok) throw parsed.error
    if (c.session && !c.syncKey) c.waitUntil(touchSession(c.env, c.session.principal, c.now))
    const input = parsed.input as never
    if (typeof handler === 'function') return await respond(c, op, await handler(c, input))
    // The read-ahead is used only when the token named the same restaurant and shard as the session.
    const same = restaurantId === c.session?.restaurant?.id && shard === c.session?.restaurant?.shard
    // The wrong restaurant's room was armed, which is harmless.
    if (!same) c.arming = null
    const read = await (same && early ? early : handler.read?.(c, input))
    return await respond(c, op, await handler.handle(c, input, read as never))
  } catch (error) {
    if (c.env.CHECK_ANSWERS) checkRefusal(op, error)
    return refusal(c, op, error)
  } finally {
    for (const work of c.atEnd) work()
    h.set('logFields', { route, role: c.session?.principal.role, restaurantId: c.session?.restaurant?.id })
  }
}

/** Started now and awaited later; avoids an unhandled rejection when something else fails before. */
function ignoreRejection<P extends Promise<unknown> | null>(work: P): P {
  work?.catch(() => {})
  return work
}
