import { expect, it } from 'vitest'
import { findIn, GROUP_MAX, groupsFor, type PaletteEntry, rankOf } from './palette.ts'

const entry = (label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  key: label,
  label,
  icon: null,
  run: () => undefined,
  ...more,
})
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label)

it.each([
  ['t7', 'T7', [], 0],
  ['7', 'T7', ['7'], 0],
  ['table 7', 'T7', ['table', '7'], 2],
  ['rep', 'Reports', [], 1],
  ['book', 'Reservations', ['bookings'], 2],
  ['far k', 'Take Away 105', ['Farah Khan'], 2],
  ['creme', 'Crème', [], 0],
  ['ports', 'Reports', [], 3],
  ['khan far x', 'Take Away 105', ['Farah Khan'], null],
  ['%', 'Reports', [], null],
])('ranks %j for %s with the keywords %j as %j', (text, label, keywords, rank) => {
  expect(rankOf(text, { label, keywords })).toBe(rank)
})

it('searches the note too', () => {
  expect(rankOf('patio', { label: 'T7', note: 'Patio' })).toBe(2)
})

it('finds the exact entry first; equals stay in their order', () => {
  const found = findIn([entry('T12'), entry('T1'), entry('T10')])
  expect(found('t1').map(({ entry: { label } }) => label)).toEqual(['T1', 'T12', 'T10'])
  expect(found(' ')).toHaveLength(3)
})

it('shows the group with the best entry first, equals in the order of the sources, and leaves out a group that has none', () => {
  const sources = [
    { heading: 'Pages', find: findIn([entry('Tables'), entry('Tax')]) },
    { heading: 'Tables', find: findIn([entry('T7', { keywords: ['table'] })]) },
    { heading: 'Dishes', find: findIn([entry('Tandoori roti')]) },
  ]
  expect(labels(groupsFor(sources, 't7').flatMap(({ entries }) => entries))).toEqual(['T7'])
  expect(groupsFor(sources, 'table').map(({ heading }) => heading)).toEqual(['Tables', 'Pages'])
  expect(groupsFor(sources, 'ta').map(({ heading }) => heading)).toEqual(['Pages', 'Dishes', 'Tables'])
  expect(groupsFor(sources, 'nothing')).toEqual([])
})

it('shows at most eight of a group, the best ones', () => {
  const tables = Array.from({ length: 40 }, (_, i) => entry(`T${i + 10}`))
  const [group] = groupsFor([{ heading: 'Tables', find: findIn([...tables, entry('T1')]) }], 't1')
  expect(GROUP_MAX).toBe(8)
  expect(labels(group?.entries ?? [])).toEqual(['T1', 'T10', 'T11', 'T12', 'T13', 'T14', 'T15', 'T16'])
})
