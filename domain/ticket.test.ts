import { describe, expect, it, test } from 'vitest'
import { type OrderShape, SentKot } from './api/order.ts'
import { aDraftLine, aKot, aMenuItem, anItem, anOrderShape, AT } from './test/shapes.ts'
import {
  addItem,
  afterSend,
  decrement,
  type Draft,
  draftCount,
  draftTotals,
  dropUnavailable,
  increment,
  isEmpty,
  lineAmount,
  lineOf,
  missingChoices,
  needsChoice,
  type NewDraftLine,
  removeItem,
  repeatRound,
  replaceLine,
  sameItem,
  setNote,
  setQuantity,
  toSent,
} from './ticket.ts'

const LATER = '2026-11-21T16:00:00.000Z'
const draftOf = (...lines: NewDraftLine[]): Draft => lines.reduce<Draft | null>((d, l) => addItem(d, l, AT), null)!
const extras = (...addons: [string, number][]) => ({
  name: 'Extras',
  addons: addons.map(([name, quantity]) => ({ name, quantity, price: 30 })),
})
const sauces = (...addons: string[]) => ({ name: 'Sauces', addons: addons.map((name) => ({ name, quantity: 1, price: 0 })) })
const half = [{ name: 'Half', additionalPrice: 0 }]
const full = [{ name: 'Full', additionalPrice: 160 }]
const keyOf = (draft: Draft, i = 0) => draft.lines[i]!.key

describe('an item is the same', () => {
  const same = (a: Partial<NewDraftLine>, b: Partial<NewDraftLine>) => sameItem(aDraftLine(a), aDraftLine(b))
  it('when its id, variants and addon groups are the same', () =>
    expect(same({ variants: half, addonGroups: [extras(['Egg', 1])] }, { variants: half, addonGroups: [extras(['Egg', 1])] })).toBe(true))
  it('in whatever order the choices were made', () => {
    expect(
      same(
        { addonGroups: [extras(['Egg', 1], ['Cheese', 2]), sauces('Mint')] },
        { addonGroups: [sauces('Mint'), extras(['Cheese', 2], ['Egg', 1])] },
      ),
    ).toBe(true)
    expect(same({ addonGroups: [] }, { addonGroups: [sauces()] })).toBe(true)
  })
  it.each([
    ['another id', {}, { _id: 'naan' }],
    ['another variant', { variants: half }, { variants: full }],
    ['no variant', { variants: half }, {}],
    ['another addon', { addonGroups: [extras(['Egg', 1])] }, { addonGroups: [extras(['Cheese', 1])] }],
    ['one addon more', { addonGroups: [extras(['Egg', 1])] }, { addonGroups: [extras(['Egg', 1], ['Cheese', 1])] }],
    ['another quantity of an addon', { addonGroups: [extras(['Egg', 1])] }, { addonGroups: [extras(['Egg', 2])] }],
    ['the same addon in another group', { addonGroups: [extras(['Mint', 1])] }, { addonGroups: [sauces('Mint')] }],
  ])('not with %s', (_, a, b) => expect(same(a, b)).toBe(false))
})

describe('adding', () => {
  it('opens a ticket and marks it modified', () => {
    const draft = addItem(null, aDraftLine(), AT)
    expect(draft).toMatchObject({ modified: true, updatedAt: AT, lines: [{ _id: 'tikka', quantity: 1 }] })
    expect(draft.kotId).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
  })
  it('same item + same variants + addons → quantity +1: its line keeps its place and key', () => {
    const before = draftOf(aDraftLine(), aDraftLine({ _id: 'naan' }))
    const after = addItem(before, aDraftLine({ quantity: 2, price: 250 }), LATER)
    expect(after.lines.map((l) => [l._id, l.quantity, l.price])).toEqual([
      ['tikka', 3, 250],
      ['naan', 1, 240],
    ])
    expect(keyOf(after)).toBe(keyOf(before))
    expect([after.kotId, after.updatedAt]).toEqual([before.kotId, LATER])
  })
  it('different → new line: the same item with another choice or note', () => {
    const draft = draftOf(
      aDraftLine(),
      aDraftLine({ variants: half }),
      aDraftLine({ additionalItemNote: 'Jain' }),
      aDraftLine({ additionalItemNote: ' Jain ' }),
    )
    expect(draft.lines.map((l) => l.quantity)).toEqual([1, 1, 2])
    expect(new Set(draft.lines.map((l) => l.key)).size).toBe(3)
  })
  it('stops at a quantity of 999', () =>
    expect(addItem(draftOf(aDraftLine({ quantity: 998 })), aDraftLine({ quantity: 5 }), AT).lines[0]?.quantity).toBe(999))
  it('doesn’t modify the draft it was given', () => {
    const before = draftOf(aDraftLine())
    const copy = structuredClone(before)
    addItem(before, aDraftLine(), LATER)
    setQuantity(before, keyOf(before), 9, LATER)
    expect(before).toEqual(copy)
  })
})

