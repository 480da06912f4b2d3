import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { busy } from '../../domain/api/common.ts'
import { api, type Call } from '../../domain/api/index.ts'

/**
 * Each call's success, and each refusal that the contract names, must be received in some test of the Worker. The tests record every answer they receive
 * (worker/test/heard.ts); `npm test` compares the records of all its processes with the contract.
 */

/**
 * Answers that the contract names and no test received: `PUT /tables/update 409 version_conflict`. `named` is the number of all that it names. The answer of a
 * command that loses races for too long comes from one line of code (worker/command/command.ts), so it is tested only once (worker/employees).
 */
export function unheard(heard: ReadonlySet<string>): { missing: string[]; named: number } {
  const named = (Object.keys(api) as Call[]).flatMap((address) => {
    const { status, errors } = api[address] as { status: number; errors?: Record<string, string> }
    const refusals = Object.entries(errors ?? {}).filter(([key, text]) => text !== (busy as Record<string, string>)[key])
    return [`${address} ${status}`, ...refusals.map(([key]) => `${address} ${key}`)]
  })
  return { missing: named.filter((line) => !heard.has(line)), named: named.length }
}

/** Writes the answers received in this run, a JSON array, to the file that TAWA_HEARD names. */
export default class Heard implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.TAWA_HEARD
    if (!file) return
    const heard = new Set(modules.flatMap((m) => [...m.children.allTests()].flatMap((t) => (t.meta() as { heard?: string[] }).heard ?? [])))
    writeFileSync(resolve(file), JSON.stringify([...heard]))
  }
}
