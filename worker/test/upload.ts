import { exports } from 'cloudflare:workers'
import { randomId } from '#domain/ids.ts'
import { reach, type Reply } from './world.ts'

/** Small files of each kind, as their first bytes tell; `tail` makes them differ. */
const head = (bytes: number[], tail: string) => new Uint8Array([...bytes, ...new TextEncoder().encode(tail)])
export const FILES = {
  png: (tail = '') => head([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], tail),
  jpg: (tail = '') => head([0xff, 0xd8, 0xff, 0xe0], tail),
  webp: (tail = '') => head([0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50], tail),
  pdf: (tail = '') => head([0x25, 0x50, 0x44, 0x46, 0x2d], `1.7 ${tail}`),
  html: (tail = '') => head([], `<!doctype html><script>alert(1)</script>${tail}`),
  svg: (tail = '') => head([], `<svg xmlns="http://www.w3.org/2000/svg"><script/>${tail}</svg>`),
}

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

/** What an address of ours serves. */
export async function download(
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const response = await (exports as unknown as { default: { fetch: typeof fetch } }).default.fetch(
    new Request(new URL(address, 'https://tawa.test'), { headers }),
  )
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}
