import { describe, expect, it } from 'vitest'
import { canOpen, PAGES, type Page, type Permissions } from '#domain/permissions.ts'
import {
  changeLines,
  changesOf,
  COLUMNS,
  countOf,
  defaultMatrix,
  groupsOf,
  isOffered,
  mapWith,
  matrixOf,
  switched,
  ticked,
} from './matrix.ts'

const REPORTS: Page = '/restaurant/reports'
const BOOK: Page = '/restaurant/reservation'
const save = (saved: Permissions, after: ReturnType<typeof matrixOf>) => mapWith(saved, changesOf(matrixOf(saved), after))

describe('a page', () => {
  it('keeps its ticks when it is switched off and on again', () => {
    const fewer = ticked(matrixOf({}), REPORTS, 'generalManager', false)
    const off = switched(fewer, REPORTS, false)
    expect(save({}, off)).toEqual({ [REPORTS]: [] })
    expect(switched(off, REPORTS, true)).toEqual(fewer)
  })
  it('is off without its last role, and comes back with that one', () => {
    let matrix = matrixOf({})
    for (const role of ['superuser', 'managerialHead', 'generalManager'] as const) matrix = ticked(matrix, REPORTS, role, false)
    expect(matrix[REPORTS]).toEqual({ on: false, ticks: ['generalManager'] })
    expect(save({}, matrix)).toEqual({ [REPORTS]: [] })
  })
  it('that was switched off before comes back with the default roles', () => {
    const matrix = matrixOf({ [REPORTS]: [] })
    expect(matrix[REPORTS].on).toBe(false)
    expect(save({ [REPORTS]: [] }, switched(matrix, REPORTS, true))).toEqual({})
  })
  it('is offered to its default roles, and to a role that has it beyond them', () => {
    const offered = (saved: Permissions) => COLUMNS.filter((role) => isOffered(REPORTS, role, saved))
    expect(offered({})).toEqual(['superuser', 'managerialHead', 'generalManager'])
    expect(offered({ [REPORTS]: ['cashier'] })).toEqual(['superuser', 'managerialHead', 'generalManager', 'cashier'])
  })
})

describe('the map that is saved', () => {
  it('has only the differences from the default, and opens each page to the roles that the matrix shows', () => {
    const after = ticked(matrixOf({}), REPORTS, 'generalManager', false)
    const map = save({}, after)
    expect(map).toEqual({ [REPORTS]: ['superuser', 'managerialHead'] })
    for (const page of PAGES)
      for (const role of COLUMNS)
        expect(canOpen({ role }, page, map).ok, `${role} ${page}`).toBe(after[page].on && after[page].ticks.includes(role))
  })
  it('keeps what others saved meanwhile, and the mobile admin on its own pages', () => {
    const opened = matrixOf({})
    const after = ticked(opened, BOOK, 'cashier', false)
    const meanwhile = { '/restaurant/pos': ['superuser'] }
    expect(mapWith(meanwhile, changesOf(opened, after))).toEqual({
      ...meanwhile,
      [BOOK]: ['superuser', 'managerialHead', 'generalManager', 'mobileAdmin'],
    })
  })
  it('keeps what others saved meanwhile on the same page', () => {
    const opened = matrixOf({})
    const loses = changesOf(opened, ticked(opened, REPORTS, 'managerialHead', false))
    expect(mapWith({ [REPORTS]: ['superuser', 'managerialHead'] }, loses), 'a role that they took away').toEqual({
      [REPORTS]: ['superuser'],
    })
    expect(mapWith({ [REPORTS]: ['managerialHead'] }, loses), 'nobody is left').toEqual({ [REPORTS]: [] })
    expect(mapWith({ [REPORTS]: [] }, loses), 'a page that they switched off').toEqual({ [REPORTS]: [] })

    const few = matrixOf({ [REPORTS]: ['superuser'] })
    const gains = changesOf(few, ticked(few, REPORTS, 'managerialHead', true))
    expect(mapWith({ [REPORTS]: ['superuser', 'generalManager'] }, gains), 'a role that they gave').toEqual({})
    expect(mapWith({ [REPORTS]: [] }, gains), 'a page that they switched off').toEqual({ [REPORTS]: [] })
  })
  it('has the line of this screen for a page that is switched here', () => {
    const off = matrixOf({ [REPORTS]: [] })
    const on = changesOf(off, ticked(switched(off, REPORTS, true), REPORTS, 'generalManager', false))
    expect(mapWith({ [REPORTS]: ['generalManager'] }, on)).toEqual({ [REPORTS]: ['superuser', 'managerialHead'] })
    expect(mapWith({ [REPORTS]: ['superuser'] }, changesOf(matrixOf({}), switched(matrixOf({}), REPORTS, false)))).toEqual({
      [REPORTS]: [],
    })
  })
  it('is empty after "Reset to default"', () => {
    const saved = { [REPORTS]: [], [BOOK]: ['superuser'], '/restaurant/pos': ['superuser', 'kitchen'] }
    expect(save(saved, defaultMatrix())).toEqual({})
  })
  it('is the same map when nothing was changed', () => {
    const saved = { [REPORTS]: ['generalManager'], [BOOK]: [] }
    expect(changesOf(matrixOf(saved), matrixOf(saved))).toEqual([])
    expect(save(saved, matrixOf(saved))).toEqual(saved)
  })
})

describe('the list of changes', () => {
  it('names every change, and the whole page when it is switched', () => {
    const before = matrixOf({ '/restaurant/invoices': ['superuser'], '/restaurant/kitchen': [] })
    let after = switched(before, BOOK, false)
    after = ticked(after, REPORTS, 'generalManager', false)
    after = ticked(after, '/restaurant/invoices', 'cashier', true)
    after = switched(after, '/restaurant/kitchen', true)
    const changes = changesOf(before, after)
    expect(changes.map((change) => [change.name, ...changeLines(change).map(({ sign, text }) => `${sign} ${text}`)])).toEqual([
      ['Kitchen', '+ Page on for Owner, Managerial head, General manager, Kitchen'],
      ['Reservations', '− Page off for everyone'],
      ['Reports', '− General manager'],
      ['Invoices', '+ Cashier'],
    ])
    expect(countOf(changes)).toBe(4)
  })
})

it('groups every page once and finds pages by their name or their group', () => {
  expect(
    groupsOf('')
      .flatMap(({ pages }) => pages)
      .toSorted(),
  ).toEqual(PAGES.toSorted())
  expect(groupsOf('kot').flatMap(({ pages }) => pages)).toEqual(['/restaurant/settings/kot'])
  expect(groupsOf('CAPTAIN').map(({ name, pages }) => [name, pages.length])).toEqual([['Captain', 4]])
  expect(groupsOf('nothing of the kind')).toEqual([])
})
