import type { Operation } from '#domain/api/contract.ts'
import { refusalsOf } from '#domain/api/refusals.ts'
import { AppError, type FieldError } from '#domain/errors.ts'
import { fieldErrors, isSentence } from '#domain/fields.ts'

/** In tests (`CHECK_ANSWERS`) every answer is checked against its contract entry. */
export function checkAnswer(op: Operation, status: number, body: unknown): void {
  const schema = op.answers?.[status] ?? (status === op.status ? op.returns : null)
  if (!schema) throw new Error(`${op.operationId} answers ${status}, which its contract does not say`)
  const result = schema.safeParse(body)
  if (!result.success)
    throw new Error(`${op.operationId} answers what its contract does not say: ${JSON.stringify(fieldErrors(result.error).slice(0, 5))}`)
}

/** In tests every refusal is checked too: its status and code must be listed in openapi.json. */
export function checkRefusal(op: Operation, refused: unknown): void {
  if (refused instanceof AppError && refusalsOf(op)[refused.status]?.[refused.code] === undefined)
    throw new Error(`${op.operationId} refuses with ${refused.status} ${refused.code}, which its contract does not say`)
  if (refused instanceof AppError && refused.status === 422) checkTexts(op, refused)
}

/** People read these texts, so each must be a sentence of our own and not the validator's. It may begin with the name of a dish. */
function checkTexts(op: Operation, { code, message, details }: AppError): void {
  // SPEC §8's own text has no full stop.
  const texts = [...(code === 'user_id_required' ? [] : [message]), ...((details.errors ?? []) as FieldError[]).map((e) => e.message)]
  const poor = texts.filter((text) => !isSentence(code === 'validation_failed' ? text : `A ${text}`))
  if (poor.length > 0) throw new Error(`${op.operationId} refuses with ${code} and no sentence: ${JSON.stringify(poor)}`)
}
