import type { DayEndDocument } from '../api/paper.ts'
import { NOTE_TEXT } from '../dayNotes.ts'
import { countText, floatsOf, shiftsOf } from '../drawer.ts'
import { toPaise } from '../money.ts'
import { TAX_IN_PRICES } from '../tax.ts'
import { plural } from '../text.ts'
import { paperTime, wallClock } from '../time.ts'
import { amountLines, BLANK, centred, type Columns, cutName, indented, type PaperLine, rs, rule, wrap } from './lines.ts'
import { peopleOnPaper, personOnPaper } from './people.ts'
import { type PaperRestaurant, storeLines } from './store.ts'

/** How many items the paper has room for (SPEC §9). */
export const topItemsFor = (columns: Columns): 10 | 15 => (columns === 48 ? 15 : 10)

/**
 * The day-end report on paper (SPEC §3 "Day-end summary", SCREENS journey 12). All figures are the server's, the same as in Reports. It states if the day has
 * not ended (an X report), if orders are open, and when the KOT counter was reset.
 */
export function dayEndLines({ summary, running, at, by }: DayEndDocument, restaurant: PaperRestaurant, columns: Columns): PaperLine[] {
  const line = (label: string, rupees: number) => amountLines(label, rs(toPaise(rupees)), columns)
  const count = (label: string, n: number) => amountLines(label, String(n), columns)
  const part = (label: string, n: number): PaperLine => ({ text: `  ${label}${String(n).padStart(columns - 2 - label.length)}` })
  const above = (label: string, rupees: number) => (rupees === 0 ? [] : line(label, rupees))
  const bold = (lines: PaperLine[]) => lines.map((l) => ({ ...l, bold: true }))
  const { cashByPerson = [], drawer, notes = [] } = summary
  const name = peopleOnPaper(
    [...cashByPerson, ...(drawer?.moves ?? []), ...notes, { by }].map((one) => one.by),
    columns === 48 ? 24 : 15,
  )
  const [year, month, day] = summary.date.split('-')
  const { taxes, items, paymentMethods, tips, receivedOnOpenOrders: early } = summary
  const still = [
    ...(running ? ['The day still runs'] : []),
    ...(summary.pendingOrders > 0 ? [plural(summary.pendingOrders, 'open order')] : []),
  ]
  const top = topItemsFor(columns)
  const received = paymentMethods.reduce((sum, m) => sum + toPaise(m.amount), 0) / 100
  const [nameWidth, countWidth] = columns === 48 ? [24, 6] : [15, 4]
  return [
    ...storeLines(restaurant, columns),
    BLANK,
    ...centred(`${running ? 'X REPORT' : 'DAY SUMMARY'} ${day}-${month}-${year}`, columns, { bold: true }),
    ...centred(still.join(', '), columns),
    ...centred(`Printed ${paperTime(new Date(at), restaurant.timezone)} by ${personOnPaper(by) || name(by)}`, columns),
    ...(summary.kotReset ? centred('KOT counter was reset', columns) : []),
    rule(columns),
    ...count('Orders', summary.totalOrders),
    part('Completed', summary.completedOrders),
    part('Cancelled', summary.cancelledOrders),
    part('Open', summary.pendingOrders),
    rule(columns),
    ...line('Items before discount', summary.itemsRevenue),
    ...above('Discounts', -summary.discounts),
    ...above('Packing and delivery', taxes.charges ?? 0),
    ...above(TAX_IN_PRICES, -(taxes.taxIncluded ?? 0)),
    ...above('CGST', taxes.cgst),
    ...above('SGST', taxes.sgst),
    ...above('VAT', taxes.vat),
    ...above('Service charge, voluntary', taxes.serviceCharge),
    ...above('Round off', summary.roundOff),
    rule(columns, '='),
    ...bold(line('SALES', summary.totalSales)),
    rule(columns, '='),
    ...above('Refunds, already taken out', summary.refunds),
    ...above('Cancelled items, not in sales', summary.cancelledValue),
    ...paymentMethods.flatMap((m) => line(m.method, m.amount)),
    rule(columns),
    ...above(early < 0 ? 'Received on an earlier day' : 'Received on open orders', early),
    ...bold(line('RECEIVED', received)),
    ...(tips ?? []).flatMap((t) => line(`Tips, ${t.method}`, t.amount)),
    ...drawerLines(summary, restaurant, columns, name),
    rule(columns),
    { text: `Top ${top} by sales` },
    ...items.slice(0, top).flatMap(({ name, count: n, revenue }) => {
      const left = cutName(name, columns).padEnd(nameWidth) + String(n).padStart(countWidth)
      const right = rs(toPaise(revenue))
      const fits = left.length + 1 + right.length <= columns
      return fits ? [{ text: left + right.padStart(columns - left.length) }] : [{ text: left }, { text: right.padStart(columns) }]
    }),
    ...(notes.length > 0 ? [rule(columns)] : []),
    ...notes.flatMap(({ kind, what, at: when, by: who }) => [
      ...wrap(`${wallClock(new Date(when), restaurant.timezone).time} ${NOTE_TEXT[kind]}, ${name(who)}`, columns).map((text) => ({ text })),
      ...indented(what, 2, columns),
    ]),
    ...(summary.changedAfterPrint > 0 ? [rule(columns), ...count('Bills changed after printing', summary.changedAfterPrint)] : []),
  ]
}

