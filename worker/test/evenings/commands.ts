import fc from 'fast-check'
import type { ItemName } from '../world.ts'
import { type Method, METHODS, type Offer } from './bill.ts'
import { CHARGES } from './charges.ts'
import { type Actor, ACTORS } from './rights.ts'
import { DISH_TAXES } from './taxes.ts'

/**
 * The commands of an evening, drawn at random. A command is data that fits any moment (`bill: 7` is the seventh bill, modulo their number), so that an evening
 * stays playable when commands are left out. `twice`: the reply was lost, and the same call is sent again with its Idempotency-Key. plan.ts turns a command
 * into a call of the Worker.
 */

// ---------------------------------------------------------------- what is sold, and off it

type Dish = { item: ItemName; label: string; extra: number; more: object }
const addons = (group: string, name: string, quantity: number) => ({ addonGroups: [{ name: group, addons: [{ name, quantity }] }] })
/** Extras (a variant's price and the addons') in paise, from world.ts. */
export const DISHES: readonly Dish[] = [
  { item: 'dosa', label: 'dosa', extra: 0, more: {} },
  { item: 'beer', label: 'beer', extra: 0, more: {} },
  { item: 'plain', label: 'fries', extra: 0, more: {} },
  { item: 'burger', label: 'burger', extra: 0, more: { variants: [{ name: 'Lamb Patty' }] } },
  {
    item: 'burger',
    label: 'double burger with 2 eggs',
    extra: 9900 + 2 * 3050,
    more: { variants: [{ name: 'Double' }], ...addons('Choose Your Addons', 'Fried Egg', 2) },
  },
  { item: 'thali', label: 'thali with naan', extra: 4000, more: addons('Bread', 'Naan', 1) },
]

export const OFFERS: readonly Offer[] = [
  { name: 'an eighth off', percent: 12.5, most: 11_111 },
  { name: 'Rs. 475.50 off', flat: 47_550, least: 90_000 },
  { name: 'a third off at the table', percent: 33.33, dineInOnly: true },
  { name: 'the house pays', percent: 100 },
]

/** A guest who comes again. */
export const REGULAR = { name: 'Asha', mobile: '9800000001' }

// ---------------------------------------------------------------- the commands

/** A command's `bill`: that of the command before. */
export const SAME = 100

export type Command = { twice: boolean } & (
  | { do: 'send'; by: Actor; table: number; lines: Sent }
  | { do: 'parcel'; by: Actor; type: 'Take Away' | 'Delivery'; lines: Sent; kitchen: boolean }
  | { do: 'guest'; table: number; lines: Sent }
  | { do: 'add'; by: Actor; bill: number; lines: Sent }
  | { do: 'note'; by: Actor; bill: number }
  | { do: 'accept'; by: Actor; bill: number }
  | { do: 'decline'; by: Actor; bill: number }
  | { do: 'cancel'; by: Actor; bill: number; line: number; quantity: number }
  | { do: 'cancel ticket'; by: Actor; bill: number; ticket: number }
  | { do: 'cancel order'; by: Actor; bill: number }
  | { do: 'step'; by: Actor; bill: number; ticket: number; to: 'Preparing' | 'Ready' | 'Served' }
  | { do: 'offer'; by: Actor; bill: number; offer: number }
  | { do: 'service'; by: Actor; bill: number; on: boolean }
  | { do: 'charge'; by: Actor; bill: number; charge: number; amount: number | null }
  | { do: 'take away'; by: Actor; bill: number; type: 'Take Away' | 'Delivery' }
  | { do: 'print'; by: Actor; bill: number }
  | { do: 'pay a part'; by: Actor; bill: number; method: Method; percent: number; tip?: Tip }
  | { do: 'pay'; by: Actor; bill: number; method: Method; and: Method | null; percent: number; complete: boolean; tip?: Tip }
  | { do: 'pay wrongly'; by: Actor; bill: number; method: Method; off: number; paid: boolean }
  | { do: 'close'; by: Actor; bill: number }
  | { do: 'refund'; by: Actor; bill: number; as?: Method | null }
  | { do: 'correct'; by: Actor; bill: number; row: number; method: Method }
  | { do: 'give back'; by: Actor; bill: number; method: Method; percent: number; as?: Method | null }
  | { do: 'give a tip back'; by: Actor; bill: number; method: Method; percent: number; as?: Method | null }
  | { do: 'move'; by: Actor; bill: number; from: number; to: number }
  | { do: 'merge'; by: Actor; parent: number; children: number[] }
  | { do: 'unmerge'; by: Actor; parent: number; children: number[] | null }
  | { do: 'reset KOT'; by: Actor }
  | { do: 'reset time'; by: Actor; time: string }
  | { do: 'zone'; by: Actor; zone: number }
  | { do: 'new price'; dish: number; rupees: number }
  | { do: 'new tax'; tax: number }
  | { do: 'new charges'; charges: number }
  | { do: 'new dish tax'; dish: number; tax: number }
  | { do: 'prices include'; on: boolean }
  | { do: 'wait'; minutes: number }
  | { do: 'next day'; hour: number }
)
type Tip = { method: Method; amount: number } | null
export type Sent = { dish: number; quantity: number }[]

