import {
  type Bill,
  frozen,
  goesBack,
  mustBeOpen,
  nameOf,
  newBill,
  steps,
  COOK_WITHIN,
  byMethod,
  isLive,
  type Line,
  linesOf,
  leftOn,
  type Method,
  type Money,
  type Offer,
  type OrderType,
  ratesOfBill,
  receivedOn,
  type Row,
  sum,
  tooCheap,
  type Ticket,
  totalsOf,
  waits,
  worth,
  worthOf,
} from './bill.ts'
import type { Account, Posting, Settings } from './accounts.ts'
import { withCharge } from './charges.ts'
import { BusinessClock, type Clock } from './clock.ts'
import { apart, leavingWith, opened, paidBy, printedFor, together } from './merges.ts'
import { type Actor, MONEY, refusedTo } from './rights.ts'
import { correctTip, takeTip } from './tips.ts'

/**
 * Computes a restaurant's money independently of the product: SPEC §9 and CONTRACT §§2, 5 and 9 written a second time, in whole paise, without anything of
 * domain/. Each act returns a `Verdict`: the status with which the Worker must refuse it, or the function that enters it in these books.
 */
export type Verdict = 401 | 403 | 404 | 409 | 422 | (() => void)

type Payment = { method: Method; amount: number }

/** What those who send may do to an open bill. */
const sends = (by: Actor, bill: Bill, act: () => void): Verdict => refusedTo(by, 'send') ?? mustBeOpen(bill) ?? act

export class Ledger {
  readonly bills: Bill[] = []
  readonly journal: Posting[] = []
  /** For each table, the table that it was merged into. */
  readonly mergedInto: (number | null)[]
  private billNumbers = 0
  private readonly clock: BusinessClock

  /** UTC milliseconds. */
  now: number
  readonly settings: Settings

  constructor(now: number, settings: Settings) {
    this.now = now
    this.settings = settings
    this.clock = new BusinessClock(settings.clock)
    this.mergedInto = Array.from({ length: settings.tables }, () => null)
  }

  // -------------------------------------------------------------- when

  today(): string {
    return this.clock.today(this.now)
  }

  /** The local time: `MM-DD HH:mm`. */
  wall(): string {
    return this.clock.wall(this.now)
  }

  changeClock(by: Actor, change: Partial<Clock>): Verdict {
    return refusedTo(by, 'own') ?? (() => this.clock.change(this.now, change))
  }

  /** An owner's act that moves no money. */
  own(by: Actor): Verdict {
    return refusedTo(by, 'own') ?? (() => {})
  }

  // -------------------------------------------------------------- reading

  /** The sum of what was posted on these days, until an instant. */
  sum(account: Account, days: readonly string[], key?: string, until = Infinity): { amount: number; count: number } {
    const found = this.journal.filter(
      (p) => p.account === account && days.includes(p.day) && (key === undefined || p.key === key) && p.at <= until,
    )
    return { amount: sum(found.map((p) => p.amount)), count: sum(found.map((p) => p.count)) }
  }

  /** The sum of each key of an account on these days; keys whose sum is 0 are left out. */
  byKey(account: Account, days: readonly string[]): Record<string, number> {
    const keys = [...new Set(this.journal.filter((p) => p.account === account).map((p) => p.key))].sort()
    return Object.fromEntries(keys.map((key) => [key, this.sum(account, days, key).amount] as const).filter(([, amount]) => amount !== 0))
  }

  /** Money that moved on these days and belongs to no sale of them. Negative when bills were completed that had been paid on an earlier day. */
  receivedOnOpen(days: readonly string[]): number {
    const moved = this.bills.flatMap((b) => b.rows).filter((r) => days.includes(r.day))
    return sum(moved.map((r) => r.amount)) - this.sum('sales', days).amount
  }

  open = (): Bill[] => this.bills.filter((b) => b.status === 'pending')

  /** The table into which a table was merged, or the table itself, and its open bill. */
  parentOf = (table: number): number => this.mergedInto[table] ?? table
  billAt = (table: number): Bill | null => this.open().find((b) => b.table === this.parentOf(table)) ?? null