describe('editing', () => {
  it('sets, raises and lowers a quantity', () => {
    const draft = draftOf(aDraftLine({ quantity: 2 }))
    expect(setQuantity(draft, keyOf(draft), 7, LATER)?.lines[0]?.quantity).toBe(7)
    expect(increment(draft, keyOf(draft), LATER)?.lines[0]?.quantity).toBe(3)
    expect(decrement(draft, keyOf(draft), LATER)?.lines[0]?.quantity).toBe(1)
    expect(setQuantity(draft, keyOf(draft), 5000, LATER)?.lines[0]?.quantity).toBe(999)
  })
  it('decrementing at quantity 1 removes the item, and an empty ticket is removed', () => {
    const two = draftOf(aDraftLine(), aDraftLine({ _id: 'naan' }))
    const one = decrement(two, keyOf(two), LATER)!
    expect(one.lines.map((l) => l._id)).toEqual(['naan'])
    expect(decrement(one, keyOf(one), LATER)).toBeNull()
    expect(setQuantity(one, keyOf(one), 0, LATER)).toBeNull()
    expect(removeItem(one, keyOf(one), LATER)).toBeNull()
    expect([isEmpty(null), isEmpty({ ...one, lines: [] }), isEmpty(one)]).toEqual([true, true, false])
  })
  it('customising keeps the line in its place', () => {
    const draft = draftOf(aDraftLine({ variants: half }), aDraftLine({ _id: 'naan' }))
    const after = replaceLine(draft, keyOf(draft), aDraftLine({ variants: full, quantity: 2 }), LATER)!
    expect(after.lines.map((l) => [l._id, l.quantity])).toEqual([
      ['tikka', 2],
      ['naan', 1],
    ])
    expect(after.lines[0]).toMatchObject({ variants: full, key: keyOf(draft) })
  })
  it('customising a line until it equals another joins the two', () => {
    const draft = draftOf(aDraftLine({ variants: full, quantity: 3 }), aDraftLine({ variants: half, quantity: 2 }))
    const after = replaceLine(draft, keyOf(draft, 1), aDraftLine({ variants: full, quantity: 2 }), LATER)!
    expect(after.lines.map((l) => [l.key, l.quantity])).toEqual([[keyOf(draft, 0), 5]])
  })
  it('a note stays with its line; a line whose note is removed joins its twin', () => {
    const draft = draftOf(aDraftLine(), aDraftLine({ additionalItemNote: 'No onion' }))
    expect(setNote(draft, keyOf(draft), ' Less spicy ', LATER)?.lines.map((l) => l.additionalItemNote)).toEqual(['Less spicy', 'No onion'])
    expect(setNote(draft, keyOf(draft, 1), '', LATER)?.lines.map((l) => l.quantity)).toEqual([2])
  })
  it('a line that is gone changes nothing', () => {
    const draft = draftOf(aDraftLine())
    expect([setNote(draft, 'x', 'y', LATER), replaceLine(draft, 'x', aDraftLine(), LATER), increment(draft, 'x', LATER)]).toEqual([
      draft,
      draft,
      draft,
    ])
  })
  it('removes unavailable lines and sends the rest', () => {
    const draft = draftOf(aDraftLine(), aDraftLine({ _id: 'naan' }), aDraftLine({ variants: half }))
    expect(dropUnavailable(draft, ['tikka'], LATER)?.lines.map((l) => l._id)).toEqual(['naan'])
    expect(dropUnavailable(draft, ['tikka', 'naan'], LATER)).toBeNull()
  })
})

