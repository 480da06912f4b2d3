import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { api, type Call } from '../../domain/api/index.ts'

/**
 * Each call of the contract must answer its success, and each refusal that the contract names, in some test of the Worker. The tests note every
 * answer that they receive (worker/test/heard.ts); `npm test` compares the notes of all its processes with the contract.
 */

/** What the contract names and no test received: `PUT /tables/update 409 version_conflict`. `named` counts all that it names. */
export function unheard(heard: ReadonlySet<string>): { missing: string[]; named: number } {
  const named = (Object.keys(api) as Call[]).flatMap((address) => {
    const { status, errors } = api[address] as { status: number; errors?: Record<string, string> }
    return [`${address} ${status}`, ...Object.keys(errors ?? {}).map((key) => `${address} ${key}`)]
  })
  return { missing: named.filter((line) => !heard.has(line)), named: named.length }
}

/** Writes the answers that the tests of this run received, a JSON array, into the file that TAWA_HEARD names. */
export default class Heard implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.TAWA_HEARD
    if (!file) return
    const heard = new Set(modules.flatMap((m) => [...m.children.allTests()].flatMap((t) => (t.meta() as { heard?: string[] }).heard ?? [])))
    writeFileSync(resolve(file), JSON.stringify([...heard]))
  }
}
