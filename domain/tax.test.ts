import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { chargesOf } from './charges.ts'
import { type Line, linesOf, type Order, repriced } from './order.ts'
import { billDocument, linesOf as paperOf } from './print/document.ts'
import { asText } from './print/lines.ts'
import { chargedTaxes } from './chargedTaxes.ts'
import { price, type PricedLine, unitPriceOf } from './tax.ts'
import { line, order, withoutDishTaxes } from './test/arbitraries.ts'
import { ratesOf } from './taxRates.ts'
import { aLine, aRestaurant, asJson } from './test/shapes.ts'
import { draftTotals } from './ticket.ts'

const plate = (rupees: number, over: Partial<PricedLine> = {}): PricedLine => ({
  unitPrice: rupees * 100,
  quantity: 1,
  isAlcohol: false,
  cancelled: false,
  ...over,
})
const rates = { gst: 5, vat: 10, serviceCharge: 10 }
const of = (lines: PricedLine[], over: Partial<Parameters<typeof price>[0]> = {}) =>
  price({ lines, taxPercentages: rates, orderType: 'Dine In', ...over })

describe('the price rules of SPEC §9', () => {
  it('an item costs (base + variants + addons × their quantity) × quantity', () => {
    const item = { price: 200, variants: [{ additionalPrice: 50 }], addonGroups: [{ addons: [{ price: 30, quantity: 2 }, { price: 5 }] }] }
    expect(unitPriceOf(item)).toBe(315)
    expect(of([plate(315, { quantity: 3 })]).subtotal).toBe(945_00)
    expect(unitPriceOf({ price: 200 })).toBe(200)
  })
  it('5% GST on Rs. 100.00 is CGST 2.50 and SGST 2.50', () =>
    expect(of([plate(100)])).toMatchObject({ subtotal: 100_00, cgst: 2_50, sgst: 2_50, vat: 0, grandTotal: 105_00 }))
  it('alcohol bears VAT instead of GST', () =>
    expect(of([plate(100, { isAlcohol: true })])).toMatchObject({ cgst: 0, sgst: 0, vat: 10_00, grandTotal: 110_00 }))
  it('the bill in the picture: 2027.00, of which 440.00 alcohol, comes to 2150.36', () =>
    expect(of([plate(1587), plate(220, { isAlcohol: true, quantity: 2 })])).toMatchObject({
      subtotal: 2027_00,
      cgst: 39_68,
      sgst: 39_68,
      vat: 44_00,
      serviceCharge: 0,
      roundOff: 0,
      grandTotal: 2150_36,
    }))
  it('cancelled lines excluded from totals', () =>
    expect(of([plate(100), plate(999, { cancelled: true }), plate(999, { cancelled: true, isAlcohol: true })])).toMatchObject({
      ...of([plate(100)]),
      lineDiscounts: [0, 0, 0],
    }))
  it('each half of GST is rounded half up on the whole base, so that both are equal', () => {
    expect(of([plate(0.2)])).toMatchObject({ cgst: 1, sgst: 1, grandTotal: 22 }) // 0.5 paisa each
    expect(of([plate(0.19)])).toMatchObject({ cgst: 0, sgst: 0 })
    expect(of([plate(0.1), plate(0.1)])).toMatchObject({ cgst: 1, sgst: 1 }) // not line by line
  })
  it('half of a rate with three decimals is used exactly, not rounded to three', () => {
    const half = (gst: number) => of([plate(100_000)], { taxPercentages: { gst, vat: 0, serviceCharge: 0 } }).cgst
    expect([half(4.555), half(4.554), half(0.001)]).toEqual([2277_50, 2277_00, 50])
  })
  it('a service charge needs the guest’s consent, is on the subtotal before discount, and is not taxed', () => {
    expect(of([plate(100)]).serviceCharge).toBe(0)
    expect(of([plate(100)], { serviceChargeAccepted: false }).serviceCharge).toBe(0)
    expect(of([plate(100)], { serviceChargeAccepted: true, discount: 50_00 })).toMatchObject({
      serviceCharge: 10_00,
      cgst: 1_25,
      grandTotal: 62_50,
    })
  })
  it('a discount is taken before tax, from food and alcohol in proportion', () =>
    expect(of([plate(300), plate(100, { isAlcohol: true })], { discount: 40_00 })).toMatchObject({
      lineDiscounts: [30_00, 10_00],
      cgst: 6_75,
      sgst: 6_75,
      vat: 9_00,
      grandTotal: 382_50,
    }))
  it('the paise that a discount can’t split go to the largest line', () =>
    expect(of([plate(100), plate(150), plate(100)], { discount: 10_00 }).lineDiscounts).toEqual([2_85, 4_30, 2_85]))
  it('a discount is between zero and the subtotal', () => {
    expect(of([plate(100)], { discount: 500_00 })).toMatchObject({ discount: 100_00, cgst: 0, grandTotal: 0 })
    expect(of([plate(100)], { discount: -5 })).toMatchObject({ discount: 0, grandTotal: 105_00 })
  })
  it('rounding goes half up to the whole rupee and is a line of its own', () => {
    expect(of([plate(10)], { roundOff: true })).toMatchObject({ roundOff: 50, grandTotal: 11_00 })
    expect(of([plate(9)], { roundOff: true })).toMatchObject({ cgst: 23, roundOff: -46, grandTotal: 9_00 })
    expect(of([plate(9)])).toMatchObject({ roundOff: 0, grandTotal: 9_46 })
  })
  it('under the composition scheme there is no tax on food or alcohol, and the service charge stays', () => {
    const charged = chargedTaxes(rates, { composition: true })
    expect(charged).toEqual({ gst: 0, vat: 0, serviceCharge: 10, composition: true })
    const bill = [plate(1587), plate(220, { isAlcohol: true, quantity: 2 })]
    expect(of(bill, { taxPercentages: charged, serviceChargeAccepted: true })).toMatchObject({
      subtotal: 2027_00,
      cgst: 0,
      sgst: 0,
      vat: 0,
      serviceCharge: 202_70,
      grandTotal: 2229_70,
    })
    expect(chargedTaxes(rates, { composition: false })).toEqual(rates)
  })
  it('water at its MRP of 20.00 with GST 18% in it costs 20.00, of which 3.06 is tax', () =>
    expect(of([plate(20, { gstRate: 18, taxIncluded: true })])).toMatchObject({
      subtotal: 20_00,
      cgst: 1_53,
      sgst: 1_53,
      taxIncluded: 3_06,
      grandTotal: 20_00,
      rates: [
        { tax: 'gst', rate: 5, taxable: 0, amount: 0 },
        { tax: 'gst', rate: 18, taxable: 16_94, amount: 3_06, included: 3_06 },
        { tax: 'vat', rate: 10, taxable: 0, amount: 0 },
      ],
    }))
  it('each rate of food is rounded on its own base, with and without the tax in the price', () =>
    expect(
      of([plate(100), plate(50, { gstRate: 18 }), plate(118, { gstRate: 18, taxIncluded: true }), plate(40, { gstRate: 0 })]),
    ).toMatchObject({
      subtotal: 308_00,
      cgst: 2_50 + 4_50 + 9_00,
      taxIncluded: 18_00,
      grandTotal: 308_00 + 5_00 + 9_00,
      rates: [
        { rate: 0, taxable: 40_00, amount: 0 },
        { rate: 5, taxable: 100_00, amount: 5_00, included: 0 },
        { rate: 18, taxable: 150_00, amount: 27_00, included: 18_00 },
        { tax: 'vat' },
      ],
    }))
  it('a rate that is the outlet’s own is one base with it', () =>
    expect(of([plate(0.1), plate(0.1, { gstRate: 5 })])).toMatchObject({ cgst: 1, sgst: 1 }))
  it('a beer’s price may include its VAT; a GST rate of its own doesn’t count', () =>
    expect(of([plate(220, { isAlcohol: true, gstRate: 28, taxIncluded: true })])).toMatchObject({
      cgst: 0,
      vat: 20_00,
      taxIncluded: 20_00,
      grandTotal: 220_00,
    }))
  it('a discount is taken off the price with the tax in it', () =>
    expect(of([plate(118, { gstRate: 18, taxIncluded: true })], { discount: 59_00 })).toMatchObject({
      cgst: 4_50,
      taxIncluded: 9_00,
      grandTotal: 59_00,
    }))
  it('under the composition scheme nothing is taxed, whatever a dish says', () =>
    expect(
      of([plate(118, { gstRate: 18, taxIncluded: true }), plate(100, { gstRate: 12 })], {
        taxPercentages: { gst: 0, vat: 0, serviceCharge: 0, composition: true },
      }),
    ).toMatchObject({ cgst: 0, taxIncluded: 0, grandTotal: 218_00 }))
  it('an empty order costs nothing', () =>
    expect(of([], { serviceChargeAccepted: true, discount: 100, roundOff: true })).toMatchObject({
      subtotal: 0,
      discount: 0,
      grandTotal: 0,
    }))
})

