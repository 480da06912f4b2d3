import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { env } from '../env.ts'
import { signIn } from '../world.ts'
import { COMMANDS, EVENING, type Evening } from './commands.ts'
import { Disagreement, play, type Played } from './evening.ts'

/**
 * The money model (issue 9): random evenings through the real Worker, compared with an independent ledger. `npm test` plays the same 18 each time,
 * `npm run evenings` 500 new ones; `EVENINGS=100 EVENINGS_SEED=7 npm run evenings` plays that many evenings of that seed, for instance those of a failed run.
 */
const SAMPLE = 18
const SEED = 20_270_549
const SHRINK_FOR_MS = 30_000
/** Rarely drawn, so it is always played: a guest has paid a part before the tables are merged. */
const PAID_AND_MERGED: Evening = {
  tax: 0,
  charges: 1,
  rounded: false,
  acceptOrders: false,
  resetTime: '04:00',
  commands: [
    { do: 'send', twice: false, by: 'waiter', table: 0, lines: [{ dish: 0, quantity: 2 }] },
    { do: 'send', twice: false, by: 'waiter', table: 1, lines: [{ dish: 1, quantity: 1 }] },
    { do: 'pay a part', twice: false, by: 'cashier', bill: 1, method: 'Cash', percent: 40 },
    { do: 'merge', twice: true, by: 'cashier', parent: 0, children: [1] },
    { do: 'pay', twice: false, by: 'cashier', bill: 0, method: 'UPI', and: null, percent: 50, complete: true },
    { do: 'refund', twice: false, by: 'cashier', bill: 0 },
  ],
}
/** Also rare in a sample: the kitchen makes a ticket, a table moves, and of a guest's two that wait one is declined and one accepted. */
const MADE_AND_DECLINED: Evening = {
  tax: 1,
  charges: 2,
  rounded: true,
  acceptOrders: true,
  resetTime: '04:00',
  commands: [
    { do: 'send', twice: false, by: 'waiter', table: 0, lines: [{ dish: 1, quantity: 2 }] },
    { do: 'step', twice: false, by: 'kitchen', bill: 0, ticket: 0, to: 'Ready' },
    { do: 'guest', twice: false, table: 0, lines: [{ dish: 0, quantity: 1 }] },
    { do: 'decline', twice: true, by: 'captain', bill: 0 },
    { do: 'guest', twice: false, table: 0, lines: [{ dish: 2, quantity: 1 }] },
    { do: 'accept', twice: true, by: 'waiter', bill: 0 },
    { do: 'move', twice: false, by: 'waiter', bill: 0, from: 0, to: 3 },
    { do: 'pay', twice: false, by: 'cashier', bill: 0, method: 'Cash', and: null, percent: 100, complete: true },
  ],
}
/** Also rare: money is given back between two merges, so that nobody knows to which table the rest belongs. */
const GIVEN_BACK_BETWEEN_MERGES: Evening = {
  tax: 0,
  charges: 1,
  rounded: false,
  acceptOrders: false,
  resetTime: '04:00',
  commands: [
    ...[0, 1, 2].map((table): Evening['commands'][number] => ({
      do: 'send',
      twice: false,
      by: 'waiter',
      table,
      lines: [{ dish: 0, quantity: 2 }],
    })),
    { do: 'pay a part', twice: false, by: 'cashier', bill: 1, method: 'Cash', percent: 40 },
    { do: 'merge', twice: false, by: 'cashier', parent: 0, children: [1] },
    { do: 'give back', twice: true, by: 'cashier', bill: 0, method: 'Cash', percent: 50, as: 'UPI' },
    { do: 'merge', twice: false, by: 'cashier', parent: 0, children: [2] },
    { do: 'unmerge', twice: false, by: 'cashier', parent: 0, children: [0] },
    { do: 'pay', twice: false, by: 'cashier', bill: 0, method: 'UPI', and: null, percent: 50, complete: true },
  ],
}
/** Also rare: the only bill leaves a table that had none, where a free table is merged too; each has its own guests afterwards. */
const LEFT_WITHOUT_A_BILL: Evening = {
  tax: 0,
  charges: 1,
  rounded: false,
  acceptOrders: false,
  resetTime: '04:00',
  commands: [
    { do: 'send', twice: false, by: 'waiter', table: 1, lines: [{ dish: 0, quantity: 2 }] },
    { do: 'merge', twice: false, by: 'captain', parent: 2, children: [0, 3] },
    { do: 'unmerge', twice: true, by: 'captain', parent: 0, children: [0] },
    ...[3, 2].map((table): Evening['commands'][number] => ({
      do: 'send',
      twice: false,
      by: 'waiter',
      table,
      lines: [{ dish: 1, quantity: 1 }],
    })),
    { do: 'pay', twice: false, by: 'cashier', bill: 1, method: 'UPI', and: null, percent: 50, complete: true },
  ],
}
/** Also rare: the cancellation of a dish takes a bill that is paid, and stays open, below its offer's minimum, so that it costs more. */
const PAID_AND_DEARER: Evening = {
  tax: 0,
  charges: 1,
  rounded: false,
  acceptOrders: false,
  resetTime: '04:00',
  commands: [
    {
      do: 'parcel',
      twice: false,
      by: 'cashier',
      type: 'Take Away',
      kitchen: true,
      lines: [
        { dish: 0, quantity: 4 },
        { dish: 1, quantity: 1 },
      ],
    },
    { do: 'offer', twice: false, by: 'cashier', bill: 0, offer: 1 },
    { do: 'pay', twice: false, by: 'cashier', bill: 0, method: 'Cash', and: null, percent: 50, complete: false },
    { do: 'cancel', twice: true, by: 'cashier', bill: 0, line: 1, quantity: 0 },
    { do: 'close', twice: false, by: 'cashier', bill: 0 },
    { do: 'pay', twice: false, by: 'cashier', bill: 0, method: 'UPI', and: null, percent: 50, complete: true },
  ],
}
/** Tips with a part and with the rest of a bill, of which one is corrected and one given back, on the next day and after the refund. */
const TIPPED: Evening = {
  tax: 0,
  charges: 1,
  rounded: false,
  acceptOrders: false,
  resetTime: '04:00',
  commands: [
    { do: 'send', twice: false, by: 'waiter', table: 0, lines: [{ dish: 0, quantity: 2 }] },
    { do: 'pay a part', twice: true, by: 'cashier', bill: 0, method: 'Cash', percent: 40, tip: { method: 'Cash', amount: 2_050 } },
    {
      do: 'pay',
      twice: true,
      by: 'cashier',
      bill: 0,
      method: 'UPI',
      and: null,
      percent: 50,
      complete: true,
      tip: { method: 'UPI', amount: 999 },
    },
    { do: 'correct', twice: false, by: 'cashier', bill: 0, row: 2, method: 'Card' },
    { do: 'next day', twice: false, hour: 12 },
    { do: 'refund', twice: true, by: 'cashier', bill: 0, as: 'Cash' },
    { do: 'give a tip back', twice: true, by: 'cashier', bill: 0, method: 'Card', percent: 50, as: 'Cash' },
    { do: 'give a tip back', twice: false, by: 'waiter', bill: 0, method: 'UPI', percent: 100 },
    { do: 'give a tip back', twice: false, by: 'cashier', bill: 0, method: 'Cash', percent: 101 },
  ],
}
/** A parcel's charges: set, printed, taken off, frozen while money is there, of fewer portions, as a Take Away and a Delivery again; the outlet's change meanwhile; then what is drawn rarely. */
const CHARGED: Evening = {
  tax: 1,
  charges: 1,
  rounded: true,
  acceptOrders: false,
  resetTime: '04:00',
  commands: [
    { do: 'parcel', twice: true, by: 'cashier', type: 'Delivery', kitchen: true, lines: [{ dish: 0, quantity: 4 }] },
    { do: 'new charges', twice: false, charges: 2 },
    { do: 'charge', twice: true, by: 'waiter', bill: 0, charge: 1, amount: 2_550 },
    { do: 'print', twice: false, by: 'cashier', bill: 0 },
    { do: 'charge', twice: false, by: 'cashier', bill: 0, charge: 1, amount: 0 },
    { do: 'cancel', twice: false, by: 'cashier', bill: 0, line: 0, quantity: 1 },
    { do: 'pay a part', twice: false, by: 'cashier', bill: 0, method: 'Cash', percent: 40 },
    { do: 'charge', twice: false, by: 'cashier', bill: 0, charge: 1, amount: null },
    { do: 'take away', twice: false, by: 'waiter', bill: 0, type: 'Take Away' },
    { do: 'give back', twice: false, by: 'cashier', bill: 0, method: 'Cash', percent: 100 },
    { do: 'charge', twice: false, by: 'cashier', bill: 0, charge: 0, amount: 999 },
    { do: 'take away', twice: true, by: 'waiter', bill: 0, type: 'Delivery' },
    { do: 'charge', twice: false, by: 'cashier', bill: 0, charge: 2, amount: 999 },
    { do: 'pay', twice: true, by: 'cashier', bill: 0, method: 'UPI', and: null, percent: 50, complete: true },
    { do: 'next day', twice: false, hour: 12 },
    { do: 'refund', twice: true, by: 'cashier', bill: 0, as: 'Cash' },
    { do: 'new price', twice: false, dish: 0, rupees: 123.45 },
    { do: 'new tax', twice: false, tax: 0 },
    { do: 'parcel', twice: false, by: 'cashier', type: 'Take Away', kitchen: true, lines: [{ dish: 0, quantity: 2 }] },
    { do: 'cancel ticket', twice: true, by: 'cashier', bill: 0, ticket: 0 },
    { do: 'zone', twice: false, by: 'superuser', zone: 1 },
  ],
}

