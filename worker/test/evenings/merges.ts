import { type Actor } from './rights.ts'
import { type Bill, byMethod, METHODS, type Money, type Part, receivedOn, sum, type Terms, termsOf, type Ticket, totalsOf } from './bill.ts'

/** The results of a merge and of an unmerge, written from CONTRACT §5 and §9 without anything of domain/. */

/**
 * The first bill's terms with those of the others: one offer for all, a service charge only if all agreed to it. For bills that get another offer or lose their
 * charge, the name of the person who merged is recorded (`merger`).
 */
function joinedTerms(all: readonly Terms[], merger: Pick<Terms, 'discountBy' | 'serviceBy'>): Terms {
  const [base] = all as [Terms, ...Terms[]]
  const offered = all.find((t) => t.offer)
  const service = all.every((t) => t.service)
  return {
    tax: base.tax,
    charges: base.charges,
    rounded: base.rounded,
    offer: offered?.offer ?? null,
    discountBy: !offered
      ? base.discountBy
      : all.every((t) => t.offer?.name === offered.offer?.name)
        ? offered.discountBy
        : merger.discountBy,
    regular: all.some((t) => t.regular),
    service,
    serviceBy: !service && all.some((t) => t.service) ? merger.serviceBy : base.serviceBy,
  }
}

/**
 * The money that a bill's merges brought, with what the bills of another merge bring. What came or went in between belongs to no table, so it is no part of it
 * (decision 003).
 */
const addedUp = (money: Money, others: readonly Bill[]): Money =>
  Object.fromEntries(METHODS.map((m) => [m, [money, ...others.map((b) => byMethod(b.rows))].reduce((sum, has) => sum + (has[m] ?? 0), 0)]))

const sameMoney = (a: Money, b: Money): boolean => METHODS.every((m) => (a[m] ?? 0) === (b[m] ?? 0))
/** Several tables' bills as one at `parent`; 409 where there is none, where more was received than it comes to, or where terms would change for which money was taken. */
export function together(bills: readonly Bill[], parent: number, by: Actor) {
  const [base, ...others] = bills
  if (!base) return 409
  const joined = { tickets: bills.flatMap((b) => b.tickets), ...joinedTerms(bills, { discountBy: by, serviceBy: by }) }
  const received = sum(bills.map(receivedOn))
  const { total } = totalsOf({ ...base, ...joined })
  if (others.length > 0 && received > total) return 409
  // Terms stay as they are for a guest who has already paid a part.
  if (bills.some((b) => receivedOn(b) > 0 && (b.service !== joined.service || b.offer?.name !== joined.offer?.name))) return 409
  const alone = base.table === parent
  const known = base.merged?.parts.length ? base.merged : { own: alone ? termsOf(base) : null, parts: [], money: byMethod(base.rows) }
  const money = addedUp(known.money, others)
  const parts = bills
    .filter((b) => b.table !== parent)
    .map((b): Part => ({
      table: b.table!,
      tickets: b.tickets,
      money: byMethod(b.rows),
      was: termsOf(b),
      printed: b.printed,
      prints: base.prints,
    }))
  const merged = parts.length > 0 ? { own: known.own, parts: [...known.parts, ...parts], money } : null
  return { base, others, joined, received, total, merged }
}
export const paidBy = (bill: Bill): Bill['paid'] =>
  receivedOn(bill) === 0 ? 'unpaid' : receivedOn(bill) < totalsOf(bill).total ? 'partial' : 'paid'

/**
 * A merged bill after these tables have left it. null: unchanged, because they brought no bill. 409: it is paid, money was received or given back since the
 * merge, or more was received for a part than its total. `home`: the table to which the bill itself returns, because the parent had none of its own; `stays` is then
 * what is left at the parent, in a new bill (decision 037).
 */
