import { z } from 'zod'
import type { Limit } from '../limits.ts'
import type { Page } from '../permissions.ts'
import type { Role } from '../roles.ts'

/**
 * The contract as data. For each call a feature file states its address, who may make it, from which pages, its input and its output. The server implements
 * it, the client calls it with types, tests walk it, and openapi.json is generated from it (DESIGN, "How a change flows").
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Scope = 'public' | 'restaurant' | 'partner' | 'diner' | 'platform'

export type Operation = {
  operationId: string
  summary: string
  tags: readonly string[]
  scope: Scope
  /** The roles that may make the call; `public` when no sign-in is needed. */
  roles: readonly (Role | 'public')[]
  /** The staff pages that make the call: at least one of them must admit the role. */
  pages: readonly Page[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Success: its status and body. A `text` answer is not JSON. */
  status: 200 | 201 | 202 | 204
  returns: z.ZodType
  returnsType?: string
  /** For a call with several success statuses: the body of each. `returns` is their union, `status` the first. */
  answers?: Record<number, z.ZodType>
  /** The message when the server fails without a better one: SPEC §8's default for the call. */
  failure: string
  /** The call's own refusals besides the general ones (refusals.ts), as `status code` with a sentence. */
  errors?: Record<string, string>
  /** Sends an ETag, and answers 304 when If-None-Match still matches (CONTRACT §7). */
  revalidates?: boolean
  /** Takes an Idempotency-Key (CONTRACT §1). */
  idempotent?: boolean
  /** Takes multipart/form-data: fields by `body`, and files by these names, each with its maximum number (10 MiB a file; a maximum of 1 makes the file required). */
  upload?: Record<string, number>
  /** A pending restaurant may make it too, with its limited token. */
  whilePending?: boolean
  /** May also be read with a sync key (X-Sync-Key). */
  syncKey?: boolean
  /** A row of domain/limits.ts; above the limit the call answers 429 with `Retry-After`. */
  rateLimit?: Limit
}

export const MANAGERS = ['superuser', 'managerialHead', 'generalManager'] as const satisfies readonly Role[]
export const OWNERS = ['superuser', 'managerialHead'] as const satisfies readonly Role[]
export const MONEY = [...MANAGERS, 'cashier'] as const
export const POS = [...MONEY, 'captain', 'waiter'] as const
export const EVERY_STAFF = [...POS, 'kitchen', 'delivery', 'mobileAdmin'] as const
/** A call that needs no sign-in; signed-in users may make it too. */
export const EVERYBODY = { scope: 'public', roles: ['public', ...EVERY_STAFF, 'user', 'partner', 'backoffice', 'admin'] } as const
const ENTERING = ['partner', 'backoffice', 'admin'] as const

type Upload = Readonly<Record<string, number>> | undefined
type Say<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
  U extends Upload = undefined,
> = Omit<Operation, 'params' | 'query' | 'body' | 'returns' | 'scope' | 'pages' | 'status' | 'upload'> & {
  params?: P
  query?: Q
  body?: B
  returns: R
  upload?: U
  pages?: readonly Page[]
  status?: Operation['status']
}

/** A call for a restaurant's staff. Partner (own outlets), back office and admin enter by X-Restaurant-Id; `reads` admits mobileAdmin. */
export function staff<
  R extends z.ZodType,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(op: Say<P, Q, B, R> & { reads?: boolean }) {
  const { reads, roles, ...rest } = op
  const all = new Set<Role | 'public'>([...roles, ...(reads ? (['mobileAdmin'] as const) : []), ...ENTERING])
  return { status: 200, pages: [], ...rest, scope: 'restaurant', roles: [...all] } as unknown as Typed<P, Q, B, R>
}

export function call<
  R extends z.ZodType,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  const U extends Upload = undefined,
>(op: Say<P, Q, B, R, U> & { scope: Scope }) {
  return { status: 200, pages: [], ...op } as unknown as Typed<P, Q, B, R, U>
}

export type Typed<P, Q, B, R, U extends Upload = undefined> = Omit<Operation, 'params' | 'query' | 'body' | 'returns' | 'upload'> & {
  params: P
  query: Q
  body: B
  returns: R
  upload?: U
}

export type Contract = Record<string, Typed<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType, Upload>>

type In<S> = S extends z.ZodType ? z.input<S> : undefined
type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type OpOf<C, K extends keyof C> =
  C[K] extends Typed<infer P, infer Q, infer B, infer R, infer _U> ? { params: P; query: Q; body: B; returns: R } : never

/** What the caller sends and the handler receives. */
export type ParamsOf<C, K extends keyof C> = Out<OpOf<C, K>['params']>
export type QueryOf<C, K extends keyof C> = Out<OpOf<C, K>['query']>
export type BodyOf<C, K extends keyof C> = Out<OpOf<C, K>['body']>
export type ReturnsOf<C, K extends keyof C> = In<OpOf<C, K>['returns']>
export type CallerParams<C, K extends keyof C> = In<OpOf<C, K>['params']>
export type CallerQuery<C, K extends keyof C> = In<OpOf<C, K>['query']>
export type CallerBody<C, K extends keyof C> = In<OpOf<C, K>['body']>
/** The names of the files in a call's form; `never` for a call without files. */
export type FileNames<C, K extends keyof C> =
  C[K] extends Typed<infer _P, infer _Q, infer _B, infer _R, infer U> ? (U extends undefined ? never : keyof U & string) : never
export type AnswerOf<C, K extends keyof C> = Out<OpOf<C, K>['returns']>
