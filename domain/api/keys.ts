import { z } from 'zod'
import { byId, crossSite, gone, Id, Instant, Message } from './common.ts'
import { OWNERS, staff } from './contract.ts'

export const SyncKey = z.object({
  id: Id,
  _id: Id,
  label: z.string(),
  prefix: z.string(),
  createdBy: z.string().nullable().describe('who made it; null for keys made before names were kept'),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  active: z
    .boolean()
    .describe('false once it is revoked, and while its maker has left, is inactive or may no longer make keys: then it is refused'),
})

const holders = { tags: ['Sync keys'], roles: [...OWNERS], pages: ['/restaurant/settings/keys', '/restaurant/settings'] as const }

export const keys = {
  'GET /restaurant/keys': staff({
    operationId: 'listKeys',
    summary: 'Sync keys',
    ...holders,
    reads: true,
    returns: z.object({ keys: z.array(SyncKey) }),
    failure: 'Failed to fetch Sync Keys',
  }),
  'GET /restaurant/keys/generate': staff({
    operationId: 'generateKey',
    summary: 'Create a key, which is shown only in this answer. This GET changes state, so only same-site callers may make it',
    ...holders,
    status: 201,
    query: z.object({ label: z.string().trim().max(60).optional() }),
    returns: z.object({ key: z.string(), syncKey: SyncKey }),
    failure: 'Failed to generate Sync Key',
    errors: crossSite,
  }),
  'DELETE /restaurant/keys/:id': staff({
    operationId: 'revokeKey',
    summary: 'Revoke a key',
    ...holders,
    params: byId,
    returns: z.object({ message: z.string(), syncKey: SyncKey }),
    failure: 'Failed to revoke Sync Key',
    errors: gone,
  }),
  'DELETE /restaurant/keys/:id/delete': staff({
    operationId: 'deleteKey',
    summary: 'Remove a revoked key',
    ...holders,
    params: byId,
    returns: Message,
    failure: 'Failed to delete Sync Key',
    errors: { ...gone, '409 not_revoked': 'The key must be revoked first' },
  }),
} as const
