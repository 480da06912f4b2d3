import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { makeRestaurant, type Via } from '../test/world.ts'
import { readForm, readJson } from './body.ts'

/** A body whose second half is sent when `finish` is called. */
function slowly(whole: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const bytes = new TextEncoder().encode(whole)
  const begun = writer.write(bytes.slice(0, 5))
  return {
    body: readable,
    begun,
    finish: async () => {
      await writer.write(bytes.slice(5))
      await writer.close()
    },
  }
}

it('whoever is removed while a body is on its way makes no call by it', async () => {
  const w = await makeRestaurant()
  const head = (await w.does('managerialHead', 'GET /auth/me')).body.user
  // A call that does not ask for the session once more in its own writes.
  const { body, begun, finish } = slowly(JSON.stringify({ designation: 'Mule' }))
  const via: Via = async (request) => {
    const reply = (exports as unknown as { default: { fetch: typeof fetch } }).default.fetch(
      new Request(request.url, { method: 'PUT', headers: request.headers, body }),
    )
    // The Worker has the headers and the beginning of the body.
    await begun
    expect((await w.does('superuser', `DELETE /restaurant/employees/${head._id}`)).status).toBe(200)
    await finish()
    return reply
  }
  const late = await w.does('managerialHead', 'PUT /restaurant/profile', {}, { via })
  expect([late.status, late.body.code]).toEqual([401, 'session_expired'])
  expect((await w.does('superuser', 'GET /restaurant/profile')).body.restaurant.designation).not.toBe('Mule')
})

describe('a body that doesn’t come on', () => {
  const form = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--'
  const kinds = {
    malformed_json: { type: 'application/json', text: '{"a":1}', read: readJson },
    malformed_form: {
      type: 'multipart/form-data; boundary=b',
      text: form,
      read: (request: Request, takes: { whole: number; piece: number }) => readForm(request, {}, takes),
    },
  }
  /** A request whose body is sent by a byte every few milliseconds, or, when it `stops`, stays unfinished. */
  function dripping({ type, text }: { type: string; text: string }, stops: boolean) {
    const sent = new TextEncoder().encode(text)
    let at = 0
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await scheduler.wait(5)
        if (at < (stops ? 3 : sent.length)) controller.enqueue(sent.slice(at, ++at))
        else if (stops) await new Promise(() => {})
        else controller.close()
      },
      cancel: () => void (cancelled = true),
    })
    const request = new Request('https://tawa.test/', { method: 'POST', headers: { 'Content-Type': type }, body })
    return { request, isCancelled: () => cancelled }
  }

  it.each(Object.entries(kinds))('is 400 %s after a while, and is read no more', async (code, kind) => {
    for (const [stops, takes] of [
      [true, { whole: 5000, piece: 60 }],
      [false, { whole: 20, piece: 5000 }],
    ] as const) {
      const { request, isCancelled } = dripping(kind, stops)
      const refusal = await Promise.race([kind.read(request, takes).catch((error: unknown) => error), scheduler.wait(3000)])
      expect(refusal).toMatchObject({ status: 400, code, message: 'The body did not arrive in time.' })
      await scheduler.wait(10)
      expect(isCancelled()).toBe(true)
    }
    const cut = new ReadableStream({ pull: (controller) => controller.error(new Error('Network connection lost.')) })
    const request = new Request('https://tawa.test/', { method: 'POST', headers: { 'Content-Type': kind.type }, body: cut })
    expect(await kind.read(request, { whole: 5000, piece: 5000 }).catch((error: unknown) => error)).toMatchObject({ status: 400, code })
    const { body } = await kind.read(dripping(kind, false).request, { whole: 5000, piece: 5000 })
    expect(Object.keys(body as object)).toEqual(['a'])
  })
})
