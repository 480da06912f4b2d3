import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { printingOf } from '../../../scripts/lib/printing.ts'
import { TestAgent } from '../../../scripts/lib/testAgent.ts'
import { computer, freshAgent, stubAgentSocket } from '#web/test/agentSocket.ts'
import { serve, signIn } from '#web/test/dom.tsx'

/** SPEC §9: the ports on which the print agent is looked for, and how its connection is kept alive, by the real qz-tray client. */

/** jsdom, as the tests' environment has it: sets the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void }

let print: typeof import('./agent.ts')
let home: string
beforeEach(async () => {
  stubAgentSocket()
  home = mkdtempSync(join(tmpdir(), 'tawa-ports-'))
  const { PRINT_CERTIFICATE } = await printingOf(home)
  serve(() => ({ status: 200, body: PRINT_CERTIFICATE }))
  await signIn({ role: 'cashier' })
  print = await freshAgent()
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
  expect(computer.tried).toEqual([...once, ...once, ...once])
})

it('a page without TLS looks for it on its four insecure ports', async () => {
  await connected()
  const once = [8182, 8283, 8384, 8485].map((port) => `ws://localhost:${port}`)
  expect(computer.tried).toEqual([...once, ...once, ...once])
})

it('finds it on the last secure port, and keeps the connection alive every 60 seconds', async () => {
  jsdom.reconfigure({ url: 'https://tawa.test/restaurant/pos' })
  computer.listens = { agent: new TestAgent(['Bills 80mm']), at: 'wss://localhost:8484' }
  const begun = Date.now()
  await connected()
  expect(print.agentNow().is).toBe('connected')
  await vi.advanceTimersByTimeAsync(begun + 185_000 - Date.now())
  expect(computer.pings.map(({ text, at }) => `${text} after ${Math.round((at - begun) / 1000)} s`)).toEqual([
    'ping after 60 s',
    'ping after 120 s',
    'ping after 180 s',
  ])
  expect(print.agentNow().is).toBe('connected')
})

it('finds it on the last port though the browser holds each connection back, as Chromium does up to 5 s after some that failed', async () => {
  computer.listens = { agent: new TestAgent(['Bills 80mm']), at: 'ws://localhost:8485' }
  computer.heldBack = 5000
  const attempt = print.connectAgent()
  attempt.catch(() => undefined)
  for (let i = 0; i < 250; i++) await vi.advanceTimersByTimeAsync(100)
  expect(print.agentNow().is).toBe('connected')
  expect(computer.tried).toHaveLength(4)
  await attempt
})
