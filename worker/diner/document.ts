import { html, raw } from 'hono/html'
import { createHash } from 'node:crypto'
import type { Env } from '../env.ts'
import type { Html } from './html.ts'

/** The document that every page of the diner begins with: web/diner.html, as the build wrote it, with the menu put into it. */
let template: Promise<string> | null = null

async function load(env: Env): Promise<string> {
  const answer = await env.ASSETS?.fetch(new Request('https://assets.local/diner'))
  if (!answer?.ok) throw new Error(`the diner's page is not in the build: ${answer?.status ?? 'no assets'}`)
  return answer.text()
}

/** Read once by each instance of the Worker: a new build is a new Worker. */
async function templateOf(env: Env): Promise<string> {
  if (env.ENVIRONMENT === 'development') return load(env)
  template ??= load(env)
  try {
    return await template
  } catch (error) {
    template = null
    throw error
  }
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const hashesOf = (document: string, element: string) =>
  [...document.matchAll(new RegExp(`<${element}(?![^>]* src=)[^>]*>([\\s\\S]*?)</${element}>`, 'g'))]
    .map(([, text = '']) => hash(text))
    .join(' ')

/** What the document may load: our own files, images by https, and the style elements that the Worker itself wrote, by their hash. */
export const policyOf = (template: string, theme: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self' ${hashesOf(template, 'script')}`.trim(),
    `style-src 'self' ${hashesOf(template, 'style')} ${theme ? hash(theme) : ''}`.trim(),
    `img-src 'self' data: blob: https:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

export type Doc = {
  title: string
  /** The restaurant's colours, as CSS. */
  theme?: string
  /** What the script needs to know of restaurant and table, as data attributes of `#menu`. */
  data?: Record<string, string | null>
  /** The inside of `#menu`; without it the script renders a page. */
  menu?: Html | null
  status?: 200 | 404
}

const NO_SCRIPT = html`<noscript><p class="empty">This page needs JavaScript. Ask the staff.</p></noscript>`

/** One of the diner's documents. Browsers may keep it but must ask again; nothing between may keep it, since it names a table. */
export async function documentOf(env: Env, { title, theme = '', data = {}, menu = null, status = 200 }: Doc): Promise<Response> {
  const page = await templateOf(env)
  const attributes = Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [html` data-${raw(name)}="${value}"`]))
  const head = await html`<title>${title}</title>${theme ? raw(`<style>${theme}</style>`) : ''}`
  const body = await html`${menu === null ? NO_SCRIPT : ''}
    <div id="menu" ${attributes}${menu === null ? raw(' hidden') : ''}>${menu ?? ''}</div>`
  // By functions, because a replacement text has patterns of its own ($&).
  const document = page.replace('<!--tawa:head-->', () => String(head)).replace('<!--tawa:menu-->', () => String(body))
  return new Response(document, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(page, theme),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
      'Cache-Control': 'private, no-cache',
    },
  })
}
