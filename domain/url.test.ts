import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api, type Call } from './api/index.ts'
import { HOSTILE_URLS } from './test/urls.ts'
import { allowLocalhost, isStorableUrl } from './url.ts'

afterEach(() => allowLocalhost(false))

describe('a URL that is stored', () => {
  it.each([
    'https://example.com',
    'https://example.com/a/b?c=d#e',
    'HTTPS://Example.com',
    'https://xn--bcher-kva.example/ü',
    '/v1/media/3f2a.png',
  ])('%s is accepted', (text) => expect(isStorableUrl(text)).toBe(true))

  it(`refuses ${HOSTILE_URLS.length} hostile spellings`, () => {
    expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(60)
    expect(HOSTILE_URLS.filter((text) => isStorableUrl(text))).toEqual([])
  })

  it('may use localhost over http only in development', () => {
    const local = ['http://localhost:8787/a.png', 'http://127.0.0.1/a.png', 'http://[::1]:3000']
    expect(local.filter(isStorableUrl)).toEqual([])
    allowLocalhost(true)
    expect(local.filter(isStorableUrl)).toEqual(local)
    expect(HOSTILE_URLS.filter((text) => isStorableUrl(text))).toEqual([])
  })
})

/** The string fields of a schema, however deep, by their paths. */
function strings(schema: unknown, path = ''): { path: string; schema: z.ZodType }[] {
  if (schema instanceof z.ZodString) return [{ path, schema }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => strings(inner, path ? `${path}.${name}` : name))
  if (schema instanceof z.ZodArray) return strings(schema.element, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return strings(schema.unwrap(), path)
  return []
}

describe('each field of the contract that holds a URL', () => {
  /** The bill's logo is stored as the image itself, not as an address. */
  const OTHER = new Set(['imageBase64ForBill'])
  const fields = (Object.keys(api) as Call[]).flatMap((call) =>
    strings(api[call].body).flatMap(({ path, schema }) => {
      const name = path.split('.').at(-1) ?? ''
      return /url|image|photo|link|logo|website/i.test(path) && !OTHER.has(name) ? [{ field: `${call} ${path}`, schema }] : []
    }),
  )

  it('is found by this test', () => {
    for (const one of [
      'PUT /restaurant/profile url',
      'PUT /restaurant/profile photos',
      'PUT /restaurant/profile documents.url',
      'POST /restaurant/promotional-banner banner.link',
      'POST /menus/createMenuItem image',
      'POST /restaurant/inventory/stocks receiptImage',
    ])
      expect(fields.map(({ field }) => field)).toContain(one)
  })

  it.each(fields)('$field refuses every hostile spelling', ({ schema }) => {
    // Spaces at the ends are trimmed, so none of these is stored as spelled here.
    const taken = HOSTILE_URLS.filter((text) => text !== '' && schema.safeParse(text).data === text)
    expect(taken).toEqual([])
  })
})
