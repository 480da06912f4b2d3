import { describe, expect, it } from 'vitest'
import { findDishes, matchingDishes, readSearch } from './dishSearch.ts'

const dish = (name: string, code: string | null = null, more: { available?: boolean; remaining?: number | null } = {}) => ({
  _id: name,
  name,
  code,
  available: true,
  remaining: null,
  ...more,
})
const menu = [
  dish('Korean Fried Chicken + Smoked Bbq'),
  dish('Korean Fried Chicken Burger', 'KFB'),
  dish('Kingfisher Premium', 'KF'),
  dish('Peri Peri Fries', '12'),
  dish('Paneer Tikka', '3'),
  dish('Parsley Fries'),
  dish('Chicken 65'),
  dish('Masala Dosa'),
]
const find = (typed: string, best: string[] = []) => {
  const { found } = findDishes(menu, typed, best)
  return [found[0]?.quantity, ...found.map(({ item }) => item.name)]
}

describe('what a typed text means', () => {
  const none = () => false
  it('is a code or a word, with a quantity after it or before it', () => {
    expect(readSearch('12*3', none)[0]).toEqual({ text: '12', quantity: 3 })
    expect(readSearch('3*par', none)).toEqual([{ text: 'par', quantity: 3 }])
    expect(readSearch(' 3 × par ', none)).toEqual([{ text: 'par', quantity: 3 }])
    expect(readSearch('kf 2', (code) => code === 'kf')[0]).toEqual({ text: 'kf', quantity: 2 })
  })
  it('reads 3*12 by which side is a code', () => {
    expect(readSearch('3*12', (code) => code === '12')[0]).toEqual({ text: '12', quantity: 3 })
    expect(readSearch('3*12', (code) => code === '3')[0]).toEqual({ text: '3', quantity: 12 })
    expect(readSearch('3*12', () => true)[0]).toEqual({ text: '3', quantity: 12 })
  })
  it('tries a number at the end as part of the name first', () =>
    expect(readSearch('chicken 65', none)).toEqual([
      { text: 'chicken 65', quantity: 1 },
      { text: 'chicken', quantity: 65 },
    ]))
  it('ignores quantities that cannot be sold, and what is still being typed', () => {
    expect(readSearch('12*', none)).toEqual([{ text: '12', quantity: 1 }])
    expect(readSearch('kf 1000', none)).toEqual([{ text: 'kf 1000', quantity: 1 }])
  })
})

