import { WebSocketServer } from 'ws'
import { TestAgent } from '../../scripts/lib/testAgent.ts'

/** The test agent on this computer, on the first of QZ Tray's insecure ports (SPEC §9) that is free. */
export async function startAgent(printers: string[]): Promise<{ agent: TestAgent; stop: () => Promise<void> }> {
  const agent = new TestAgent(printers)
  const server = await listening()
  server.on('connection', (socket) => {
    const end = agent.open(
      (text) => socket.send(text),
      () => socket.close(),
    )
    socket.on('message', (data) => end.receive(String(data)))
    socket.on('close', () => end.lost())
  })
  return {
    agent,
    stop: async () => {
      agent.quit()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listening(): Promise<WebSocketServer> {
  for (const port of [8182, 8283, 8384, 8485]) {
    const server = new WebSocketServer({ host: '127.0.0.1', port })
    const free = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true))
      server.once('error', () => resolve(false))
    })
    if (free) return server
  }
  throw new Error('None of QZ Tray’s ports is free')
}
