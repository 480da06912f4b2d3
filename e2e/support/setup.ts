import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, ServerProcess } from '../server/process.ts'

/** One server with a fresh demo for all journeys. Needs the build, which `npm test` makes first. */
export default async function setup(): Promise<() => Promise<void>> {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-e2e-'))
  const server = new ServerProcess(await freePort(), stateDir)
  await server.start()
  process.env.TAWA_URL = `http://localhost:${server.port}`
  return async () => {
    await server.kill('SIGTERM')
    rmSync(stateDir, { recursive: true, force: true })
  }
}
