import type { system as contract } from '#domain/api/system.ts'
import type { Handlers } from '../http/implement.ts'
import { docsPage } from './docs.ts'
import { openapi } from './openapi.ts'
import { VERSION } from './version.ts'

let page: string | null = null

export const systemHandlers: Handlers<typeof contract> = {
  'GET /health': async () => ({ status: 'ok', version: VERSION }),
  'GET /openapi.json': async () => openapi(),
  'GET /docs': async () => (page ??= docsPage(openapi())),
}
