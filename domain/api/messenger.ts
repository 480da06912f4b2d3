import { z } from 'zod'
import { call } from './contract.ts'

export const messenger = {
  'GET /dev/outbox': call({
    operationId: 'devOutbox',
    summary: 'Only in development: the newest 50 codes and mails that were sent',
    tags: ['System'],
    scope: 'public',
    roles: ['public'],
    query: z.object({ to: z.string().max(254).optional() }),
    returns: z.object({
      messages: z.array(
        z.object({ id: z.string(), kind: z.string(), to: z.string(), subject: z.string(), text: z.string(), at: z.string() }),
      ),
    }),
    failure: 'Not available',
    errors: { '404 not_found': 'Not in development, or asked for by a name that may lead to this machine from any web site' },
  }),
} as const
