import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { CALLS, inputOf, operation } from './calls.ts'
import { make } from './requests.ts'
import { FILES, type Part } from './upload.ts'
import { call, testEnv } from './world.ts'
import { LONG, people, refused, remember, send, shareStage, stage, unchanged } from './refusals.ts'

/** Whatever form or file is sent, a refusal has CONTRACT §1's error shape, and neither a row nor a file is stored. */

shareStage()

const uploads = CALLS.filter((a) => operation(a).upload)

describe('a form', () => {
  const form = (address: Call, files: Part[], fields: Record<string, string> = {}) => {
    const given = inputOf(address, stage)
    return send(address, {}, { ...given, files, body: { ...(given.body as Record<string, string>), ...fields } })
  }
  const fieldOf = (address: Call) => Object.entries(operation(address).upload ?? {})[0] ?? ['', 0]
  const fileOf = (address: Call, bytes: Uint8Array, more: Partial<Part> = {}): Part => ({ field: fieldOf(address)[0], bytes, ...more })
  const kept = async () => {
    const keys: string[] = []
    for (let cursor: string | undefined, more = true; more;) {
      const page = await testEnv.MEDIA.list({ cursor })
      keys.push(...page.objects.map((o) => o.key))
      more = page.truncated
      cursor = page.truncated ? page.cursor : undefined
    }
    return keys.sort()
  }

  describe.each(uploads)('%s', (address) => {
    let files: string[]
    beforeAll(async () => {
      files = await kept()
    })
    // Nothing of a refused upload is stored, neither row nor file.
    afterAll(async () => {
      await unchanged()
      expect(await kept()).toEqual(files)
    })

    it('another content type is 415', async () => {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=x', ''])
        refused(type, await send(address, { raw: '{}', headers: { 'Content-Type': type } }), 415)
    })

    it('a body that isn’t a form is 400', async () => {
      for (const [type, raw] of [
        ['multipart/form-data; boundary=x', 'no form at all'],
        ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nnever ends'],
        ['multipart/form-data; boundary=x', '--x\r\n\r\nno name\r\n--x--\r\n'],
        ['multipart/form-data; boundary=x', ''],
      ] as const)
        refused(raw, await send(address, { raw, headers: { 'Content-Type': type } }), 400)
    })

    it('a form without its boundary is 415', async () => {
      refused('no boundary', await send(address, { raw: '--x--', headers: { 'Content-Type': 'multipart/form-data' } }), 415)
    })

    it('a file of another kind is 415, whatever its name and type say', async () => {
      for (const bytes of [FILES.html(), FILES.svg(), new TextEncoder().encode('MZ program'), new TextEncoder().encode('GIF89a')])
        for (const [name, type] of [
          ['a.png', 'image/png'],
          ['a.pdf', 'application/pdf'],
        ])
          refused(name ?? '', await form(address, [fileOf(address, bytes, { name, type })]), 415)
    })

    it('an empty file is 422', async () => {
      refused('empty', await form(address, [fileOf(address, new Uint8Array())]), 422)
    })

    it('a file of more than 10 MiB is 413', async () => {
      const huge = new Uint8Array(10 * 1024 * 1024 + 1)
      huge.set(FILES.png())
      refused('huge', await form(address, [fileOf(address, huge)]), 413)
    })

    it('too many files are 422', async () => {
      const [, most] = fieldOf(address)
      const many = Array.from({ length: Number(most) + 1 }, (_, i) => fileOf(address, FILES.png(String(i))))
      refused('many', await form(address, many), 422)
    })

    it('texts have their limits', async () => {
      const given = inputOf(address, stage).body as Record<string, string>
      for (const name of Object.keys(given)) {
        refused(name, await form(address, [fileOf(address, FILES.png())], { [name]: LONG }), 422)
        const { [name]: _left, ...rest } = given
        if (operation(address).body?.safeParse(rest).success) continue
        const without = { ...inputOf(address, stage), body: rest }
        refused(`without ${name}`, await send(address, {}, without), 422)
        // A file where a text is expected counts as missing.
        refused(`${name} as a file`, await send(address, {}, { ...without, files: [{ field: name, bytes: FILES.png() }] }), 422)
      }
    })
  })

  it('without its file POST /media is 422', async () => {
    for (const files of [[], [{ field: 'other', bytes: FILES.png() }]]) {
      const reply = await form('POST /media', files)
      refused('no file', reply, 422)
      expect(reply.body.errors[0].path).toBe('file')
    }
    await unchanged()
  })

  it('a file’s name is always returned in a plain form', async () => {
    const names = [
      '../../etc/passwd.png',
      'C:\\windows\\system32\\a.png',
      'a\u202egnp.exe',
      '"><img src=x onerror=alert(1)>.png',
      `${'n'.repeat(500)}.png`,
      '.png',
      '',
      '.',
      '..',
      'a\u0000b\r\nSet-Cookie: x=1.png',
    ]
    const desk = people.backoffice
    for (const name of names) {
      const given = inputOf('POST /restaurant/:id/claim', stage)
      const reply = await make('POST /restaurant/:id/claim', {
        ...given,
        files: [{ field: 'documents', bytes: FILES.png(randomId()), name, type: 'image/png' }],
      })
      expect(reply.status, `${name}: ${reply.text}`).toBe(201)
      const { claims } = (await call('GET /backoffice/restaurants/claims?limit=100', { token: desk })).body
      const [document] = claims.find((c: { _id: string }) => c._id === reply.body.claim._id).documents
      expect(document.name, name).toMatch(/^[^\p{C}/\\]{1,120}$/u)
      expect(document.url).toMatch(/^\/v1\/media\/p-[0-9a-f]{64}\.png\?/)
    }
    await remember()
  })
})
