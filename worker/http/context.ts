import type { Operation } from '#domain/api/contract.ts'
import { notFound, unauthenticated } from '#domain/errors.ts'
import { MESSAGES } from '#domain/messages.ts'
import { recordedName } from '#domain/employee.ts'
import type { Teller } from '#domain/moves.ts'
import type { BusinessClock } from '#domain/time.ts'
import { businessDate } from '#domain/time.ts'
import { outletDb } from '../db/index.ts'
import type { Env } from '../env.ts'
import { guestCall } from './staffFirst.ts'
import type { Claims, Principal, Restaurant, Session } from '../access/session.ts'

/** The context of a call, which a handler gets besides its parsed input. */
export class Context {
  readonly env: Env
  readonly request: Request
  readonly requestId: string
  now: Date
  /** `now` as UTC text. */
  at: string
  readonly waitUntil: (work: Promise<unknown>) => void
  /** The content of the verified token; the session itself may still be loading while a handler's `read` runs. */
  claims: Claims | null = null
  session: Session | null = null
  /** The caller's Idempotency-Key, hashed together with the call and its restaurant. */
  idempotencyKey: string | null = null
  /** The status of success, from the contract. */
  status: Operation['status'] = 200
  /** SHA-256 of method, address and body; for a form, of its fields and its files' hashes. */
  requestHash = ''
  /** The files of a multipart call, by field. */
  files: Record<string, File[]> = {}
  /** Set for a call made with a sync key; its session is the restaurant's own and can only read. */
  syncKey: string | null = null
  /** A Set-Cookie for the answer, also where the call is refused: a sign-in with the right password may still be. */
  setCookie: string | null = null
  /** Done when the request has been answered. */
  readonly atEnd: (() => void)[] = []
  /** Set while the call counts as a guest's that runs (`staffFirst.ts`). */
  private endGuestCall: (() => void) | null = null
  /** Set by `arm`: the room's promise to look for events after the commit. */
  arming: Promise<number> | null = null

  constructor(env: Env, request: Request, requestId: string, now: Date, waitUntil: (work: Promise<unknown>) => void) {
    this.env = env
    this.request = request
    this.requestId = requestId
    this.now = now
    this.at = now.toISOString()
    this.waitUntil = waitUntil
  }

  /** Waits until the staff's calls leave room for this guest's; from then on it counts as one that runs. */
  async guestCall(restaurantId: string, { returning = false } = {}): Promise<void> {
    if (this.endGuestCall) return
    // Noted before it waits, because the call may be refused meanwhile.
    let answered = false
    this.atEnd.push(() => {
      answered = true
      this.endGuestCall?.()
    })
    this.endGuestCall = await guestCall(restaurantId, { returning })
    if (answered) this.endGuestCall()
  }

  /** The call waits for a turn of another kind, so it no longer counts as running. */
  stepAside(): void {
    this.endGuestCall?.()
    this.endGuestCall = null
  }

  /** The guest's call has its turn of the other kind: it waits for the staff's calls again, before other guests'. */
  comeBack(): Promise<void> {
    return this.guestCall(this.where.restaurantId, { returning: true })
  }

  /** The signed-in person. Throws 401. */
  get principal(): Principal {
    if (!this.session) throw unauthenticated(MESSAGES.authenticationFailed)
    return this.session.principal
  }

  /** The restaurant in whose scope the call is. Throws 404. */
  get restaurant(): Restaurant {
    const restaurant = this.session?.restaurant
    if (!restaurant) throw notFound(MESSAGES.noRestaurant)
    return restaurant
  }

  /** The time of the call is reset to now, because its body may have come slowly. */
  begin(): void {
    this.now = new Date()
    this.at = this.now.toISOString()
  }

  /** Where the caller's rows are: taken from the session once it is known, before that from the verified token. Throws 404. */
  get where(): Where {
    const restaurant = this.session?.restaurant
    if (restaurant) return { restaurantId: restaurant.id, shard: restaurant.shard }
    if (!this.session && this.claims?.restaurantId && this.claims.shard)
      return { restaurantId: this.claims.restaurantId, shard: this.claims.shard }
    throw notFound(MESSAGES.noRestaurant)
  }

  get db(): D1Database {
    return outletDb(this.env, this.where.shard)
  }

  /** The account that idempotency keys are scoped to. */
  get account(): string {
    return this.session?.principal.accountId ?? this.claims?.sub ?? ''
  }

  get clock(): BusinessClock {
    return this.restaurant.clock
  }

  /** This call inside an outlet of its partner's: rows and events are that outlet's. The caller has checked that the person may work there. */
  inside(restaurant: Restaurant): Context {
    const session: Session = { principal: this.principal, restaurant, entered: true }
    return Object.assign(Object.create(this) as Context, { session })
  }

  /** The random id that the device sends (`X-Device-Id`, CONTRACT §9). It is recorded, and colleagues can read it: it never proves anything. null if missing or malformed. */
  get deviceId(): string | null {
    const id = this.request.headers.get('X-Device-Id')
    return id !== null && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null
  }

  /** The caller's name in the restaurant's records and events. */
  get by(): string {
    const { name, role } = this.principal
    return recordedName({ name, role, entered: this.session?.entered ?? false })
  }

  /** The caller, as recorded with a movement of money. */
  get teller(): Teller {
    return { at: this.at, businessDate: this.today, by: this.by, deviceId: this.deviceId }
  }

  /** Today's business date. */
  get today(): string {
    return businessDate(this.now, this.clock)
  }
}

/** The first argument of the room's calls. */
export type Where = { restaurantId: string; shard: string }
