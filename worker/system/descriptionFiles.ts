import type { Env } from '../env.ts'

/** The same as description.ts, from the files that the build made. */
async function file(env: Env, path: string, begins: string): Promise<string> {
  const answer = await env.ASSETS?.fetch(new Request(`https://assets.local${path}`))
  const text = answer?.ok ? await answer.text() : ''
  // For a file that is missing the assets answer with the app's page.
  if (!text.startsWith(begins)) throw new Error(`${path} is not in the build: ${answer?.status ?? 'no assets'}`)
  return text
}

export const openapiText = (env: Env): Promise<string> => file(env, '/v1/openapi.json', '{"openapi"')
export const docsText = (env: Env): Promise<string> =>
  file(
    env,
    '/v1/docs',
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Tawa API',
  )