  // -------------------------------------------------------------- sending

  send(by: Actor, to: { table: number | null; type: OrderType }, ticket: Ticket): Verdict {
    return refusedTo(by, 'send') ?? this.guest(to, ticket)
  }

  /** A guest's own order, from its table's sitting. */
  guest(to: { table: number | null; type: OrderType }, ticket: Ticket): Verdict {
    const known = to.table === null ? null : this.billAt(to.table)
    return (known && tooCheap(known, ticket)) ?? (() => this.take(to, ticket))
  }

  /** A ticket for a table, or without a table a new parcel. If the table has an open bill, the ticket is added to it. */
  private take(to: Bill | { table: number | null; type: OrderType }, ticket: Ticket): void {
    const known = 'tickets' in to ? to : to.table === null ? null : this.billAt(to.table)
    const bill =
      known ??
      newBill({
        name: nameOf(this.bills.length),
        table: to.table === null ? null : this.parentOf(to.table),
        type: to.type,
        tax: this.settings.tax,
        charges: this.settings.charges,
        rounded: this.settings.rounded,
        day: this.today(),
      })
    if (!known) this.bills.push(bill)
    bill.tickets.push(ticket)
    this.owe(bill)
  }

  add(by: Actor, bill: Bill, ticket: Ticket): Verdict {
    const refused = refusedTo(by, 'send') ?? mustBeOpen(bill) ?? tooCheap(bill, ticket)
    return refused ?? (() => this.take(bill, ticket))
  }

  accept(by: Actor, bill: Bill, ticket: Ticket): Verdict {
    return sends(by, bill, () => {
      if (!ticket.held) return
      ticket.held = false
      for (const line of ticket.lines) if (line.status === 'In Cart') line.status = 'Preparing'
    })
  }

  note(by: Actor, bill: Bill): Verdict {
    return sends(by, bill, () => void (bill.regular = true))
  }

  /** A bill that was paid in full and now costs more becomes partly paid. */
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

  charge(by: Actor, bill: Bill, id: string, amount: number | null): Verdict {
    const charges = refusedTo(by, 'send') ?? mustBeOpen(bill) ?? withCharge(bill, id, amount, by)
    if (typeof charges === 'number') return charges
    return charges ? (frozen(bill) ?? this.reprice(bill, { charges })) : () => {}
  }

  /** A bill that leaves the house pays for its packing and delivery, also when money was taken. Once printed, only who may settle takes it off its table. */
  takeAway(by: Actor, bill: Bill, type: 'Take Away' | 'Delivery'): Verdict {
    const refused = refusedTo(by, 'send') ?? mustBeOpen(bill)
    if (refused) return refused
    const onPaper = bill.number !== null || bill.printed !== null || bill.merged?.parts.some((p) => p.printed !== null)
    if (bill.table !== null && onPaper && !MONEY.includes(by)) return 403
    if (bill.type !== type && bill.offer?.dineInOnly) return 422
    const { table } = bill
    return this.reprice(bill, { type, table: null }, () => void (table !== null && this.free(table)))
  }

