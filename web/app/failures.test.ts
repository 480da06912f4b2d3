import { expect, it } from 'vitest'
import { api } from '#domain/api/index.ts'
import { FAILURES } from './failures.ts'

it('has the default of every call, as the contract says it', () => {
  expect(FAILURES).toEqual(Object.fromEntries(Object.entries(api).map(([address, { failure }]) => [address, failure])))
})
