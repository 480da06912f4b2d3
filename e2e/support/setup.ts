import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, ServerProcess } from '../server/process.ts'

/** One server with a fresh demo for all journeys. Needs the build, which `npm test` makes first. */
export default async function setup(): Promise<() => Promise<void>> {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-e2e-'))
  const server = new ServerProcess(await freePort(), stateDir)
  let started = 0
  const end = async () => {
    const said = server.output.slice(started).trim()
    if (started > 0 && said !== '') console.log(`\nThe server of the journeys said:\n${said}`)
    await server.kill('SIGTERM')
    rmSync(stateDir, { recursive: true, force: true })
  }
  try {
    await server.start()
  } catch (error) {
    // Playwright calls the returned function, but not after a failed setup.
    await end()
    throw error
  }
  started = server.output.length
  process.env.TAWA_URL = `http://localhost:${server.port}`
  return end
}
