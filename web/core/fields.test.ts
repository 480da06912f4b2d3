import { describe, expect, it } from 'vitest'
import { ApiError } from './api.ts'
import { fieldErrorsOf } from './fields.ts'

const refusal = (paths: readonly string[], status = 422) =>
  new ApiError('Password: At most 128 characters.', { status, errors: paths.map((path, i) => ({ path, message: `Text ${i}.` })) })

describe('what a refusal says of a form’s fields', () => {
  const names = ['email', 'password'] as const
  it('stands beside them, one text a field', () =>
    expect(fieldErrorsOf(refusal(['password', 'email', 'password']), names)).toEqual([
      { name: 'password', message: 'Text 0.' },
      { name: 'email', message: 'Text 1.' },
    ]))
  it.each([
    ['of what has no field', refusal(['password', 'code'])],
    ['without fields', refusal([])],
    ['of another kind', refusal(['password'], 409)],
    ['that is no answer', new Error('offline')],
  ])('a refusal %s is shown as a whole', (_name, failure) => expect(fieldErrorsOf(failure, names)).toBeNull())
})
