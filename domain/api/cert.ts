import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { POS, staff } from './contract.ts'

export const cert = {
  'GET /cert/certificate': staff({
    operationId: 'readCertificate',
    summary: "The print agent's certificate",
    tags: ['Printing'],
    roles: [...POS, 'kitchen', 'delivery'],
    reads: true,
    pages: ['/restaurant/pos', '/restaurant/kitchen', '/restaurant/tables', '/restaurant/orders', '/restaurant/settings/print'],
    returns: z.string(),
    returnsType: 'text/plain',
    failure: 'Failed to retrieve security certificate',
    errors: { '503 not_configured': 'The server has no certificate' },
  }),
  'POST /cert/sign': staff({
    operationId: 'signRequest',
    summary: 'Sign a request of the print agent: 64 hex characters',
    tags: ['Printing'],
    roles: [...POS, 'kitchen', 'delivery'],
    pages: ['/restaurant/pos', '/restaurant/kitchen', '/restaurant/tables', '/restaurant/orders', '/restaurant/settings/print'],
    rateLimit: LIMITS.sign,
    body: z.object({ request: z.string().regex(/^[0-9a-f]{64}$/, 'Must be 64 lower-case hex characters.') }),
    returns: z.object({ signature: z.string() }),
    failure: 'Authentication failed',
    errors: { '503 not_configured': 'The server has no signing key' },
  }),
} as const
