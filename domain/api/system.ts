import { z } from 'zod'
import { call } from './contract.ts'

const open = { tags: ['System'], scope: 'public', roles: ['public'], failure: 'Not available' } as const

export const system = {
  'GET /health': call({
    operationId: 'health',
    summary: 'Check that the service is up',
    ...open,
    returns: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  'GET /openapi.json': call({ operationId: 'openapi', summary: 'This description', ...open, returns: z.record(z.string(), z.unknown()) }),
  'GET /docs': call({
    operationId: 'docs',
    summary: 'This description as a page to read',
    ...open,
    returns: z.string(),
    returnsType: 'text/html',
  }),
} as const
