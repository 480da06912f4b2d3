import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { checkDish, countText, fromTemplate, variantMoves, withoutTemplate, withTemplate } from './menuWrite.ts'

const addons = [{ name: 'Cheese', price: 3000 }]
const dish = {
  name: 'Burger',
  price: 20000,
  variants: [{ name: 'Half', additionalPrice: -5000 }],
  addonGroups: [{ name: 'Extras', min: 0, max: 2, addons }],
}
const problemsOf = (change: object): string[] => {
  try {
    checkDish({ ...dish, ...change })
    return []
  } catch (error) {
    return (error as AppError).details.errors
      ? (error as { details: { errors: { message: string }[] } }).details.errors.map((e) => e.message)
      : []
  }
}

describe('a dish', () => {
  it('is valid', () => expect(problemsOf({})).toEqual([]))
  it.each([
    [
      'a variant twice',
      {
        variants: [
          { name: 'A', additionalPrice: 0 },
          { name: 'A', additionalPrice: 1 },
        ],
      },
      ['The variant A of Burger is there twice.'],
    ],
    [
      'a variant twice in another case',
      {
        variants: [
          { name: 'Large', additionalPrice: 0 },
          { name: 'large', additionalPrice: 1 },
        ],
      },
      ['The variant large of Burger is there twice.'],
    ],
    ['a negative price', { variants: [{ name: 'A', additionalPrice: -20001 }] }, ['The variant A of Burger would have a negative price.']],
    ['a group twice', { addonGroups: [dish.addonGroups[0], dish.addonGroups[0]] }, ['The addons Extras of Burger are there twice.']],
    [
      'an addon twice',
      { addonGroups: [{ name: 'E', min: 0, max: 0, addons: [...addons, ...addons] }] },
      ['The addon Cheese of E is there twice.'],
    ],
    ['bounds that nothing meets', { addonGroups: [{ name: 'E', min: 3, max: 2, addons }] }, ['The maximum of E is less than its minimum.']],
    [
      'all of it',
      { variants: [{ name: 'A', additionalPrice: -20001 }], addonGroups: [{ name: 'E', min: 3, max: 2, addons }] },
      ['The variant A of Burger would have a negative price.', 'The maximum of E is less than its minimum.'],
    ],
  ])('refuses %s', (_name, change, problems) => expect(problemsOf(change)).toEqual(problems))
  it('without an upper bound is valid', () => expect(problemsOf({ addonGroups: [{ name: 'E', min: 3, max: 0, addons }] })).toEqual([]))
})

describe('a template', () => {
  const template = { id: 't', name: 'Extras', min: 1, max: 2, addons }
  const groups = [fromTemplate(template), { name: 'Own', min: 0, max: 0, addons }]

  it('that is edited changes only the groups made from it', () => {
    expect(withTemplate(groups, { ...template, name: 'More', max: 3 })).toEqual([
      { name: 'More', min: 1, max: 3, addons, templateId: 't' },
      groups[1],
    ])
  })

  it('that is deleted leaves the groups made from it', () => {
    const other = { ...groups[1]!, templateId: 'u' }
    expect(withoutTemplate([groups[0]!, other], 't')).toEqual([{ name: 'Extras', min: 1, max: 2, addons }, other])
  })
})

it('a message counts in words', () => {
  expect(
    countText([
      [1, 'subcategory', 'subcategories'],
      [7, 'item', 'items'],
    ]),
  ).toBe('1 subcategory and 7 items')
})

describe('variants', () => {
  const moves = (before: string, after: string) => {
    const named = (text: string) =>
      text
        .split(' ')
        .filter(Boolean)
        .map((name) => ({ name }))
    const { renamed, gone } = variantMoves(named(before), named(after))
    return [...renamed.map((pair) => pair.join('>')), ...gone.map((name) => `-${name}`)].join(' ')
  }
  it.each([
    ['Half Full', 'Half Full', ''],
    ['Half Full', 'Full Half', ''],
    ['Half Full', 'Small Full', 'Half>Small'],
    ['Half Full', 'Small Large', 'Half>Small Full>Large'],
    ['Half Full', 'Half', '-Full'],
    ['Half Full', '', '-Half -Full'],
    ['', 'Half', ''],
    ['Half Full', 'Full', '-Half'],
    ['Half Full', 'Half Full Family', ''],
    ['Half Full', 'Small Half Full', ''],
    // The name that is now in its position belongs to a variant that existed before.
    ['A B C', 'B D', '-A -C'],
    // A name in other capitals is the same variant, in any position.
    ['Half Full', 'FULL half', 'Half>half Full>FULL'],
    ['Half Full', 'New HALF', 'Half>HALF -Full'],
    ['Half half', 'half HALF', 'Half>HALF'],
  ])('%s, then %s: %s', (before, after, expected) => expect(moves(before, after)).toBe(expected))
})
