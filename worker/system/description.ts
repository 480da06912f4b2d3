import type { Env } from '../env.ts'
import { docsPage } from './docs.ts'
import { openapi } from './openapi.ts'

let page: string | null = null

/** The description of the API as texts. The build makes files of them and puts descriptionFiles.ts in this module's place (scripts/lib/contract.ts). */
export const openapiText = async (_env: Env): Promise<string> => JSON.stringify(openapi())
export const docsText = async (_env: Env): Promise<string> => (page ??= docsPage(openapi()))
