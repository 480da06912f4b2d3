import { describe, expect, it } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { ItemStatus } from '#domain/order.ts'
import { at, item, kot, order } from './testOrders.ts'
import {
  ageMinutes,
  ageTone,
  allDay,
  boardOrder,
  figuresOf,
  isDone,
  isVoid,
  keyedTickets,
  lastBumpAt,
  mayTakeBack,
  recallList,
  remember,
  soldOutList,
  readyMinutes,
  stationChoice,
  stationsOf,
  withNamesBefore,
  stepSelection,
  ticketsOf,
  toCook,
} from './tickets.ts'

const NOW = Date.parse(at(0))
const LIMITS = { warnMinutes: 10, lateMinutes: 20 }

describe('tickets of the orders', () => {
  it('are one per KOT, oldest first, with the texts a cook reads', () => {
    const young = order({ tableNumber: '3', kots: [kot({ kotId: 'young', createdAt: at(1) })] })
    const old = order({
      tableNumber: null,
      orderType: 'Take Away',
      serialNumber: 105,
      additionalNote: 'Pack in twos',
      specialInstructions: 'No plastic',
      kots: [
        kot({
          kotId: 'old',
          createdAt: at(9),
          items: [
            item({
              itemName: 'Paneer',
              quantity: 2,
              variants: [{ name: 'Large', additionalPrice: 5 }],
              addonGroups: [
                {
                  name: 'Extras',
                  addons: [
                    { name: 'Cheese', quantity: 2, price: 1 },
                    { name: 'Mint', quantity: 1, price: 1 },
                  ],
                },
              ],
              additionalItemNote: ' no salt ',
            }),
          ],
        }),
        kot({ kotId: 'later', createdAt: at(4), kind: 'addition' }),
      ],
    })
    const tickets = ticketsOf([young, old])
    expect(tickets.map((t) => [t.kotId, t.label, t.addition])).toEqual([
      ['old', 'Take Away 105', false],
      ['later', 'Take Away 105', true],
      ['young', 'T3', false],
    ])
    expect(tickets[0]).toMatchObject({
      notes: ['Pack in twos', 'No plastic'],
      lines: [{ name: 'Paneer', quantity: 2, variants: ['Large'], addons: ['2 × Cheese', 'Mint'], note: 'no salt' }],
    })
  })

  it('leave out what the kitchen has not received yet: held tickets, those without a number, lines still in the cart', () => {
    expect(
      ticketsOf([order({ kots: [kot({ held: true }), kot({ kotNumber: null }), kot({ items: [item({ status: 'In Cart' })] })] })]),
    ).toEqual([])
  })

  it('age from KOT createdAt, not order; a ticket that was held counts from its acceptance', () => {
    const [ticket] = ticketsOf([order({ createdAt: at(90), kots: [kot({ createdAt: at(12) })] })])
    expect(ageMinutes(ticket!, NOW)).toBe(12)
    const [accepted] = ticketsOf([order({ kots: [kot({ createdAt: at(30), sentAt: at(2) })] })])
    expect(ageMinutes(accepted!, NOW)).toBe(2)
  })

  it('show the status requested by this device instead of the server’s, but never instead of a cancellation', () => {
    const lines = [item({ lineId: 'a' }), item({ lineId: 'b', status: 'Cancelled' })]
    const [ticket] = ticketsOf([order({ kots: [kot({ items: lines })] })], {
      asked: new Map([
        ['a', 'Ready'],
        ['b', 'Ready'],
      ]),
    })
    expect(ticket!.lines.map((l) => l.status)).toEqual(['Ready', 'Cancelled'])
  })

  it('keep cancelled lines until they are acknowledged', () => {
    const orders = [order({ kots: [kot({ items: [item({ lineId: 'x', status: 'Cancelled' })] })] })]
    const [ticket] = ticketsOf(orders)
    expect(isVoid(ticket!)).toBe(true)
    expect(isDone(ticket!)).toBe(false)
    expect(ticketsOf(orders, { acknowledged: new Set(['x']) })).toEqual([])
  })

  it('of a station have only its lines, and the number of others', () => {
    const orders = [
      order({
        kots: [kot({ items: [item({ itemName: 'Steak', station: 'Grill' }), item({ itemName: 'Cake', categoryName: 'Desserts' })] })],
      }),
    ]
    const [ticket] = ticketsOf(orders, { stations: ['Desserts'] })
    expect(ticket!.lines.map((l) => l.name)).toEqual(['Cake'])
    expect(ticket!.elsewhere).toBe(1)
    expect(ticketsOf(orders, { stations: ['Bar'] })).toEqual([])
  })

  it('say who still cooks where the restaurant has stations: all on the pass, the others on a station’s screen', () => {
    const bar = item({ lineId: 'b', station: 'Bar', prepared: true, statusAt: at(2) })
    const orders = [order({ kots: [kot({ items: [item({ lineId: 'g', station: 'Grill' }), bar] })] })]
    const states = (look: Parameters<typeof ticketsOf>[1]) =>
      ticketsOf(orders, look)[0]!.stations.map(({ station, ready, since }) => [station, ready ? since : 'cooking'])
    expect(states({ listed: true })).toEqual([
      ['Grill', 'cooking'],
      ['Bar', at(2)],
    ])
    expect(states({ listed: true, stations: ['grill'] })).toEqual([['Bar', at(2)]])
    expect([states({}), states({ listed: true, asked: new Map([['g', 'Ready']]) }).map(([, state]) => state === 'cooking')]).toEqual([
      [],
      [false, false],
    ])
    // A line that its station has made is done on every kitchen screen, although it is still Preparing for waiters and guests.
    expect(ticketsOf(orders)[0]!.lines.map((l) => l.status)).toEqual(['Preparing', 'Ready'])
    const [one] = ticketsOf([order({ kots: [kot({ items: [item({ station: 'Grill' }), item({ station: 'GRILL' })] })] })], { listed: true })
    expect(one!.stations).toEqual([])
  })

  it('are marked as paid if their order was paid before they were made', () => {
    const over = (orderStatus: 'pending' | 'completed' | 'cancelled') => ticketsOf([order({ orderStatus })])[0]?.over
    expect([over('pending'), over('completed'), over('cancelled')]).toEqual([null, 'paid', 'cancelled'])
    expect(ticketsOf([order({ orderStatus: 'completed', paymentStatus: 'refunded' })])[0]?.over).toBe('refunded')
  })

  it('are the same objects as before where nothing changed', () => {
    const [one, other] = [order({ kots: [kot({ items: [item({ lineId: 'one' })] })] }), order()]
    const before = ticketsOf([one, other])
    expect(ticketsOf([one, other]).every((t) => before.includes(t))).toBe(true)
    const after = ticketsOf([one, other], { asked: new Map([['one', 'Ready']]) })
    expect(after.map((t) => before.includes(t))).toEqual(before.map((t) => t.orderId !== one._id))
    const moved = ticketsOf([{ ...one, tableNumber: '12' }, other])
    expect(moved.map((t) => t.label).includes('T12')).toBe(true)
  })

  it('are one ticket when a merge shows the same KOT in two orders', () => {
    const twice = kot({ kotId: 'same' })
    expect(ticketsOf([order({ tableNumber: '8', kots: [twice] }), order({ tableNumber: '7', kots: [twice] })])).toHaveLength(1)
  })

  it('pinned ones come first, the rest by age', () => {
    const tickets = ticketsOf([
      order({
        kots: [kot({ kotId: 'a', createdAt: at(9) }), kot({ kotId: 'b', createdAt: at(8) }), kot({ kotId: 'c', createdAt: at(7) })],
      }),
    ])
    expect(boardOrder(tickets, ['c']).map((t) => t.kotId)).toEqual(['c', 'a', 'b'])
    expect(boardOrder(tickets, ['b', 'c']).map((t) => t.kotId)).toEqual(['b', 'c', 'a'])
  })
})

