import { z } from 'zod'
import { isStored } from '../money.ts'
import { isFineEnough, MOST_STOCK, MOVE_KINDS } from '../stock.ts'
import { byId, DateOnly, gone, Id, Instant, intQuery, Message, paging, rupees, Rupees } from './common.ts'
import { MONEY, staff } from './contract.ts'
import { Url } from './fields.ts'

export const RawMaterial = z.object({
  _id: Id,
  name: z.string(),
  unit: z.string(),
  category: z.string(),
  subcategory: z.string().nullable(),
  minimumStock: z.number(),
  currentStock: z.number(),
  costPerUnit: Rupees,
  usedIn: z.array(z.object({ _id: Id, name: z.string() })).describe('dishes whose recipes use it'),
})
export const Stock = z.object({
  _id: Id,
  rawMaterial: z.object({ _id: Id, name: z.string(), unit: z.string() }),
  stockQuantity: z.number(),
  unitCost: Rupees.nullable(),
  expiryDate: z.string().nullable(),
  receiptImage: z.string().nullable(),
  createdAt: Instant,
})
export const Movement = z.object({
  _id: Id,
  kind: z.enum(MOVE_KINDS).describe('for a line that was cancelled after it was Ready there are two, `back` and `waste`, which cancel out'),
  quantity: z.number().describe('in the unit of the raw material; negative when stock was taken out'),
  unitCost: Rupees.nullable(),
  reason: z.string(),
  orderId: z.string().nullable(),
  kotId: z.string().nullable(),
  itemName: z.string().nullable().describe('the dish that was sold or cancelled'),
  stock: z
    .object({ _id: Id, expiryDate: z.string().nullable(), receiptImage: z.string().nullable() })
    .nullable()
    .describe('the lot that was bought, made or counted, even if it is used up now'),
  by: z.string(),
  at: Instant,
})
const Used = z
  .object({ quantity: z.number(), since: Instant })
  .describe(
    '(+) what was sold, wasted or converted in the last 14 days, and since when: 14 days ago, or its first movement if it is newer; null without a movement in these days, and with `before`',
  )
export const Conversion = z.object({
  conversionId: Id,
  _id: Id,
  name: z.string(),
  fromMaterial: z.object({ _id: Id, name: z.string(), unit: z.string() }),
  fromQuantity: z.number(),
  toMaterial: z.object({ _id: Id, name: z.string(), unit: z.string() }),
  toQuantity: z.number(),
})
export const MaterialCategory = z.object({
  _id: Id,
  category: z.string(),
  subcategories: z.array(z.object({ _id: Id, subcategory: z.string() })),
})

/** Raw materials, their lots ("stocks"), conversions and categories (SPEC §7 "Inventory"). Quantities are in the material's own unit, up to three decimals. */
const tags = ['Inventory']
const roles = [...MONEY, 'kitchen'] as const
const pages = ['/restaurant/inventory', '/restaurant/settings/recipe'] as const
export const read = { tags, roles: [...roles], reads: true, pages } as const
export const write = { tags, roles: [...roles], pages: ['/restaurant/inventory'] as const, idempotent: true } as const
const Name = z.string().trim().min(1).max(80)
const fine = (schema: z.ZodNumber) => schema.refine((sent) => isFineEnough(sent) && isStored(sent, 1000), 'At most three decimals.')
/** For counts: whatever the books may have. */
const AnyStock = fine(z.number().min(-MOST_STOCK).max(MOST_STOCK))
const AnyLot = fine(z.number().min(0).max(MOST_STOCK))
export const Positive = fine(z.number().gt(0).max(1_000_000))
const NotNegative = fine(z.number().min(0).max(1_000_000))
const MaterialFields = z.object({
  name: Name,
  unit: z.string().trim().min(1).max(20),
  category: z.string().trim().max(80),
  categoryId: Id.optional().describe('the category that `category` named when it was read: the material gets the name that it has by now'),
  subcategory: z.string().trim().max(80).nullish(),
  minimumStock: NotNegative,
  costPerUnit: rupees(0, 10_000_000),
})
// Only a new one has defaults: in a partial schema they would overwrite the fields that a change leaves out.
const { category, minimumStock, costPerUnit } = MaterialFields.shape
const MaterialBody = MaterialFields.extend({
  category: category.default(''),
  minimumStock: minimumStock.default(0),
  costPerUnit: costPerUnit.default(0),
})
export const Unit = MaterialFields.shape.unit
  .optional()
  .describe('the unit that the caller was shown; the quantity means something else in another')