/** Dishes with taxes of their own, in prices and on top of them: changed while their bills are open, discounted, cancelled in part, merged and refunded. */
const TAXED_BY_DISH: Evening = {
  tax: 0,
  charges: 1,
  included: true,
  taxes: [0, 4, 2, 3],
  rounded: false,
  acceptOrders: false,
  resetTime: '04:00',
  commands: [
    ...[0, 1].map((table): Evening['commands'][number] => ({
      do: 'send',
      twice: true,
      by: 'waiter',
      table,
      lines: [0, 1, 2, 3].map((dish) => ({ dish, quantity: 3 })),
    })),
    { do: 'new dish tax', twice: false, dish: 0, tax: 3 },
    { do: 'prices include', twice: false, on: false },
    { do: 'add', twice: false, by: 'waiter', bill: 0, lines: [0, 4, 5].map((dish) => ({ dish, quantity: 2 })) },
    { do: 'offer', twice: false, by: 'cashier', bill: 0, offer: 0 },
    { do: 'cancel', twice: true, by: 'cashier', bill: 0, line: 0, quantity: 1 },
    { do: 'new tax', twice: false, tax: 1 },
    { do: 'merge', twice: false, by: 'cashier', parent: 0, children: [1] },
    { do: 'unmerge', twice: false, by: 'cashier', parent: 0, children: [1] },
    { do: 'parcel', twice: false, by: 'cashier', type: 'Delivery', kitchen: true, lines: [{ dish: 0, quantity: 2 }] },
    { do: 'service', twice: false, by: 'cashier', bill: 0, on: true },
    ...[0, 0, 0].map((bill): Evening['commands'][number] => ({
      do: 'pay',
      twice: false,
      by: 'cashier',
      bill,
      method: 'UPI',
      and: 'Cash',
      percent: 50,
      complete: true,
    })),
    { do: 'next day', twice: false, hour: 12 },
    { do: 'refund', twice: true, by: 'cashier', bill: 90, as: 'Cash' },
  ],
}