describe('tickets that did not change', () => {
  /** An order that counts how often a ticket is made of it: each reads its note. */
  const counted = (given: Parameters<typeof order>[0]) => {
    const reads = { count: 0 }
    const one = order(given)
    Object.defineProperty(one, 'additionalNote', { get: () => ((reads.count += 1), 'No onions'), enumerable: true })
    return { one, reads }
  }
  const look = { acknowledged: new Set<string>(), cleared: new Set<string>(), read: {}, stations: null, listed: false }

  it('are not made again when another ticket is bumped, and are the same objects', () => {
    const [still, bumped] = [counted({}), counted({ kots: [kot({ items: [item({ lineId: 'b' })] })] })]
    const before = ticketsOf([still.one, bumped.one], { ...look, asked: new Map() })
    const [a, b] = [still.reads.count, bumped.reads.count]
    const after = ticketsOf([still.one, bumped.one], { ...look, asked: new Map([['b', 'Ready']]) })
    expect([still.reads.count - a, bumped.reads.count - b > 0]).toEqual([0, true])
    const id = still.one.kots[0]?.kotId
    expect(after.find((t) => t.kotId === id)).toBe(before.find((t) => t.kotId === id))
    expect(after.flatMap((t) => t.lines.map((l) => l.status)).sort()).toEqual(['Preparing', 'Ready'])
  })

  it('are made again for everything that they show', () => {
    const one = order({
      kots: [
        kot({
          kotId: 'k',
          items: [
            item({ lineId: 'grill', station: 'Grill', additionalItemNote: 'Well done' }),
            item({ lineId: 'bar', station: 'Bar' }),
            item({ lineId: 'gone', station: 'Bar', status: 'Cancelled' }),
          ],
        }),
      ],
    })
    const looks = [
      {},
      { acknowledged: new Set(['gone']) },
      { acknowledged: new Set(['gone']), cleared: new Set(['gone']) },
      { read: { k: { grill: 'Rare' } } },
      { stations: ['Grill'] },
      { stations: ['Bar'] },
      { listed: true },
      { asked: new Map<string, ItemStatus>([['bar', 'Ready']]) },
    ].map((own) => ({ ...look, ...own }))
    // What is made of a copy can't come from what was made of the order before.
    const fresh = looks.map((own) => ticketsOf([structuredClone(one)], own))
    expect([...looks, ...looks].map((own) => ticketsOf([one], own))).toEqual([...fresh, ...fresh])
    expect(ticketsOf([{ ...one, orderStatus: 'completed' }], look)[0]?.over).toBe('paid')
  })
})

