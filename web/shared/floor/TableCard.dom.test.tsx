import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aKot, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { mount } from '#web/test/dom.tsx'
import { floorOf } from './floor.ts'
import { TableCard } from './TableCard.tsx'

const now = Date.now()
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const table = (n: string, over = {}) =>
  aTable({ _id: `t${n}`, tableNumber: n, area: 'Hall', status: 'available', currentOrderId: null, ...over })
const taken = (n: string) => table(n, { status: 'occupied', currentOrderId: `o${n}` })
const order = (n: string, item = {}, over = {}) =>
  anOrderShape([aKot([anItem(item)], { createdAt: ago(5), sentAt: ago(5) })], { _id: `o${n}`, tableId: `t${n}`, tableNumber: n, ...over })

const FLOOR = floorOf({
  tables: [table('1'), taken('2'), taken('3'), taken('4'), table('5', { status: 'reserved' })],
  orders: [order('2'), order('3', { status: 'Ready' }), order('4', {}, { billPrintedAt: ago(1), billNumber: 7 })],
  alerts: [],
  drafts: [],
  bookings: [{ tableId: 't5', time: '20:15', customerName: 'Kavya', partySize: 3 }],
  now,
})

it('state word and colour match the staff floor: the captain’s card says the same', () => {
  const looks = (compact: boolean) => {
    const { unmount } = mount(
      <ul>
        {FLOOR.map((entry) => (
          <TableCard key={entry.table._id} entry={entry} compact={compact} onOpen={() => undefined} />
        ))}
      </ul>,
    )
    const seen = screen.getAllByRole('button').map((card) => ({
      word: ['Free', 'Running', '1 ready', 'Billed', 'Reserved'].filter((word) =>
        [...card.querySelectorAll('[aria-hidden] span')].some((span) => span.textContent === word),
      ),
      colours: [...card.classList].filter((name) => /^(bg|text-on|border)-/.test(name)),
    }))
    unmount()
    return seen
  }
  const staff = looks(false)
  expect(staff.map(({ word }) => word)).toEqual([['Free'], ['Running'], ['1 ready'], ['Billed'], ['Reserved']])
  expect(new Set(staff.map(({ colours }) => colours.join(' '))).size).toBe(5)
  expect(looks(true)).toEqual(staff)
})

it('a reserved table’s card says when, who and how many, also where three stand in a row', () => {
  mount(
    <ul>
      <TableCard entry={FLOOR[4]!} compact onOpen={() => undefined} />
    </ul>,
  )
  const seen = screen.getByRole('button').querySelector('[aria-hidden]')?.textContent
  for (const words of ['20:15', 'Kavya', '3']) expect(seen).toContain(words)
})

it('a number of three letters leaves room for the hours beside it', () => {
  const [entry] = floorOf({
    tables: [taken('10')],
    orders: [order('10', {}, { createdAt: ago(280), kots: [aKot([anItem({})], { createdAt: ago(280), sentAt: ago(280) })] })],
    alerts: [],
    drafts: [],
    bookings: [],
    now,
  })
  mount(
    <ul>
      <TableCard entry={entry!} onOpen={() => undefined} />
    </ul>,
  )
  const card = screen.getByRole('button')
  expect(card.querySelector('time')?.textContent).toBe('4h 40m')
  expect([...card.querySelectorAll('.text-24')].map((e) => e.textContent)).toEqual(['T10'])
})

it.each([true, false])('the seats of a table don’t look like guests (compact: %s)', (compact) => {
  const icon = (guests: number | null) => {
    const { unmount } = mount(
      <ul>
        <TableCard entry={{ ...FLOOR[1]!, guests, total: null }} compact={compact} onOpen={() => undefined} />
      </ul>,
    )
    const people = screen.getByRole('button').querySelector('.lucide-users-round')
    unmount()
    return people !== null
  }
  expect([icon(2), icon(null)]).toEqual([true, false])
})

it.each([true, false])('shows the seats of all tables that are merged into it, compact: %s', (compact) => {
  const [entry] = floorOf({
    tables: [
      { ...taken('7'), capacity: 4, mergedTables: ['t8'] },
      { ...taken('8'), capacity: 3, mergedInto: 't7' },
    ],
    orders: [order('7', {}, { guests: null })],
    alerts: [],
    drafts: [],
    now,
  })
  mount(<ul>{entry ? <TableCard entry={entry} compact={compact} onOpen={() => undefined} /> : null}</ul>)
  const card = screen.getByRole('button', { name: /T7, .*with T8, .*7 seats/ })
  // A small card with a bill has no room for them.
  if (!compact) expect([...card.querySelectorAll('[aria-hidden] span')].some((span) => span.textContent === '7')).toBe(true)
})
