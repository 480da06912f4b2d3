import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { call, MONEY } from './contract.ts'

export const media = {
  'POST /media': call({
    operationId: 'uploadMedia',
    summary: 'Upload an image, or a document of an application',
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
      '403 pending_approval':
        'With a limited token only documents of the application can be uploaded: `{ approved: false, restaurantName }`',
      '403 rejected': 'The same after a rejection: `{ approved: false, restaurantName, rejectionReason }`',
    },
  }),
} as const