describe('sending', () => {
  it('sends ids and choices but no prices, in the contract’s shape', () => {
    const draft = draftOf(
      aDraftLine({ quantity: 2, variants: full, addonGroups: [extras(['Egg', 2]), sauces()], additionalItemNote: 'Jain' }),
    )
    const sent = toSent(draft)
    expect(sent).toEqual({
      kotId: draft.kotId,
      items: [
        {
          _id: 'tikka',
          quantity: 2,
          variants: [{ name: 'Full' }],
          addonGroups: [{ name: 'Extras', addons: [{ name: 'Egg', quantity: 2 }] }],
          additionalItemNote: 'Jain',
        },
      ],
    })
    expect(SentKot.parse(sent)).toEqual(sent)
  })
  it('leaves no draft when everything has arrived', () => {
    const draft = draftOf(aDraftLine())
    expect(afterSend(draft, draft, LATER)).toBeNull()
    expect(afterSend(null, draft, LATER)).toBeNull()
  })
  it('leaves lines that were added meanwhile as another ticket', () => {
    const sent = draftOf(aDraftLine({ quantity: 2 }))
    const meanwhile = addItem(addItem(sent, aDraftLine({ quantity: 3 }), LATER), aDraftLine({ _id: 'naan' }), LATER)
    const left = afterSend(meanwhile, sent, LATER)!
    expect(left.lines.map((l) => [l._id, l.quantity])).toEqual([
      ['tikka', 3],
      ['naan', 1],
    ])
    expect(left.kotId).not.toBe(sent.kotId)
    expect(draftCount(left)).toBe(4)
  })
  it('leaves a line that was changed meanwhile, because the kitchen has the old one', () => {
    const sent = draftOf(aDraftLine())
    const left = afterSend(setNote(sent, keyOf(sent), 'Jain', LATER), sent, LATER)
    expect(left?.lines).toMatchObject([{ quantity: 1, additionalItemNote: 'Jain' }])
  })
  it('leaves another ticket’s draft alone', () => {
    const other = draftOf(aDraftLine())
    expect(afterSend(other, draftOf(aDraftLine()), LATER)).toBe(other)
  })
  it('counts portions', () => {
    expect(draftCount(draftOf(aDraftLine({ quantity: 2 }), aDraftLine({ _id: 'naan', quantity: 3 })))).toBe(5)
    expect(draftCount(null)).toBe(0)
  })
})

describe('the live total', () => {
  const rates = { gst: 5, vat: 10, serviceCharge: 10 }
  const fresh = () => draftOf(aDraftLine({ price: 40, quantity: 2, addonGroups: [extras(['Egg', 2])] }))
  it('counts a dish’s own GST, and the tax within its price where it says so or the outlet’s prices include it', () => {
    const draft = (more: object) => addItem(null, aDraftLine({ price: 118, gstRate: 18, ...more }), AT)
    const charged = { gst: 5, vat: 0, serviceCharge: 0 }
    expect(draftTotals(draft({}), null, charged)).toMatchObject({ cgst: 10_62, taxIncluded: 0, grandTotal: 139_24 })
    expect(draftTotals(draft({ taxIncluded: true }), null, charged)).toMatchObject({ taxIncluded: 18_00, grandTotal: 118_00 })
    const included = { ...charged, pricesIncludeTax: true }
    expect(draftTotals(draft({}), null, included).grandTotal).toBe(118_00)
    expect(draftTotals(draft({ taxIncluded: false }), null, included).grandTotal).toBe(139_24)
    const dish = { ...aMenuItem(), price: 118, gstRate: 18, taxIncluded: true }
    expect(draftTotals(addItem(null, lineOf(dish), AT), null, charged).grandTotal).toBe(118_00)
  })
  it('of a new order uses the restaurant’s rates', () =>
    expect(draftTotals(fresh(), null, rates)).toMatchObject({ subtotal: 200_00, cgst: 5_00, sgst: 5_00, grandTotal: 210_00 }))
  it('adds unsent lines to the order’s at the order’s own rates, discount and consent, without cancelled lines', () => {
    const order = anOrderShape([aKot([anItem({ price: 100, isAlcohol: true }), anItem({ price: 999, status: 'Cancelled' })])], {
      taxPercentages: { gst: 10, vat: 20, serviceCharge: 5 },
      discount: 30,
      serviceChargeAccepted: true,
    })
    expect(draftTotals(fresh(), order, rates)).toMatchObject({
      subtotal: 300_00,
      discount: 30_00,
      cgst: 9_00,
      vat: 18_00,
      serviceCharge: 15_00,
      grandTotal: 321_00,
    })
    expect(draftTotals(null, order, rates)).toMatchObject({ subtotal: 100_00 })
    expect(draftTotals(fresh(), order, rates, { serviceChargeAccepted: false, discount: 0 })).toMatchObject({
      discount: 0,
      serviceCharge: 0,
    })
  })
  it('has the discount of the order’s offer on the new subtotal, by the terms that the order keeps: its minimum and its maximum too', () => {
    const order = (maxDiscount: number | null, minOrderAmount = 0) =>
      anOrderShape([aKot([anItem({ price: 1000 })])], {
        discount: 100,
        offer: { type: 'percentage', value: 10, maxDiscount, minOrderAmount },
      })
    const off = (more: OrderShape) => draftTotals(draftOf(aDraftLine({ price: 500 })), more, rates).discount
    expect([off(order(null)), off(order(120)), off(order(null, 1500)), off(order(null, 1500.01))]).toEqual([150_00, 120_00, 150_00, 0])
    const flat = anOrderShape([aKot([anItem({ price: 100 })])], {
      discount: 100,
      offer: { type: 'flat', value: 150.5, maxDiscount: null, minOrderAmount: 0 },
    })
    expect(off(flat)).toBe(150_50)
  })
  it('is rounded as it was when the order was opened, whatever the restaurant has switched since', () => {
    const draft = draftOf(aDraftLine({ price: 9 }))
    const off = (roundOffEnabled: boolean | undefined, roundOff: boolean) =>
      draftTotals(draft, anOrderShape([aKot([anItem({ price: 9.2 })])], { roundOffEnabled }), rates, { roundOff }).roundOff
    const rounded = off(true, true)
    expect(rounded).not.toBe(0)
    expect([off(true, false), off(false, true), off(undefined, true)]).toEqual([rounded, 0, rounded])
  })
  it('is rounded where the restaurant rounds, and is zero without lines', () => {
    expect(draftTotals(draftOf(aDraftLine({ price: 9 })), null, rates, { roundOff: true })).toMatchObject({
      roundOff: -46,
      grandTotal: 9_00,
    })
    expect(draftTotals(null, null, rates).grandTotal).toBe(0)
  })
  it('of one line is unit price × quantity', () =>
    expect(lineAmount(aDraftLine({ price: 0.1, quantity: 3, variants: [{ name: 'x', additionalPrice: 0.2 }] }))).toBe(90))
})