export const TAXES = [
  { gst: 5, vat: 10, serviceCharge: 5 },
  { gst: 18, vat: 12.5, serviceCharge: 7.25 },
  { gst: 2.5, vat: 0.125, serviceCharge: 0 },
] as const
const RESET_TIMES = ['00:00', '04:00', '05:30']
/** Zones without summer time. */
export const ZONES = [
  { name: 'Asia/Kolkata', offset: 330 },
  { name: 'Asia/Tokyo', offset: 540 },
  { name: 'Pacific/Honolulu', offset: -600 },
] as const

/** Usually one of those whose work it is, sometimes anybody. */
const by = (...usual: Actor[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom<Actor>(...usual) }, { weight: 1, arbitrary: fc.constantFrom<Actor>(...ACTORS) })
const floor = by('waiter', 'captain', 'cashier')
const till = by('cashier', 'cashier', 'generalManager')
const bill = fc.nat(99)
const table = fc.nat(3)
const lines = fc.array(fc.record({ dish: fc.nat(DISHES.length - 1), quantity: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 3,
})
const method = fc.constantFrom(...METHODS)
/** By which money is given back; null: as it was received. */
const as = fc.option(method)
/** In paise. */
const tip = fc.option(fc.record({ method, amount: fc.integer({ min: 1, max: 9_999 }) }))
const percent = fc.integer({ min: 1, max: 99 })
const command = <T extends Command['do']>(
  name: T,
  weight: number,
  fields: { [K in keyof Omit<Of<T>, 'do' | 'twice'>]: fc.Arbitrary<Of<T>[K]> },
) => ({
  name,
  weight,
  arbitrary: fc.record({ do: fc.constant(name), twice: fc.nat(7).map((n) => n === 0), ...fields }) as unknown as fc.Arbitrary<Command>,
})
type Of<T extends Command['do']> = Extract<Command, { do: T }>

const DRAWN = [
  command('send', 14, { by: floor, table, lines }),
  command('parcel', 5, { by: till, type: fc.constantFrom('Take Away', 'Delivery'), lines, kitchen: fc.boolean() }),
  command('guest', 9, { table, lines }),
  command('add', 7, { by: floor, bill, lines }),
  command('note', 3, { by: floor, bill }),
  command('accept', 5, { by: floor, bill }),
  command('decline', 5, { by: floor, bill }),
  command('cancel', 8, { by: till, bill, line: fc.nat(9), quantity: fc.nat(4) }),
  command('cancel ticket', 3, { by: till, bill, ticket: fc.nat(3) }),
  command('cancel order', 2, { by: till, bill }),
  command('step', 4, { by: by('kitchen', 'waiter'), bill, ticket: fc.nat(3), to: fc.constantFrom('Preparing', 'Ready', 'Served') }),
  command('offer', 5, { by: floor, bill, offer: fc.integer({ min: -1, max: OFFERS.length - 1 }) }),
  command('service', 5, { by: floor, bill, on: fc.boolean() }),
  command('charge', 6, { by: floor, bill, charge: fc.nat(3), amount: fc.option(fc.constantFrom(0, 0, 999, 2_550)) }),
  command('take away', 3, { by: floor, bill, type: fc.constantFrom('Take Away', 'Delivery') }),
  command('print', 3, { by: floor, bill }),
  command('pay a part', 8, { by: till, bill, method, percent, tip }),
  command('pay', 12, { by: till, bill, method, and: fc.option(method), percent, complete: fc.boolean(), tip }),
  command('pay wrongly', 10, { by: till, bill, method, off: fc.integer({ min: -500, max: 500 }), paid: fc.boolean() }),
  command('close', 14, { by: by('waiter', 'captain', 'cashier', 'delivery'), bill }),
  command('refund', 5, { by: till, bill, as }),
  command('correct', 7, { by: till, bill, row: fc.nat(5), method }),
  command('give back', 5, { by: till, bill, method, percent: fc.oneof(percent, fc.constantFrom(100, 101)), as }),
  command('give a tip back', 3, { by: till, bill, method, percent: fc.oneof(percent, fc.constantFrom(100, 101)), as }),
  command('move', 4, { by: floor, bill, from: table, to: table }),
  command('merge', 7, { by: floor, parent: table, children: fc.array(table, { minLength: 1, maxLength: 2 }) }),
  command('unmerge', 6, { by: floor, parent: table, children: fc.option(fc.array(table, { minLength: 1, maxLength: 2 })) }),
  command('reset KOT', 1, { by: by('superuser') }),
  command('reset time', 1, { by: by('superuser'), time: fc.constantFrom(...RESET_TIMES) }),
  command('zone', 3, { by: by('superuser'), zone: fc.nat(ZONES.length - 1) }),
  command('new price', 2, { dish: fc.nat(DISHES.length - 1), rupees: fc.integer({ min: 5_001, max: 49_999 }).map((paise) => paise / 100) }),
  command('new tax', 1, { tax: fc.nat(TAXES.length - 1) }),
  command('new charges', 2, { charges: fc.nat(CHARGES.length - 1) }),
  command('new dish tax', 5, { dish: fc.nat(DISHES.length - 1), tax: fc.nat(DISH_TAXES.length - 1) }),
  command('prices include', 2, { on: fc.boolean() }),
  command('wait', 4, { minutes: fc.integer({ min: 1, max: 300 }) }),
  command('next day', 4, { hour: fc.nat(23) }),
]
/** The names of all commands. */
export const COMMANDS: readonly Command['do'][] = DRAWN.map((c) => c.name)
const COMMAND = fc.oneof(...DRAWN)

type Fields<T extends Command['do']> = Partial<Omit<Of<T>, 'do' | 'twice'>>
/** A command of this kind, with some of its fields given. */
const drawn = <T extends Command['do']>(name: T, fields: Fields<T>) =>
  DRAWN.find((c) => c.name === name)!.arbitrary.map((c): Command => ({ ...c, ...fields }))
const same = { by: 'cashier', bill: SAME } as const
const LEAST = OFFERS.findIndex((offer) => offer.least !== undefined)
/**
 * A bill is paid while it is cooked, and changed after that. Among single commands it is too rare that so much happens to one bill: in none of 3,000 evenings
 * the cancellation of a dish took a paid bill below its offer's minimum.
 */
const PAID_EARLY: fc.Arbitrary<Command[]> = fc.tuple(
  fc.oneof(drawn('send', {}), drawn('parcel', { kitchen: true })),
  fc.oneof(drawn('offer', same), drawn('offer', { ...same, offer: LEAST })),
  drawn('pay', { ...same, complete: false }),
  fc.oneof(
    drawn('cancel', { ...same, quantity: 1 }),
    ...(['cancel', 'add', 'offer', 'service', 'charge', 'take away', 'give back'] as const).map((name) => drawn(name, same)),
  ),
  fc.oneof(drawn('cancel', same), drawn('close', same), drawn('pay', same)),
  fc.oneof(drawn('close', same), drawn('pay', same)),
)

/** `included`: the outlet's prices include the taxes when it opens; `taxes`: those of its dishes, one after the other. */
export type Evening = {
  tax: number
  charges: number
  included?: boolean
  taxes?: number[]
  rounded: boolean
  acceptOrders: boolean
  resetTime: string
  commands: Command[]
}
export const EVENING: fc.Arbitrary<Evening> = fc.record({
  tax: fc.nat(TAXES.length - 1),
  charges: fc.nat(CHARGES.length - 1),
  included: fc.boolean(),
  taxes: fc.array(fc.nat(DISH_TAXES.length - 1), { maxLength: DISHES.length }),
  rounded: fc.boolean(),
  acceptOrders: fc.boolean(),
  resetTime: fc.constantFrom(...RESET_TIMES),
  commands: fc
    .array(fc.noBias(fc.oneof({ weight: 30, arbitrary: COMMAND.map((c) => [c]) }, { weight: 2, arbitrary: PAID_EARLY })), {
      minLength: 30,
      maxLength: 45,
      size: 'max',
    })
    .map((some) => some.flat()),
})
