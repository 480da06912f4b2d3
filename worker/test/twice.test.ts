import { expect, it } from 'vitest'
import { tokenOf } from './callers.ts'
import { type AnyGiven, CALLS, inputOf, operation } from './calls.ts'
import { make, withLeaf } from './requests.ts'
import { setStage } from './stage.ts'
import { isError, short } from './refusals.ts'
import { makeRestaurant } from './world.ts'

type List = { path: string; list: unknown[] }
const listsOf = (value: unknown, path = ''): List[] => {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, v]) => listsOf(v, path ? `${path}.${key}` : key))
  return Array.isArray(value) && value.length > 0 ? [{ path, list: value }, ...inner] : inner
}

/** The same in capitals with a space before it, which a database may take for the same name. */
const inCapitals = (value: unknown): unknown => {
  if (typeof value === 'string') return ` ${value.toUpperCase()}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, typeof v === 'string' ? inCapitals(v) : v]))
}

/**
 * A careless integration sends an element of a list twice. It is done once, done twice, or refused, but it must not be a failure or 409 `busy`: a constraint
 * that the request violates by itself would be retried for 8 s.
 */
it('an element that is twice in a list of a body fails nothing and holds nothing up', async () => {
  const stage = await setStage(await makeRestaurant())
  const calls = CALLS.filter((a) => operation(a).body && !operation(a).upload && listsOf(inputOf(a, stage).body).length > 0)
  expect(calls.length).toBeGreaterThan(15)
  for (const address of calls) {
    for (const again of [(x: unknown) => x, inCapitals])
      for (let i = 0; i < listsOf(inputOf(address, stage).body).length; i++) {
        const given = inputOf(address, stage)
        const { path = '', list = [] } = listsOf(given.body)[i] ?? {}
        const body = withLeaf(given.body, path, [...list, again(list[0])])
        const reply = await make(address, { ...given, body } as AnyGiven, { token: await tokenOf(address, stage) })
        const told = `${address} ${path} ${short(body)}: ${reply.text.slice(0, 300)}`
        expect(reply.status, told).toBeLessThan(500)
        expect(reply.body?.code, told).not.toBe('busy')
        if (reply.status >= 400) isError(reply)
      }
  }
}, 120_000)