// ---------------------------------------------------------------- the same sums, calculated in another way

/** Exact fractions in BigInt; nothing of domain code below this line. */
type Fraction = { n: bigint; d: bigint }
const roundHalfUp = ({ n, d }: Fraction): bigint => {
  const rest = ((n % d) + d) % d
  return (n - rest) / d + (2n * rest >= d ? 1n : 0n)
}
const share = (base: bigint, percent: number, of = 100n): Fraction => {
  const [whole = '0', decimals = ''] = percent.toFixed(3).split('.')
  return { n: base * BigInt(whole + decimals), d: 1000n * of }
}

/** What the order pays for packing and delivery. */
function extras({ orderType, taxPercentages, tickets }: Order): bigint {
  let portions = 0n
  for (const l of tickets.flatMap((t) => t.lines)) if (l.status !== 'Cancelled') portions += BigInt(l.quantity)
  let sum = 0n
  for (const c of taxPercentages.charges ?? []) {
    if (portions === 0n || !(c.orderTypes as string[]).includes(orderType)) continue
    const asked = BigInt(c.amount.toFixed(2).replace('.', '')) * (c.per === 'item' ? portions : 1n)
    sum += c.set === undefined ? asked : BigInt(c.set.toFixed(2).replace('.', ''))
  }
  return sum
}

