import { describe, expect, it } from 'vitest'
import { ApiError } from './api.ts'
import { nearestField, refusalOf } from './fields.ts'

const refusal = (paths: readonly string[], status = 422) =>
  new ApiError('Password: At most 128 characters.', { status, errors: paths.map((path, i) => ({ path, message: `Text ${i}.` })) })

describe('what a refusal says of a form’s fields', () => {
  const names = new Set(['email', 'password', 'orderData.kots'] as const)
  const split = (failure: unknown) => refusalOf(failure, (path) => nearestField(path, names))

  it('stands beside them, one text a field', () =>
    expect(split(refusal(['password', 'email', 'password']))).toEqual({
      beside: [
        { name: 'password', message: 'Text 0.' },
        { name: 'email', message: 'Text 1.' },
      ],
      above: null,
    }))

  it('stands beside the nearest field around a dotted path', () =>
    expect(split(refusal(['orderData.kots.0.items.2.quantity']))).toEqual({
      beside: [{ name: 'orderData.kots', message: 'Text 0.' }],
      above: null,
    }))

  it('stands above the form where it has no field, with the name of what it speaks of', () =>
    expect(split(refusal(['password', 'mobile_number']))).toEqual({
      beside: [{ name: 'password', message: 'Text 0.' }],
      above: 'Mobile number: Text 1.',
    }))

  it.each([
    ['without fields', refusal([]), 'Password: At most 128 characters.'],
    ['of another kind', refusal(['password'], 409), 'Password: At most 128 characters.'],
    ['that is no answer', new Error('You are offline.'), 'You are offline.'],
  ])('a refusal %s is shown above the form', (_name, failure, above) => expect(split(failure)).toEqual({ beside: [], above }))
})
