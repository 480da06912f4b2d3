/**
 * What a restaurant's money must be, kept by other hands than the product's: SPEC §9 and CONTRACT §§2, 5 and 9 written anew, in whole paise, without anything
 * of domain/. Each act answers a `Verdict`: the status with which the Worker must refuse it, or what it does to these books.
 */
export type Verdict = 401 | 403 | 404 | 409 | 422 | (() => void)

export const METHODS = ['Cash', 'UPI', 'Card'] as const
export type Method = (typeof METHODS)[number]
export type OrderType = 'Dine In' | 'Take Away' | 'Delivery'
export type Tax = { gst: number; vat: number; serviceCharge: number }
/** Off the subtotal: a percentage up to `most`, or a flat amount; nothing on bills below `least`. Amounts in paise. */
export type Offer = { name: string; percent?: number; flat?: number; most?: number; least?: number; dineInOnly?: boolean }
type LineStatus = 'In Cart' | 'Preparing' | 'Ready' | 'Served' | 'Cancelled'
export type Line = { name: string; unit: number; quantity: number; alcohol: boolean; status: LineStatus; declined?: true }
/** `id` is its kotId. A guest's ticket is `held` until staff accept it. */
export type Ticket = { id: string; held: boolean; lines: Line[] }
/** A row of money: only ever added. Positive came in, negative went out. */
export type Row = {
  kind: 'received' | 'returned' | 'corrected' | 'transferred'
  method: Method
  amount: number
  day: string
  by: Actor
  corrected?: true
  /** The Worker's id of it, once it was seen. */
  id?: string
}

export type Bill = {
  /** A, B, C … in the order of their opening: for people who read a failed evening. */
  name: string
  id: string
  table: number | null
  type: OrderType
  tax: Tax
  rounded: boolean
  tickets: Ticket[]
  offer: Offer | null
  service: boolean
  rows: Row[]
  status: 'pending' | 'completed' | 'cancelled'
  paid: 'unpaid' | 'partial' | 'paid' | 'refunded'
  /** The regular guest's number is on it. */
  regular: boolean
  number: number | null
  /** The highest total that it ever had on paper. */
  printed: { total: number; by: Actor } | null
  discountBy: Actor | null
  serviceBy: Actor | null
  cancelledBy: Actor | null
  /** The business day on which it ended. */
  ended: string | null
  /** The business day on which it was opened. */
  day: string
}

// ---------------------------------------------------------------- who may (CONTRACT §2, §9 "Who closes")

export const ACTORS = [
  'waiter',
  'captain',
  'cashier',
  'generalManager',
  'managerialHead',
  'superuser',
  'kitchen',
  'delivery',
  'mobileAdmin',
  'diner',
  'sync key',
] as const
export type Actor = (typeof ACTORS)[number]

const OWNERS: readonly Actor[] = ['superuser', 'managerialHead']
const MONEY: readonly Actor[] = [...OWNERS, 'generalManager', 'cashier']
const POS: readonly Actor[] = [...MONEY, 'captain', 'waiter']
const RIGHTS = {
  send: POS,
  tables: POS,
  print: POS,
  settle: MONEY,
  cancel: MONEY,
  step: [...POS, 'kitchen'],
  close: [...POS, 'delivery'],
  own: OWNERS,
} satisfies Record<string, readonly Actor[]>

/** null: they may. A sync key opens no call that writes, so there it is nobody's. */
const refusedTo = (by: Actor, right: keyof typeof RIGHTS): 401 | 403 | null =>
  by === 'sync key' ? 401 : (RIGHTS[right] as readonly Actor[]).includes(by) ? null : 403

// ---------------------------------------------------------------- what a bill comes to (SPEC §9, CONTRACT §5)

/** n/d to the nearest whole, halves up; neither is negative. */
const nearest = (n: bigint, d: bigint): number => Number((n + n + d) / (d + d))
/** A percentage has at most three decimals. */
const share = (paise: number, percent: number): number => nearest(BigInt(paise) * BigInt(Math.round(percent * 1000)), 100_000n)
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

