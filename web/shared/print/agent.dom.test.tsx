import { createSign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { TestAgent } from '../../../scripts/lib/testAgent.ts'
import { type Printing, printingOf } from '../../../scripts/lib/printing.ts'
import { linesOf } from '#domain/print/document.ts'
import { documents } from '#domain/test/papers.ts'
import { computer, freshAgent, stubAgentSocket } from '#web/test/agentSocket.ts'
import { refusal, type Request, serve, signIn } from '#web/test/dom.tsx'
import type { AgentState, Outcome } from './agent.ts'

/** SPEC §8 "Print agent messages", PLATFORM "QZ Tray": the real qz-tray client talks to the test agent, here without a network between the two. */
const BILLS = 'EPSON TM-T82X 80mm'
const GRILL = 'EPSON TM-T82X 80mm Grill'
const hello = new TextEncoder().encode('\x1b@Hello\n\x1dV\x00')

let home: string
let pair: Printing
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tawa-agent-'))
  pair = await printingOf(home)
})
afterAll(() => rmSync(home, { recursive: true }))

let agent: TestAgent
let print: typeof import('./agent.ts')
/** What the server answers; the certificate and signatures when nothing is set. */
let server: ((request: Request) => ReturnType<Parameters<typeof serve>[0]> | undefined) | null = null
let asked: Request[]

