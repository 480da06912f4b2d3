import { z } from 'zod'
import { busy, DateOnly, gone, Id, Instant, intQuery, Message, paging, Rupees } from './common.ts'
import { MANAGERS, POS, staff } from './contract.ts'
import { Email, Mobile, Name } from './fields.ts'

export const Customer = z.object({
  _id: Id,
  name: z.string(),
  mobile_number: z.string(),
  email: z.string().nullable(),
  birthday: z.string().nullable(),
  note: z.string(),
  visits: z.number().int(),
  totalSpent: Rupees,
  lastVisitAt: Instant.nullable(),
  lastAddress: z.string().optional().describe('with `mobile_number`: the address of this number’s last Delivery order'),
})

export type Customer = z.infer<typeof Customer>

const guests = { tags: ['Customers'], roles: [...MANAGERS], pages: ['/restaurant/customers'] as const }
const CustomerFields = z.object({
  name: Name,
  mobile_number: Mobile,
  email: Email.nullish(),
  birthday: DateOnly.nullish(),
  note: z.string().trim().max(500),
})
const IdOrNone = z.union([Id, z.literal('')]).optional()
const CustomerBody = CustomerFields.extend({ note: CustomerFields.shape.note.default('') })

export const customers = {
  'GET /restaurant/customers': staff({
    operationId: 'listCustomers',
    summary: 'Customers; with `mobile_number` the one who has it',
    tags: ['Customers'],
    roles: [...POS, 'mobileAdmin'],
    reads: true,
    pages: [
      '/restaurant/customers',
      '/restaurant/pos',
      '/restaurant/reservation',
      '/restaurant/orders',
      '/restaurant/captain/menu',
      '/restaurant/pos-mobile',
    ],
    query: z.object({
      page: intQuery(1, 1, 100_000),
      limit: intQuery(20, 1, 100),
      search: z.string().trim().max(60).optional(),
      mobile_number: z.string().trim().max(20).optional(),
      segment: z.enum(['new', 'regular', 'lapsed']).optional(),
    }),
    returns: z.object({
      customers: z.array(Customer),
      ...paging,
      totalCustomers: z.number().int(),
    }),
    failure: 'Failed to fetch restaurant users',
    errors: { '403 mobile_number_required': 'Only managers may list customers; others must give a `mobile_number`' },
  }),
  'POST /restaurant/customer': staff({
    operationId: 'createCustomer',
    summary: 'Add a customer',
    idempotent: true,
    ...guests,
    status: 201,
    body: CustomerBody,
    returns: z.object({ customer: Customer }),
    failure: 'Failed to create user',
    errors: { '409 duplicate': 'Another customer has this number: `{ customer }`' },
  }),
  'PUT /restaurant/customer': staff({
    operationId: 'updateCustomer',
    summary: 'Change a customer',
    ...guests,
    query: z.object({ id: IdOrNone }),
    body: CustomerFields.partial().extend({ _id: IdOrNone }),
    returns: z.object({ customer: Customer }),
    failure: 'Failed to update user',
    errors: {
      ...gone,
      ...busy,
      '422 user_id_required': 'User ID is required',
      '409 duplicate': 'Another customer has this number: `{ customer }`',
    },
  }),
  'DELETE /restaurant/customer': staff({
    operationId: 'deleteCustomer',
    summary: 'Delete a customer',
    ...guests,
    query: z.object({ id: Id }),
    returns: Message,
    failure: 'Failed to delete user',
    errors: gone,
  }),
} as const
