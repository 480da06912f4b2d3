import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type WebSocket, WebSocketServer } from 'ws'
import { TestAgent } from '../../scripts/lib/testAgent.ts'

/** QZ Tray's insecure ports (SPEC §9). */
export const AGENT_PORTS = [8182, 8283, 8384, 8485] as const

/** The test agent as a program of this computer. */
export type AgentProgram = {
  agent: TestAgent
  stop: () => Promise<void>
  /** Ends it as a crash would: connections break off. Papers that the printers already have are still printed. */
  crash: () => Promise<void>
  /** Starts it again. */
  start: () => Promise<void>
}

/** Those for pages with TLS. */
export const SECURE_PORTS = [8181, 8282, 8383, 8484] as const

type Tls = { key: string; cert: string }

/** Listens on the first of `ports` that is free, with TLS where a key is given. */
export async function startAgent(printers: string[], ports: readonly number[] = AGENT_PORTS, tls?: Tls): Promise<AgentProgram> {
  const agent = new TestAgent(printers)
  let server: WebSocketServer | null = null
  const sockets = new Set<WebSocket>()
  const start = async () => {
    server = await listening(ports, tls)
    server.on('connection', (socket) => {
      sockets.add(socket)
      const end = agent.open(
        (text) => socket.send(text),
        () => socket.close(),
      )
      socket.on('message', (data) => end.receive(String(data)))
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        sockets.delete(socket)
        end.lost()
      })
    })
  }
  const close = async () => {
    const closing = server
    server = null
    if (!closing) return
    await new Promise((resolve) => closing.close(resolve))
    await new Promise((resolve) => closing.options.server?.close(resolve))
  }
  await start()
  return {
    agent,
    start,
    crash: async () => {
      for (const socket of sockets) socket.terminate()
      await close()
    },
    stop: async () => {
      agent.quit()
      await close()
    },
  }
}

async function listening(ports: readonly number[], tls?: Tls): Promise<WebSocketServer> {
  for (const port of ports) {
    const server = tls ? createSecureServer(tls) : createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true))
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1')
    })
    if (free) return new WebSocketServer({ server })
  }
  throw new Error('None of QZ Tray’s ports is free')
}
