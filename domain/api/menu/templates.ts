import { z } from 'zod'
import { byId, gone, Id, Message, Rupees } from '../common.ts'
import { EVERY_STAFF, staff } from '../contract.ts'
import { Addons, Bound, MenuName, write } from './fields.ts'

const tags = ['Menu']

export const AddonTemplate = z.object({
  _id: Id,
  name: z.string(),
  min: z.number().int(),
  max: z.number().int(),
  addons: z.array(z.object({ name: z.string(), price: Rupees })),
  usedBy: z.number().int().describe('number of items that use it'),
})

const addonWrite = { ...write, pages: ['/restaurant/settings/addons', '/restaurant/settings/menu', '/restaurant/settings'] as const }
const TemplateBody = z.object({ name: MenuName, min: Bound.default(0), max: Bound.default(0), addons: Addons })
const TemplateChange = z
  .object({ name: MenuName, min: Bound, max: Bound, addons: Addons })
  .partial()
  .extend({ addonsBefore: Addons.optional().describe('(+) the addons as they were seen: `addons` replaces no other ones') })

export const templates = {
  'GET /menus/addon-templates': staff({
    operationId: 'listAddonTemplates',
    summary: 'Addon templates',
    tags,
    roles: [...EVERY_STAFF],
    pages: [],
    query: z.object({ restaurantId: Id.optional() }),
    returns: z.object({ templates: z.array(AddonTemplate) }),
    failure: 'Failed to fetch addon templates',
    errors: gone,
  }),
  'POST /menus/addon-template/create': staff({
    operationId: 'createAddonTemplate',
    summary: 'Add an addon template',
    ...addonWrite,
    status: 201,
    body: TemplateBody,
    returns: z.object({ template: AddonTemplate }),
    failure: 'Failed to create addon template',
    errors: { '409 duplicate': 'Another template has this name' },
  }),
  'PUT /menus/addon-template/:id': staff({
    operationId: 'updateAddonTemplate',
    summary: 'Change a template, and with it all dishes that use it',
    ...addonWrite,
    params: byId,
    body: TemplateChange,
    returns: z.object({ template: AddonTemplate }),
    failure: 'Failed to update addon template',
    errors: {
      ...gone,
      '409 duplicate': 'Another template has this name',
      '409 addons_changed': 'The template has other addons now than `addonsBefore`; nothing was saved: `{ template }`, as it is now',
    },
  }),
  'DELETE /menus/addon-template/delete/:id': staff({
    operationId: 'deleteAddonTemplate',
    summary: 'Delete a template; dishes keep their copies',
    ...addonWrite,
    params: byId,
    returns: Message,
    failure: 'Failed to delete addon template',
    errors: gone,
  }),
} as const
