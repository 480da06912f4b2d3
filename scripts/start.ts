import { relative } from 'node:path'
import { DEMO_PASSWORD, DEMO_SIGN_INS, DEMO_TABLE } from './demo/people.ts'
import { Failure } from './lib/failure.ts'
import { onParentGone } from './lib/lifeline.ts'
import { startServer } from './lib/server.ts'

export { type Server, type ServerOptions, startServer } from './lib/server.ts'

/** `npm start`: builds, prepares and serves Tawa on this machine until it is stopped. */
async function main(): Promise<void> {
  const port = Number(process.env.PORT || 8787)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Failure(`PORT must be a number from 1 to 65535, not ${process.env.PORT}.`)
  const demo = !process.argv.includes('--demo=no') && process.env.DEMO !== '0'
  const began = Date.now()
  let stopped = false
  const starting = startServer({
    port,
    host: process.env.HOST || undefined,
    stateDir: process.env.STATE_DIR || undefined,
    demo,
    quiet: process.argv.includes('--quiet'),
    build: !process.argv.includes('--no-build'),
  })
  const stop = () => {
    if (stopped) return
    stopped = true
    // Shutting down takes no longer than this; the watchdog then ends workerd whatever happens here.
    setTimeout(() => process.exit(1), 5000).unref()
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  const listen = () => {
    // Miniflare's own signal handler would end the process at once; ours lets it finish.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, stop)
  }
  listen()
  onParentGone(stop)
  const server = await starting
  listen()
  if (stopped) return
  console.log(welcome(server.url, relative(process.cwd(), server.stateDir) || server.stateDir, demo, Date.now() - began))
}

function welcome(url: string, stateDir: string, demo: boolean, took: number): string {
  const lines = ['', `  Tawa is ready at ${url}  (${(took / 1000).toFixed(1)} s; data in ${stateDir}; Ctrl-C stops it)`, '']
  if (demo) {
    const width = Math.max(...DEMO_SIGN_INS.map((s) => s.email.length))
    lines.push(`  Demo sign-ins, password ${DEMO_PASSWORD} for all:`)
    for (const { email, what } of DEMO_SIGN_INS) lines.push(`    ${email.padEnd(width)}  ${what}`)
    lines.push('', `  ${url}/login leads everybody to their page; ${url}${DEMO_TABLE.path} is ${DEMO_TABLE.what}`)
    lines.push('')
  }
  return lines.join('\n')
}

if (import.meta.main)
  main().catch((error: unknown) => {
    console.error(`tawa: ${error instanceof Error ? error.message : String(error)}`)
    if (error instanceof Failure && error.cause instanceof Error && process.env.DEBUG) console.error(error.cause)
    process.exit(1)
  })