export const linesOf = (bill: Pick<Bill, 'tickets'>): Line[] => bill.tickets.flatMap((t) => t.lines)
const isLive = (line: Line): boolean => line.status !== 'Cancelled'
export const worth = (line: Line): number => line.unit * line.quantity
const worthOf = (lines: readonly Line[]): number => sum(lines.filter(isLive).map(worth))

function discount(offer: Offer | null, subtotal: number): number {
  if (!offer || subtotal < (offer.least ?? 0)) return 0
  const off = offer.flat ?? Math.min(share(subtotal, offer.percent ?? 0), offer.most ?? Infinity)
  return Math.min(off, subtotal)
}

export function totalsOf(bill: Pick<Bill, 'tickets' | 'offer' | 'tax' | 'service' | 'rounded'>) {
  const lines = linesOf(bill).filter(isLive)
  const subtotal = worthOf(lines)
  const off = discount(bill.offer, subtotal)
  // The discount is taken off each line before tax, in proportion; what doesn't divide goes to the largest.
  const parts = lines.map((l) => Number((BigInt(off) * BigInt(worth(l))) / BigInt(Math.max(1, subtotal))))
  const largest = lines.reduce((best, l, i) => (worth(l) > worth(lines[best]!) ? i : best), 0)
  if (lines.length > 0) parts[largest]! += off - sum(parts)
  const taxed = (alcohol: boolean) => sum(lines.map((l, i) => (l.alcohol === alcohol ? worth(l) - parts[i]! : 0)))
  const cgst = nearest(BigInt(taxed(false)) * BigInt(Math.round(bill.tax.gst * 1000)), 200_000n)
  const vat = share(taxed(true), bill.tax.vat)
  const serviceCharge = bill.service ? share(subtotal, bill.tax.serviceCharge) : 0
  const exact = subtotal - off + 2 * cgst + vat + serviceCharge
  const total = bill.rounded ? nearest(BigInt(exact), 100n) * 100 : exact
  return { subtotal, discount: off, cgst, sgst: cgst, vat, serviceCharge, roundOff: total - exact, total }
}

export const receivedOn = (bill: Pick<Bill, 'rows'>): number => sum(bill.rows.map((r) => r.amount))
export const leftOn = (bill: Bill): number => Math.max(0, totalsOf(bill).total - receivedOn(bill))
export const byMethod = (rows: readonly Row[]): Partial<Record<Method, number>> =>
  Object.fromEntries(
    METHODS.map((m) => [m, sum(rows.filter((r) => r.method === m).map((r) => r.amount))] as const).filter(([, amount]) => amount !== 0),
  )
const waits = (bill: Bill): boolean => bill.tickets.some((t) => t.held && t.lines.some(isLive))

// ---------------------------------------------------------------- the business day (CONTRACT §1, §9 "Clock")

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** A zone by its minutes ahead of UTC, which never change in those that are used here, and the time `HH:mm` at which a day begins. */
export type Clock = { offset: number; reset: string }

const iso = (at: number): string => new Date(at).toISOString()
export const addDay = (day: string): string => iso(Date.parse(day) + DAY).slice(0, 10)
const minutes = (reset: string): number => Number(reset.slice(0, 2)) * 60 + Number(reset.slice(3))
const beginBy = ({ offset, reset }: Clock, day: string): number => Date.parse(day) + (minutes(reset) - offset) * MINUTE
const dayBy = ({ offset, reset }: Clock, at: number): string => iso(at + (offset - minutes(reset)) * MINUTE).slice(0, 10)

// ---------------------------------------------------------------- the books

export type Account =
  'sales' | 'hour' | 'type' | 'item' | 'tax' | 'discount' | 'refund' | 'method' | 'open' | 'cancelledOrder' | 'cancelledItem'
type Posting = { at: number; day: string; account: Account; key: string; amount: number; count: number }
export type Settings = { tax: Tax; rounded: boolean; acceptOrders: boolean; clock: Clock; tables: number }
type Payment = { method: Method; amount: number }

