import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { asListed, isAt, stationAtSale, stationOf, stationStates } from './station.ts'
import { editStations, mergedStations, movedStations, mustKeepStations } from './stationList.ts'

it('a line is cooked at its station, or else its category; without regard to case', () => {
  const line = (station: string | null, categoryName = 'Mains') => ({ station, categoryName })
  expect([stationOf(line('Bar')), stationOf(line(' ', 'Drinks')), stationOf(line(null, 'Drinks'))]).toEqual(['Bar', 'Drinks', 'Drinks'])
  expect([isAt(line('bar'), ['Grill', 'BAR ']), isAt(line('Bar', 'Grill'), ['Grill']), isAt(line(null), [])]).toEqual([true, false, false])
})

it('what is sold keeps the dish’s own station, or else its category’s', () => {
  const cases = [
    ['Grill', 'Bar', 'Grill'],
    [null, 'Bar', 'Bar'],
    ['', ' Bar ', 'Bar'],
    [null, null, null],
    [' ', '', null],
  ] as const
  for (const [station, categoryStation, expected] of cases)
    expect([station, categoryStation, stationAtSale({ station, categoryStation })]).toEqual([station, categoryStation, expected])
})

it('a name is spelled as on the list, and any other stays', () => {
  expect(['grill ', 'Fry', '', null].map((name) => asListed(['Grill', 'Bar'], name))).toEqual(['Grill', 'Fry', null, null])
})

describe('an edited list', () => {
  const edit = (seen: string[], rows: [string, string | null][], now = seen) =>
    Object.fromEntries(
      editStations(
        now,
        seen,
        rows.map(([name, was]) => ({ name, was })),
      ),
    )
  const refusal = (...args: Parameters<typeof edit>) => {
    try {
      return edit(...args)
    } catch (error) {
      return error instanceof AppError
        ? [error.code, (error.details.errors as { path: string }[] | undefined)?.map(({ path }) => path)]
        : error
    }
  }
  it('gives for each name whether it was renamed, respelled or removed; a new order and additions move nothing', () => {
    expect(
      edit(
        ['Grill', 'Bar', 'Cold'],
        [
          ['Bar', 'Bar'],
          ['Tandoor', 'grill'],
          ['Fry', null],
        ],
      ),
    ).toEqual({ grill: 'Tandoor', cold: null })
    expect(edit(['grill'], [['Grill', 'grill']])).toEqual({ grill: 'Grill' })
    expect(edit([], [['Grill', null]])).toEqual({})
  })
  it('has each name once, and none that another station had', () => {
    const list = ['Grill', 'Bar']
    expect(
      refusal(list, [
        ['Grill', 'Grill'],
        ['GRILL ', null],
      ]),
    ).toEqual(['validation_failed', ['stations.1.name']])
    // Two stations that swap names, or a new one with an old name: nobody could tell whose dishes are meant.
    expect(
      refusal(list, [
        ['Bar', 'Grill'],
        ['Grill', 'Bar'],
      ]),
    ).toEqual(['validation_failed', ['stations.0.name', 'stations.1.name']])
    expect(refusal(list, [['Bar', 'Grill']])).toEqual(['validation_failed', ['stations.0.name']])
    expect(
      refusal(list, [
        ['Bar', null],
        ['Grill', 'Grill'],
      ]),
    ).toEqual(['validation_failed', ['stations.0.name']])
    expect(refusal(list, [['Fry', 'Oven']])).toEqual(['validation_failed', ['stations.0.name']])
    expect(
      refusal(list, [
        ['Fry', 'Bar'],
        ['Cold', 'bar'],
      ]),
    ).toEqual(['validation_failed', ['stations.1.name']])
  })
  it('conflicts with what another device saved meanwhile, but not with its own repeat', () => {
    expect(refusal(['Grill'], [['Fry', 'Grill']], ['Grill', 'Bar'])).toEqual(['version_conflict', undefined])
    expect(edit(['Grill'], [['Fry', 'Grill']], ['Fry'])).toEqual({ grill: 'Fry' })
  })
  it('a printer follows, each name once, and never loses its only one', () => {
    const moves = new Map([
      ['grill', 'Tandoor'],
      ['cold', null],
    ])
    expect(movedStations(['GRILL', 'Cold', 'Bar', 'tandoor'], moves)).toEqual(['tandoor', 'Bar'])
    expect(() => mustKeepStations([{ name: 'Kitchen', stations: [] }], moves)).not.toThrow()
    expect(() => mustKeepStations([{ name: 'Salads', stations: ['cold'] }], moves)).toThrow('Salads would print everything without cold')
  })
})

it('the progress of each station of a ticket: ready when none of its lines is still cooking, since the last one; cancelled lines count as done', () => {
  const line = (station: string, status: string, minute: number) => ({ station, status, statusAt: `2026-11-23T10:0${minute}:00.000Z` })
  expect(
    stationStates([
      line('Grill', 'Preparing', 1),
      line('Bar', 'Ready', 2),
      line('bar', 'Served', 4),
      line('Grill', 'Ready', 3),
      line('Cold', 'Cancelled', 3),
      line('Fry', 'Ready', 1),
      line('Fry', 'Cancelled', 5),
    ]).map(({ station, ready, since }) => [station, ready, since.slice(14, 16)]),
  ).toEqual([
    ['Grill', false, '03'],
    ['Bar', true, '04'],
    ['Fry', true, '01'],
  ])
})

describe('an edit that another device came before', () => {
  const row = (name: string, was: string | null = name) => ({ name, was })
  it.each([
    ['keeps what was typed', [row('Tandoor', 'Grill'), row('Bar')], ['Grill', 'Bar'], [row('Tandoor', 'Grill'), row('Bar')]],
    [
      'has what was added there, and keeps what was added here',
      [row('Grill'), row('Cold', null)],
      ['Grill', 'Bar', 'Fryer'],
      [row('Grill'), row('Cold', null), row('Fryer')],
    ],
    ['leaves out what was removed there and what was removed here', [row('Grill')], ['Bar'], []],
    [
      'makes a station of a name that was typed for one that was removed there',
      [row('Tandoor', 'Grill'), row('Bar')],
      ['Bar'],
      [row('Tandoor', null), row('Bar')],
    ],
    [
      'takes a station that was added on both for one',
      [row('Grill'), row('Bar'), row('fryer', null)],
      ['Grill', 'Bar', 'Fryer'],
      [row('Grill'), row('Bar'), row('fryer', 'Fryer')],
    ],
    ['takes the same renaming on both for one', [row('Tandoor', 'Grill'), row('Bar')], ['Tandoor', 'Bar'], [row('Tandoor'), row('Bar')]],
  ])('%s, and can be saved', (_, rows, now, merged) => {
    const seen = ['Grill', 'Bar']
    expect(mergedStations(rows, seen, now)).toEqual(merged)
    expect(() => editStations(now, now, merged)).not.toThrow()
  })
})