describe('ages', () => {
  it('age ≥10 min amber, ≥20 red, or at the warnMinutes and lateMinutes that the restaurant has set', () => {
    expect([9, 10, 19, 20].map((m) => ageTone(m, LIMITS))).toEqual(['fresh', 'amber', 'amber', 'late'])
    expect(ageTone(6, { warnMinutes: 5, lateMinutes: 8 })).toBe('amber')
  })
  it('give the figures of the strip', () => {
    expect(figuresOf([{ since: at(3) }, { since: at(10) }, { since: at(26) }], NOW, LIMITS)).toEqual({
      open: 3,
      averageMinutes: 13,
      late: 1,
    })
    expect(figuresOf([], NOW, LIMITS)).toEqual({ open: 0, averageMinutes: 0, late: 0 })
  })
})

describe('all-day', () => {
  it('All-day sums identical item+variant across open tickets, of what is still to be cooked', () => {
    const large = { variants: [{ name: 'Large', additionalPrice: 1 }] }
    const tickets = ticketsOf([
      order({
        kots: [
          kot({
            items: [
              item({ itemName: 'Dosa', quantity: 2 }),
              item({ itemName: 'Dosa', quantity: 1, ...large }),
              item({ itemName: 'Naan', quantity: 4, status: 'Ready' }),
            ],
          }),
        ],
      }),
      order({
        kots: [
          kot({
            items: [
              item({ itemName: 'Dosa', quantity: 3, additionalItemNote: 'crisp' }),
              item({ itemName: 'Naan', quantity: 1 }),
              item({ itemName: 'Naan', quantity: 9, status: 'Cancelled' }),
            ],
          }),
        ],
      }),
    ])
    expect(allDay(tickets).map((s) => [s.name, s.variants, s.quantity, s.tickets])).toEqual([
      ['Dosa', [], 5, 2],
      ['Dosa', ['Large'], 1, 1],
      ['Naan', [], 1, 1],
    ])
  })
})

describe('stations', () => {
  const menu = [
    { station: 'Grill', categoryName: 'Burgers' },
    { station: null, categoryName: 'Desserts' },
    { station: ' ', categoryName: 'Sides' },
    { station: 'Grill', categoryName: 'Steaks' },
  ]
  it('are the items’ own, or else their categories', () => {
    expect(stationsOf(menu)).toEqual(['Grill', 'Desserts', 'Sides'])
    expect(stationsOf([], [order({ kots: [kot({ items: [item({ station: 'Tandoor' })] })] })])).toEqual(['Tandoor'])
  })
  it('are in the order of the restaurant’s list, then what it doesn’t name', () => {
    expect(stationsOf([...menu, { station: 'bar', categoryName: 'Drinks' }], [], ['Bar', 'Grill', 'Cold'])).toEqual([
      'Bar',
      'Grill',
      'Cold',
      'Desserts',
      'Sides',
    ])
  })
  it('that were renamed have their new name; a screen that chose one before shows tickets from before and after the renaming', () => {
    const renamed = { grill: 'Tandoor' }
    const sent = [order({ kots: [kot({ items: [item({ station: 'Grill' })] })] })]
    expect(stationsOf([{ station: 'Tandoor', categoryName: 'Breads' }], sent, ['Tandoor', 'Bar'], renamed)).toEqual(['Tandoor', 'Bar'])
    const chosen = stationChoice(['Grill'], ['Tandoor', 'Bar'], renamed)!
    expect(chosen).toEqual(['Tandoor'])
    const lines = ['Grill', 'Tandoor', 'Bar'].map((station) => item({ station }))
    const [ticket] = ticketsOf([order({ kots: [kot({ items: lines })] })], { stations: withNamesBefore(chosen, renamed) })
    expect(ticket?.lines.map(({ station }) => station)).toEqual(['Grill', 'Tandoor'])
  })
  it('count as not chosen if they no longer exist or if all are chosen', () => {
    expect(stationChoice(['Grill'], ['Grill', 'Fryer'])).toEqual(['Grill'])
    expect(stationChoice(['Grill', 'Fryer'], ['Grill', 'Fryer'])).toBeNull()
    expect(stationChoice(['Old'], ['Grill', 'Fryer'])).toBeNull()
    expect(stationChoice([], ['Grill'])).toBeNull()
    expect([stationChoice(['Grill'], null), stationChoice([], null)]).toEqual([['Grill'], null])
  })
})

