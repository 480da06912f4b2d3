import { exports } from 'cloudflare:workers'
import { randomId } from '#domain/ids.ts'
import { reach, type Reply } from './world.ts'

export { FILES } from '#domain/test/files.ts'

export type Part = { field: string; bytes: Uint8Array; name?: string; type?: string }

/** Text fields and files as a browser sends them. */
export function formOf(fields: Record<string, string> = {}, parts: Part[] = []): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const { field, bytes, name = 'file.png', type = 'image/png' } of parts)
    form.append(field, new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))
  return form
}

/** Calls the real Worker with a form. */
export async function upload(
  address: string,
  fields: Record<string, string>,
  parts: Part[],
  { token = null as string | null, headers = {} as Record<string, string> } = {},
): Promise<Reply> {
  const [method = 'POST', path = ''] = address.split(' ')
  return reach(
    new Request(`https://tawa.test/v1${path}`, {
      method,
      body: formOf(fields, parts),
      headers: { 'CF-Connecting-IP': randomId(), ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
    }),
  )
}

/** Fetches one of our own addresses. */
export async function download(
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const response = await (exports as unknown as { default: { fetch: typeof fetch } }).default.fetch(
    new Request(new URL(address, 'https://tawa.test'), { headers }),
  )
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}