describe('finding dishes', () => {
  it('takes the exact code first, then codes that begin so, then first letters', () =>
    expect(find('kf')).toEqual([1, 'Kingfisher Premium', 'Korean Fried Chicken Burger', 'Korean Fried Chicken + Smoked Bbq']))
  it('takes a dish whose whole name was typed before a longer name that sells better', () => {
    const bar = [dish('Coke Zero'), dish('Coke'), dish('Diet Coke')]
    const names = (typed: string) => findDishes(bar, typed, ['Coke Zero', 'Diet Coke']).found.map(({ item }) => item.name)
    expect(names('coke 2')).toEqual(['Coke', 'Coke Zero', 'Diet Coke'])
    expect(names('cok')).toEqual(['Coke Zero', 'Diet Coke', 'Coke'])
  })
  it('finds the dishes of a category by its name, after all whose own names or codes match', () => {
    const bar = [
      { ...dish('Kingfisher Premium'), categoryName: 'Beers' },
      { ...dish('Budweiser', null, { available: false }), categoryName: 'Beers' },
      { ...dish('Beer Batter Fish'), categoryName: 'Mains' },
      { ...dish('Tuborg'), categoryName: 'Beers' },
    ]
    const names = (typed: string) =>
      findDishes(bar, typed, ['Tuborg']).found.map(({ item, because, quantity }) => [item.name, because, quantity])
    expect(names('beer')).toEqual([
      ['Beer Batter Fish', 'words', 1],
      ['Tuborg', 'category', 1],
      ['Kingfisher Premium', 'category', 1],
      ['Budweiser', 'category', 1],
    ])
    expect(names('king beer 2')).toEqual([['Kingfisher Premium', 'category', 2]])
    expect(names('eer')).toEqual([['Beer Batter Fish', 'words', 1]])
  })
  it('takes a quantity with each form', () => {
    expect(find('kf 2').slice(0, 2)).toEqual([2, 'Kingfisher Premium'])
    expect(find('12*3')).toEqual([3, 'Peri Peri Fries'])
    expect(find('3*par')).toEqual([3, 'Parsley Fries'])
    expect(find('3*12')).toEqual([12, 'Paneer Tikka'])
  })
  it('takes no number for a dish by its words when the quantity can’t be sold: Enter must never add 49 of another dish', () => {
    const bar = [dish('Coke', '49'), dish('Sprite 10% more', '50'), dish('Wings (2 pcs)')]
    for (const typed of ['49*0', '49*-2', '49**2', '49*1000', '49*2.5'])
      expect([typed, ...findDishes(bar, typed).found.map(({ item }) => item.name)]).toEqual([typed])
    expect(findDishes(bar, '2*50').found).toMatchObject([{ quantity: 2, item: { code: '50' } }])
    expect(findDishes(bar, '3*2 pcs').found).toMatchObject([{ quantity: 3, item: { name: 'Wings (2 pcs)' } }])
  })
  it('takes a large number before a code for a code that the menu does not have, and no number from inside another one: Enter must never add 92 portions', () => {
    const bar = [dish('Coke', '2'), dish('Sprite (330 ml)', '3')]
    for (const typed of ['92*2', '80*3', '21*2', '0*12'])
      expect([typed, ...findDishes(bar, typed).found.map(({ item }) => item.name)]).toEqual([typed])
    expect(findDishes(bar, '20*2').found).toMatchObject([{ quantity: 20, item: { code: '2' } }])
    expect(findDishes(bar, '2*92').found).toMatchObject([{ quantity: 92, item: { code: '2' } }])
    expect(findDishes(bar, '330').found).toMatchObject([{ quantity: 1, item: { code: '3' } }])
  })
  it('finds nothing for signs alone, which are in no name', () => {
    for (const typed of ['+', '-', '???', '%']) expect([typed, ...find(typed).slice(1)]).toEqual([typed])
    expect(findDishes([dish('Coke', '#1')], '#').found).toHaveLength(1)
  })
  it('keeps a number that belongs to the name', () => {
    expect(findDishes(menu, 'chicken 65').found.map(({ item, quantity }) => [quantity, item.name])).toEqual([
      [1, 'Chicken 65'],
      [65, 'Korean Fried Chicken + Smoked Bbq'],
      [65, 'Korean Fried Chicken Burger'],
    ])
    expect(find('fries 2')).toEqual([2, 'Peri Peri Fries', 'Parsley Fries'])
  })
  it('puts what sells most first among equals, and word starts before what is inside a word', () => {
    expect(find('p', ['Parsley Fries', 'Paneer Tikka'])).toEqual([
      1,
      'Parsley Fries',
      'Paneer Tikka',
      'Peri Peri Fries',
      'Kingfisher Premium',
    ])
    expect(find('ries', ['Parsley Fries'])).toEqual([1, 'Parsley Fries', 'Peri Peri Fries'])
    expect(findDishes([dish('Masala Dosa'), dish('Salad')], 'sala', ['Masala Dosa']).found.map((f) => f.item.name)).toEqual([
      'Salad',
      'Masala Dosa',
    ])
  })
  it('finds every word, without case and accents', () => {
    expect(find('DOSA mas')).toEqual([1, 'Masala Dosa'])
    expect(findDishes([dish('Crème Brûlée')], 'brulee').found).toHaveLength(1)
  })
  it('puts a sold-out dish last, but not when its code was typed: Enter must never add another dish for it', () => {
    const off = [
      dish('Kingfisher Premium', 'KF', { available: false }),
      dish('Kingfisher Ultra', 'KFU'),
      dish('Kheer', null, { remaining: 0 }),
    ]
    const names = (typed: string) => findDishes(off, typed).found.map(({ item }) => item.name)
    expect(names('kf')).toEqual(['Kingfisher Premium', 'Kingfisher Ultra'])
    expect(names('k')).toEqual(['Kingfisher Ultra', 'Kingfisher Premium', 'Kheer'])
  })
  it('finds a dish by its name on paper', () => {
    const printed = [{ ...dish('Chicken Tikka Biryani'), printName: 'CTB full' }, dish('Chicken Full')]
    expect(findDishes(printed, 'ctb').found.map((f) => f.item.name)).toEqual(['Chicken Tikka Biryani'])
    expect(findDishes(printed, 'full').found.map((f) => f.item.name)).toEqual(['Chicken Tikka Biryani', 'Chicken Full'])
  })
  it('forgives one slip in a word when nothing is as it was typed', () => {
    for (const typed of ['panner', 'peneer', 'paner', 'paneeer', 'paener tik', 'tikka panner'])
      expect(find(typed)).toEqual([1, 'Paneer Tikka'])
    expect(findDishes(menu, 'panner').found[0]?.because).toBe('nearly')
    expect(find('3*panner')).toEqual([3, 'Paneer Tikka'])
  })
  it('does not guess for short words, codes or another first letter, nor when something matches', () => {
    for (const typed of ['dsa', 'kf7', 'baneer', 'pannnner', 'chicken 66x']) expect(find(typed)).toEqual([undefined])
    const near = [dish('Parsley Fries'), dish('Pasrley')]
    expect(findDishes(near, 'parsl').found.map((f) => f.item.name)).toEqual(['Parsley Fries'])
  })
  it('in a list that shows all takes a number as part of the text', () => {
    expect(matchingDishes(menu, '3').map(({ name }) => name)).toEqual(['Paneer Tikka'])
    expect(matchingDishes(menu, 'chicken 65').map(({ name }) => name)).toEqual(['Chicken 65'])
    expect(matchingDishes(menu, 'massala').map(({ name }) => name)).toEqual(['Masala Dosa'])
  })
  it('takes at most 50 ms for 500 dishes', () => {
    const many = Array.from({ length: 500 }, (_, i) => dish(`Special ${i} ${menu[i % menu.length]!.name}`, `S${i}`))
    findDishes(many, 'warm')
    const start = performance.now()
    expect(findDishes(many, 'spec 4').found.length).toBeGreaterThan(0)
    expect(findDishes(many, 'special kroean').found.length).toBeGreaterThan(0)
    expect(performance.now() - start).toBeLessThan(50)
  })
})
