import type { Json } from './openapi.ts'

/** Text as HTML. */
export const esc = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** `code` and **bold**, as the descriptions have them. */
export const inline = (text: string): string =>
  esc(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''
const linkTo = (name: string): string => `<a href="#schema-${esc(name)}">${esc(name)}</a>`

/** A schema that may be null is shown with `or null`. */
const isNull = (schema: Json): boolean => schema.type === 'null'

/** What a value is, in a few words: `string`, `list of Order`, `"veg" | "egg"`. */
export function typeOf(schema: Json): string {
  if (schema.$ref) return linkTo(nameOf(schema.$ref))
  if (schema.const !== undefined) return `<code>${esc(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return (schema.enum as unknown[]).map((v) => `<code>${esc(v)}</code>`).join(' | ')
  const several = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (several) {
    const some = several.filter((s) => !isNull(s)).map(typeOf)
    return [...new Set(some)].join(' or ') + (several.some(isNull) ? ' or null' : '')
  }
  if (schema.allOf) return (schema.allOf as Json[]).map(typeOf).join(' and ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'object' && !schema.properties && schema.additionalProperties?.type)
    return `map of ${typeOf(schema.additionalProperties)}`
  return esc(schema.type ?? 'any')
}

/** Bounds and defaults: `1 to 80 characters`, `at most 5`, `default 10`. A pattern is shown if it is short enough to read. */
function limitsOf(schema: Json): string[] {
  const between = (least: number | undefined, most: number | undefined, unit: string) =>
    least === undefined && most === undefined
      ? []
      : [
          `${least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : least === most ? least : `${least} to ${most}`}${unit}`,
        ]
  return [
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minimum, schema.maximum, ''),
    ...(schema.exclusiveMinimum === undefined ? [] : [`above ${schema.exclusiveMinimum}`]),
    ...between(schema.minItems, schema.maxItems, ' in the list'),
    ...(schema.pattern && schema.pattern.length <= 32 ? [`<code>${esc(schema.pattern)}</code>`] : []),
    ...(schema.format && schema.format !== 'binary' ? [esc(schema.format)] : []),
    ...(schema.default === undefined ? [] : [`default <code>${esc(JSON.stringify(schema.default))}</code>`]),
  ]
}

/** The object whose fields are shown for this schema: itself, its list's items, or the only alternative that is not null. */
function inner(schema: Json): Json | null {
  if (schema.properties || schema.allOf) return schema
  if (schema.type === 'array') return inner(schema.items ?? {})
  if (schema.additionalProperties?.properties) return schema.additionalProperties
  const several = ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).filter((s) => !isNull(s))
  return several.length === 1 && several[0] ? inner(several[0]) : null
}

/** Which mark a field gets: in a request `required`, in an answer that it may be missing. */
export type Told = 'required' | 'optional'

/** A schema as a list of fields, nested where it is. */
export function fieldsOf(schema: Json, told: Told): string {
  const object = inner(schema)
  if (!object) return ''
  if (object.allOf)
    return (object.allOf as Json[]).map((part) => (part.$ref ? `<p>All of ${typeOf(part)}, and:</p>` : fieldsOf(part, told))).join('')
  const required = new Set(object.required as string[] | undefined)
  const rows = Object.entries((object.properties ?? {}) as Record<string, Json>).map(([name, field]) =>
    fieldRow(name, field, { told, required: required.has(name), about: field.description }),
  )
  return rows.length > 0 ? `<ul class="fields">${rows.join('')}</ul>` : ''
}

/** One field or parameter. */
export function fieldRow(
  name: string,
  schema: Json,
  { told, required, about, where }: { told: Told; required: boolean; about?: string; where?: string },
): string {
  const limits = limitsOf(schema)
  const mark = required === (told === 'required') ? ` <span class="${told}">${told}</span>` : ''
  return `<li><code class="name">${esc(name)}</code> <span class="type">${where ? `${where}, ` : ''}${typeOf(schema)}</span>${mark}${
    limits.length > 0 ? ` <span class="limits">${limits.join(', ')}</span>` : ''
  }${about ? `<span class="about">${inline(about)}</span>` : ''}${schema.$ref ? '' : fieldsOf(schema, told)}</li>`
}
