import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from './callers.ts'
import { CALLS, inputOf, operation } from './calls.ts'
import { make } from './requests.ts'
import { setStage, type Stage } from './stage.ts'
import { makeRestaurant } from './world.ts'

/** Every call of the contract once, with a valid input by a permitted caller: it answers its success, in the contract's shape. */
describe('every call', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(await makeRestaurant())
  })

  it.each(CALLS)('%s', async (address) => {
    const { status, returns, returnsType } = operation(address)
    const reply = await make(address, inputOf(address, stage), { token: await tokenOf(address, stage) })
    expect(reply.status, reply.text).toBe(status)
    if (status === 204) return expect(reply.text).toBe('')
    expect(reply.headers.get('Content-Type')).toContain(returnsType ?? 'application/json')
    const answer = returns.safeParse(returnsType ? reply.text : reply.body)
    expect(answer.success ? [] : answer.error.issues).toEqual([])
  })
})
