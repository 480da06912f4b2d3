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
            'addons (`Bread (1-2): Roti=0; Naan=40 | Extras (0+): Cheese=30`), station, code, print_name, calories, allergens (`Milk; Nuts`), gst (its own GST in percent; empty for the outlet’s) and price_includes_tax (yes, no; empty for as the outlet’s), which an export has only where a dish fills them. A dish is found by its category, subcategory and name, in a file without the column subcategory by category and name; a column that is missing leaves its field unchanged. At most 5000 rows.',
        ),
      dryRun: z.boolean().default(false).describe('report what would be done, and change nothing'),
      plan: z.string().max(64).optional().describe('of a dry run: the import does what that showed, or is refused'),
    }),
    returns: z.object({
      plan: z.string().describe('the id of what is done to the dishes of the file'),
      results: z.array(
        z.object({
          row: z.number().int(),
          ok: z.boolean(),
          name: z.string(),
          message: z.string().optional(),
          outcome: z.enum(['added', 'changed', 'same', 'failed']),
          changes: z
            .array(z.object({ column: z.string(), from: z.string(), to: z.string() }))
            .optional()
            .describe('of a changed dish: what each column was and will be, as in the file'),
          cells: z
            .array(z.object({ column: z.string(), value: z.string() }))
            .optional()
            .describe(
              'of a new dish: what is understood of its row, as in the file; what is empty, alcohol `no` and available `yes` are left out',
            ),
        }),
      ),
      unknownColumns: z.array(z.string()).describe('columns of the file that are ignored, each once; the first 50'),
      notInFile: z.number().int().describe('dishes of the menu that the file doesn’t name; they stay as they are'),
      withoutDiet: z.number().int().describe('new dishes whose diet the file doesn’t say; they become veg'),
      clearsIngredients: z.number().int().describe('changed dishes whose ingredients this clears (SPEC §5)'),
      deletesRecipes: z.number().int().describe('recipes that this deletes, of variants that their dishes no longer have'),
      created: z.number().int(),
      updated: z.number().int(),
      failed: z.number().int(),
    }),
    failure: 'Failed to import menu',
    errors: {
      '409 menu_changed': 'The menu was changed since the dry run: `{ preview }`, its answer as it is now',
      '422 malformed_csv': 'Not CSV, or without the columns category, name and price',
    },
  }),
} as const
