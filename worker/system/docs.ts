import type { Operation } from '#domain/api/contract.ts'
import { api } from '#domain/api/index.ts'
import { VERSION } from './version.ts'

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** The description as a page for a person: no script, no outside file, so that it needs no exception from the security policy. */
export function docsPage(spec: Record<string, unknown>): string {
  const paths = spec.paths as Record<string, Record<string, Record<string, unknown>>>
  const byTag = new Map<string, string[]>()
  for (const [address, raw] of Object.entries(api)) {
    const op = raw as unknown as Operation
    const [method = '', path = ''] = address.split(' ')
    const described = paths[`/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()] ?? {}
    const body = described.requestBody as { content: Record<string, { schema: unknown }> } | undefined
    const responses = described.responses as Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
    const schema = (title: string, value: unknown) =>
      `<details><summary>${title}</summary><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre></details>`
    const rows = Object.entries(responses).map(([status, r]) => `<tr><th scope="row">${status}</th><td>${escape(r.description)}</td></tr>`)
    const html = `<article id="${op.operationId}"><h3><span class="m ${method}">${method}</span> <code>/v1${escape(path)}</code></h3><p>${escape(op.summary)}</p>
<p class="who">${op.roles.map(escape).join(', ')}${op.idempotent ? ' · takes Idempotency-Key' : ''}</p>
<table><tbody>${rows.join('')}</tbody></table>${body ? schema('Body', body.content['application/json']?.schema) : ''}${schema('Answer', responses[String(op.status)]?.content)}</article>`
    const tag = op.tags[0] ?? 'Other'
    byTag.set(tag, [...(byTag.get(tag) ?? []), html])
  }
  const nav = [...byTag.keys()].map((tag) => `<li><a href="#tag-${tag}">${tag}</a></li>`).join('')
  const sections = [...byTag].map(([tag, list]) => `<section><h2 id="tag-${tag}">${tag}</h2>${list.join('')}</section>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Tawa API ${VERSION}</title><style>
:root{color-scheme:light dark;--bg:#faf7f5;--s:#fff;--t:#2a1b1c;--m:#6b5856;--l:#e2d8d4;--a:#a84e3f}@media(prefers-color-scheme:dark){:root{--bg:#171112;--s:#211819;--t:#f5eeec;--m:#b9a8a5;--l:#4a393a;--a:#e0907f}}
body{margin:0;background:var(--bg);color:var(--t);font:400 16px/1.5 system-ui,sans-serif}main{max-width:880px;margin:0 auto;padding:32px 16px}nav ul{display:flex;flex-wrap:wrap;gap:8px 16px;list-style:none;padding:0}a{color:var(--a)}
article{background:var(--s);border:1px solid var(--l);border-radius:10px;padding:16px;margin:12px 0}h3{margin:0;font-size:16px;overflow-wrap:anywhere}.m{display:inline-block;min-width:56px;font-weight:700;color:var(--a)}p{margin:8px 0}.who{color:var(--m);font-size:14px}
table{border-collapse:collapse;font-size:14px;width:100%}th,td{text-align:left;padding:4px 8px;border-top:1px solid var(--l);vertical-align:top}summary{cursor:pointer;padding:4px 0;font-weight:600;font-size:14px}pre{overflow:auto;background:var(--bg);padding:12px;border-radius:6px;font-size:12px;max-height:420px}</style></head>
<body><main><h1>Tawa API ${VERSION}</h1><p>Bearer token in the Authorization header. Amounts are rupees, instants UTC. Machine-readable: <a href="/v1/openapi.json">openapi.json</a>.</p><nav aria-label="Sections"><ul>${nav}</ul></nav>${sections}</main></body></html>`
}
