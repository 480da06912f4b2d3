import { z } from 'zod'
import { OWNERS, staff } from '../contract.ts'
import { write } from './fields.ts'

const tags = ['Menu']

export const importing = {
  'GET /menus/export': staff({
    operationId: 'exportMenu',
    summary: 'The whole menu as CSV (+)',
    tags,
    roles: [...OWNERS],
    reads: true,
    pages: ['/restaurant/settings/menu'],
    returns: z.string(),
    returnsType: 'text/csv',
    failure: 'Failed to export menu',
  }),
  'POST /menus/import': staff({
    operationId: 'importMenu',
    summary: 'Import items from CSV; returns a result for each row (+)',
    ...write,
    body: z.object({
      csv: z
        .string()
        .min(1)
        .max(900_000)
        .describe(
          'As in the export: category, name, price, and optionally subcategory, description, diet, alcohol (yes, no), available (yes, no), variants (`Half=-50; Full=0`), ' +
            'addons (`Bread (1-2): Roti=0; Naan=40 | Extras (0+): Cheese=30`), station, code, print_name, calories, allergens (`Milk; Nuts`). A dish is found by its category, subcategory and name; a column that is missing leaves its field unchanged. At most 5000 rows.',
        ),
      dryRun: z.boolean().default(false).describe('report what would be done, and change nothing'),
    }),
    returns: z.object({
      results: z.array(z.object({ row: z.number().int(), ok: z.boolean(), name: z.string(), message: z.string().optional() })),
      created: z.number().int(),
      updated: z.number().int(),
      failed: z.number().int(),
    }),
    failure: 'Failed to import menu',
    errors: { '422 malformed_csv': 'Not CSV, or without the columns category, name and price' },
  }),
} as const
