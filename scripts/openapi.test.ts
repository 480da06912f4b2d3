import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openapi } from '#worker/system/openapi.ts'

/** Checks the description against the OpenAPI Initiative's own schema, with an independent validator (it compiles code, so it can't run in workerd). */
describe('openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(openapi()))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('would be invalid with an operation without answers, or with a parameter that has no place', async () => {
    const silent = structuredClone(openapi())
    silent.paths['/v1/orders'].get.responses = {}
    const lost = structuredClone(openapi())
    lost.paths['/v1/orders'].get.parameters = [{ name: 'page', in: 'nowhere', schema: {} }]
    for (const broken of [silent, lost]) expect((await new Validator().validate(broken)).valid).toBe(false)
  })
})
