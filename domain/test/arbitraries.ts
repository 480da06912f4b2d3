import fc from 'fast-check'
import { CHARGE_UNITS, CHARGED_TYPES } from '../chargeList.ts'
import type { OrderCharge } from '../charges.ts'
import { type Line, type Order, ORDER_TYPES } from '../order.ts'
import { aLine, anOrder, aTicket } from './shapes.ts'

/** Random lines and orders, for properties. */

const paise = (max: number) =>
  fc.oneof(
    fc.integer({ min: 0, max }),
    fc.integer({ min: 0, max: Math.floor(max / 100) }).map((r) => r * 100),
  )

/** Percentages with up to three decimals. */
const percent = (most: number) =>
  fc.oneof(
    fc.constantFrom(0, 5, 12, 18, 10),
    fc.integer({ min: 0, max: most * 1000 }).map((n) => n / 1000),
  )

/** A random line; cancelled ones are called "Gone …", so that a test can look for them where they must not be. */
export const line: fc.Arbitrary<Line> = fc
  .record({
    price: paise(5000_00),
    quantity: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) },
      { weight: 1, arbitrary: fc.integer({ min: 10, max: 999 }) },
    ),
    isAlcohol: fc.boolean(),
    gstRate: fc.option(percent(40), { freq: 2 }),
    taxIncluded: fc.boolean(),
    status: fc.constantFrom('Preparing' as const, 'Ready' as const, 'Served' as const, 'Cancelled' as const),
    variant: fc.option(paise(300_00)),
    addons: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 4 }), price: paise(90_00) }), { maxLength: 3 }),
    n: fc.nat(99),
  })
  .map(({ variant, addons, n, ...rest }) =>
    aLine({
      ...rest,
      itemName: rest.status === 'Cancelled' ? `Gone ${n}` : `Dish ${n}`,
      categoryName: rest.isAlcohol ? 'Bar' : 'Food',
      variants: variant === null ? [] : [{ name: 'Half', additionalPrice: variant }],
      addonGroups: addons.length === 0 ? [] : [{ name: 'Extras', addons: addons.map((a, i) => ({ name: `Extra ${i}`, ...a })) }],
    }),
  )

/** Charges for packing and delivery, some of them set by hand. */
const charges = (['Packing', 'Delivery charge'] as const).map((name): fc.Arbitrary<OrderCharge> =>
  fc
    .record({
      amount: paise(90_00),
      per: fc.constantFrom(...CHARGE_UNITS),
      orderTypes: fc.subarray([...CHARGED_TYPES]),
      set: fc.option(paise(200_00), { freq: 3 }),
    })
    .map(({ amount, set, ...rest }) => ({
      _id: name,
      name,
      ...rest,
      amount: amount / 100,
      ...(set !== null && { set: set / 100, setBy: 'Divya' }),
    })),
) as [fc.Arbitrary<OrderCharge>, fc.Arbitrary<OrderCharge>]

/** The same order as it was before dishes had taxes of their own: one rate for all food, and no tax within a price. */
export const withoutDishTaxes = (order: Order): Order => ({
  ...order,
  tickets: order.tickets.map((t) => ({ ...t, lines: t.lines.map((l) => ({ ...l, gstRate: null, taxIncluded: false })) })),
})

/** A random open order, not priced yet; `totals.discount` is the requested discount. */
export const order: fc.Arbitrary<Order> = fc
  .record({
    tickets: fc.array(fc.array(line, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
    gst: percent(28),
    vat: percent(30),
    serviceCharge: percent(15),
    discount: fc.oneof(fc.constant(0), paise(3000_00)),
    orderType: fc.constantFrom(...ORDER_TYPES),
    charges: fc.option(fc.tuple(...charges), { freq: 2 }),
    composition: fc.nat(9).map((n) => n === 0),
    serviceChargeAccepted: fc.boolean(),
    roundOffEnabled: fc.boolean(),
  })
  .map(({ tickets, gst, vat, serviceCharge, discount, charges, composition, ...flags }) =>
    anOrder(
      tickets.map((lines) => aTicket(lines)),
      {
        ...flags,
        taxPercentages: {
          ...(composition ? { gst: 0, vat: 0, composition } : { gst, vat }),
          serviceCharge,
          ...(charges && { charges }),
        },
        totals: { ...anOrder([]).totals, discount },
      },
    ),
  )
