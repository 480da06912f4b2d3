import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { chargesOf } from './charges.ts'
import { type Line, linesOf, type Order, repriced } from './order.ts'
import { billDocument, linesOf as paperOf } from './print/document.ts'
import { asText } from './print/lines.ts'
import { chargedTaxes, price, type PricedLine, unitPriceOf } from './tax.ts'
import { line, order } from './test/arbitraries.ts'
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

/** The taxable values of food, with the charges, and of alcohol, after the discount. */
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
  let food = 0n
  let alcohol = 0n
  live.forEach((l, i) => (l.isAlcohol ? (alcohol += net[i]!) : (food += net[i]!)))
  return { subtotal, discount, food: food + extras(order), alcohol }
}

function reckon(order: Order) {
  const { subtotal, discount, food, alcohol } = bases(order)
  const { gst, vat, serviceCharge } = order.taxPercentages
  const half = roundHalfUp(share(food, gst, 200n))
  const onAlcohol = roundHalfUp(share(alcohol, vat))
  const service = order.serviceChargeAccepted ? roundHalfUp(share(subtotal, serviceCharge)) : 0n
  const charges = extras(order)
  const exact = subtotal - discount + charges + half + half + onAlcohol + service
  const total = order.roundOffEnabled ? roundHalfUp({ n: exact, d: 100n }) * 100n : exact
  return {
    subtotal: Number(subtotal),
    discount: Number(discount),
    cgst: Number(half),
    sgst: Number(half),
    vat: Number(onAlcohol),
    serviceCharge: Number(service),
    charges: Number(charges),
    roundOff: Number(total - exact),
    grandTotal: Number(total),
  }
}

/** An amount that stands on a bill beside its label, in paise; 0 when the bill has no such line. */
function amountOn(text: string, label: RegExp): number {
  const [, sign, rupees, paise] = text.match(new RegExp(`^${label.source}\\s+(-?)Rs\\. (\\d+)\\.(\\d\\d)$`, 'm')) ?? [null, '', '0', '00']
  return Number(`${sign}${rupees}${paise}`)
}

/** The sums that stand on a bill, in paise, read back from its text. */
function readBack(text: string) {
  const amount = (label: RegExp) => amountOn(text, label)
  return {
    subtotal: amount(/Subtotal/),
    discount: Math.abs(amount(/Discount/)),
    cgst: amount(/CGST [\d.]+%/),
    sgst: amount(/SGST [\d.]+%/),
    vat: amount(/VAT [\d.]+%/),
    serviceCharge: amount(/Voluntary service charge [\d.]+%/),
    charges: amount(/Packing/) + amount(/Delivery charge/),
    roundOff: amount(/Round off/),
    grandTotal: amount(/TOTAL/),
  }
}

const restaurant = aRestaurant({ showNotes: true })

test('totals equal the spec formula to the paisa: 10,000 random orders, in quote, order, screen and paper', () => {
  let alcoholic = 0
  let discounted = 0
  let packed = 0
  fc.assert(
    fc.property(order, (raw) => {
      const expected = reckon(raw)
      const final = repriced(raw)
      expect(final.totals).toEqual(expected)

      const { lineDiscounts, chargeRows, ...quoted } = price({
        orderType: raw.orderType,
        lines: linesOf(raw).map((l) => ({
          unitPrice: unitPriceOf(l),
          quantity: l.quantity,
          isAlcohol: l.isAlcohol,
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
      // Each tax's line is preceded by what it was charged on.
      const { food, alcohol } = bases(raw)
      expect([amountOn(text, /Taxable at GST [\d.]+%/), amountOn(text, /Taxable at VAT [\d.]+%/)]).toEqual([
        expected.cgst > 0 ? Number(food) : 0,
        expected.vat > 0 ? Number(alcohol) : 0,
      ])
      expect(text).not.toContain('Gone')
      const items = [...text.matchAll(/^Dish \d+ +(\d+) +Rs\. (\d+)\.(\d\d)$/gm)].map((m) => Number(m[2]! + m[3]!))
      expect(items.reduce((a, b) => a + b, 0)).toBe(expected.subtotal)

      expect(expected.cgst).toBe(expected.sgst)
      if (!linesOf(raw).some((l) => l.isAlcohol && l.status !== 'Cancelled')) expect(final.totals.vat).toBe(0)
      if (expected.charges === 0 && !linesOf(raw).some((l) => !l.isAlcohol && l.status !== 'Cancelled')) expect(final.totals.cgst).toBe(0)
      if (!raw.serviceChargeAccepted) expect(final.totals.serviceCharge).toBe(0)
      if (expected.vat > 0) alcoholic++
      if (expected.discount > 0) discounted++
      if (expected.charges > 0) packed++
    }),
    { numRuns: 10_000 },
  )
  // The generator must produce all cases of the rules.
  expect(Math.min(alcoholic, discounted, packed)).toBeGreaterThan(1000)
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
