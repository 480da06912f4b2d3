import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openapi } from '#worker/system/openapi.ts'

/** The description against the OpenAPI Initiative's own schema, by a validator that is not ours (it can't run in workerd: it compiles code). */
describe('openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(openapi()))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('would be refused with an operation that answers nothing, or a parameter that is nowhere', async () => {
    const silent = structuredClone(openapi())
    silent.paths['/v1/orders'].get.responses = {}
    const lost = structuredClone(openapi())
    lost.paths['/v1/orders'].get.parameters = [{ name: 'page', in: 'nowhere', schema: {} }]
    for (const broken of [silent, lost]) expect((await new Validator().validate(broken)).valid).toBe(false)
  })
})
