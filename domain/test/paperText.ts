import type { OrderShape } from '../api/order.ts'
import { asText, type PaperLine } from '../print/lines.ts'
import { billDocument, kotDocument, linesOf, type PaperOptions } from '../print/document.ts'
import { aRestaurant } from './shapes.ts'

/** Bills and KOTs of orders as paper lines and as text. */

export const billLines = (
  order: OrderShape,
  restaurant: PaperOptions['restaurant'],
  options: Omit<PaperOptions, 'restaurant'>,
): PaperLine[] => linesOf(billDocument(order), { restaurant, ...options })
/** The first ticket's lines; none when there is nothing to print. */
export const kotLines = (
  order: OrderShape,
  restaurant: PaperOptions['restaurant'],
  options: Omit<PaperOptions, 'restaurant'>,
): PaperLine[] => {
  const document = kotDocument(order, order.kots[0]!)
  return document ? linesOf(document, { restaurant, ...options }) : []
}
export const billText = (order: OrderShape, columns: 32 | 48 = 48, restaurant = aRestaurant()): string =>
  asText(billLines(order, restaurant, { columns }), columns)
export const kotText = (order: OrderShape, columns: 32 | 48 = 32, restaurant = aRestaurant()): string =>
  asText(kotLines(order, restaurant, { columns }), columns)
