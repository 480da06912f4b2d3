import { vi } from 'vitest'
import { loadQz } from '#web/shared/print/qz.ts'
import type { TestAgent } from '../../scripts/lib/testAgent.ts'

/** The computer that qz-tray's client runs on: where a print agent listens, and what the client tried. */
type Computer = {
  /** `at`: how the address ends, `localhost:8182`. null: every connection is refused. */
  listens: { agent: Pick<TestAgent, 'open'>; at: string } | null
  /** Connections hang: they are neither refused nor accepted. */
  hangs: boolean
  /** How long the browser delays each connection, in ms. Chromium does so for up to 5000 ms after failed ones. */
  heldBack: number
  /** The addresses that were tried, in order. */
  tried: string[]
  /** The keep-alive texts that the page sent, which are no messages, with their times. */
  pings: { text: string; at: number }[]
}
export const computer: Computer = { listens: null, hangs: false, heldBack: 0, tried: [], pings: [] }

/** The browser's socket, with the test agent at its other end and no network between the two. */
export class AgentSocket extends EventTarget {
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
    computer.tried.push(address)
    if (computer.hangs) return
    const answer = () => {
      const { listens } = computer
      if (listens && address.endsWith(listens.at)) this.#open(listens.agent)
      else this.#fail()
    }
    if (computer.heldBack > 0) setTimeout(answer, computer.heldBack)
    else queueMicrotask(answer)
  }
  #open(agent: Pick<TestAgent, 'open'>) {
    this.#end = agent.open(
      (text) => queueMicrotask(() => this.onmessage?.({ data: text })),
      () => queueMicrotask(() => this.close()),
    )
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  #fail() {
    this.readyState = 3
    this.dispatchEvent(new Event('error'))
  }
  send(text: string) {
    if (!text.startsWith('{')) computer.pings.push({ text, at: Date.now() })
    this.#end?.receive(text)
  }
  close() {
    if (this.readyState === 3) return
    this.readyState = 3
    this.#end?.lost()
    this.dispatchEvent(new Event('close'))
    this.onclose?.(new Event('close'))
  }
}

/** An agent that accepts every page without a question and finds these printers, or those that it finds by then. */
export const readyAgent = (printers: readonly string[] | (() => Promise<readonly string[]>)): Pick<TestAgent, 'open'> => ({
  open: (send) => ({
    receive(text) {
      if (!text.startsWith('{')) return
      const { uid, call } = JSON.parse(text) as { uid: string; call?: string }
      const answer = (result: unknown) => send(JSON.stringify({ uid, result }))
      if (call !== 'printers.find') answer(call === 'getVersion' ? '2.2.6' : null)
      else if (typeof printers === 'function') void printers().then(answer)
      else answer(printers)
    },
    lost: () => undefined,
  }),
})

/** qz-tray keeps the browser's WebSocket from when it was loaded: makes it use the test's, also in a file whose pages have another one. */
export async function giveAgentSocket(): Promise<void> {
  const { api } = (await loadQz()) as unknown as { api: { setWebSocketType: (type: unknown) => void } }
  api.setWebSocketType(AgentSocket)
}

/** Clock and sockets of the test, a silent console, and no agent yet. End it with `vi.useRealTimers()`, `vi.restoreAllMocks()` and `vi.unstubAllGlobals()`. */
export function stubAgentSocket(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('WebSocket', AgentSocket)
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  Object.assign(computer, { listens: null, hangs: false, heldBack: 0, tried: [], pings: [] } satisfies Computer)
}

/** An agent module and a client of the test's own. */
export async function freshAgent(): Promise<typeof import('#web/shared/print/agent.ts')> {
  vi.resetModules()
  const print = await import('#web/shared/print/agent.ts')
  await (await import('#web/shared/print/qz.ts')).loadQz()
  return print
}
