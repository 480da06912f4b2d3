import { createServer, connect, type Server, type Socket } from 'node:net'
import { freePort } from '../server/process.ts'

/** How the network fails. `silent`: nothing arrives in either direction. `deaf`: requests arrive at the server, its answers are lost. */
export type Cut = 'refused' | 'silent' | 'deaf'

/** The network between one page and the server, which can be cut: a port that passes bytes on to the server's. */
export class Cable {
  readonly url: string
  readonly #server: Server
  readonly #ends = new Set<Socket>()
  #cut: Cut | null = null

  private constructor(port: number, serverPort: number) {
    this.url = `http://localhost:${port}`
    this.#server = createServer((page) => this.#plug(page, serverPort))
    this.#server.listen(port, '127.0.0.1')
  }

  static async to(serverPort: number): Promise<Cable> {
    return new Cable(await freePort(), serverPort)
  }

  get state(): Cut | 'whole' {
    return this.#cut ?? 'whole'
  }

  cut(how: Cut): void {
    this.#cut = how
    if (how === 'refused') this.#drop()
  }

  /** Connections from before are dead, as after a real cut. */
  mend(): void {
    this.#cut = null
    this.#drop()
  }

  async end(): Promise<void> {
    this.mend()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #drop(): void {
    for (const socket of this.#ends) socket.destroy()
  }

  #plug(page: Socket, port: number): void {
    if (this.#cut === 'refused') return void page.destroy()
    const server = connect(port, '127.0.0.1')
    const pass = (from: Socket, to: Socket, passes: () => boolean) => {
      this.#ends.add(from)
      from.on('data', (bytes) => {
        if (passes()) to.write(bytes)
      })
      from.on('error', () => from.destroy())
      from.on('close', () => {
        this.#ends.delete(from)
        to.destroy()
      })
    }
    pass(page, server, () => this.#cut !== 'silent')
    pass(server, page, () => this.#cut === null)
  }
}
