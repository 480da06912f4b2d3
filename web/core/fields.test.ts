import { describe, expect, it } from 'vitest'
import { ApiError } from './api.ts'
import { nearestField, refusalOf } from './fields.ts'

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
})
