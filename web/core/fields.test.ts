import { describe, expect, it } from 'vitest'
import { ApiError } from './api.ts'
import { nearestField, refusalOf, renamed } from './fields.ts'

const refusal = (paths: readonly string[], status = 422) =>
  new ApiError('Password: At most 128 characters.', { status, errors: paths.map((path, i) => ({ path, message: `Text ${i}.` })) })

describe('a refusal shown in a form', () => {
  const names = new Set(['email', 'password', 'orderData.kots'] as const)
  const split = (failure: unknown) => refusalOf(failure, (path) => nearestField(path, names))

  it('shows one text beside each field', () =>
    expect(split(refusal(['password', 'email', 'password']))).toEqual({
      beside: [
        { name: 'password', message: 'Text 0.' },
        { name: 'email', message: 'Text 1.' },
      ],
      above: null,
    }))

  it('shows an error of a dotted path beside the nearest enclosing field', () =>
    expect(split(refusal(['orderData.kots.0.items.2.quantity']))).toEqual({
      beside: [{ name: 'orderData.kots', message: 'Text 0.' }],
      above: null,
    }))

  it('shows an error without a field above the form, with the name of the value', () =>
    expect(split(refusal(['password', 'mobile_number']))).toEqual({
      beside: [{ name: 'password', message: 'Text 0.' }],
      above: 'Mobile number: Text 1.',
    }))

  it.each([
    ['without fields', refusal([]), 'Password: At most 128 characters.'],
    ['with another status', refusal(['password'], 409), 'Password: At most 128 characters.'],
    ['without an answer', new Error('You are offline.'), 'You are offline.'],
  ])('a refusal %s is shown above the form', (_name, failure, above) => expect(split(failure)).toEqual({ beside: [], above }))

  it.each([
    ['a field of a row', 'taxes.1.percent', 'taxes.1.percent'],
    ['a value inside that field', 'taxes.1.percent.0', 'taxes.1.percent'],
    ['a row', 'taxes.1', 'taxes.1.name'],
    ['a value that the row has no field for', 'taxes.1.code', 'taxes.1.name'],
    ['a row that is not shown', 'taxes.10.name', 'taxes'],
    ['the list', 'taxes', 'taxes'],
  ])('in a list of rows, an error of %s has its place', (_name, path, field) =>
    expect(nearestField(path, new Set(['taxes', 'taxes.0.name', 'taxes.0.percent', 'taxes.1.name', 'taxes.1.percent']))).toBe(field),
  )

  it.each([
    ['kotSettings.warnMinutes', 'warn'],
    ['kotSettings.stations.0.name', 'stations.0.name'],
    ['kotSettings.other', 'kotSettings.other'],
    ['stationsUsed', 'stationsUsed'],
  ])('the path %s of a body is %s in a form with other names', (path, name) =>
    expect(renamed(path, { 'kotSettings.warnMinutes': 'warn', 'kotSettings.stations': 'stations', stations: 'never' })).toBe(name),
  )
})