export const UNIT_CHANGED = { '409 unit_changed': 'The material isn’t counted in `unit` any more: `{ rawMaterial }` as it is now' }
const StockBody = z.object({
  rawMaterial: Id,
  stockQuantity: Positive,
  unit: Unit,
  unitCost: rupees(0, 10_000_000).nullish(),
  expiryDate: DateOnly.nullish(),
  receiptImage: Url.max(300).nullish(),
})
const Sorted = z.object({
  page: intQuery(1, 1, 100_000),
  limit: intQuery(50, 1, 200),
  search: z.string().trim().max(80).optional(),
  sort: z.string().max(40).optional(),
  order: z.enum(['asc', 'desc']).default('asc'),
})
export const materials = {
  'GET /restaurant/inventory/raw-materials': staff({
    operationId: 'listRawMaterials',
    summary: 'Raw materials with their current stock',
    ...read,
    query: Sorted,
    returns: z.object({ rawMaterials: z.array(RawMaterial), ...paging, totalRawMaterials: z.number().int() }),
    failure: 'Failed to fetch raw materials',
  }),
  'GET /restaurant/inventory/raw-materials/all': staff({
    operationId: 'allRawMaterials',
    summary: 'All raw materials, without pages',
    ...read,
    returns: z.object({ rawMaterials: z.array(RawMaterial) }),
    failure: 'Failed to fetch raw materials',
  }),
  'GET /restaurant/inventory/raw-materials/:id': staff({
    operationId: 'readRawMaterial',
    summary: 'One raw material',
    ...read,
    params: byId,
    returns: z.object({ rawMaterial: RawMaterial }),
    failure: 'Failed to fetch raw material',
    errors: gone,
  }),
  'POST /restaurant/inventory/raw-materials': staff({
    operationId: 'createRawMaterial',
    summary: 'Add a raw material',
    ...write,
    status: 201,
    body: MaterialBody,
    returns: z.object({ rawMaterial: RawMaterial }),
    failure: 'Failed to create raw material',
    errors: { '409 duplicate': 'Another raw material has this name' },
  }),
  'PUT /restaurant/inventory/raw-materials/:id': staff({
    operationId: 'updateRawMaterial',
    summary: 'Change a raw material',
    ...write,
    params: byId,
    body: MaterialFields.partial(),
    returns: z.object({ rawMaterial: RawMaterial }),
    failure: 'Failed to update raw material',
    errors: {
      ...gone,
      '409 duplicate': 'Another raw material has this name',
      '409 in_use': 'The unit can’t change any more, because quantities are stored in it',
    },
  }),
  'DELETE /restaurant/inventory/raw-materials/:id': staff({
    operationId: 'deleteRawMaterial',
    summary: 'Delete a raw material that no recipe and no conversion uses',
    ...write,
    params: byId,
    returns: Message,
    failure: 'Failed to delete raw material',
    errors: { ...gone, '409 in_use': 'Recipes or conversions use it: `{ recipes, conversions? }`' },
  }),
  'POST /restaurant/inventory/raw-materials/:id': staff({
    operationId: 'correctRawMaterial',
    summary: 'Correct the stock, or add a purchase',
    ...write,
    params: byId,
    body: z.object({
      delta: AnyStock,
      reason: z.string().trim().min(1).max(200),
      unitCost: rupees(0, 10_000_000).optional(),
      unit: Unit,
      stockWas: AnyStock.optional().describe('for a count: the stock that `delta` is the difference to; with it `delta` may be 0'),
    }),
    returns: z.object({ rawMaterial: RawMaterial }),
    failure: 'Failed to update raw material',
    errors: {
      ...gone,
      '409 out_of_stock': 'There is less in stock than is taken out',
      '409 stock_changed': 'The stock isn’t `stockWas` any more: `{ rawMaterial }` as it is now',
      ...UNIT_CHANGED,
    },
  }),
  'GET /restaurant/inventory/raw-materials/:id/movements': staff({
    operationId: 'listMovements',
    summary: 'The stock movements of a raw material, newest first; older ones by `before`',
    ...read,
    params: byId,
    query: z.object({
      limit: intQuery(50, 1, 200),
      before: Id.optional().describe('the `_id` of the last movement that the caller has'),
    }),
    returns: z.object({ movements: z.array(Movement), hasMore: z.boolean(), used: Used.nullable() }),
    failure: 'Failed to fetch movements',
    errors: { '404 not_found': 'No such raw material in this restaurant, or no such movement of it' },
  }),
} as const