  /** Refused when more was received than the changed bill comes to. */
  private reprice(bill: Bill, change: Partial<Bill>, then: () => void = () => {}): Verdict {
    const total = totalsOf({ ...bill, ...change }).total
    if (receivedOn(bill) > total) return 409
    // For the same dishes.
    const cheaper = totalsOf({ ...bill, ...change }).charges < totalsOf({ ...bill, tickets: change.tickets ?? bill.tickets }).charges
    return () => {
      if (bill.printed && cheaper) bill.printed.charges = true
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
    const { forward, back } = steps(ticket, to)
    const moved = forward.length > 0 ? forward : back
    if (moved === back && back.length > 0 && !['kitchen', 'superuser', 'managerialHead', 'generalManager'].includes(by)) return 403
    const isPast = bill.status === 'completed' && this.now - bill.endedAt >= COOK_WITHIN
    if (bill.status === 'cancelled' || isPast || moved.length === 0) return 409
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
              // A ticket that was never accepted was never sold, so it counts as no cancelled sale.
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

  /** A cancelled order counts with what was sent to the kitchen; an order of which nothing was sent doesn't count. */
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
        bill.prints += 1
        bill.lastPrintBy = by
      })
    )
  }

  /** Takes a part of what is left, or with `paid` all of it; `complete` also completes the order, which frees its table. */
  pay(by: Actor, bill: Bill, how: { paid: boolean; payments: Payment[]; complete: boolean; tip?: Payment | null }): Verdict {
    const refused = refusedTo(by, 'settle') ?? mustBeOpen(bill)
    if (refused) return refused
    if (bill.paid === 'paid' || (how.paid && waits(bill))) return 409
    const left = totalsOf(bill).total - receivedOn(bill)
    const given = sum(how.payments.map((p) => p.amount))
    const fits = how.paid ? given === left : given > 0 && given < left
    if (!fits || how.payments.some((p) => p.amount < 0 || (p.amount === 0 && left > 0))) return 422
    return () => {
      for (const { method, amount } of how.payments) if (amount > 0) this.move(bill, { kind: 'received', method, amount, by })
      if (how.tip) takeTip(bill, how.tip, by, this.today())
      bill.paid = how.paid ? 'paid' : 'partial'
      if (how.paid) this.giveNumber(bill)
      if (how.paid && how.complete) this.complete(bill)
    }
  }

  close(by: Actor, bill: Bill): Verdict {
    const refused = refusedTo(by, 'close') ?? (by === 'delivery' && bill.type === 'Dine In' ? 403 : null) ?? mustBeOpen(bill)
    if (refused) return refused
    // Captain, waiter and delivery may complete only what is paid.
    if (!MONEY.includes(by) && (leftOn(bill) > 0 || totalsOf(bill).total === 0)) return 403
    if (waits(bill) || leftOn(bill) > 0) return 409
    return () => {
      this.giveNumber(bill)
      this.complete(bill)
    }
  }

  refund(by: Actor, bill: Bill, as?: Method | null): Verdict {
    const refused = refusedTo(by, 'settle') ?? (bill.status === 'completed' && bill.paid === 'paid' ? null : 409)
    if (refused) return refused
    return () => {
      for (const [method, amount] of Object.entries(byMethod(bill.rows)))
        this.move(bill, { kind: 'returned', ...goesBack(method as Method, amount, as), by })
      bill.paid = 'refunded'
      this.book(bill, -1)
      this.post('refund', '', totalsOf(bill).total)
    }
  }

  /** Mends a wrongly entered method by a pair of rows: once for each payment, and only while its whole amount is still there. */
  correct(by: Actor, bill: Bill, row: Row, method: Method): Verdict {
    if (row.kind === 'tip') return correctTip(bill, row, method, by, this.today())
    const refused = refusedTo(by, 'settle') ?? (bill.status === 'cancelled' || bill.paid === 'refunded' ? 409 : null)
    if (refused) return refused
    if (method === row.method) return 422
    const stillThere = byMethod(bill.rows)[row.method] ?? 0
    if (row.amount < 0 || row.corrected || stillThere < row.amount) return 409
    return () => {
      row.corrected = true
      this.move(bill, { kind: 'corrected', method: row.method, amount: -row.amount, by })
      this.move(bill, { kind: 'corrected', method, amount: row.amount, by })
    }
  }

  /** Gives money of an open bill back to the guest: of what was paid by a method, by the same or `as` another. */
  giveBack(by: Actor, bill: Bill, { method, as }: { method: Method; as?: Method | null | undefined }, amount: number): Verdict {
    const refused = refusedTo(by, 'settle') ?? mustBeOpen(bill)
    if (refused) return refused
    if (amount > (byMethod(bill.rows)[method] ?? 0)) return 422
    return () => {
      this.move(bill, { kind: 'returned', ...goesBack(method, amount, as), by })
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
    const found = together(bills, parent, by)
    if (found === 409) return 409
    const { base, others, joined, received, total, merged } = found
    return () => {
      Object.assign(base, joined, { table: parent, paid: received === 0 ? 'unpaid' : received < total ? 'partial' : 'paid' })
      for (const other of others) {
        this.transfer(other, base, byMethod(other.rows), by)
        Object.assign(other, { tickets: [], paid: 'unpaid', status: 'cancelled', cancelledBy: by, ended: this.today() })
      }
      if (merged) base.merged = merged
      for (const child of asked) this.mergedInto[child] = parent
    }
  }

  /**
   * Takes tables out of a merge while its bill is unpaid and no money came or went since. Each gets its tickets and money in a new bill without a number; the
   * parent keeps the rest. A bill that came from one of the tables goes back there when nothing else would be left of it.
   */
  unmerge(by: Actor, parent: number, children: readonly number[]): Verdict {
    const refused = refusedTo(by, 'tables')
    if (refused) return refused
    const asked = [...new Set(children)]
    const bill = this.open().find((b) => b.table === parent)
    if (asked.length === 0 || asked.some((c) => this.mergedInto[c] !== parent)) return 409
    const parts = bill ? apart(bill, asked) : null
    if (parts === 409) return 409
    const leaving = leavingWith(this.mergedInto, parent, asked, !!bill && (parts?.home === undefined || parts.stays !== null))
    return () => {
      for (const child of leaving) this.mergedInto[child] = null
      if (!bill || parts === null) return
      Object.assign(bill, parts.rest, { table: parts.home ?? parent })
      for (const { table, tickets, was, money, staying, ...paper } of opened(bill, parent, parts)) {
        const fresh = newBill({ ...was, name: nameOf(this.bills.length), table, type: bill.type, day: this.today() })
        this.bills.push(Object.assign(fresh, was, { tickets }))
        for (const one of money) this.transfer(bill, fresh, one, by)
        Object.assign(fresh, { paid: paidBy(fresh), printed: printedFor(fresh, bill, paper) })
        if (staying)
          Object.assign(fresh, { lastPrintBy: bill.lastPrintBy, merged: { own: null, parts: staying, money: byMethod(fresh.rows) } })
      }
      bill.paid = paidBy(bill)
      bill.merged = { own: parts.own, parts: parts.home === undefined ? parts.staying : [], money: byMethod(bill.rows) }
    }
  }

  /** Money goes from one bill to another by a pair of rows for each method. */
  private transfer(from: Bill, to: Bill, money: Money, by: Actor): void {
    for (const [method, amount] of Object.entries(money) as [Method, number][]) {
      this.move(from, { kind: 'transferred', method, amount: -amount, by })
      this.move(to, { kind: 'transferred', method, amount, by })
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
    bill.endedAt = this.now
    if (bill.table !== null) this.free(bill.table)
  }

  private move(bill: Bill, row: Omit<Row, 'day'>): void {
    bill.rows.push({ ...row, day: this.today() })
  }

  /** Posts a sale, or with -1 its refund, to every figure of today. A refunded order stays counted. */
  private book(bill: Bill, sign: 1 | -1): void {
    const { subtotal: _s, discount: off, total, ...taxes } = totalsOf(bill)
    const orders = sign > 0 ? 1 : 0
    this.post('sales', '', sign * total, orders)
    this.post('hour', this.wall().slice(6, 8), sign * total, orders)
    this.post('type', bill.type, sign * total, orders)
    for (const line of linesOf(bill).filter(isLive)) this.post('item', line.name, sign * worth(line), sign * line.quantity)
    for (const [key, amount] of Object.entries(taxes)) this.post('tax', key, sign * amount)
    for (const rate of ratesOfBill(bill)) {
      this.post('taxable', rate.key, sign * rate.taxable)
      this.post('taxed', rate.key, sign * rate.tax)
    }
    this.post('discount', '', sign * off)
  }

  private post(account: Account, key: string, amount: number, count = 1): void {
    this.journal.push({ at: this.now, day: this.today(), account, key, amount, count })
  }
}
