import type { Context as HonoContext } from 'hono'
import type { Operation } from '#domain/api/contract.ts'
import { AppError, type FieldError, notFound } from '#domain/errors.ts'
import { fieldErrors, invalidFields, sayIssue } from '#domain/fields.ts'
import { isStaff } from '#domain/roles.ts'
import { unreadable } from '#domain/unreadable.ts'
import { closedTo } from '../access/session.ts'
import { formText, readForm, readJson } from './body.ts'
import type { Context } from './context.ts'
import { formSpace } from './formSpace.ts'
import { sha256 } from './hash.ts'

/**
 * The restaurant to which an Idempotency-Key belongs, besides its account and call (CONTRACT §9). People who may enter several restaurants name one in a
 * header. It comes from the token and the header, because a stored answer is read before the session is known.
 */
const enteredBy = (c: Context): string =>
  c.claims && (isStaff(c.claims.role) || c.claims.role === 'user')
    ? (c.claims.restaurantId ?? '')
    : (c.request.headers.get('X-Restaurant-Id') ?? '')

/** Counts the bytes of a form that anybody could send: of a claim, also with a diner's session, and of an application by whoever has just signed up. */
function spaceFor(c: Context): ((bytes: number) => void) | undefined {
  const { session } = c
  const isLetIn = session && !closedTo(session) && (session.entered || !['partner', 'user'].includes(session.principal.role))
  if (isLetIn) return undefined
  const { takes, ends } = formSpace()
  c.atEnd.push(ends)
  return takes
}

type Parsed = { ok: true; input: { params: unknown; query: unknown; body: unknown } } | { ok: false; error: AppError }

/**
 * Checks params, query and body against the contract; sets the hashes of an Idempotency-Key and of the request, and a form's files, on `c`. A refusal
 * (404, 413, 415, 422 …) is returned, not thrown, so that 401 and 403 come before it.
 */
export async function parse(h: HonoContext, op: Operation, c: Context): Promise<Parsed> {
  try {
    let body: unknown
    let text = ''
    if (op.upload) ({ body, files: c.files } = await readForm(h.req.raw, op.upload, undefined, spaceFor(c)))
    else if (op.body) ({ body, text } = await readJson(h.req.raw))
    const key = h.req.raw.headers.get('Idempotency-Key')
    if (op.idempotent && key !== null) {
      if (key.length < 1 || key.length > 64) throw invalidFields([{ path: 'Idempotency-Key', message: 'Must have 1 to 64 characters.' }])
      c.idempotencyKey = sha256(JSON.stringify([op.operationId, enteredBy(c), key]))
      const { pathname, search } = new URL(h.req.url)
      const sent = op.upload ? await formText(body as Record<string, string>, c.files) : text
      c.requestHash = sha256(`${h.req.method} ${pathname.replace(/\/+$/, '')}${search}\n${sent}`)
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
    // A malformed id in the path is answered like an unknown one.
    if (params && !params.success) throw notFound()
    return { ok: true, input: { params: params?.data, query, body: parsedBody } }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error }
    throw error
  }
}