/** A count replaces a lot's quantity, so it names the one that it replaces (docs/decisions/015). */
const StockWas = AnyLot.optional().describe('for a count: the lot’s quantity as it was shown when `stockQuantity` was typed')

export const stocks = {
  'GET /restaurant/inventory/stocks': staff({
    operationId: 'listStocks',
    summary: 'Lots, soonest expiry first',
    ...read,
    query: Sorted.extend({ rawMaterial: Id.optional() }),
    returns: z.object({ stocks: z.array(Stock), ...paging, totalStocks: z.number().int() }),
    failure: 'Failed to fetch stocks',
  }),
  'GET /restaurant/inventory/stocks/all': staff({
    operationId: 'allStocks',
    summary: 'All lots that are not empty, without pages',
    ...read,
    returns: z.object({ stocks: z.array(Stock) }),
    failure: 'Failed to fetch stocks',
  }),
  'GET /restaurant/inventory/stocks/:id': staff({
    operationId: 'readStock',
    summary: 'One lot',
    ...read,
    params: byId,
    returns: z.object({ stock: Stock }),
    failure: 'Failed to fetch stock',
    errors: gone,
  }),
  'POST /restaurant/inventory/stocks': staff({
    operationId: 'createStock',
    summary: 'Add a purchase as a new lot',
    ...write,
    status: 201,
    body: StockBody,
    returns: z.object({ stock: Stock, rawMaterial: RawMaterial }),
    failure: 'Failed to create stock',
    errors: { ...gone, ...UNIT_CHANGED },
  }),
  'PUT /restaurant/inventory/stocks/update/:id': staff({
    operationId: 'updateStock',
    summary: 'Correct a lot',
    ...write,
    params: byId,
    body: StockBody.omit({ rawMaterial: true, unit: true }).partial().extend({ stockQuantity: AnyLot.optional(), stockWas: StockWas }),
    returns: z.object({ stock: Stock, rawMaterial: RawMaterial }),
    failure: 'Failed to update stock',
    errors: { ...gone, '409 stock_changed': 'The lot’s quantity isn’t `stockWas` any more: `{ stock }` as it is now' },
  }),
  'PUT /restaurant/inventory/stocks/bulk-update': staff({
    operationId: 'bulkUpdateStocks',
    summary: 'Enter the counted quantities of many lots; returns a result for each row',
    ...write,
    body: z.object({
      stocks: z
        .array(z.object({ _id: z.string().max(60), stockQuantity: z.number().nullish(), stockWas: StockWas }))
        .min(1)
        .max(500),
    }),
    returns: z.object({
      results: z.array(
        z.object({
          _id: z.string(),
          ok: z.boolean(),
          stock: Stock.optional().describe('the lot after its count, or as it is when it isn’t `stockWas` any more'),
          message: z.string().optional(),
        }),
      ),
      updated: z.number().int(),
      failed: z.number().int(),
      rawMaterials: z.array(RawMaterial).describe('the raw materials whose lots were counted, as they are now'),
    }),
    failure: 'Failed to update stocks',
  }),
  'DELETE /restaurant/inventory/stocks/:id': staff({
    operationId: 'deleteStock',
    summary: 'Remove a lot',
    ...write,
    params: byId,
    returns: Message.extend({ rawMaterial: RawMaterial }),
    failure: 'Failed to delete stock',
    errors: gone,
  }),
} as const

