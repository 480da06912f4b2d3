import type { inventory as contract } from '#domain/api/inventory.ts'
import type { Handlers } from '../http/implement.ts'
import { categoryHandlers } from './categories.ts'
import { conversionHandlers } from './conversions.ts'
import { materialHandlers } from './materials.ts'
import { stockHandlers } from './stocks.ts'

export const inventoryHandlers: Handlers<typeof contract> = {
  ...materialHandlers,
  ...stockHandlers,
  ...conversionHandlers,
  ...categoryHandlers,
}