describe('recall', () => {
  it('lists tickets bumped on any device, newest first; those of ended orders can’t be recalled', () => {
    const done = (minutes: number) => item({ status: 'Ready', statusAt: at(minutes) })
    const tickets = ticketsOf([
      order({ tableNumber: '1', kots: [kot({ kotId: 'a', kotNumber: 1, items: [done(9), item({ status: 'Served', statusAt: at(4) })] })] }),
      order({
        tableNumber: '2',
        kots: [
          kot({ kotId: 'b', kotNumber: 2, items: [done(2)] }),
          kot({ kotId: 'open', items: [done(1), item()] }),
          kot({ kotId: 'void', items: [item({ status: 'Cancelled' })] }),
        ],
      }),
    ])
    const list = recallList(tickets, [
      { kotId: 'gone', orderId: 'x', kotNumber: 9, label: 'T9', at: at(3), items: '1 × Tea' },
      { kotId: 'open', orderId: 'y', kotNumber: 3, label: 'T2', at: at(0), items: '' },
    ])
    expect(list.map((b) => [b.kotId, b.lineIds?.length ?? null])).toEqual([
      ['b', 1],
      ['gone', null],
      ['a', 2],
    ])
    expect(lastBumpAt(list)).toBe(at(2))
    expect(lastBumpAt([])).toBeNull()
  })
  it('goes by the bump, and not by whoever served it later', () => {
    const of = (kotId: string, ...items: [status: ItemStatus, minutes: number][]) =>
      order({ kots: [kot({ kotId, items: items.map(([status, minutes]) => item({ status, statusAt: at(minutes) })) })] })
    const tickets = ticketsOf([
      of('own', ['Served', 1]),
      of('other', ['Ready', 8], ['Served', 2]),
      of('served', ['Served', 1]),
      of('again', ['Ready', 3]),
    ])
    const noted = (kotId: string, minutes: number) => ({ kotId, orderId: 'x', kotNumber: 1, label: 'T7', at: at(minutes), items: '' })
    // 'again' was taken back and bumped anew on another screen; when 'served' was bumped, nobody knows any more.
    const list = recallList(tickets, [noted('own', 9), noted('again', 40)])
    expect(list.map((b) => [b.kotId, b.at])).toEqual([
      ['again', at(3)],
      ['other', at(8)],
      ['own', at(9)],
      ['served', at(1)],
    ])
    expect(lastBumpAt(list)).toBe(at(3))
    // Without the Ready step a bump itself sets Served.
    expect(recallList(tickets, [], tickets, false).map((b) => b.kotId)).toEqual(['own', 'served', 'other', 'again'])
  })
  it('keeps the tickets bumped last when many others were served since', () => {
    const served = Array.from({ length: 25 }, (_, i) =>
      order({ kots: [kot({ kotId: `s${i}`, items: [item({ status: 'Served', statusAt: at(1) })] })] }),
    )
    const bumped = order({ kots: [kot({ kotId: 'mistake', items: [item({ status: 'Ready', statusAt: at(6) })] })] })
    expect(recallList(ticketsOf([...served, bumped]), [])[0]?.kotId).toBe('mistake')
  })
  it('a screen that was switched to another station doesn’t show the tickets of the first one as closed', () => {
    const orders = [
      order({ kots: [kot({ kotId: 'grill', kotNumber: 1, items: [item({ station: 'Grill', status: 'Ready', statusAt: at(3) })] })] }),
      order({ kots: [kot({ kotId: 'bar', kotNumber: 2, items: [item({ station: 'Bar', status: 'Ready', statusAt: at(4) })] })] }),
    ]
    const remembered = [
      { kotId: 'grill', orderId: 'x', kotNumber: 1, label: 'T7', at: at(3), items: '' },
      { kotId: 'gone', orderId: 'y', kotNumber: 9, label: 'T9', at: at(5), items: '' },
    ]
    const list = recallList(ticketsOf(orders, { stations: ['Bar'] }), remembered, ticketsOf(orders))
    expect(list.map((b) => [b.kotId, b.lineIds?.length ?? null])).toEqual([
      ['bar', 1],
      ['gone', null],
    ])
  })
  it('keeps 20, one per KOT', () => {
    let list: ReturnType<typeof remember> = []
    for (let i = 0; i < 25; i++)
      list = remember(list, { kotId: `k${i}`, orderId: 'o', kotNumber: i, label: 'T1', at: at(60 - i), items: '' })
    list = remember(list, { kotId: 'k24', orderId: 'o', kotNumber: 24, label: 'T1', at: at(1), items: '' })
    expect(list).toHaveLength(20)
    expect(list[0]).toMatchObject({ kotId: 'k24', at: at(1) })
  })
})

