import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type FullConfig } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { freePort, ServerProcess } from '../server/process.ts'

/** One server with a fresh demo for all journeys. Needs the build, which `npm test` makes first. */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
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
    const wrong = await wrongPage(config, server.port)
    if (wrong) {
      console.log(`The server is started again, because it opened no page.\n${wrong}\n${server.output}`)
      await server.kill('SIGTERM')
      await server.start()
      const again = await wrongPage(config, server.port)
      if (again) throw new Error(`The server opens no page.\n${again}\n${server.output}`)
    }
  } catch (error) {
    // Playwright calls the returned function, but not after a failed setup.
    await end()
    throw error
  }
  started = server.output.length
  process.env.TAWA_URL = `http://localhost:${server.port}`
  return end
}

/**
 * Null if the staff's first page opens in the browser, otherwise what came instead. Where no page opens, each journey would wait for its whole time, and the run
 * be stopped before it could say why: once a server answered its API and no page.
 */
async function wrongPage({ projects }: FullConfig, port: number): Promise<string | null> {
  const browser = await chromium.launch(projects[0]?.use.launchOptions)
  try {
    const page = await browser.newPage()
    const told: string[] = []
    page.on('response', (answer) => void (answer.ok() || told.push(`${answer.status()} ${answer.url()}`)))
    page.on('requestfailed', (request) => told.push(`${request.failure()?.errorText} ${request.url()}`))
    page.on('pageerror', (error) => told.push(error.message))
    try {
      await page.goto(`http://localhost:${port}${to.login('restaurant')}`, { timeout: 60_000 })
      await page.getByLabel('Email').waitFor({ timeout: 60_000 })
      return null
    } catch (error) {
      const html = await page.content().catch(String)
      return [error instanceof Error ? error.message : String(error), ...told, html.slice(0, 500)].join('\n')
    }
  } finally {
    await browser.close()
  }
}
