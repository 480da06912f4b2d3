import type { system as contract } from '#domain/api/system.ts'
import { Answer } from '../http/answer.ts'
import type { Handlers } from '../http/implement.ts'
import { docsText, openapiText } from './description.ts'
import { VERSION } from './version.ts'

export const systemHandlers: Handlers<typeof contract> = {
  'GET /health': async () => ({ status: 'ok', version: VERSION }),
  'GET /openapi.json': async (c) => new Answer(await openapiText(c.env), 200),
  'GET /docs': (c) => docsText(c.env),
}
