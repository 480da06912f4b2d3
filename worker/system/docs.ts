import { ROLES } from '#domain/roles.ts'
import { esc, fieldRow, fieldsOf, inline, type Told, typeOf } from './docs-schema.ts'
import { filterStyle, STYLE } from './docs-style.ts'
import type { Json } from './openapi.ts'

type Call = { method: string; path: string; op: Json; tag: string }

/** Who the list of roles can be narrowed to; a sync key counts as one. */
const CALLERS = ['public', ...ROLES, 'sync-key'] as const
const callersOf = (op: Json): string[] => [...op['x-roles'], ...((op.security as Json[]).some((s) => s.syncKey) ? ['sync-key'] : [])]
/** Schemas of what is sent. */
const INPUTS = /^(Sent|Profile$|Application$|AnalyticsFilter$)|Input$/
const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** The description as a page for a person: no script, no outside file, so that it needs no exception from the security policy. */
export function docsPage(spec: Json): string {
  const calls = callsOf(spec)
  const tags = (spec.tags as { name: string; description: string }[])
    .map((tag) => ({ ...tag, calls: calls.filter((c) => c.tag === tag.name) }))
    .filter((tag) => tag.calls.length > 0)
  const components = spec.components as Record<string, Record<string, Json>>
  const schemas = Object.entries(components.schemas ?? {})
  const title = `${esc(spec.info.title)} API ${esc(spec.info.version)}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>${STYLE}${filterStyle(CALLERS)}</style></head><body><a class="skip" href="#calls">Skip to the calls</a><div class="page">
<header><h1>${title}</h1><div class="lead">${paragraphs(spec.info.description)}<p>For a program: <a href="/v1/openapi.json">openapi.json</a> (OpenAPI ${esc(spec.openapi)}). ${calls.length} calls, ${schemas.length} schemas.</p></div></header>
<nav aria-label="Contents"><p class="filter"><label for="role">Calls of</label> <select id="role" autocomplete="off"><option value="">all roles</option>${CALLERS.map((role) => `<option value="${role}">${CALLER_NAMES[role] ?? role}</option>`).join('')}</select></p>
${tags.map((tag) => contents(tag.name, tag.calls)).join('')}
<details><summary>Schemas <span class="n">${schemas.length}</span></summary><ul>${schemas.map(([name]) => `<li><a href="#schema-${esc(name)}"><code>${esc(name)}</code></a></li>`).join('')}</ul></details>
<details><summary>Refusals that many calls share <span class="n">${Object.keys(components.responses ?? {}).length}</span></summary><ul>${Object.keys(
    components.responses ?? {},
  )
    .map((name) => `<li><a href="#response-${esc(name)}"><code>${esc(name)}</code></a></li>`)
    .join('')}</ul></details></nav>
<main id="calls">${tags
    .map(
      (tag) =>
        `<section class="tag" aria-labelledby="${anchor(tag.name)}"><h2 id="${anchor(tag.name)}">${esc(tag.name)}</h2><p class="lead">${inline(tag.description)}</p>${tag.calls.map((call) => article(call, components)).join('')}</section>`,
    )
    .join('')}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2><p class="lead">What has a name, because several calls speak of it. An answer may grow fields.</p>${schemas
    .map(
      ([name, schema]) =>
        `<article id="schema-${esc(name)}"><h3><a href="#schema-${esc(name)}"><code>${esc(name)}</code></a></h3>${schema.description ? `<p>${inline(schema.description)}</p>` : ''}${fieldsOf(schema, INPUTS.test(name) ? 'required' : 'optional') || `<ul class="fields">${fieldRow(name, schema, { told: 'required', required: false })}</ul>`}</article>`,
    )
    .join('')}</section>
<section aria-labelledby="refusals"><h2 id="refusals">Refusals that many calls share</h2><p class="lead">Each is an <a href="#schema-Error">Error</a> whose <code>code</code> is one of those named.</p>${Object.entries(
    components.responses ?? {},
  )
    .map(
      ([name, response]) =>
        `<article id="response-${esc(name)}"><h3><a href="#response-${esc(name)}"><code>${esc(name)}</code></a></h3>${paragraphs(response.description)}</article>`,
    )
    .join('')}</section></main>
<footer>Printed from the schemas that the server checks requests with.</footer></div></body></html>`
}

const CALLER_NAMES: Record<string, string> = { public: 'nobody signed in', user: 'user (diner)', 'sync-key': 'a sync key' }
const anchor = (tag: string): string => `tag-${tag.toLowerCase().replace(/\W+/g, '-')}`

function callsOf(spec: Json): Call[] {
  return Object.entries(spec.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => ({ method: method.toUpperCase(), path, op, tag: String(op.tags[0]) })),
  )
}

const contents = (tag: string, calls: Call[]): string =>
  `<details class="tag"><summary>${esc(tag)} <span class="n">${calls.length}</span></summary><ul><li><a href="#${anchor(tag)}">All of ${esc(tag)}</a></li>${calls
    .map(
      ({ method, path, op }) =>
        `<li data-roles="${callersOf(op).join(' ')}"><a href="#${op.operationId}"><span class="m ${method}">${method}</span> <code>${esc(path.replace(/^\/v1/, ''))}</code></a></li>`,
    )
    .join('')}</ul></details>`

