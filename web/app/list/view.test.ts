import { describe, expect, it } from 'vitest'
import { rangeText } from '#domain/time.ts'
import {
  choice,
  choices,
  cleared,
  dates,
  daysIn,
  filtersIn,
  filterText,
  isNarrowed,
  pageOf,
  pagesOf,
  readView,
  sortedBy,
  type ViewChange,
  type ViewSpec,
  writeView,
} from './view.ts'

const SPEC = {
  tabs: ['open', 'closed'],
  filters: {
    type: choice({
      label: 'Type',
      options: [
        { value: 'all', label: 'All types' },
        { value: 'in', label: 'Dine In' },
      ],
      initial: 'all',
    }),
    role: choices({
      label: 'Role',
      options: [
        { value: 'waiter', label: 'Waiter' },
        { value: 'captain', label: 'Captain' },
      ],
    }),
    days: dates({ label: 'Dates', tabs: ['closed'] }),
  },
  sorts: ['name', 'age'],
  sortedBy: '-age',
  row: 'order',
} satisfies ViewSpec

const read = (text: string) => readView(new URLSearchParams(text), SPEC)
const write = (text: string, change: ViewChange<typeof SPEC>) => writeView(new URLSearchParams(text), SPEC, change).toString()

it('a file is named by the days that were chosen, where the tab has them', () => {
  const named = (text: string) => daysIn({ spec: SPEC, ...read(text) })
  expect(named('tab=closed&from=2026-11-01&to=2026-11-30')).toBe('2026-11-01-2026-11-30')
  expect(named('tab=closed&from=2026-11-01')).toBe('from-2026-11-01')
  expect(named('tab=closed&to=2026-11-30')).toBe('to-2026-11-30')
  expect(named('tab=closed')).toBeNull()
  expect(named('from=2026-11-01&to=2026-11-30')).toBeNull()
})

describe('a view in the address', () => {
  it('says tab, search, filters, sort, page and the open row', () => {
    expect(read('tab=closed&q=42&type=in&role=waiter,captain&from=2026-11-14&to=2026-11-20&sort=-name&page=3&order=o1')).toEqual({
      tab: 'closed',
      q: '42',
      filters: { type: 'in', role: ['waiter', 'captain'], days: { from: '2026-11-14', to: '2026-11-20' } },
      sort: { by: 'name', descending: true },
      page: 3,
      row: 'o1',
    })
  })
  it('leaves out what makes no sense', () => {
    const nothing = {
      tab: 'open',
      q: '',
      filters: { type: 'all', role: [], days: { from: null, to: null } },
      sort: { by: 'age', descending: true },
      page: 1,
      row: null,
    }
    expect(read('')).toEqual(nothing)
    expect(read('tab=none&type=x&role=cook&sort=shoe&page=-1&from=2026-02-30')).toEqual(nothing)
    for (const page of ['1.5', 'x', '0', '1e30']) expect(read(`page=${page}`).page, page).toBe(1)
    expect(read('from=2026-11-20&to=2026-11-14').filters.days).toEqual({ from: null, to: null })
    expect(read(`q=${'x'.repeat(60)}`).q).toHaveLength(40)
  })
  it('keeps values apart that have a comma of their own', () => {
    const names = ['Dairy, eggs', '100%', 'a%2Cb', 'Rice'].map((value) => ({ value, label: value }))
    const spec = { filters: { category: choices({ label: 'Category', options: names }) } } satisfies ViewSpec
    for (const chosen of [['Dairy, eggs', 'Rice'], ['100%'], ['a%2Cb', 'Dairy, eggs']]) {
      const address = writeView(new URLSearchParams(), spec, { filters: { category: chosen } })
      expect(readView(new URLSearchParams(address.toString()), spec).filters.category).toEqual(chosen)
    }
  })
  it('is written without defaults, and reads back the same', () => {
    expect(
      write('tab=closed&q=x&type=in&sort=name&page=2', {
        tab: 'open',
        q: ' ',
        filters: { type: 'all' },
        sort: { by: 'age', descending: true },
      }),
    ).toBe('')
    const text = 'tab=closed&q=42&type=in&role=captain&from=2026-11-14&to=2026-11-20&sort=name&page=3&order=o1'
    expect(write(text, {})).toBe(text)
  })
  it('keeps a filter that isn’t changed and whose options are not there yet', () =>
    expect(write('role=cook&from=2026-11-14', { q: 'x', row: 'o1' })).toBe('role=cook&from=2026-11-14&q=x&order=o1'))
  it('keeps parameters that belong to others', () => expect(write('other=1', { q: 'x' })).toBe('other=1&q=x'))
  it.each<[string, ViewChange<typeof SPEC>, string]>([
    ['another search', { q: '42' }, 'tab=closed&order=o1&q=42'],
    ['another filter', { filters: { role: ['waiter'] } }, 'tab=closed&order=o1&role=waiter'],
    ['another order of the rows', { sort: { by: 'name', descending: false } }, 'tab=closed&order=o1&sort=name'],
    ['another tab', { tab: 'open' }, ''],
    ['the same again', { q: '' }, 'tab=closed&page=3&order=o1'],
    ['another row', { row: 'o2' }, 'tab=closed&page=3&order=o2'],
    ['another page', { page: 4 }, 'tab=closed&page=4&order=o1'],
  ])('%s begins where it should', (_, change, text) => expect(write('tab=closed&page=3&order=o1', change)).toBe(text))
})