/** What food, with the charges, and alcohol come to after the discount: by rate, and whether it is with the tax in it. */
function bases(order: Order) {
  const live = order.tickets.flatMap((t) => t.lines).filter((l: Line) => l.status !== 'Cancelled')
  const worth = live.map((l) => {
    let one = BigInt(l.price)
    for (const v of l.variants) one += BigInt(v.additionalPrice)
    for (const g of l.addonGroups) for (const a of g.addons) one += BigInt(a.price) * BigInt(a.quantity)
    return one * BigInt(l.quantity)
  })
  let subtotal = 0n
  for (const w of worth) subtotal += w
  const asked = BigInt(order.totals.discount)
  const discount = asked > subtotal ? subtotal : asked
  let dearest = 0
  const net = worth.map((w, i) => {
    if (w > worth[dearest]!) dearest = i
    return subtotal === 0n ? 0n : w - (discount * w) / subtotal
  })
  if (subtotal > 0n) net[dearest]! -= discount - (subtotal - net.reduce((a, b) => a + b, 0n))
  const { gst, vat, composition } = order.taxPercentages
  const found: Record<string, { alcohol: boolean; rate: number; plain: bigint; gross: bigint }> = {}
  const add = (alcohol: boolean, rate: number, gross: boolean, amount: bigint) => {
    const base = (found[`${alcohol} ${rate}`] ??= { alcohol, rate, plain: 0n, gross: 0n })
    base[gross ? 'gross' : 'plain'] += amount
  }
  add(false, gst, false, extras(order))
  add(true, vat, false, 0n)
  live.forEach((l, i) => add(l.isAlcohol, l.isAlcohol ? vat : composition || l.gstRate === null ? gst : l.gstRate, l.taxIncluded, net[i]!))
  return { subtotal, discount, bases: Object.values(found) }
}

/** The part of an amount that is a tax of so many percent, or one of `of` equal parts of that tax. */
const within = (gross: bigint, percent: number, of: bigint): Fraction => {
  const [whole = '0', decimals = ''] = percent.toFixed(3).split('.')
  const rate = BigInt(whole + decimals)
  return { n: gross * rate, d: of * (100_000n + rate) }
}

/** Each rate with what it is charged on, what it comes to, and what of that is within the prices. */
const ratesBy = (order: Order) =>
  bases(order).bases.map(({ alcohol, rate, plain, gross }) => {
    const parts = alcohol ? 1n : 2n
    const inside = roundHalfUp(within(gross, rate, parts)) * parts
    const onTop = roundHalfUp(share(plain, rate, 100n * parts)) * parts
    return { alcohol, rate, taxable: plain + gross - inside, tax: onTop + inside, inside }
  })

function reckon(order: Order) {
  const { subtotal, discount } = bases(order)
  const rates = ratesBy(order)
  const sum = (of: (r: (typeof rates)[number]) => bigint) => rates.reduce((all, r) => all + of(r), 0n)
  const half = sum((r) => (r.alcohol ? 0n : r.tax)) / 2n
  const onAlcohol = sum((r) => (r.alcohol ? r.tax : 0n))
  const inside = sum((r) => r.inside)
  const service = order.serviceChargeAccepted ? roundHalfUp(share(subtotal, order.taxPercentages.serviceCharge)) : 0n
  const charges = extras(order)
  const exact = subtotal - discount - inside + charges + half + half + onAlcohol + service
  const total = order.roundOffEnabled ? roundHalfUp({ n: exact, d: 100n }) * 100n : exact
  return {
    subtotal: Number(subtotal),
    discount: Number(discount),
    cgst: Number(half),
    sgst: Number(half),
    vat: Number(onAlcohol),
    serviceCharge: Number(service),
    charges: Number(charges),
    taxIncluded: Number(inside),
    roundOff: Number(total - exact),
    grandTotal: Number(total),
  }
}

