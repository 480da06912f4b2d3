import { describe, expect, it } from 'vitest'
import { atMenuPrices } from './atMenuPrices.ts'
import { aMenuItem, AT } from './test/shapes.ts'
import { addItem, lineOf, type NewDraftLine } from './ticket.ts'

describe('a ticket at the menu’s present prices', () => {
  const item = aMenuItem({ price: 200, variants: [{ name: 'Half', additionalPrice: 10 }] })
  const ticket = (more: Partial<NewDraftLine> = {}) =>
    addItem(addItem(null, { ...lineOf(item, { variant: 'Half' }), ...more }, AT), lineOf(aMenuItem({ _id: 'other' })), AT)
  const now = (change: Partial<typeof item>, draft = ticket()) => atMenuPrices(draft, new Map([[item._id, { ...item, ...change }]])).lines

  it('has the changed price and keeps its key, its quantity and the lines of other dishes', () => {
    const draft = ticket({ quantity: 3, additionalItemNote: 'no onion' })
    expect(now({ price: 250 }, draft)).toEqual([{ ...draft.lines[0], price: 250 }, draft.lines[1]])
    expect(now({ gstRate: 18 }, draft)[0]).toMatchObject({ price: 200, gstRate: 18 })
  })
  it('has the same lines where nothing changed, so that they aren’t drawn again', () => {
    const draft = ticket()
    for (const [i, line] of now({ name: 'Another name', version: 9 }, draft).entries()) expect(line).toBe(draft.lines[i])
  })
  it('keeps a line whose choice the menu doesn’t offer any more', () => {
    expect(now({ price: 250, variants: [{ name: 'Full', additionalPrice: 0 }] })[0]).toMatchObject({ price: 200 })
  })
})