export const conversions = {
  'GET /restaurant/inventory/conversions': staff({
    operationId: 'listConversions',
    summary: 'Conversions',
    ...read,
    returns: z.object({ conversions: z.array(Conversion) }),
    failure: 'Failed to fetch conversions',
  }),
  'POST /restaurant/inventory/conversions': staff({
    operationId: 'createConversion',
    summary: 'Add a conversion',
    ...write,
    status: 201,
    body: z.object({
      name: Name,
      ...{ fromMaterial: Id, fromQuantity: Positive, fromUnit: Unit },
      ...{ toMaterial: Id, toQuantity: Positive, toUnit: Unit },
    }),
    returns: z.object({ conversion: Conversion }),
    failure: 'Failed to create conversion',
    errors: { ...gone, ...UNIT_CHANGED },
  }),
  'DELETE /restaurant/inventory/conversions': staff({
    operationId: 'deleteConversion',
    summary: 'Delete a conversion',
    ...write,
    body: z.object({ conversionId: Id }),
    returns: Message,
    failure: 'Failed to delete conversion',
    errors: gone,
  }),
  'POST /restaurant/inventory/conversions/execute': staff({
    operationId: 'executeConversion',
    summary: 'Execute a conversion, once or several times',
    ...write,
    body: z.object({ conversionId: Id, customQuantity: Positive.default(1) }),
    returns: z.object({ conversion: Conversion, from: RawMaterial, to: RawMaterial }),
    failure: 'Failed to execute conversion',
    errors: { ...gone, '409 out_of_stock': 'There is too little of the material that is converted' },
  }),
} as const

export const materialCategories = {
  'GET /restaurant/inventory/raw-materials/categories': staff({
    operationId: 'listMaterialCategories',
    summary: 'Categories with their subcategories',
    ...read,
    returns: z.object({ categories: z.array(MaterialCategory) }),
    failure: 'Failed to fetch categories',
  }),
  'POST /restaurant/inventory/raw-materials/categories': staff({
    operationId: 'createMaterialCategory',
    summary: 'Add a category',
    ...write,
    status: 201,
    body: z.object({ category: Name }),
    returns: z.object({ category: MaterialCategory }),
    failure: 'Failed to create category',
    errors: { '409 duplicate': 'The name is used already' },
  }),
  'PUT /restaurant/inventory/raw-materials/categories': staff({
    operationId: 'updateMaterialCategories',
    summary: 'Rename and order categories, all or nothing',
    ...write,
    body: z.object({
      categories: z
        .array(z.object({ _id: Id, category: Name }))
        .min(1)
        .max(200),
    }),
    returns: z.object({ categories: z.array(MaterialCategory) }),
    failure: 'Failed to update categories',
    errors: { ...gone, '409 duplicate': 'The name is used already' },
  }),
  'DELETE /restaurant/inventory/raw-materials/categories/:id': staff({
    operationId: 'deleteMaterialCategory',
    summary: 'Delete a category',
    ...write,
    params: byId,
    returns: Message,
    failure: 'Failed to delete category',
    errors: gone,
  }),
  'POST /restaurant/inventory/raw-materials/categories/subcategory': staff({
    operationId: 'createMaterialSubcategory',
    summary: 'Add a subcategory',
    ...write,
    status: 201,
    body: z.object({ parent_category_id: Id, subcategory: Name }),
    returns: z.object({ category: MaterialCategory }),
    failure: 'Failed to create subcategory',
    errors: { ...gone, '409 duplicate': 'The name is used already' },
  }),
  'DELETE /restaurant/inventory/raw-materials/categories/:id/subcategory/:subId': staff({
    operationId: 'deleteMaterialSubcategory',
    summary: 'Delete a subcategory',
    ...write,
    params: z.object({ id: Id, subId: Id }),
    returns: Message.extend({ category: MaterialCategory }),
    failure: 'Failed to delete subcategory',
    errors: gone,
  }),
} as const

export const inventory = { ...materials, ...stocks, ...conversions, ...materialCategories } as const