afterEach(() => void vi.useRealTimers())

it('the money of random evenings agrees with an independent ledger to the paisa, and what is refused changes nothing', async () => {
  const numRuns = Number(env.EVENINGS ?? SAMPLE)
  const seed = Number(env.EVENINGS_SEED ?? (env.EVENINGS ? Date.now() % 1_000_000 : SEED))
  // The evenings are in 2027.
  const admin = (await signIn('admin', { expiresIn: 5 * 365 * 86_400_000 })).token
  const evenings: Played[] = []
  const result = await fc.check(
    fc.asyncProperty(EVENING, async (evening) => void evenings.push(await play(evening, admin))),
    {
      numRuns,
      seed,
      endOnFailure: true,
      examples: [
        [PAID_AND_MERGED],
        [MADE_AND_DECLINED],
        [GIVEN_BACK_BETWEEN_MERGES],
        [LEFT_WITHOUT_A_BILL],
        [PAID_AND_DEARER],
        [TIPPED],
        [CHARGED],
        [TAXED_BY_DISH],
      ],
    },
  )
  if (result.failed) {
    const error = result.errorInstance
    const [evening] = result.counterexample ?? []
    if (!(error instanceof Disagreement) || !evening) throw error
    const { message, commands } = await smallest(evening, error, (e) => play(e, admin))
    expect.fail(`EVENINGS_SEED=${seed}, evening ${result.numRuns}, ${commands} commands of it are enough.\n${message}\n`)
  }
  const sold = evenings.reduce((sum, played) => sum + played.sales, 0)
  if (env.EVENINGS) console.log(`${numRuns} evenings of EVENINGS_SEED=${seed}: Rs. ${(sold / 100).toFixed(2)} sold`)
  // A command that is never done isn't tested.
  const done = new Set(evenings.flatMap((played) => [...played.done]))
  if (numRuns >= SAMPLE) expect(COMMANDS.filter((name) => !done.has(name))).toEqual([])
}, 7_200_000)

/** The shortest evening found that still fails: halves are left out first, then smaller pieces, then single commands. */
async function smallest({ commands, ...evening }: Evening, { message }: Error, run: (e: Evening) => Promise<unknown>) {
  const until = performance.now() + SHRINK_FOR_MS
  for (let size = Math.ceil(commands.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0)
    for (let from = 0; from < commands.length && performance.now() < until;) {
      const fewer = commands.toSpliced(from, size)
      const error = await run({ ...evening, commands: fewer }).catch((e: unknown) => e)
      if (error instanceof Disagreement) [commands, message] = [fewer, error.message]
      else from += size
    }
  return { message, commands: commands.length }
}
