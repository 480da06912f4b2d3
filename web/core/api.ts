import type { AnswerOf, Api, Call, CallerBody, CallerParams, CallerQuery } from '#domain/api/index.ts'
import type { FieldError } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import { FACTS } from './facts.ts'
import { readText } from './store.ts'
import { currentToken } from './tokens.ts'

export type { Call } from '#domain/api/index.ts'
export type Answer<K extends Call> = AnswerOf<Api, K>

type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }
/** What a caller gives: path parameters, query and body, as far as the call has them. */
export type Input<K extends Call> = Part<'params', CallerParams<Api, K>> &
  Part<'query', CallerQuery<Api, K>> &
  Part<'body', CallerBody<Api, K>>

export type CallOptions = {
  /** One per action of a person; a retry of that action gives the same. Made here when left out. */
  idempotencyKey?: string
  signal?: AbortSignal
  timeout?: number
  /** Neither ends the session nor shows a rate limit: the caller looks itself. */
  quiet?: boolean
  /** Arrives also when the page goes away meanwhile. */
  keepalive?: boolean
}

export class ApiError extends Error {
  /** 0 when no answer came. */
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]
  readonly retryAfter: number | undefined
  /** The whole body: `itemId`, `order`, `sessions`, `approved` … */
  readonly details: Record<string, unknown>
  /** No answer: the action may or may not have happened. */
  readonly network: boolean
  /** Shown already, as a rate limit or an ended session is. */
  told = false

  constructor(
    message: string,
    at: {
      status?: number
      code?: string
      errors?: FieldError[]
      retryAfter?: number
      details?: Record<string, unknown>
      network?: boolean
    },
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = at.status ?? 0
    this.code = at.code ?? 'unknown'
    this.errors = at.errors ?? []
    this.retryAfter = at.retryAfter
    this.details = at.details ?? {}
    this.network = at.network ?? false
  }
}

export const messageOf = (error: unknown, fallback = 'Something went wrong'): string =>
  error instanceof Error && error.message ? error.message : fallback

/** The session ended while somebody was signed in (SPEC §8). */
export const isExpiry = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 401 &&
  (error.message === MESSAGES.tokenExpired || error.message === MESSAGES.sessionExpired)

type Listener = {
  expired: () => void
  unauthenticated: () => void
  pageDisabled: () => void
  rateLimited: (error: ApiError) => void
  unreachable: () => void
}
let listener: Partial<Listener> = {}
/** The session, the snackbars and the connection hear of what concerns them; the client itself knows none of them. */
export const listenToApi = (to: Partial<Listener>) => void (listener = { ...listener, ...to })

const SIGN_IN = /^POST \/auth\/\w+\/login$/

/** `/tables/:id` with its parameters and query. */
export function pathOf(address: string, params: object = {}, query: object = {}): string {
  const named = params as Record<string, unknown>
  const path = address.slice(address.indexOf(' ') + 1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(named[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return `/v1${path}${text ? `?${text}` : ''}`
}

export const timeoutOf = (address: string): number => (address.includes('analytics') ? 20_000 : 10_000)

type Raw = { params?: object; query?: object; body?: unknown } & CallOptions

/** Makes a call of the contract. Throws ApiError. */
export function call<K extends Call>(
  address: K,
  ...rest: Record<never, never> extends Input<K> ? [(Input<K> & CallOptions)?] : [Input<K> & CallOptions]
): Promise<Answer<K>> {
  return request(address, (rest[0] ?? {}) as Raw) as Promise<Answer<K>>
}

/** The same for helpers that know only that it is a call. */
export async function request(address: Call, input: Raw): Promise<unknown> {
  const method = address.slice(0, address.indexOf(' '))
  const headers: Record<string, string> = { Accept: 'application/json' }
  const held = SIGN_IN.test(address) ? null : currentToken()
  if (held) headers.Authorization = `Bearer ${held.token}`
  const entered = held && (held.family === 'partner' || held.family === 'backoffice') ? readText('restaurantId') : null
  if (entered) headers['X-Restaurant-Id'] = entered
  if (input.body !== undefined) headers['Content-Type'] = 'application/json'
  if (FACTS[address].key) headers['Idempotency-Key'] = input.idempotencyKey ?? randomId()

  const late = AbortSignal.timeout(input.timeout ?? timeoutOf(address))
  let response: Response
  let text: string
  try {
    response = await fetch(pathOf(address, input.params, input.query), {
      method,
      headers,
      body: input.body === undefined ? undefined : JSON.stringify(input.body),
      signal: input.signal ? AbortSignal.any([input.signal, late]) : late,
      cache: 'no-store',
      keepalive: input.keepalive ?? false,
    })
    text = response.status === 204 ? '' : await response.text()
  } catch (error) {
    if (input.signal?.aborted) throw error
    if (!input.quiet) listener.unreachable?.()
    throw new ApiError(transportMessage(late.aborted) || FACTS[address].failure, {
      code: late.aborted ? 'timeout' : 'network',
      network: true,
    })
  }
  const body = parsed(text)
  if (response.ok) return body
  const details = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const retryAfter = Number(details.retryAfter ?? response.headers.get('Retry-After')) || undefined
  const error = new ApiError(typeof details.message === 'string' && details.message ? details.message : FACTS[address].failure, {
    status: response.status,
    code: typeof details.code === 'string' ? details.code : `http_${response.status}`,
    errors: Array.isArray(details.errors) ? (details.errors as FieldError[]) : [],
    retryAfter,
    details,
  })
  if (!input.quiet) report(error, held !== null)
  throw error
}

function report(error: ApiError, signedIn: boolean): void {
  if (signedIn && isExpiry(error)) {
    error.told = true
    listener.expired?.()
  } else if (error.status === 401 && signedIn) listener.unauthenticated?.()
  else if (error.code === 'page_disabled') listener.pageDisabled?.()
  else if (error.status === 429) {
    error.told = true
    listener.rateLimited?.(error)
  }
}

function transportMessage(late: boolean): string {
  if (late) return 'Tawa took too long to answer. Try again.'
  return typeof navigator !== 'undefined' && navigator.onLine === false
    ? 'You are offline.'
    : 'Tawa can’t be reached. Check the connection and try again.'
}

function parsed(text: string): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