/** The amounts that stand on a bill beside a label, in paise, each with the number in its label (NaN without one). */
function amountsOn(text: string, label: RegExp): { rate: number; amount: number }[] {
  const found = text.matchAll(new RegExp(`^${label.source}\\s+(-?)Rs\\. (\\d+)\\.(\\d\\d)$`, 'gm'))
  return [...found].map(([row, sign, rupees, paise]) => ({
    rate: Number(/([\d.]+)%/.exec(row)?.[1]),
    amount: Number(`${sign}${rupees}${paise}`),
  }))
}

/** The sums that stand on a bill, in paise, read back from its text. */
function readBack(text: string) {
  const amount = (label: RegExp) => amountsOn(text, label).reduce((sum, row) => sum + row.amount, 0)
  return {
    subtotal: amount(/Subtotal/),
    discount: Math.abs(amount(/Discount/)),
    cgst: amount(/CGST [\d.]+%/),
    sgst: amount(/SGST [\d.]+%/),
    vat: amount(/VAT [\d.]+%/),
    serviceCharge: amount(/Voluntary service charge [\d.]+%/),
    charges: amount(/Packing/) + amount(/Delivery charge/),
    taxIncluded: Math.abs(amount(/Less tax in prices/)),
    roundOff: amount(/Round off/),
    grandTotal: amount(/TOTAL/),
  }
}

const restaurant = aRestaurant({ showNotes: true })

test('totals equal the spec formula to the paisa: 10,000 random orders, in quote, order, screen and paper', () => {
  let alcoholic = 0
  let discounted = 0
  let packed = 0
  let included = 0
  let several = 0
  fc.assert(
    fc.property(order, (raw) => {
      const expected = reckon(raw)
      const final = repriced(raw)
      expect(final.totals).toEqual(expected)

      const {
        lineDiscounts,
        chargeRows,
        rates: quotedRates,
        ...quoted
      } = price({
        orderType: raw.orderType,
        lines: linesOf(raw).map((l) => ({
          unitPrice: unitPriceOf(l),
          quantity: l.quantity,
          isAlcohol: l.isAlcohol,
          gstRate: l.gstRate,
          taxIncluded: l.taxIncluded,
          cancelled: l.status === 'Cancelled',
        })),
        taxPercentages: raw.taxPercentages,
        discount: raw.totals.discount,
        serviceChargeAccepted: raw.serviceChargeAccepted,
        roundOff: raw.roundOffEnabled,
      })
      expect(quoted).toEqual(expected)
      expect(chargeRows.reduce((sum, c) => sum + c.amount, 0)).toBe(expected.charges)
      expect(lineDiscounts.reduce((a, b) => a + b, 0)).toBe(expected.discount)

      const json = asJson(final)
      const {
        lineDiscounts: _,
        chargeRows: rows,
        rates: _rates,
        ...screen
      } = draftTotals(null, json, { gst: 99, vat: 99, serviceCharge: 99 }, { roundOff: raw.roundOffEnabled })
      expect(screen).toEqual(expected)
      expect(rows).toEqual(chargesOf(json))

      // The last ticket not sent yet: the screen's live total is the same already.
      const unsent = json.kots.at(-1)!
      const lines = unsent.items.filter((i) => i.status !== 'Cancelled').map((i) => ({ ...i, key: i.lineId }))
      const before = { ...json, kots: json.kots.slice(0, -1), discount: raw.totals.discount / 100 }
      const live = draftTotals({ kotId: unsent.kotId, lines, modified: true, updatedAt: '' }, before, raw.taxPercentages, {
        roundOff: raw.roundOffEnabled,
      })
      expect(live.grandTotal).toBe(expected.grandTotal)

      const text = asText(paperOf(billDocument(json), { restaurant, columns: 48 }), 48)
      expect(readBack(text)).toEqual(expected)
      // Each rate's rows are preceded by what it was charged on.
      const charged = ratesBy(raw).filter((r) => r.tax > 0n)
      const taxable = (alcohol: boolean) =>
        charged
          .filter((r) => r.alcohol === alcohol)
          .map((r) => ({ rate: r.rate, amount: Number(r.taxable) }))
          .sort((a, b) => a.rate - b.rate)
      expect(amountsOn(text, /Taxable at GST [\d.]+%/)).toEqual(taxable(false))
      expect(amountsOn(text, /Taxable at VAT [\d.]+%/)).toEqual(taxable(true))
      expect(ratesOf(json)).toEqual(quotedRates)
      expect(text).not.toContain('Gone')
      const items = [...text.matchAll(/^Dish \d+ +(\d+) +Rs\. (\d+)\.(\d\d)$/gm)].map((m) => Number(m[2]! + m[3]!))
      expect(items.reduce((a, b) => a + b, 0)).toBe(expected.subtotal)

      expect(expected.cgst).toBe(expected.sgst)
      if (!linesOf(raw).some((l) => l.isAlcohol && l.status !== 'Cancelled')) expect(final.totals.vat).toBe(0)
      if (expected.charges === 0 && !linesOf(raw).some((l) => !l.isAlcohol && l.status !== 'Cancelled')) expect(final.totals.cgst).toBe(0)
      if (raw.taxPercentages.composition) expect([expected.cgst, expected.vat, expected.taxIncluded]).toEqual([0, 0, 0])
      if (!raw.serviceChargeAccepted) expect(final.totals.serviceCharge).toBe(0)
      if (expected.vat > 0) alcoholic++
      if (expected.discount > 0) discounted++
      if (expected.charges > 0) packed++
      if (expected.taxIncluded > 0) included++
      if (charged.filter((r) => !r.alcohol).length > 1) several++
    }),
    { numRuns: 10_000 },
  )
  // The generator must produce all cases of the rules.
  expect(Math.min(alcoholic, discounted, packed, included, several)).toBeGreaterThan(1000)
}, 60_000)

