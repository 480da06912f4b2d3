import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { printingOf } from '../../../scripts/lib/printing.ts'
import { TestAgent } from '../../../scripts/lib/testAgent.ts'
import { serve, signIn } from '#web/test/dom.tsx'

/** SPEC §9: the ports on which the print agent is looked for, and how its connection is kept alive, by the real qz-tray client. */

/** Of the tests' environment: sets where the page is. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void }

let tried: string[]
/** When the page said something that is no message, in seconds after it was connected. */
let pings: { text: string; at: number }[]
/** Where an agent listens; null: nowhere. */
let agentAt: string | null

class Socket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  readyState = 0
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: Event) => void) | null = null
  onerror = null
  #end: ReturnType<TestAgent['open']> | null = null

  constructor(address: string) {
    super()
    tried.push(address)
    queueMicrotask(() => {
      this.readyState = address === agentAt ? 1 : 3
      if (address === agentAt)
        this.#end = new TestAgent(['Bills 80mm']).open(
          (text) => queueMicrotask(() => this.onmessage?.({ data: text })),
          () => this.close(),
        )
      this.dispatchEvent(new Event(address === agentAt ? 'open' : 'error'))
    })
  }
  send(text: string) {
    if (!text.startsWith('{')) pings.push({ text, at: Date.now() })
    this.#end?.receive(text)
  }
  close() {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
    this.onclose?.(new Event('close'))
  }
}

let print: typeof import('./agent.ts')
let home: string
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('WebSocket', Socket)
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  tried = []
  pings = []
  agentAt = null
  home = mkdtempSync(join(tmpdir(), 'tawa-ports-'))
  const { PRINT_CERTIFICATE } = await printingOf(home)
  serve(() => ({ status: 200, body: PRINT_CERTIFICATE }))
  await signIn({ role: 'cashier' })
  vi.resetModules()
  print = await import('./agent.ts')
  await (await import('./qz.ts')).loadQz()
})
afterEach(() => {
  jsdom.reconfigure({ url: 'http://localhost:3000/' })
  rmSync(home, { recursive: true })
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function connected() {
  const attempt = print.connectAgent().catch(() => undefined)
  for (let i = 0; i < 100; i++) await vi.advanceTimersByTimeAsync(100)
  await attempt
}

it('a secure page looks for the agent on its four secure ports, in their order, and on no other', async () => {
  jsdom.reconfigure({ url: 'https://tawa.test/restaurant/pos' })
  await connected()
  const once = [8181, 8282, 8383, 8484].map((port) => `wss://localhost:${port}`)
  expect(tried).toEqual([...once, ...once, ...once])
})

it('a page without TLS looks for it on its four insecure ports', async () => {
  await connected()
  const once = [8182, 8283, 8384, 8485].map((port) => `ws://localhost:${port}`)
  expect(tried).toEqual([...once, ...once, ...once])
})

it('finds it on the last secure port, and keeps the connection alive every 60 seconds', async () => {
  jsdom.reconfigure({ url: 'https://tawa.test/restaurant/pos' })
  agentAt = 'wss://localhost:8484'
  const begun = Date.now()
  await connected()
  expect(print.agentNow().is).toBe('connected')
  await vi.advanceTimersByTimeAsync(begun + 185_000 - Date.now())
  expect(pings.map(({ text, at }) => `${text} after ${Math.round((at - begun) / 1000)} s`)).toEqual([
    'ping after 60 s',
    'ping after 120 s',
    'ping after 180 s',
  ])
  expect(print.agentNow().is).toBe('connected')
})
