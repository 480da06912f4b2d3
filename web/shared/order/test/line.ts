import type { NewDraftLine } from '#domain/ticket.ts'

/** A dish as it is added to an open ticket. */
export const draftLine = (id: string, quantity = 1): NewDraftLine => ({
  _id: id,
  itemName: id,
  price: 10,
  quantity,
  variants: [],
  addonGroups: [],
  additionalItemNote: '',
  dietType: 'veg',
  isAlcohol: false,
})