describe('filters', () => {
  it('narrow the list only on a tab that has them', () => {
    expect(isNarrowed(SPEC, read('tab=closed&from=2026-11-14') as never)).toBe(true)
    expect(isNarrowed(SPEC, read('from=2026-11-14') as never)).toBe(false)
    expect(isNarrowed(SPEC, read('sort=name&page=2') as never)).toBe(false)
    expect(filtersIn(SPEC, { tab: 'open' }).map(([name]) => name)).toEqual(['type', 'role'])
  })
  it('are cleared with the search, and leave the tab and the order of the rows', () =>
    expect(write('tab=closed&q=x&type=in&role=waiter&from=2026-11-14&sort=name', cleared(SPEC))).toBe('tab=closed&sort=name'))
  it('have words for a sentence', () => {
    const { type, role, days } = SPEC.filters
    expect(filterText(type, 'in', rangeText)).toBe('Dine In')
    expect(filterText(type, 'all', rangeText)).toBeNull()
    expect(filterText(role, ['captain', 'waiter'], rangeText)).toBe('Waiter or Captain')
    expect(filterText(days, { from: '2026-11-20', to: '2026-11-20' }, rangeText)).toBe('Fri 20 Nov')
  })
})

it('a header sorts ascending, and pressed again descending (SPEC §3)', () => {
  const first = sortedBy({ by: 'age', descending: true }, 'name')
  expect(first).toEqual({ by: 'name', descending: false })
  expect(sortedBy(first, 'name')).toEqual({ by: 'name', descending: true })
  expect(sortedBy(sortedBy(first, 'name'), 'name')).toEqual({ by: 'name', descending: false })
})

it('pages have ten rows; no rows are one page', () => {
  expect([0, 10, 11, 21].map((n) => pagesOf(n, 10))).toEqual([1, 1, 2, 3])
  expect(pageOf([...Array(21).keys()], 3, 10)).toEqual([20])
})

it('a list may name its tab in the address', () => {
  const spec = { tabs: ['pending', 'all'], tabName: 'status' } as const
  expect(readView(new URLSearchParams('status=all&tab=pending'), spec).tab).toBe('all')
  expect(writeView(new URLSearchParams('page=3'), spec, { tab: 'all' }).toString()).toBe('status=all')
  expect(writeView(new URLSearchParams('status=all'), spec, { tab: 'pending' }).toString()).toBe('')
})
