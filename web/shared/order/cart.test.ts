import { describe, expect, it } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { aMenuItem } from '#domain/test/shapes.ts'
import { addItem, type Draft, lineOf } from '#domain/ticket.ts'
import { byDish, FAVOURITES, lastRound, refusedStill, lineTrouble, shelves, troubles } from './cart.ts'

const dish = (name: string, more: Partial<MenuItemShape> = {}) =>
  aMenuItem({ _id: name, name, price: 100, categoryId: 'c', categoryName: 'c', ...more })
const AT = '2026-11-21T10:00:00.000Z'
const coke = dish('Coke')
const burger = dish('Burger', { variants: ['Lamb', 'Chicken'].map((name) => ({ name, additionalPrice: 0 })) })
const fries = dish('Fries', { remaining: 2 })
const menu = (...items: MenuItemShape[]) => new Map(items.map((i) => [i._id, i]))

const draft = [
  lineOf(coke),
  lineOf(burger, { variant: 'Lamb' }),
  lineOf(burger, { variant: 'Chicken', quantity: 2 }),
  lineOf(fries, { quantity: 3 }),
].reduce<Draft | null>((d, l) => addItem(d, l, AT), null)

describe('a dish that the server refused', () => {
  const menu = (version: number) => new Map([['coke', { version }]])
  const refusal = { itemId: 'coke', message: 'Item "Coke" is unavailable.', version: 3 }
  it('is not available until the menu has a newer state of it', () => {
    expect(refusedStill(refusal, menu(3))).toBe(true)
    expect(refusedStill(refusal, menu(4))).toBe(false)
  })
})

describe('unsent items', () => {
  it('are counted by dish, with their separate lines', () => {
    const of = byDish(draft)
    expect(of('Burger')).toMatchObject({ quantity: 3, lines: [{ quantity: 1 }, { quantity: 2 }] })
    expect(of('Tea')).toEqual({ quantity: 0, lines: [] })
  })
})

describe('lines that can’t be sold', () => {
  it('are found by the menu: sold out, removed, or too few left', () => {
    expect(lineTrouble({ available: false, remaining: null }, 1)).toBe('Sold out')
    expect(lineTrouble({ available: true, remaining: 0 }, 1)).toBe('Sold out')
    expect(lineTrouble({ available: true, remaining: 2 }, 3)).toBe('Only 2 left')
    expect(lineTrouble({ available: true, remaining: 2 }, 2)).toBeNull()
    expect(lineTrouble(undefined, 1)).toBe('No longer on the menu')
  })
  it('are found by the server’s refusal, even if the menu is not updated yet', () => {
    expect([...troubles(draft, menu(coke, burger, fries), ['Coke'])]).toEqual([
      ['Coke', 'Not available'],
      ['Fries', 'Only 2 left'],
    ])
    expect(troubles(draft, new Map(), ['Coke']).size).toBe(0)
    expect(troubles(null, menu(coke), []).size).toBe(0)
  })
})

describe('the last round', () => {
  const sold = (item: MenuItemShape, status = 'Served', quantity = 1) =>
    ({ ...lineOf(item, { variant: item.variants[0]?.name, quantity }), status }) as never
  const kot = (sentAt: string, items: unknown[], held = false) => ({ kotId: sentAt, sentAt, createdAt: sentAt, held, items }) as Kot
  const order = (kots: Kot[]) => ({ kots }) as OrderShape

  it('is the last sent ticket, without cancelled items, at the current menu', () => {
    const round = lastRound(
      order([
        kot('2026-11-21T10:00:00.000Z', [sold(coke)]),
        kot('2026-11-21T11:00:00.000Z', [sold(burger, 'Served', 2), sold(coke, 'Cancelled'), sold(fries)]),
        kot('2026-11-21T12:00:00.000Z', [sold(coke)], true),
      ]),
      [coke, burger, { ...fries, available: false }],
    )
    expect(round).toMatchObject({ count: 2, missing: 1, text: '2 Burger, 1 Fries' })
    expect(round?.lines.map((l) => [l._id, l.quantity])).toEqual([['Burger', 2]])
  })
  it('is null before the first ticket', () => {
    expect(lastRound(null, [coke])).toBeNull()
    expect(lastRound(order([kot(AT, [sold(coke, 'Cancelled')])]), [coke])).toBeNull()
  })
})

describe('what the list shows', () => {
  const section = (id: string, items: MenuItemShape[]) => ({ id, name: id, items, soldOut: 0 })
  const sections = [section('Burgers', [burger]), section('Sides', [fries, dish('Dip')]), section('Drinks', [coke])]
  const shown = (trending: MenuItemShape[], chosen: string) =>
    shelves({ sections, trending }, chosen).map((s) => [s.title, s.items.map((i) => i.name)])

  it('is the whole menu under Favourites, each dish once, best sellers first', () => {
    expect(shown([fries, coke], FAVOURITES)).toEqual([
      ['Favourites', ['Fries', 'Coke']],
      ['Burgers', ['Burger']],
      ['More Sides', ['Dip']],
    ])
  })
  it('is everything in a category', () => expect(shown([fries], 'Sides')).toEqual([['Sides', ['Fries', 'Dip']]]))
  it('is the menu in its own order while nothing was sold', () => {
    expect(shown([], FAVOURITES).map(([title]) => title)).toEqual(['Burgers', 'Sides', 'Drinks'])
  })
})