/** Paragraphs and `- ` lists. */
function paragraphs(text: string): string {
  return text
    .split(/\n\n+/)
    .flatMap((block) => {
      const lines = block.split('\n')
      const list = lines.filter((l) => l.startsWith('- '))
      const plain = lines.filter((l) => !l.startsWith('- '))
      return [
        ...(plain.length > 0 ? [`<p>${inline(plain.join(' '))}</p>`] : []),
        ...(list.length > 0 ? [`<ul>${list.map((l) => `<li>${inline(l.slice(2))}</li>`).join('')}</ul>`] : []),
      ]
    })
    .join('')
}

function article({ method, path, op }: Call, components: Record<string, Record<string, Json>>): string {
  const parameters = ((op.parameters ?? []) as Json[]).map((p) => (p.$ref ? (components.parameters?.[nameOf(p.$ref)] ?? {}) : p))
  const responses = Object.entries(op.responses as Record<string, Json>)
  const answers = responses.filter(([status]) => Number(status) < 400)
  return `<article id="${op.operationId}" data-roles="${callersOf(op).join(' ')}"><h3><a href="#${op.operationId}"><span class="m ${method}">${method}</span> <code>${esc(path)}</code></a></h3><p>${inline(op.summary)}</p>
<dl>${facts(op)}</dl>${
    parameters.length > 0
      ? `<h4>Parameters</h4><ul class="fields">${parameters.map((p) => fieldRow(p.name, p.schema ?? {}, { told: 'required', required: p.required === true, about: p.description, where: p.in })).join('')}</ul>`
      : ''
  }${op.requestBody ? body(op.requestBody) : ''}${answers.map(([status, r]) => answer(status, r)).join('')}${refusals(
    responses.filter(([status]) => Number(status) >= 400),
    components.responses ?? {},
  )}</article>`
}

/** Who may, from where, how often. */
function facts(op: Json): string {
  const roles = (op['x-roles'] as string[]).filter((role) => role !== 'public')
  const open = op['x-roles'].includes('public')
  const key = (op.security as Json[]).some((s) => s.syncKey)
  const rows: [string, string][] = [
    [
      'Open to',
      [
        ...(open ? ['anyone, not signed in'] : []),
        ...(open && roles.length > 8 ? ['every role'] : roles),
        ...(key ? ['a sync key'] : []),
      ].join(', '),
    ],
    ['Scope', op['x-scope']],
  ]
  if (op['x-pages'].length > 0) rows.push(['Pages', op['x-pages'].join(', ')])
  if (op['x-rate-limit']) rows.push(['Rate limit', (op['x-rate-limit'] as Json[]).map(limitText).join('; ')])
  if (op['x-changes-state']) rows.push(['Beware', 'changes state by GET, so it refuses the pages of other sites'])
  return rows.map(([name, text]) => `<dt>${name}</dt><dd>${esc(text)}</dd>`).join('')
}

const BY: Record<string, string> = {
  address: 'from one address',
  account: 'by one account',
  share: 'from one address about one subject',
  subject: 'about one subject',
}
const limitText = ({ by, most, seconds }: Json): string =>
  `${most} ${BY[by] ?? by} in ${seconds === 60 ? 'a minute' : seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} minutes`}`

function body(request: Json): string {
  return Object.entries(request.content as Record<string, { schema: Json }>)
    .map(([type, { schema }]) => shape(`Body, ${type}`, schema, 'required', request.description))
    .join('')
}

function answer(status: string, response: Json): string {
  const content = Object.entries((response.content ?? {}) as Record<string, { schema: Json }>)
  const first = content[0]
  if (!first) return `<h4>${status}: ${esc(response.description)}</h4>`
  return shape(`${status}, ${content.map(([type]) => type).join(', ')}`, first[1].schema, 'optional')
}

const shape = (title: string, schema: Json, told: Told, note?: string): string => {
  const fields = schema.$ref ? '' : fieldsOf(schema, told)
  return `<h4>${esc(title)}${fields ? '' : `: ${typeOf(schema)}`}</h4>${note ? `<p>${inline(note)}</p>` : ''}${fields}`
}

/** Those of the call itself in full, the shared ones by a link. */
function refusals(responses: [string, Json][], shared: Record<string, Json>): string {
  const rows = responses.map(([status, response]) => {
    const name = response.$ref ? nameOf(response.$ref) : null
    const description = String((name ? shared[name]?.description : response.description) ?? '')
    const [reason = '', ...codes] = description.split('\n')
    return `<li><strong>${status}</strong> ${
      name
        ? `<a href="#response-${esc(name)}">${inline(reason)}</a> ${codes.map((c) => inline(/^- (`\w+`)/.exec(c)?.[1] ?? '')).join(', ')}`
        : `${inline(reason)}<ul>${codes.map((c) => `<li>${inline(c.replace(/^- /, ''))}</li>`).join('')}</ul>`
    }</li>`
  })
  return `<details><summary>Refusals: ${responses.map(([status]) => status).join(', ')}</summary><ul class="refusals">${rows.join('')}</ul></details>`
}
