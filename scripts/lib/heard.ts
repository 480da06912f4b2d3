import { globSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { api, type Call } from '../../domain/api/index.ts'

/**
 * Each call of the contract answers its success, and each refusal that the contract names, in some test of the Worker (issue 4). The tests take note of
 * every answer (worker/test/heard.ts); here it is held against the contract. Silent when only some files ran.
 */

/** What of the contract is not among `heard`: `PUT /tables/update 409 version_conflict`. */
export function unheard(heard: ReadonlySet<string>): { missing: string[]; named: number } {
  const named = (Object.keys(api) as Call[]).flatMap((address) => {
    const { status, errors } = api[address] as { status: number; errors?: Record<string, string> }
    return [`${address} ${status}`, ...Object.keys(errors ?? {}).map((key) => `${address} ${key}`)]
  })
  return { missing: named.filter((line) => !heard.has(line)), named: named.length }
}

export default class Heard implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = new Set(modules.map((m) => relative(process.cwd(), m.moduleId)))
    if (!globSync('worker/**/*.test.ts').every((file) => ran.has(file))) return
    const heard = new Set(modules.flatMap((m) => [...m.children.allTests()].flatMap((t) => (t.meta() as { heard?: string[] }).heard ?? [])))
    const { missing, named } = unheard(heard)
    console.log(
      missing.length === 0
        ? `\n ${named} answers of the contract, each heard in a test`
        : `\n No test has heard:\n${missing.map((line) => `   ${line}`).join('\n')}`,
    )
    const file = process.env.TAWA_HEARD
    if (file) writeFileSync(resolve(file), JSON.stringify({ missing, named }))
    else if (missing.length > 0) process.exitCode = 1
  }
}
