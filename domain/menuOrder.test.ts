import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { checkOrder, moved } from './menuOrder.ts'

describe('moving an entry of a list', () => {
  it('puts it in its new place, up and down, and keeps the order of the others', () => {
    expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
    expect(moved([undefined, 'b'], 0, 1)).toEqual(['b', undefined])
  })
  it('leaves the list as it is when nothing moves, or beyond its ends', () => {
    const list = ['a', 'b']
    for (const [from, to] of [
      [1, 1],
      [0, -1],
      [1, 2],
      [2, 0],
    ] as const)
      expect(moved(list, from, to)).toBe(list)
  })
})

describe('a new order', () => {
  const refusal = (ids: string[], current: string[]) => {
    try {
      checkOrder(ids, current)
    } catch (error) {
      return error instanceof AppError ? [error.status, error.code, error.details] : error
    }
    return null
  }
  it('names everything there is', () => {
    expect(refusal(['b', 'a'], ['a', 'b'])).toBeNull()
    expect(refusal([], [])).toBeNull()
  })
  it('is out of date when something was added, and the answer says what is there', () =>
    expect(refusal(['b', 'a'], ['a', 'c', 'b'])).toEqual([409, 'menu_changed', { ids: ['a', 'c', 'b'] }]))
  it('is refused when it names what is not there', () => expect(refusal(['b', 'x'], ['a', 'b'])).toEqual([404, 'not_found', {}]))
})
