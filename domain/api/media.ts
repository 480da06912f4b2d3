import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { call, MONEY } from './contract.ts'

export const media = {
  'POST /media': call({
    operationId: 'uploadMedia',
    summary: 'Keep an image (or an application document)',
    idempotent: true,
    tags: ['Media'],
    scope: 'public',
    roles: [...MONEY, 'kitchen', 'mobileAdmin', 'partner', 'backoffice', 'admin'],
    whilePending: true,
    status: 201,
    rateLimit: LIMITS.media,
    upload: { file: 1 },
    body: z.object({ purpose: z.enum(['menu', 'profile', 'banner', 'receipt', 'application']) }),
    returns: z.object({ url: z.string() }),
    failure: 'Upload failed',
    errors: {
      '403 pending_approval': 'A limited token keeps documents of its application alone: `{ approved: false, restaurantName }`',
      '403 rejected': 'As pending_approval: `{ approved: false, restaurantName, rejectionReason }`',
    },
  }),
} as const