describe('lines', () => {
  it('that are done can go back one step: Ready always, Served only without a Ready step', () => {
    expect(mayTakeBack({ status: 'Ready' }, true)).toBe(true)
    expect(mayTakeBack({ status: 'Served' }, true)).toBe(false)
    expect(mayTakeBack({ status: 'Served' }, false)).toBe(true)
    expect(mayTakeBack({ status: 'Preparing' }, true)).toBe(false)
  })
  it('to cook are those in Preparing', () => {
    const [ticket] = ticketsOf([
      order({ kots: [kot({ items: [item({ lineId: 'a' }), item({ status: 'Ready' }), item({ status: 'Cancelled' })] })] }),
    ])
    expect(toCook(ticket!).map((l) => l.lineId)).toEqual(['a'])
  })
})

describe('sold out', () => {
  const dish = (name: string, available: boolean, categoryName = 'Mains', remaining: number | null = null) =>
    ({ _id: name, name, available, categoryName, subCategoryName: null, remaining }) as MenuItemShape
  it('lists sold-out dishes first, and searches names and categories', () => {
    const items = [dish('Dal', true), dish('Naan', false, 'Breads'), dish('Roti', true, 'Breads')]
    expect(soldOutList(items, '').map((i) => i.name)).toEqual(['Naan', 'Dal', 'Roti'])
    expect(soldOutList(items, ' bread ro').map((i) => i.name)).toEqual(['Roti'])
  })
  it('lists a counted dish with no portion left among them', () => {
    expect(soldOutList([dish('Dal', true), dish('Kheer', true, 'Desserts', 0)], '').map((i) => i.name)).toEqual(['Kheer', 'Dal'])
  })
})

describe('selection', () => {
  it('keys 1 to 9 select the first nine on the board', () => {
    expect(keyedTickets(Array.from({ length: 11 }, (_, i) => `k${i}`))).toMatchObject({ k0: 1, k8: 9 })
    expect(keyedTickets(Array.from({ length: 11 }, (_, i) => `k${i}`)).k9).toBeUndefined()
  })
  it('moves along the board and stops at its ends', () => {
    const ids = ['a', 'b', 'c']
    expect([
      stepSelection(ids, null, 1),
      stepSelection(ids, null, -1),
      stepSelection(ids, 'a', 1),
      stepSelection(ids, 'c', 1),
      stepSelection(ids, 'a', -1),
      stepSelection([], 'a', 1),
      stepSelection(ids, 'gone', 1),
    ]).toEqual(['a', 'c', 'b', 'c', 'a', null, 'a'])
  })
})

it('how long a station is ready counts whole minutes since it became ready, as ages do, and not from a press that is not answered', () => {
  const ready = (statusAt: string, asked?: Map<string, ItemStatus>) => {
    const items = [item({ lineId: 'g', station: 'Grill', statusAt }), item({ station: 'Bar', prepared: true, statusAt })]
    const [ticket] = ticketsOf([order({ kots: [kot({ items })] })], { listed: true, asked })
    return readyMinutes(ticket!, Date.parse('2026-11-21T14:05:30.000Z'))
  }
  expect(ready('2026-11-21T14:04:50.000Z')).toBe('0,0')
  expect(ready('2026-11-21T13:48:00.000Z', new Map([['g', 'Ready']]))).toBe('0,17')
})