describe('repeating a round', () => {
  const menu = [
    aMenuItem({ price: 260, variants: [{ name: 'Half', additionalPrice: 0 }] }),
    aMenuItem({ _id: 'naan', name: 'Naan', price: 40 }),
  ]
  const tikka = () => anItem({ _id: 'tikka', variants: half, quantity: 2, additionalItemNote: 'Jain' })
  const naan = () => anItem({ _id: 'naan', quantity: 3 })
  it('copies the sent lines with their notes at today’s prices', () =>
    expect(repeatRound(aKot([tikka(), naan()]), menu)).toMatchObject([
      { _id: 'tikka', price: 260, quantity: 2, variants: half, additionalItemNote: 'Jain' },
      { _id: 'naan', itemName: 'Naan', price: 40, quantity: 3 },
    ]))
  it('leaves out lines that were cancelled, are off or short, or have changed on the menu', () => {
    const ids = (items: ReturnType<typeof anItem>[], m = menu) => repeatRound(aKot(items), m).map((l) => l._id)
    expect(ids([{ ...tikka(), status: 'Cancelled' }, naan()])).toEqual(['naan'])
    expect(ids([tikka(), naan()], [menu[0]!, { ...menu[1]!, available: false }])).toEqual(['tikka'])
    expect(ids([naan(), naan()], [{ ...menu[1]!, remaining: 5 }])).toEqual(['naan'])
    expect(ids([{ ...tikka(), variants: full }, naan()])).toEqual(['naan'])
    expect(ids([{ ...tikka(), variants: [] }, naan()])).toEqual(['naan'])
    expect(ids([{ ...naan(), addonGroups: [extras(['Egg', 1])] }])).toEqual([])
    expect(ids([tikka(), naan()], [])).toEqual([])
  })
})

describe('choosing', () => {
  const group = (min: number, max: number) => ({ name: 'Extras', min, max, addons: [] })
  it.each([
    ['none', 'plain', [], []],
    ['none', 'optional addons', [], [group(0, 3)]],
    ['variant', 'variants', half, []],
    ['variant', 'variants and optional addons', half, [group(0, 3)]],
    ['sheet', 'an addon group with a minimum', [], [group(0, 3), group(1, 2)]],
    ['sheet', 'variants and a minimum', half, [group(1, 1)]],
  ] as const)('asks %s for an item with %s', (asks, _, variants, addonGroups) => expect(needsChoice({ variants, addonGroups })).toBe(asks))
  it('lists the groups outside their bounds, counting quantities', () => {
    const item = { variants: half, addonGroups: [group(1, 2)] }
    expect(missingChoices(item, [], [])).toEqual([
      { kind: 'variant', name: 'Variant', min: 1, max: 1, chosen: 0 },
      { kind: 'addons', name: 'Extras', min: 1, max: 2, chosen: 0 },
    ])
    expect(missingChoices(item, half, [extras(['Egg', 2])])).toEqual([])
    expect(missingChoices(item, half, [extras(['Egg', 2], ['Cheese', 1])])).toMatchObject([{ chosen: 3 }])
    expect(missingChoices(item, [...half, ...full], [extras(['Egg', 1])])).toMatchObject([{ kind: 'variant', chosen: 2 }])
  })
})

test('a maximum of 0 means no limit', () =>
  expect(missingChoices({ variants: [], addonGroups: [{ name: 'Extras', min: 0, max: 0 }] }, [], [extras(['Egg', 9])])).toEqual([]))