test('narrow paper shows the same sums', () => {
  fc.assert(
    fc.property(order, (raw) => {
      const text = asText(paperOf(billDocument(asJson(repriced(raw))), { restaurant, columns: 32 }), 32)
      expect(readBack(text)).toEqual(reckon(raw))
      expect(text).not.toContain('Gone')
    }),
    { numRuns: 500 },
  )
})

test('prices that all include the tax are what guests pay, whatever the rates and the discount', () => {
  fc.assert(
    fc.property(order, (raw) => {
      const { charges: _, ...taxPercentages } = raw.taxPercentages
      const priced = repriced({
        ...raw,
        taxPercentages,
        serviceChargeAccepted: false,
        roundOffEnabled: false,
        tickets: raw.tickets.map((t) => ({ ...t, lines: t.lines.map((l) => ({ ...l, taxIncluded: true })) })),
      })
      const { subtotal, discount, cgst, sgst, vat, taxIncluded, grandTotal } = priced.totals
      expect(grandTotal).toBe(subtotal - discount)
      expect(cgst + sgst + vat).toBe(taxIncluded)
    }),
    { numRuns: 1000 },
  )
})

test('without a dish that has a tax of its own, all is as it was: one rate for food, and every tax on top', () => {
  fc.assert(
    fc.property(order.map(withoutDishTaxes), (raw) => {
      const { totals } = repriced(raw)
      const { subtotal, discount, bases: found } = bases(raw)
      expect(found.map(({ rate, gross }) => [rate, gross])).toEqual([
        [raw.taxPercentages.gst, 0n],
        [raw.taxPercentages.vat, 0n],
      ])
      expect(totals).toMatchObject({ subtotal: Number(subtotal), discount: Number(discount), taxIncluded: 0 })
      expect(totals.cgst).toBe(Number(roundHalfUp(share(found[0]!.plain, raw.taxPercentages.gst, 200n))))
      expect(asText(paperOf(billDocument(asJson(repriced(raw))), { restaurant, columns: 48 }), 48)).not.toMatch(
        /Less tax|GST.*\n.*Taxable at GST/,
      )
    }),
    { numRuns: 500 },
  )
})

test('cancelling a line gives the same totals as never having ordered it', () => {
  fc.assert(
    fc.property(order, fc.array(line, { maxLength: 4 }), (raw, more) => {
      const cancelled = more.map((l) => aLine({ ...l, status: 'Cancelled' }))
      const [first, ...rest] = raw.tickets
      const withThem = { ...raw, tickets: [{ ...first!, lines: [...cancelled, ...first!.lines] }, ...rest] }
      expect(repriced(withThem).totals).toEqual(repriced(raw).totals)
    }),
    { numRuns: 500 },
  )
})
