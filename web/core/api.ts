import type { AnswerOf, Api, Call, CallerBody, CallerParams, CallerQuery, FileNames } from '#domain/api/index.ts'
import type { FieldError } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import { deviceId } from './device.ts'
import { enteredNow } from './entered.ts'
import { FACTS } from './facts.ts'
import { currentToken } from './tokens.ts'
import { NoAnswer, sendForm, type Sent } from './upload.ts'

export type { Call } from '#domain/api/index.ts'
export type Answer<K extends Call> = AnswerOf<Api, K>

type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }
export type Files = Record<string, File | readonly File[]>
/** The input of a call: the path parameters, query, body and files that it takes. A call with files is sent as a form. */
export type Input<K extends Call> = Part<'params', CallerParams<Api, K>> &
  Part<'query', CallerQuery<Api, K>> &
  Part<'body', CallerBody<Api, K>> &
  ([FileNames<Api, K>] extends [never] ? unknown : { files: Record<FileNames<Api, K>, File | readonly File[]> })

export type CallOptions = {
  /** One for each action of a person; a retry of that action sends the same key. A new one is made when it is left out. */
  idempotencyKey?: string
  signal?: AbortSignal
  timeout?: number
  /** Failures don't end the session and show no rate limit message: the caller handles them. */
  quiet?: boolean
  /** The request is completed even if the page is closed meanwhile. */
  keepalive?: boolean
  /** Sent in place of the signed-in person's token: the one that sets a new password. */
  token?: string
  /** For a call with files: the share that was uploaded, from 0 to 1. */
  onProgress?: (share: number) => void
}

export class ApiError extends Error {
  /** 0 when no answer came. */
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]
  readonly retryAfter: number | undefined
  /** The whole body of the answer: `itemId`, `order`, `sessions`, `approved` … */
  readonly details: Record<string, unknown>
  /** There was no answer: the action may or may not have happened. */
  readonly network: boolean
  /** Already shown to the person, as a rate limit or an ended session is. */
  shown = false

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

/** True if the person has already been told of this failure (`ApiError.shown`). */
export const wasShown = (error: unknown): boolean => error instanceof ApiError && error.shown

/** The session ended while somebody was signed in (SPEC §8). */
export const isExpiry = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 401 &&
  (error.message === MESSAGES.tokenExpired || error.message === MESSAGES.sessionExpired)

type Listener = {
  expired: () => void
  /** The session may have ended. The listener checks that and tells the person, so the error is marked as shown. */
  unauthenticated: (error: ApiError) => void
  pageDisabled: () => void
  /** Refused in the outlet that the person has entered: they may have lost it. */
  outletRefused: () => void
  rateLimited: (error: ApiError) => void
  unreachable: () => void
  answered: () => void
}
let listener: Partial<Listener> = {}
/** Sets the callbacks for the session, the snackbars and the connection, so that the API client imports none of them. */
export const listenToApi = (to: Partial<Listener>) => void (listener = { ...listener, ...to })

const SIGN_IN = /^POST \/auth\/\w+\/login$/

/** `/tables/:id` with its parameters filled in and its query added. */
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

type Raw = { params?: object; query?: object; body?: unknown; files?: Files } & CallOptions

/** Makes a call of the contract. Throws ApiError. */
export function call<K extends Call>(
  address: K,
  ...rest: Record<never, never> extends Input<K> ? [(Input<K> & CallOptions)?] : [Input<K> & CallOptions]
): Promise<Answer<K>> {
  return request(address, (rest[0] ?? {}) as Raw) as Promise<Answer<K>>
}

/** The untyped form of `call`, for helpers that take any call. */
export async function request(address: Call, input: Raw): Promise<unknown> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  const held = SIGN_IN.test(address) || input.token ? null : currentToken()
  const token = input.token ?? held?.token
  if (token) headers.Authorization = `Bearer ${token}`
  const entered = held && (held.family === 'partner' || held.family === 'backoffice') ? enteredNow()?._id : null
  if (entered) headers['X-Restaurant-Id'] = entered
  if (FACTS[address].key) headers['Idempotency-Key'] = input.idempotencyKey ?? randomId()
  // Staff send it with every call, GETs too: closing a day is a GET, and prints on this device. A guest's phone needs no id.
  if (held && held.family !== 'diner') headers['X-Device-Id'] = deviceId()

  let answer: Sent
  try {
    answer = await send(address, input, headers)
  } catch (error) {
    if (input.signal?.aborted) throw error
    const late = error instanceof NoAnswer && error.late
    if (!input.quiet) listener.unreachable?.()
    throw new ApiError(transportMessage(late) || FACTS[address].failure, { code: late ? 'timeout' : 'network', network: true })
  }
  if (answer.status < 500) listener.answered?.()
  const body = parsed(answer.text)
  if (answer.status >= 200 && answer.status < 300) return body
  const details = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const retryAfter = Number(details.retryAfter ?? answer.header('Retry-After')) || undefined
  const error = new ApiError(typeof details.message === 'string' && details.message ? details.message : FACTS[address].failure, {
    status: answer.status,
    code: typeof details.code === 'string' ? details.code : `http_${answer.status}`,
    errors: Array.isArray(details.errors) ? (details.errors as FieldError[]) : [],
    retryAfter,
    details,
  })
  if (!input.quiet) report(error, held !== null)
  if (entered && error.status === 403) listener.outletRefused?.()
  throw error
}

/** Sends one request and returns its answer, whatever the status. Throws when there was none: `NoAnswer` with `late` after a timeout. */
async function send(address: Call, input: Raw, headers: Record<string, string>): Promise<Sent> {
  const method = address.slice(0, address.indexOf(' '))
  const url = pathOf(address, input.params, input.query)
  const timeout = input.timeout ?? timeoutOf(address)
  if (input.files)
    return sendForm(url, {
      method,
      headers,
      timeout,
      form: formOf(input.body, input.files),
      signal: input.signal,
      onProgress: input.onProgress,
    })
  if (input.body !== undefined) headers['Content-Type'] = 'application/json'
  const late = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: input.body === undefined ? undefined : JSON.stringify(input.body),
      signal: input.signal ? AbortSignal.any([input.signal, late]) : late,
      cache: 'no-store',
      keepalive: input.keepalive ?? false,
    })
    const text = response.status === 204 ? '' : await response.text()
    return { status: response.status, text, header: (name) => response.headers.get(name) }
  } catch (error) {
    throw late.aborted && !input.signal?.aborted ? new NoAnswer(true) : error
  }
}

/** Text fields and files as a form. A field without a value is left out. */
function formOf(fields: unknown, files: Files): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries((fields ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null) form.append(name, String(value))
  for (const [name, file] of Object.entries(files)) for (const one of [file].flat()) form.append(name, one as File)
  return form
}

function report(error: ApiError, signedIn: boolean): void {
  if (signedIn && isExpiry(error)) {
    error.shown = true
    listener.expired?.()
  } else if (error.status === 401 && (signedIn || error.code === 'unauthenticated')) {
    // Without a token its cookie may have run out a moment ago.
    error.shown = signedIn && error.code === 'unauthenticated'
    listener.unauthenticated?.(error)
  } else if (error.code === 'page_disabled') listener.pageDisabled?.()
  else if (error.status === 429) {
    error.shown = true
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
