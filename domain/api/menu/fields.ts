import { z } from 'zod'
import { DIET_TYPES } from '../../order.ts'
import { Id, PercentIn, rupees } from '../common.ts'
import { OWNERS } from '../contract.ts'
import { Url } from '../fields.ts'

/** Parts of the calls that change the menu. */

export const write = {
  tags: ['Menu'],
  roles: [...OWNERS],
  pages: ['/restaurant/settings/menu', '/restaurant/settings'] as const,
  idempotent: true,
} as const
export const MenuName = z.string().trim().min(1).max(120)
export const MenuText = z.string().trim().max(1000)
export const Image = Url.max(300).nullish()
export const Price = rupees(0, 1_000_000)
export const Addons = z
  .array(z.object({ name: MenuName, price: Price }))
  .min(1)
  .max(60)
export const Bound = z.number().int().min(0).max(60)
/** A max of 0 means no limit. */
export const AddonGroup = z
  .object({
    name: MenuName,
    min: Bound.default(0),
    max: Bound.default(0),
    addons: Addons,
    templateId: Id.optional().describe('the group is a copy of this template: its name, bounds and addons are taken from the template'),
  })
  .refine((g) => g.max === 0 || g.max >= g.min, { path: ['max'], message: 'Must not be less than the minimum.' })
/** Where it is made; empty for no station. */
export const Station = z.string().trim().max(40).nullish()
/** Letters and digits only: at the till `12*3` and `kf 2` are a code and a quantity. An empty one removes it. */
export const DishCode = z
  .string()
  .trim()
  .max(8)
  .regex(/^[A-Za-z0-9]*$/, 'Letters and digits only.')
/** No defaults here: zod applies them with `.partial()` too, so an update would reset the fields that it leaves out. */
export const itemFields = {
  name: MenuName,
  code: DishCode.nullish(),
  printName: z.string().trim().max(40).nullish(),
  description: MenuText,
  price: Price,
  dietType: z.enum(DIET_TYPES),
  isAlcohol: z.boolean(),
  gstRate: PercentIn.nullish().describe('(+) its own GST; null: the outlet’s'),
  taxIncluded: z.boolean().nullish().describe('(+) its price includes the tax; null: as the outlet’s prices do'),
  available: z.boolean(),
  image: Image,
  variants: z
    .array(
      z.object({
        name: MenuName,
        additionalPrice: rupees(-1_000_000, 1_000_000).default(0),
      }),
    )
    .max(30),
  addonGroups: z.array(AddonGroup).max(30),
  remaining: z.number().int().min(0).max(100_000).nullish(),
  station: Station,
  calories: z.number().int().min(0).max(20_000).nullish(),
  allergens: z.array(z.string().trim().min(1).max(40)).max(30),
}
/** An item without its category and subcategory, as in a row of an import. */
export const ItemFields = z.object(itemFields).partial()
export const sameCode = { '409 duplicate_code': 'Another dish has this code, in any case: `{ itemId, itemName }`' }
export const sameName = { '409 duplicate': 'The same category or subcategory already has this name' }
