import { randomId } from '#domain/ids.ts'
import type { Call } from '#domain/api/index.ts'
import { type AnyGiven, inputOf, operation } from '../calls.ts'
import { leavesOf, make, withLeaf } from '../requests.ts'
import { withNewAllowance } from '../limits.ts'
import type { CallOptions, Reply } from '../world.ts'
import { type Evening, idsIn, type Place, type Principal } from './evening.ts'
import { type Cell, judge } from './judge.ts'
import type { Row } from './table.ts'

type Expected = { status: number; code: string | null }

/**
 * The input of a cell, each id from its place. An id that both places share, as with the tables of one restaurant, counts as the caller's own. Null when
 * another cell already makes the same call.
 */
export function inputFor(call: Call, cell: Cell): { given: AnyGiven; cell: Cell } | null {
  const { mine } = cell.principal
  const theirs = new Map<Place, AnyGiven>()
  const whose: Record<string, Place> = {}
  let given = inputOf(call, mine.stage)
  for (const [path, place] of Object.entries(cell.whose)) {
    const other = theirs.get(place) ?? inputOf(call, place.stage)
    theirs.set(place, other)
    const value = leafAt(call, other, path)
    whose[path] = value === leafAt(call, given, path) ? mine : place
    given = withLeaf(given, path, value)
  }
  const foreign = Object.values(cell.whose).some((place) => place !== mine)
  if (foreign && cell.header === null && Object.values(whose).every((place) => place === mine)) return null
  return { given, cell: { ...cell, whose } }
}

function leafAt(call: Call, given: AnyGiven, path: string): unknown {
  const leaf = leavesOf(given).find((l) => l.path === path)
  if (!leaf) throw new Error(`the input of ${call} names no ${path}`)
  return leaf.value
}

/** Calls without a body and without ids, which always give the same answer. */
const EMPTY_ANSWER = /^POST \/statistics\/|\/unsave$|^DELETE \/auth\/sessions$|^POST \/auth\/email\/code$/

/** A permitted call, made so that it changes nothing: with an unreadable body or an id that doesn't exist. Calls that only read are made as they are. */
export function unconsuming(call: Call, row: Row, given: AnyGiven): { given: AnyGiven; options: CallOptions; expected: Expected } {
  const op = operation(call)
  const success = { status: op.status, code: null }
  if (row.reads || call === 'POST /auth/logout') return { given, options: {}, expected: success }
  if (op.upload) return { given, options: { raw: '{' }, expected: { status: 415, code: 'unsupported_media_type' } }
  if (op.body) return { given, options: { raw: '{' }, expected: { status: 400, code: 'malformed_json' } }
  if (call === 'GET /kot/reset')
    return { given, options: { headers: { 'Sec-Fetch-Site': 'cross-site' } }, expected: { status: 403, code: 'cross_site' } }
  if (call === 'GET /restaurant/keys/generate')
    return { given: { query: { label: 'x'.repeat(61) } }, options: {}, expected: { status: 422, code: 'validation_failed' } }
  const unknown = leavesOf(given).reduce((all, { path }) => withLeaf(all, path, randomId()), given)
  return { given: unknown, options: {}, expected: EMPTY_ANSWER.test(call) ? success : { status: 404, code: 'not_found' } }
}

/** Makes the call and returns what is wrong with the answer: nothing when it is the table's answer and reveals no other restaurant's data. */
export async function ask(call: Call, row: Row, asked: Cell, evening: Evening): Promise<string[]> {
  const input = inputFor(call, asked)
  if (!input) return []
  const { cell, given: sound } = input
  const { principal, header } = cell
  const verdict = judge(row, cell)
  const { given, options, expected } =
    verdict.verdict === 'in'
      ? unconsuming(call, row, sound)
      : {
          given: sound,
          options: {},
          expected: verdict.verdict === 'asked' ? { status: operation(call).status, code: null } : verdict,
        }
  const own = call === 'POST /auth/logout' && principal.again ? await principal.again() : principal.token
  // More calls than a diner may make in a minute.
  const token = principal.kind === 'diner' && own ? await withNewAllowance(own) : own
  const reply = await make(call, given, {
    ...options,
    token,
    headers: {
      ...options.headers,
      ...(principal.syncKey ? { 'X-Sync-Key': principal.syncKey } : {}),
      ...(header ? { 'X-Restaurant-Id': header.restaurantId } : {}),
      ...(principal.inside ? { 'X-Restaurant-Id': principal.inside } : {}),
    },
  })
  const says = (wrong: string) => `${call} | ${principal.name} | ${cell.ids} | ${wrong}`
  const got = { status: reply.status, code: (reply.body?.code as string | undefined) ?? null }
  const faults: string[] = []
  if (got.status !== expected.status || (got.status >= 400 && got.code !== expected.code))
    faults.push(
      says(`expected ${expected.status} ${expected.code ?? ''} | got ${got.status} ${got.code ?? ''}: ${reply.text.slice(0, 200)}`),
    )
  if (principal.kind === 'limited' && got.status === 403 && reply.body?.approved !== false)
    faults.push(says(`expected { approved: false } | got ${reply.text.slice(0, 200)}`))
  return [...faults, ...told(row, principal, reply, JSON.stringify([given, header?.restaurantId]), evening).map(says)]
}

/** The evening's marks and row ids that a text contains. */
function foundIn(text: string, { marks, ids }: Evening): { marks: string[]; ids: string[] } {
  const lower = text.toLowerCase()
  return { marks: marks.filter((mark) => lower.includes(mark)), ids: idsIn(text).filter((id) => ids.has(id)) }
}

let last: { text: string; evening: Evening; found: ReturnType<typeof foundIn> } | null = null
/** The same of a body. Some calls give everybody the same long text (openapi.json), which is then searched only once. */
function foundInBody(text: string, evening: Evening): ReturnType<typeof foundIn> {
  if (last?.text !== text || last.evening !== evening) last = { text, evening, found: foundIn(text, evening) }
  return last.found
}

/** The values in an answer that the principal must not see. Values that the principal sent itself don't count. */
export function told(row: Row, principal: Principal, reply: Reply, asked: string, evening: Evening): string[] {
  if (row.outbox || principal.kind === 'backoffice' || principal.kind === 'admin') return []
  // Everybody may see any restaurant's public rows, and a managerialHead its partner's other outlets.
  const shown = (place: Place) =>
    row.to === 'public'
      ? 'public'
      : row.to === 'group' && principal.role === 'managerialHead' && place.partnerId === principal.partnerId
        ? 'all'
        : null
  const places = [evening.one, evening.two, evening.three]
  const found = [foundInBody(reply.text, evening), foundIn([...reply.headers].join(' '), evening)]
  const marks = [...new Set(found.flatMap((f) => f.marks))].filter(
    (mark) =>
      !principal.sees.marks.has(mark) &&
      !places.some(
        (p) => (shown(p) === 'all' && Object.values(p.marks).includes(mark)) || (shown(p) === 'public' && p.marks.open === mark),
      ),
  )
  const ids = [...new Set(found.flatMap((f) => f.ids))].filter(
    (id) =>
      !principal.sees.ids.has(id) &&
      !asked.includes(id) &&
      !places.some((p) => (shown(p) === 'all' && p.ids.has(id)) || (shown(p) === 'public' && p.publicIds.has(id))),
  )
  return [...marks.map((m) => `expected nothing of others | got ${m}`), ...ids.map((i) => `expected no id of others | got ${i}`)]
}