beforeEach(async () => {
  stubAgentSocket()
  agent = new TestAgent([BILLS, GRILL])
  listen()
  server = null
  asked = serve((request) => {
    const own = server?.(request)
    if (own) return own
    if (request.path === '/v1/cert/certificate') return { status: 200, body: pair.PRINT_CERTIFICATE }
    if (request.path !== '/v1/cert/sign') return refusal(404, 'not_found', 'Not found.')
    return { status: 200, body: { signature: signed((request.body as { request: string }).request) } }
  })
  await signIn({ role: 'cashier' })
  print = await freshAgent()
})
afterEach(async () => {
  agent.quit()
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The agent is there: on this port, and on no other. */
const listen = (port = 8182) => void (computer.listens = { agent, at: `localhost:${port}` })
const signed = (text: string) => createSign('sha512').update(text).sign(pair.PRINT_PRIVATE_KEY, 'base64')

/** The result of `work` while the clock runs on. */
async function settled<T>(work: Promise<T>): Promise<T | Error> {
  let done = null as { value: T | Error } | null
  work.then(
    (value) => (done = { value }),
    (error: Error) => (done = { value: error }),
  )
  for (let i = 0; i < 2000 && !done; i++) await vi.advanceTimersByTimeAsync(50)
  expect(done, 'nothing came of it').not.toBeNull()
  return done!.value
}
const refusedWith = async (work: Promise<unknown>): Promise<string> => {
  const end = await settled(work)
  return end instanceof Error ? end.message : `went well: ${JSON.stringify(end)}`
}
const failing = (state: AgentState): string => (state.is === 'failed' ? state.problem.message : state.is)
const ended = async (work: Promise<Outcome>): Promise<string> => {
  const end = await settled(work)
  if (end instanceof Error) throw end
  return end.is === 'printed' ? 'printed' : `${end.is}: ${end.problem.message}`
}

it('connects with the certificate, tells the version, and signs each call so that the agent trusts it', async () => {
  expect(print.agentNow()).toEqual({ is: 'off' })
  await settled(print.connectAgent())
  expect(print.agentNow()).toMatchObject({ is: 'connected', version: '2.2.6' })
  expect(await settled(print.findPrinters())).toEqual([BILLS, GRILL])
  expect(asked.filter(({ path }) => path === '/v1/cert/sign').map(({ body }) => body)).toEqual([
    { request: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

it('tries the ports of SPEC §9, three times with a second between', async () => {
  computer.listens = null
  const begun = Date.now()
  await settled(print.connectAgent())
  const once = [8182, 8283, 8384, 8485].map((port) => `ws://localhost:${port}`)
  expect(computer.tried).toEqual([...once, ...once, ...once])
  expect(Date.now() - begun).toBeGreaterThanOrEqual(2000)
  expect(Date.now() - begun).toBeLessThan(3000)
})

it('finds an agent that has started meanwhile, on whichever port', async () => {
  computer.listens = null
  const attempt = print.connectAgent()
  await vi.advanceTimersByTimeAsync(500)
  listen(8485)
  await settled(attempt)
  expect(print.agentNow().is).toBe('connected')
})

it('says that QZ Tray is not installed on a device that never met one, and that it is not running on one that did', async () => {
  computer.listens = null
  expect(await refusedWith(print.connectAgent())).toBe('QZ Tray not found. Please install QZ Tray to enable receipt printing.')
  listen()
  await settled(print.connectAgent())
  agent.quit()
  await vi.advanceTimersByTimeAsync(1)
  expect(failing(print.agentNow())).toBe("Unable to connect to QZ Tray. Please ensure it's installed and running.")
  computer.listens = null
  expect(await refusedWith(print.connectAgent())).toBe("Unable to connect to QZ Tray. Please ensure it's installed and running.")
})

it('says how to allow it when the browser keeps pages from this computer', async () => {
  computer.listens = null
  vi.stubGlobal('navigator', {
    permissions: {
      query: ({ name }: { name: string }) =>
        name === 'local-network-access' ? Promise.resolve({ state: 'denied' }) : Promise.reject(new TypeError('unknown name')),
    },
  })
  await settled(print.connectAgent())
  const state = print.agentNow()
  expect(state.is === 'failed' && [state.problem.code, state.problem.fix]).toEqual([
    'blocked',
    expect.stringContaining('Local network access'),
  ])
})

it('gives up on a connection that hangs, and can connect afterwards', async () => {
  computer.hangs = true
  expect(await refusedWith(print.connectAgent())).toContain('QZ Tray not found')
  computer.hangs = false
  await settled(print.connectAgent())
  expect(print.agentNow().is).toBe('connected')
})

it('finds an agent again that was closed just as it was asked for its version, without waiting for an answer that can’t come', async () => {
  agent.leaving = 1
  const begun = Date.now()
  await settled(print.connectAgent())
  expect(print.agentNow().is).toBe('connected')
  expect(Date.now() - begun).toBeLessThan(2000)
})

it('waits for the person whom QZ Tray asks, and does not ask again when they refuse', async () => {
  agent.allows = 'asks'
  const attempt = print.connectAgent()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(print.agentNow()).toEqual({ is: 'connecting', asking: true })
  agent.answer()
  await settled(attempt)
  expect(print.agentNow().is).toBe('connected')

  agent.quit()
  await vi.advanceTimersByTimeAsync(1)
  agent.allows = 'no'
  computer.tried = []
  expect(await refusedWith(print.connectAgent())).toBe('Authentication failed')
  expect(computer.tried).toHaveLength(1)
})

it('does not take an agent that is stuck for one that asks somebody', async () => {
  agent.allows = 'asks'
  const attempt = print.connectAgent()
  await vi.advanceTimersByTimeAsync(100)
  agent.stuck = true
  computer.listens = null
  const began = Date.now()
  expect(await refusedWith(attempt)).toContain('QZ Tray not found')
  expect(Date.now() - began).toBeLessThan(20_000)
})

it('a second attempt beside the first is refused and disturbs nothing', async () => {
  const first = print.connectAgent()
  expect(await refusedWith(print.connectAgent())).toBe('Connection attempt already in progress')
  await settled(first)
  expect(print.agentNow().is).toBe('connected')
  expect(agent.connections).toBe(1)
  await settled(print.connectAgent())
  expect(agent.connections).toBe(1)
})

it('says which part failed: certificate, signature, clock, printers', async () => {
  server = ({ path }) => (path === '/v1/cert/certificate' ? refusal(503, 'not_configured', 'No certificate.') : undefined)
  expect(await refusedWith(print.connectAgent())).toBe('Failed to retrieve security certificate')
  expect(computer.tried).toHaveLength(1)
  server = null
  await settled(print.connectAgent())

  server = ({ path }) => (path === '/v1/cert/sign' ? refusal(503, 'not_configured', 'No key.') : undefined)
  expect(await refusedWith(print.findPrinters())).toBe('Authentication failed')
  server = null
  agent.clock = 16 * 60_000
  expect(await refusedWith(print.findPrinters())).toBe('Authentication failed')
  agent.clock = 0
  agent.finds = false
  expect(await refusedWith(print.findPrinters())).toBe('Printer detection failed. Please check your printer connection.')
  agent.finds = true
  agent.printers = []
  expect(await refusedWith(print.findPrinters())).toBe('No printer found. Please check your printer connection.')
})

it('prints the bytes on the printer of exactly that name', async () => {
  agent.printers = [GRILL, BILLS]
  expect(await ended(print.printBytes(BILLS, hello, 'job-1'))).toBe('printed')
  expect(agent.printed).toEqual([{ printer: BILLS, job: 'job-1', bytes: hello }])
  // QZ Tray would take the first printer that contains these letters.
  expect(await ended(print.printBytes('TM-T82X', hello, 'job-2'))).toBe('failed: No printer found. Please check your printer connection.')
  expect(agent.printed).toHaveLength(1)
})

it('a printer’s jobs come out one after the other, in order, and no printer waits for another', async () => {
  agent.next = ['no paper', 'slow', 'prints', 'slow']
  const grill = print.printBytes(GRILL, hello, 'grill')
  await vi.advanceTimersByTimeAsync(1000)
  expect(agent.next).toHaveLength(3)
  const all = [1, 2, 3].map((n) => print.printBytes(BILLS, hello, `job-${n}`))
  for (const one of all) expect(await ended(one)).toBe('printed')
  expect(agent.printed.map(({ job }) => job)).toEqual(['job-1', 'job-2', 'job-3'])
  agent.paper()
  expect(await ended(grill)).toBe('printed')
})

it('a job is printed when its event says so, and not when QZ Tray has taken it', async () => {
  agent.next = ['no paper']
  const work = print.printBytes(BILLS, hello, 'job-1')
  let over = false
  void work.then(() => (over = true))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(over).toBe(false)
  agent.paper()
  expect(await ended(work)).toBe('printed')
})

it('tells it when a printer that was out of paper prints after all, or when it never will', async () => {
  const outOfPaper = async (job: string) => {
    agent.next = ['no paper']
    return (await settled(print.printBytes(BILLS, hello, job))) as Outcome & { late?: Promise<boolean> }
  }
  const first = await outOfPaper('job-1')
  expect(first).toMatchObject({ is: 'unknown', late: expect.any(Promise) })
  await vi.advanceTimersByTimeAsync(120_000)
  agent.paper()
  expect(await settled(first.late!)).toBe(true)
  const second = await outOfPaper('job-2')
  agent.quit()
  await vi.advanceTimersByTimeAsync(1)
  expect(await settled(second.late!)).toBe(false)
})

it.each([
  ['no paper', 'unknown: Failed to send print job to printer.', 0],
  ['removed', 'unknown: Failed to send print job to printer.', 0],
  ['tells nothing', 'unknown: Failed to send print job to printer.', 1],
  ['refuses', 'unknown: Failed to send print job to printer.', 0],
  ['hangs', 'unknown: Failed to send print job to printer.', 0],
  ['prints, then dies', 'unknown: Unknown printing error occurred.', 1],
  ['dies', 'unknown: Unknown printing error occurred.', 0],
] as const)('where paper may have come out, it never says that nothing did: %s', async (behaviour, said, papers) => {
  agent.next = [behaviour]
  expect(await ended(print.printBytes(BILLS, hello, 'job-1'))).toBe(said)
  expect(agent.printed).toHaveLength(papers)
  // The next job isn't held up by it.
  expect(await ended(print.printBytes(BILLS, hello, 'job-2'))).toBe('printed')
})

it('nothing is printed, and it says so, without trust or a key', async () => {
  await settled(print.connectAgent())
  agent.clock = 3_600_000
  expect(await ended(print.printBytes(BILLS, hello, 'job-2'))).toBe('failed: Authentication failed')
  agent.clock = 0
  server = ({ path }) => (path === '/v1/cert/sign' ? refusal(503, 'not_configured', 'No key.') : undefined)
  expect(await ended(print.printBytes(BILLS, hello, 'job-3'))).toBe('failed: Authentication failed')
  expect(agent.printed).toEqual([])
})

it('a paper waits, and does not fail, without agent or server, and as long as the server says when signatures are used up', async () => {
  const waits = async (job: string) => {
    const outcome = await settled(print.printBytes(BILLS, hello, job))
    return outcome instanceof Error || outcome.is !== 'later' ? outcome : outcome.wait
  }
  computer.listens = null
  expect(await waits('job-1')).toBe(2000)
  listen()
  // Already at the first call on a connection, and at the paper itself.
  for (const before of [[], ['printers.find', 'printers.startListening']]) {
    if (before.length > 0) expect(await ended(print.printBytes(BILLS, hello, 'first'))).toBe('printed')
    server = ({ path }) => (path === '/v1/cert/sign' ? refusal(429, 'rate_limited', 'Rate limit exceeded', { retryAfter: 37 }) : undefined)
    expect(await waits('job-2')).toBe(37_000)
    server = ({ path }) => (path === '/v1/cert/sign' ? refusal(500, 'internal', 'Something went wrong.') : undefined)
    expect(await waits('job-3')).toBe(2000)
    server = null
  }
  expect(agent.printed.map(({ job }) => job)).toEqual(['first'])
})

it('asks again for a printer’s events when that was not signed: else an empty printer would seem to have printed', async () => {
  await settled(print.findPrinters())
  server = ({ path }) => (path === '/v1/cert/sign' ? refusal(429, 'rate_limited', 'Rate limit exceeded') : undefined)
  await settled(print.printBytes(BILLS, hello, 'job-1'))
  server = null
  agent.next = ['no paper']
  expect(await ended(print.printBytes(BILLS, hello, 'job-2'))).toBe('unknown: Failed to send print job to printer.')
})

it('leaves an agent that answers nothing any more, and finds it when it does again', async () => {
  expect(await ended(print.printBytes(BILLS, hello, 'job-1'))).toBe('printed')
  agent.stuck = true
  const works = [print.printBytes(BILLS, hello, 'job-2'), print.printBytes(GRILL, hello, 'job-3'), print.findPrinters()]
  const ends = await settled(Promise.all(works.map((work) => settled(work as Promise<unknown>))))
  expect(ends).toMatchObject([{ is: 'unknown' }, { is: 'later' }, { code: 'detection' }])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(print.agentNow().is).toBe('failed')
  agent.stuck = false
  expect(await ended(print.printBytes(BILLS, hello, 'job-4'))).toBe('printed')
  expect(agent.printed.map(({ job }) => job)).toEqual(['job-1', 'job-4'])
})

it('what was signed for a connection that has ended is not sent over the next one', async () => {
  expect(await ended(print.printBytes(BILLS, hello, 'job-1'))).toBe('printed')
  let sign = () => undefined as void
  server = ({ path, body }) => {
    if (path !== '/v1/cert/sign') return undefined
    const { request } = body as { request: string }
    return new Promise((resolve) => (sign = () => resolve({ status: 200, body: { signature: signed(request) } })))
  }
  const work = print.printBytes(BILLS, hello, 'job-2')
  await vi.advanceTimersByTimeAsync(100)
  agent.quit()
  expect(await ended(work)).toMatch(/^unknown/)
  await settled(print.connectAgent())
  sign()
  await vi.advanceTimersByTimeAsync(100)
  expect(agent.printed.map(({ job }) => job)).toEqual(['job-1'])
})

it('where the driver sends no events, QZ Tray’s answer counts', async () => {
  agent.events = false
  agent.next = ['tells nothing']
  expect(await ended(print.printBytes(BILLS, hello, 'job-1'))).toBe('printed')
})

it('connects again by itself for the next job', async () => {
  expect(await ended(print.printBytes(BILLS, hello, 'job-1'))).toBe('printed')
  agent.quit()
  await vi.advanceTimersByTimeAsync(1)
  expect(await ended(print.printBytes(BILLS, hello, 'job-2'))).toBe('printed')
  expect(agent.printed).toHaveLength(2)
})

it('does not print any more after the latest time, as when somebody answered QZ Tray late', async () => {
  agent.allows = 'asks'
  const work = print.printBytes(BILLS, hello, 'job-1', Date.now() + 30_000)
  await vi.advanceTimersByTimeAsync(40_000)
  agent.answer()
  expect(await ended(work)).toMatch(/^later: Unable to connect/)
  expect(agent.printed).toEqual([])
})

it('a large job arrives whole', async () => {
  const logo = new Uint8Array(100_000).map((_, i) => i % 256)
  expect(await ended(print.printBytes(BILLS, logo, 'job-1'))).toBe('printed')
  expect(agent.printed[0]?.bytes).toEqual(logo)
})

/** SPEC §8 "Printing", whole and word for word: what brings each about. A print's problem is thrown like the others. */
const SITUATIONS: Record<string, () => Promise<unknown>> = {
  'QZ Tray not found. Please install QZ Tray to enable receipt printing.': () => {
    computer.listens = null
    return print.connectAgent()
  },
  "Unable to connect to QZ Tray. Please ensure it's installed and running.": async () => {
    await settled(print.connectAgent())
    agent.quit()
    computer.listens = null
    await vi.advanceTimersByTimeAsync(1)
    return print.connectAgent()
  },
  'No printer found. Please check your printer connection.': () => {
    agent.printers = []
    return print.findPrinters()
  },
  'Printer detection failed. Please check your printer connection.': () => {
    agent.finds = false
    return print.findPrinters()
  },
  'Failed to retrieve security certificate': () => {
    server = ({ path }) => (path === '/v1/cert/certificate' ? refusal(503, 'not_configured', 'No certificate.') : undefined)
    return print.connectAgent()
  },
  'Authentication failed': () => {
    server = ({ path }) => (path === '/v1/cert/sign' ? refusal(503, 'not_configured', 'No key.') : undefined)
    return print.findPrinters()
  },
  'Connection attempt already in progress': () => {
    const first = settled(print.connectAgent())
    return print.connectAgent().finally(() => first)
  },
  'Failed to send print job to printer.': () => printing('refuses'),
  'Unknown printing error occurred.': () => printing('dies'),
  'No image data provided': () => logo('data:image/png;base64,'),
  'Failed to load image': () => logo('bm8gaW1hZ2U='),
  'Cannot print KOT: Missing restaurant information': async () => {
    const { document, restaurant } = documents.find(({ name }) => name === 'kot')!
    linesOf(document, { columns: 48, restaurant: { ...restaurant, establishment_name: ' ' } })
  },
}
async function printing(behaviour: (typeof agent.next)[number]) {
  agent.next = [behaviour]
  const outcome = await print.printBytes(BILLS, hello, 'job-1')
  if (outcome.is !== 'printed') throw outcome.problem
}
/** A logo that the browser can't read. jsdom reads no picture. */
async function logo(image: string) {
  HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException('The source image cannot be decoded.', 'EncodingError'))
  await (await import('./raster.ts')).logoPicture(image, 240)
}

it.each(Object.entries(SITUATIONS))('SPEC §8 in its situation, with what to do about it: %s', async (text, provoke) => {
  const { withFix } = await import('./problems.ts')
  // A module takes real time to load, which the clock of these tests doesn't wait for.
  await import('./raster.ts')
  const problem = (await settled(provoke())) as Error
  expect(problem.message).toBe(text)
  // The server keeps a failed job's sentence alone; the tray finds what to do by it.
  const shown = withFix(text)
  expect(shown.slice(0, text.length)).toBe(text)
  expect(shown.slice(text.length)).toMatch(/^\.? [A-Z].*\.$/)
})

it('knows no sentence but those of SPEC §8', async () => {
  const { SENTENCES } = await import('./problems.ts')
  expect([...new Set(SENTENCES)].sort()).toEqual(Object.keys(SITUATIONS).sort())
})