export class Ledger {
  readonly bills: Bill[] = []
  readonly journal: Posting[] = []
  /** For each table, the table that it was merged into. */
  readonly mergedInto: (number | null)[]
  private billNumbers = 0
  private clock: Clock
  private waiting: { clock: Clock; after: string; from: number } | null = null

  /** UTC milliseconds. */
  now: number
  readonly settings: Settings

  constructor(now: number, settings: Settings) {
    this.now = now
    this.settings = settings
    this.clock = settings.clock
    this.mergedInto = Array.from({ length: settings.tables }, () => null)
  }

  // -------------------------------------------------------------- when

  /** A changed clock waits until the day that runs has ended by both. */
  today(): string {
    if (this.waiting && this.now >= this.waiting.from) [this.clock, this.waiting] = [this.waiting.clock, null]
    const day = dayBy(this.clock, this.now)
    return this.waiting && day > this.waiting.after ? this.waiting.after : day
  }

  /** The clock on the wall: `MM-DD HH:mm`. */
  wall(): string {
    this.today()
    return iso(this.now + this.clock.offset * MINUTE)
      .slice(5, 16)
      .replace('T', ' ')
  }

  changeClock(by: Actor, change: Partial<Clock>): Verdict {
    return (
      refusedTo(by, 'own') ??
      (() => {
        const today = this.today()
        const clock = { ...(this.waiting?.clock ?? this.clock), ...change }
        const ends = beginBy(this.clock, addDay(today))
        // A day that only a waiting change has made longer ends when it was to end.
        const longer = this.waiting && this.now >= ends ? this.waiting.from : null
        if (longer === null && clock.offset === this.clock.offset && clock.reset === this.clock.reset) this.waiting = null
        else this.waiting = { clock, after: today, from: Math.max(longer ?? ends, beginBy(clock, addDay(today))) }
      })
    )
  }

  /** An owner's act that moves no money. */
  own(by: Actor): Verdict {
    return refusedTo(by, 'own') ?? (() => {})
  }

  // -------------------------------------------------------------- reading

  /** What was posted on these days, until an instant. */
  sum(account: Account, days: readonly string[], key?: string, until = Infinity): { amount: number; count: number } {
    const found = this.journal.filter(
      (p) => p.account === account && days.includes(p.day) && (key === undefined || p.key === key) && p.at <= until,
    )
    return { amount: sum(found.map((p) => p.amount)), count: sum(found.map((p) => p.count)) }
  }

  /** What an account's keys come to on these days; keys that come to nothing are left out. */
  byKey(account: Account, days: readonly string[]): Record<string, number> {
    const keys = [...new Set(this.journal.filter((p) => p.account === account).map((p) => p.key))].sort()
    return Object.fromEntries(keys.map((key) => [key, this.sum(account, days, key).amount] as const).filter(([, amount]) => amount !== 0))
  }

  /** What moved on these days and is in no sale of theirs: below nothing where bills became final that had been paid before. */
  receivedOnOpen(days: readonly string[]): number {
    const moved = this.bills.flatMap((b) => b.rows).filter((r) => days.includes(r.day))
    return sum(moved.map((r) => r.amount)) - this.sum('sales', days).amount
  }