export function apart(bill: Bill, asked: readonly number[]) {
  const merged = bill.merged ?? { own: null, parts: [], money: {} }
  const leaving = merged.parts.filter((p) => asked.includes(p.table))
  if (leaving.length === 0) return null
  if (bill.paid === 'paid' || !sameMoney(byMethod(bill.rows), merged.money)) return 409
  const staying = merged.parts.filter((p) => !asked.includes(p.table))
  const ticketsOf = (part: Part): Ticket[] => bill.tickets.filter((t) => part.tickets.some((x) => x.id === t.id))
  const left = bill.tickets.filter((t) => !leaving.some((p) => ticketsOf(p).includes(t)))
  const home = merged.own === null ? leaving.find((p) => p === merged.parts[0]) : undefined
  const others = leaving.filter((p) => p !== home).map((part) => ({ part, tickets: ticketsOf(part) }))

  const made = joinedTerms([...(merged.own ? [merged.own] : []), ...merged.parts.map((p) => p.was)], bill)
  const own = home?.was ?? merged.own
  const none: Terms = { ...termsOf(bill), offer: null, discountBy: null, service: false, serviceBy: null, regular: false }
  const back = joinedTerms([own ?? none, ...(home ? [] : staying.map((p) => p.was))], bill)
  // What was changed since the merge stays as it is.
  const rest: Partial<Bill> = {
    tickets: home ? ticketsOf(home) : left,
    ...(bill.offer?.name === made.offer?.name ? { offer: back.offer, discountBy: back.discountBy } : {}),
    ...(bill.service === made.service ? { service: back.service, serviceBy: back.serviceBy } : {}),
    ...(bill.regular === made.regular ? { regular: back.regular } : {}),
  }
  const sum = (money: Money) => Object.values(money).reduce((a, b) => a + b, 0)
  const kept = staying.reduce((n, part) => n + sum(part.money), 0)
  const stays =
    home && staying.length + left.length > 0
      ? {
          tickets: left,
          was: joinedTerms([none, ...staying.map((p) => p.was)], bill),
          money: staying.map((p) => p.money),
          prints: home.prints,
        }
      : null
  const out = others.reduce((n, { part }) => n + sum(part.money), stays ? kept : 0)
  const tooMuch =
    receivedOn(bill) - out > totalsOf({ ...bill, ...rest }).total ||
    (stays !== null && kept > totalsOf({ ...stays.was, type: bill.type, tickets: left }).total) ||
    others.some(({ part, tickets }) => sum(part.money) > totalsOf({ ...part.was, type: bill.type, tickets }).total)
  return tooMuch ? 409 : { rest, home: home?.table, others, own, staying, stays }
}

/**
 * What guests of a table that left a merge may have on paper: its bill from before the merge, or the merged one if that was printed since (`prints` at the merge), with
 * the dishes at today's prices and the merged bill's offer and service charge; the higher of the two (decision 037).
 */
export function printedFor(bill: Bill, merged: Bill, { printed, prints }: Pick<Part, 'printed' | 'prints'>): Bill['printed'] {
  const asMerged = { ...bill, offer: merged.offer, service: merged.service }
  const joint = merged.prints > prints ? { total: totalsOf(asMerged).total, by: merged.lastPrintBy! } : null
  return printed && (!joint || printed.total >= joint.total) ? { ...printed } : joint
}

type Opened = Pick<Part, 'table' | 'tickets' | 'was' | 'printed' | 'prints'> & { money: Money[]; staying?: Part[] }
/** The new bills of an unmerge: of what stays at a parent that had none, and of the tables that leave. */
export const opened = (bill: Bill, parent: number, { stays, staying, others }: Exclude<ReturnType<typeof apart>, null | 409>): Opened[] => [
  // The paper of the merged bill still is one that the tables which stay are on.
  ...(stays
    ? [{ ...stays, table: parent, printed: null, staying: staying.map((p) => ({ ...p, prints: bill.prints > p.prints ? -1 : 0 })) }]
    : []),
  ...others.map(({ part: { money, ...part }, tickets }) => ({ ...part, tickets, money: [money] })),
]

/** The tables that leave a merge: those that were asked for, and all of them when the parent is left without a bill, so that no table waits for one's end. */
export const leavingWith = (
  mergedInto: readonly (number | null)[],
  parent: number,
  asked: readonly number[],
  keepsBill: boolean,
): number[] => (keepsBill ? [...asked] : mergedInto.flatMap((into, table) => (into === parent ? [table] : [])))