/** What should be in the cash drawer, how that comes about, what was counted, and who took the cash. */
function drawerLines(
  { cashTaken = 0, cashByPerson = [], drawer }: DayEndDocument['summary'],
  { timezone }: PaperRestaurant,
  columns: Columns,
  name: (by: string) => string,
): PaperLine[] {
  const always = (label: string, rupees: number) => amountLines(label, rs(toPaise(rupees)), columns)
  const line = (label: string, rupees: number) => (rupees === 0 ? [] : always(label, rupees))
  const clock = (at: string) => wallClock(new Date(at), timezone).time
  const missed = (difference: number) => (difference === 0 ? [] : always(difference < 0 ? 'Short' : 'Over', Math.abs(difference)))
  const list = (title: string, entries: readonly (readonly [label: string, right: string])[]) =>
    entries.length === 0
      ? []
      : [
          { text: title },
          ...entries.flatMap(([label, right]) => amountLines(label, right, columns - 2).map(({ text }) => ({ text: `  ${text}` }))),
        ]
  const byPerson = list(
    'Cash by person',
    cashByPerson.map(({ by, amount }) => [name(by), rs(toPaise(amount))]),
  )
  if (!drawer) return [...line('Expected in drawer', cashTaken), ...byPerson]
  const { float, in: added, out, expected, counted, moves = [] } = drawer
  const [first, ...changes] = floatsOf(moves)
  // Between the count and the paper more cash may have come: what was missing is said for the moment of the count.
  const countLines = (count: typeof counted & object, now: number) => {
    const then = count.expected ?? 0
    return [
      ...always(`Counted at ${clock(count.at)}`, count.amount),
      ...(then === now ? [] : always('Expected then', then)),
      ...missed((toPaise(count.amount) - toPaise(then)) / 100),
    ]
  }
  return [
    ...line('Opening float', first?.amount ?? float),
    ...changes.flatMap(({ at, by, amount }) => always(`Float from ${clock(at)}, ${name(by)}`, amount)),
    ...line('Cash taken', cashTaken),
    ...line('Cash in', added),
    ...line('Cash out', -out),
    ...always('Expected in drawer', expected),
    ...(counted ? countLines(counted, expected) : []),
    ...byPerson,
    ...list(
      'Each shift by itself',
      shiftsOf(moves).map(({ at, by, difference }) => [`To ${clock(at)}, ${name(by)}`, countText(difference, 0, rs)]),
    ),
  ]
}