  /** Bills that ended on this day for less than they ever said on paper. */
  lessThanPrinted(day: string): Record<string, [printed: number, total: number, by: Actor]> {
    const found = this.bills.flatMap((b) => {
      const total = b.status === 'cancelled' ? 0 : totalsOf(b).total
      return b.ended === day && b.printed && total < b.printed.total ? [[b.name, [b.printed.total, total, b.printed.by]] as const] : []
    })
    return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1))) as ReturnType<Ledger['lessThanPrinted']>
  }

  open = (): Bill[] => this.bills.filter((b) => b.status === 'pending')

  /** The table that answers for a table, and its open bill. */
  parentOf = (table: number): number => this.mergedInto[table] ?? table
  billAt = (table: number): Bill | null => this.open().find((b) => b.table === this.parentOf(table)) ?? null

  // -------------------------------------------------------------- sending

  send(by: Actor, to: { table: number | null; type: OrderType }, ticket: Ticket): Verdict {
    return refusedTo(by, 'send') ?? (() => this.take(to, ticket))
  }

  /** A guest's own order, from its table's sitting. */
  guest(table: number, ticket: Ticket): Verdict {
    return () => this.take({ table, type: 'Dine In' }, ticket)
  }

  /** A ticket for a table, or with no table a parcel of its own. A table that has a bill gets an addition to it. */
  private take(to: { table: number | null; type: OrderType }, ticket: Ticket): void {
    const known = to.table === null ? null : this.billAt(to.table)
    const bill: Bill = known ?? {
      name: nameOf(this.bills.length),
      id: '',
      table: to.table === null ? null : this.parentOf(to.table),
      type: to.type,
      tax: this.settings.tax,
      rounded: this.settings.rounded,
      tickets: [],
      offer: null,
      service: false,
      rows: [],
      status: 'pending',
      paid: 'unpaid',
      regular: false,
      number: null,
      printed: null,
      discountBy: null,
      serviceBy: null,
      cancelledBy: null,
      ended: null,
      day: this.today(),
    }
    if (!known) this.bills.push(bill)
    bill.tickets.push(ticket)
    this.owe(bill)
  }

  add(by: Actor, bill: Bill, ticket: Ticket): Verdict {
    return (
      refusedTo(by, 'send') ??
      mustBeOpen(bill) ??
      (() => {
        bill.tickets.push(ticket)
        this.owe(bill)
      })
    )
  }

  accept(by: Actor, bill: Bill, ticket: Ticket): Verdict {
    return (
      refusedTo(by, 'send') ??
      mustBeOpen(bill) ??
      (() => {
        if (!ticket.held) return
        ticket.held = false
        for (const line of ticket.lines) if (line.status === 'In Cart') line.status = 'Preparing'
      })
    )
  }

  note(by: Actor, bill: Bill): Verdict {
    return refusedTo(by, 'send') ?? mustBeOpen(bill) ?? (() => void (bill.regular = true))
  }

  /** A bill paid in full that now costs more is paid in part. */
  private owe(bill: Bill): void {
    if (bill.paid === 'paid' && receivedOn(bill) < totalsOf(bill).total) bill.paid = 'partial'
  }

  // -------------------------------------------------------------- what changes the price

  offer(by: Actor, bill: Bill, offer: Offer | null): Verdict {
    const refused = refusedTo(by, 'send') ?? mustBeOpen(bill)
    if (refused) return refused
    if (offer?.name === bill.offer?.name) return () => {}
    if (offer && ((offer.dineInOnly && bill.type !== 'Dine In') || totalsOf(bill).subtotal < (offer.least ?? 0))) return 422
    return frozen(bill) ?? this.reprice(bill, { offer, discountBy: offer && by })
  }

  service(by: Actor, bill: Bill, service: boolean): Verdict {
    const refused = refusedTo(by, 'send') ?? mustBeOpen(bill)
    if (refused) return refused
    if (service === bill.service) return () => {}
    return frozen(bill) ?? this.reprice(bill, { service, serviceBy: by })
  }

  takeAway(by: Actor, bill: Bill): Verdict {
    const refused = refusedTo(by, 'send') ?? mustBeOpen(bill)
    if (refused) return refused
    if (bill.type !== 'Take Away' && bill.offer?.dineInOnly) return 422
    return () => {
      if (bill.table !== null) this.free(bill.table)
      bill.type = 'Take Away'
      bill.table = null
    }
  }

  /** More was received than the bill would then come to: refused. */
  private reprice(bill: Bill, change: Partial<Bill>, then: () => void = () => {}): Verdict {
    const total = totalsOf({ ...bill, ...change }).total
    if (receivedOn(bill) > total) return 409
    return () => {
      Object.assign(bill, change)
      then()
      this.owe(bill)
    }
  }

  // -------------------------------------------------------------- the kitchen, and cancelling

  /**
   * A whole ticket goes one step: forward where any of its lines can, else back, which is for the kitchen and managers. Also after the bill was settled, since
   * the guest still waits for the food.
   */
  step(by: Actor, bill: Bill, ticket: Ticket, to: 'Preparing' | 'Ready' | 'Served'): Verdict {
    const refused = refusedTo(by, 'step')
    if (refused) return refused
    if (ticket.held) return 409
    const forward = ticket.lines.filter(
      (l) =>
        (l.status === 'Preparing' && to !== 'Preparing') ||
        (l.status === 'Ready' && to === 'Served') ||
        (l.status === 'In Cart' && to === 'Preparing'),
    )
    const back = ticket.lines.filter((l) => (l.status === 'Ready' && to === 'Preparing') || (l.status === 'Served' && to === 'Ready'))
    const moved = forward.length > 0 ? forward : back
    if (moved === back && back.length > 0 && !['kitchen', 'superuser', 'managerialHead', 'generalManager'].includes(by)) return 403
    if (bill.status === 'cancelled' || moved.length === 0) return 409
    return () => {
      for (const line of moved) line.status = to
    }
  }

  /** Cancels a line, some portions of one, or with no line what is left of the ticket. */
  cancel(by: Actor, bill: Bill, ticket: Ticket, line: Line | null = null, quantity = line?.quantity ?? 0): Verdict {
    const refused = refusedTo(by, ticket.held ? 'send' : 'cancel') ?? mustBeOpen(bill)
    if (refused) return refused
    const meant = line ? [line] : ticket.lines.filter((l) => isLive(l) && l.status !== 'Served')
    if (meant.length === 0 || meant.some((l) => !isLive(l) || l.status === 'Served')) return 409
    const tickets = bill.tickets.map((t) =>
      t !== ticket
        ? t
        : {
            ...t,
            lines: t.lines.flatMap((l): Line[] => {
              if (!meant.includes(l)) return [l]
              // Before it was accepted it was never sold: no cancelled sale.
              const gone: Line = { ...l, status: 'Cancelled', ...(ticket.held ? { declined: true } : {}) }
              return line && quantity < l.quantity
                ? [
                    { ...l, quantity: l.quantity - quantity },
                    { ...gone, quantity },
                  ]
                : [gone]
            }),
          },
    )
    const spoiled = meant.map((l) => ({ ...l, quantity: line ? quantity : l.quantity }))
    return this.reprice(bill, { tickets }, () => {
      if (!ticket.held) for (const l of spoiled) this.post('cancelledItem', l.name, worth(l), l.quantity)
      if (!linesOf(bill).some(isLive)) this.endCancelled(bill, by)
    })
  }

  cancelOrder(by: Actor, bill: Bill): Verdict {
    const refused = refusedTo(by, 'close') ?? (by === 'delivery' || !MONEY.includes(by) ? 403 : null) ?? mustBeOpen(bill)
    if (refused) return refused
    if (receivedOn(bill) > 0) return 409
    return () => this.endCancelled(bill, by)
  }

  /** A cancelled order counts by what was sent of it; one of which nothing ever was doesn't count. */
  private endCancelled(bill: Bill, by: Actor): void {
    const sent = bill.tickets.flatMap((t) => (t.held ? [] : t.lines.filter((l) => !l.declined)))
    if (sent.length > 0) this.post('cancelledOrder', '', worthOf(sent))
    bill.cancelledBy = by
    this.end(bill, 'cancelled')
  }

  // -------------------------------------------------------------- the bill and its money

  print(by: Actor, bill: Bill): Verdict {
    return (
      refusedTo(by, 'print') ??
      (bill.status === 'cancelled' || (bill.status === 'pending' && waits(bill)) ? 409 : null) ??
      (() => {
        if (bill.status !== 'pending') return
        this.giveNumber(bill)
        const { total } = totalsOf(bill)
        if (!bill.printed || total > bill.printed.total) bill.printed = { total, by }
      })
    )
  }

  /** Money taken: a part of what is left, or with `paid` all of it, and the table is free with `complete`. */
  pay(by: Actor, bill: Bill, how: { paid: boolean; payments: Payment[]; complete: boolean }): Verdict {
    const refused = refusedTo(by, 'settle') ?? mustBeOpen(bill)
    if (refused) return refused
    if (bill.paid === 'paid' || (how.paid && waits(bill))) return 409
    const left = totalsOf(bill).total - receivedOn(bill)
    const given = sum(how.payments.map((p) => p.amount))
    const fits = how.paid ? given === left : given > 0 && given < left
    if (!fits || how.payments.some((p) => p.amount < 0 || (p.amount === 0 && left > 0))) return 422
    return () => {
      for (const { method, amount } of how.payments) if (amount > 0) this.move(bill, { kind: 'received', method, amount, by })
      bill.paid = how.paid ? 'paid' : 'partial'
      if (how.paid) this.giveNumber(bill)
      if (how.paid && how.complete) this.complete(bill)
    }
  }

  close(by: Actor, bill: Bill): Verdict {
    const refused = refusedTo(by, 'close') ?? (by === 'delivery' && bill.type === 'Dine In' ? 403 : null) ?? mustBeOpen(bill)
    if (refused) return refused
    // Captain, waiter and delivery hand over what was paid, and close nothing else.
    if (!MONEY.includes(by) && (leftOn(bill) > 0 || totalsOf(bill).total === 0)) return 403
    if (waits(bill) || leftOn(bill) > 0) return 409
    return () => {
      this.giveNumber(bill)
      this.complete(bill)
    }
  }

  refund(by: Actor, bill: Bill): Verdict {
    const refused = refusedTo(by, 'settle') ?? (bill.status === 'completed' && bill.paid === 'paid' ? null : 409)
    if (refused) return refused
    return () => {
      for (const [method, amount] of Object.entries(byMethod(bill.rows)))
        this.move(bill, { kind: 'returned', method: method as Method, amount: -amount, by })
      bill.paid = 'refunded'
      this.book(bill, -1)
      this.post('refund', '', totalsOf(bill).total)
    }
  }

  /** The method of a payment was entered wrongly: one pair of rows, once for each payment, while all of it is still there. */
  correct(by: Actor, bill: Bill, row: Row, method: Method): Verdict {
    const refused = refusedTo(by, 'settle') ?? (bill.status === 'cancelled' || bill.paid === 'refunded' ? 409 : null)
    if (refused) return refused
    if (method === row.method) return 422
    const stillThere = byMethod(bill.rows)[row.method] ?? 0
    if (row.amount < 0 || row.kind === 'transferred' || row.corrected || stillThere < row.amount) return 409
    return () => {
      row.corrected = true
      this.move(bill, { kind: 'corrected', method: row.method, amount: -row.amount, by })
      this.move(bill, { kind: 'corrected', method, amount: row.amount, by })
    }
  }

  /** Money goes back to the guest of an open bill, by the method by which it came. */
  giveBack(by: Actor, bill: Bill, method: Method, amount: number): Verdict {
    const refused = refusedTo(by, 'settle') ?? mustBeOpen(bill)
    if (refused) return refused
    if (amount > (byMethod(bill.rows)[method] ?? 0)) return 422
    return () => {
      this.move(bill, { kind: 'returned', method, amount: -amount, by })
      bill.paid = receivedOn(bill) > 0 ? 'partial' : 'unpaid'
    }
  }

  // -------------------------------------------------------------- tables

  moveTable(by: Actor, from: number, to: number): Verdict {
    const refused = refusedTo(by, 'tables')
    if (refused) return refused
    const bill = this.open().find((b) => b.table === from)
    if (!bill || this.open().some((b) => b.table === to) || this.partOfMerge(to)) return 409
    return () => {
      bill.table = to
      this.mergedInto.forEach((into, t) => {
        if (into === from) this.mergedInto[t] = to
      })
    }
  }

  merge(by: Actor, parent: number, children: readonly number[]): Verdict {
    const refused = refusedTo(by, 'tables')
    if (refused) return refused
    const asked = [...new Set(children)]
    if (this.mergedInto[parent] !== null || asked.some((c) => c === parent || this.partOfMerge(c))) return 409
    const bills = [parent, ...asked].flatMap((t) => this.open().filter((b) => b.table === t))
    const [base, ...others] = bills
    if (!base) return 409
    const offered = bills.find((b) => b.offer)
    const service = bills.every((b) => b.service)
    const joined = {
      tickets: bills.flatMap((b) => b.tickets),
      offer: offered?.offer ?? null,
      discountBy: (offered ?? base).discountBy,
      regular: bills.some((b) => b.regular),
      service,
      serviceBy: base.service && !service ? by : base.serviceBy,
    }
    const received = sum(bills.map(receivedOn))
    const { total } = totalsOf({ ...base, ...joined })
    if (others.length > 0 && received > total) return 409
    // Whoever has paid a part has paid it at these terms.
    if (bills.some((b) => receivedOn(b) > 0 && (b.service !== joined.service || b.offer?.name !== joined.offer?.name))) return 409
    return () => {
      Object.assign(base, joined, { table: parent, paid: received === 0 ? 'unpaid' : received < total ? 'partial' : 'paid' })
      for (const other of others) {
        for (const [method, amount] of Object.entries(byMethod(other.rows)) as [Method, number][]) {
          this.move(other, { kind: 'transferred', method, amount: -amount, by })
          this.move(base, { kind: 'transferred', method, amount, by })
        }
        Object.assign(other, { tickets: [], paid: 'unpaid', status: 'cancelled', cancelledBy: by, ended: this.today() })
      }
      for (const child of asked) this.mergedInto[child] = parent
    }
  }

  private partOfMerge = (table: number): boolean => this.mergedInto[table] !== null || this.mergedInto.includes(table)

  private free(table: number): void {
    this.mergedInto.forEach((into, t) => {
      if (into === table) this.mergedInto[t] = null
    })
  }

  // -------------------------------------------------------------- posting

  private giveNumber(bill: Bill): void {
    bill.number ??= ++this.billNumbers
  }

  private complete(bill: Bill): void {
    bill.paid = 'paid'
    this.end(bill, 'completed')
    this.book(bill, 1)
  }

  private end(bill: Bill, status: 'completed' | 'cancelled'): void {
    bill.status = status
    bill.ended = this.today()
    if (bill.table !== null) this.free(bill.table)
  }

  private move(bill: Bill, row: Omit<Row, 'day'>): void {
    bill.rows.push({ ...row, day: this.today() })
  }

  /** A sale, or with -1 its refund, in every figure of today. A refunded order stays counted. */
  private book(bill: Bill, sign: 1 | -1): void {
    const { subtotal: _s, discount: off, total, ...taxes } = totalsOf(bill)
    const orders = sign > 0 ? 1 : 0
    this.post('sales', '', sign * total, orders)
    this.post('hour', this.wall().slice(6, 8), sign * total, orders)
    this.post('type', bill.type, sign * total, orders)
    for (const line of linesOf(bill).filter(isLive)) this.post('item', line.name, sign * worth(line), sign * line.quantity)
    for (const [key, amount] of Object.entries(taxes)) this.post('tax', key, sign * amount)
    this.post('discount', '', sign * off)
  }

  private post(account: Account, key: string, amount: number, count = 1): void {
    this.journal.push({ at: this.now, day: this.today(), account, key, amount, count })
  }
}

/** Discount and service charge stay as they are once money was taken. */
const frozen = (bill: Bill): 409 | null => (receivedOn(bill) > 0 ? 409 : null)
const mustBeOpen = (bill: Bill): 409 | null => (bill.status === 'pending' ? null : 409)
/** A, B … Z, A2, B2 … */
const nameOf = (n: number): string => `${String.fromCharCode(65 + (n % 26))}${n < 26 ? '' : Math.floor(n / 26) + 1}`
