import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A port that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** A process of `npm start` that a test can start, kill and start again. Needs the build. */
export class ServerProcess {
  readonly port: number
  readonly stateDir: string
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  #ready = false
  output = ''

  constructor(port: number, stateDir: string, env: Record<string, string> = {}) {
    this.port = port
    this.stateDir = stateDir
    this.#env = env
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** How it ended without `kill`; null while it runs. */
  get gone(): string | null {
    const child = this.#child
    if (!child || (child.exitCode === null && child.signalCode === null)) return null
    return `ended by itself with ${child.signalCode ?? `code ${child.exitCode}`}`
  }

  spawn(...flags: string[]): ChildProcess {
    const child = spawn(process.execPath, ['scripts/start.ts', '--no-build', ...flags], {
      cwd: ROOT,
      env: { ...process.env, ...this.#env, PORT: String(this.port), STATE_DIR: this.stateDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        this.output += data.toString()
        said += data.toString()
        if (this.#child === child && said.includes('Tawa is ready')) this.#ready = true
      })
    this.#child = child
    this.#ready = false
    return child
  }

  /**
   * Starts it and waits until it answers. If its killed predecessor still holds the port, it tries again. An answer alone is not enough: the predecessor's
   * workerd answers too, until its watchdog has ended it.
   */
  async start(...flags: string[]): Promise<void> {
    const until = Date.now() + 240_000
    let child = this.spawn(...flags)
    for (;;) {
      if (this.#ready && (await healthy(this.url))) return
      if (child.exitCode !== null) child = this.spawn(...flags)
      if (Date.now() > until) throw new Error(`the server did not start:\n${this.output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Ends it as a crash or a power cut would, without any handler. Resolves when the process has ended. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    child.kill(signal)
    return gone
  }
}

async function healthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}
