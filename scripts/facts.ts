import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '#domain/api/index.ts'
import type { Operation } from '#domain/api/contract.ts'
import { PAGES } from '#domain/permissions.ts'
import { ROLES } from '#domain/roles.ts'
import { ROOT } from './lib/build.ts'

/**
 * `npm run facts`: writes web/core/facts.ts and web/core/access.ts, the parts of the contract that the screens need at run time: who may make a call is apart,
 * because the diner's pages never ask. They import only types from domain/api, because its
 * schemas would add all of zod to the browser's code. Run it after changing domain/api; a test in web/core fails until then.
 */
export const FACTS_FILES = { facts: join(ROOT, 'web/core/facts.ts'), access: join(ROOT, 'web/core/access.ts') }

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/**
 * Many calls have the same list of roles or pages: each list is written once, as a character for each place in `names`, because every page of the staff loads
 * the file.
 */
function sharedLists<T>(names: readonly T[]) {
  const lists: string[] = []
  return {
    lists,
    placeOf(values: readonly T[]): number {
      const text = quoted(values.map((value) => names.indexOf(value).toString(36)).join(''))
      if (!lists.includes(text)) lists.push(text)
      return lists.indexOf(text)
    },
  }
}

/**
 * Calls that add something, but may be meant again later with the same input: a table calls twice in an evening, a ticket is printed a third time, the same
 * delivery comes twice in a day, as much is thrown away again, and as much cash goes out of the drawer. Their key ends after two minutes, as that of a call that sets a state, but not when another is
 * made (only a count ends that of an earlier one of its material); that of a form's call when the form is closed (docs/decisions/016-keys-of-actions.md).
 */
const MEANT_AGAIN: readonly string[] = [
  'POST /orders/drawer',
  'POST /print/jobs',
  'POST /restaurant/inventory/conversions/execute',
  'POST /restaurant/inventory/purchases',
  'POST /restaurant/inventory/raw-materials/:id',
  'POST /restaurant/inventory/stocks',
  'POST /restaurant/reservations/create',
  'POST /tables/alert',
]

/**
 * Calls that say one step more from what is seen, so that two with the same input are two steps: each share of a bill is given back, a second portion is cancelled, the
 * bill is printed as it is now. Their body names the order's `version`, and it counts as part of what was asked for: the first step, once it is seen, has
 * raised it. Of other calls it doesn't, because an event raises it without anyone having chosen anything else.
 */
export const STEPS: readonly string[] = ['POST /orders/:id/bill', 'POST /orders/:id/payments/give-back', 'PUT /orders/item/status']

/** What the keys of a call's actions depend on (web/core/attempt.ts): 0 it takes none, 1 it sets a state, 2 a step, 3 it creates something, 4 which may be meant again. */
const keyOf = (address: string, op: Operation): number => {
  if (!op.idempotent) return 0
  if (STEPS.includes(address)) return 2
  return MEANT_AGAIN.includes(address) ? 4 : op.status === 201 ? 3 : 1
}

/** How many answers `keyOf` has. */
const KEYS = 5

/** A number as one character: '0' and those after it in ASCII. */
function digit(n: number): string {
  if (n > '~'.charCodeAt(0) - '0'.charCodeAt(0)) throw new Error('There are more kinds than characters')
  return String.fromCharCode('0'.charCodeAt(0) + n)
}

const HEAD = '// Made by `npm run facts` from the contract (domain/api). Don’t edit it by hand.'

/** The texts of web/core/facts.ts and web/core/access.ts for the current contract. */
export function factsTexts(): { facts: string; access: string } {
  const everyRole = [...ROLES, 'public' as const]
  // A character each.
  if (Math.max(everyRole.length, PAGES.length) > 36) throw new Error('There are more roles or pages than characters')
  const roles = sharedLists<(typeof everyRole)[number]>(everyRole)
  const pages = sharedLists<(typeof PAGES)[number]>(PAGES)
  const sorted = Object.entries<Operation>(api).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const scopes = [...new Set(sorted.map(([, op]) => op.scope))]
  // One short text a call: every page of the staff and of the diner loads it.
  const calls = sorted.map(([address, op]) => {
    if (/^[a-z]/.test(op.failure)) throw new Error(`${address}: its failure begins with a small letter`)
    const failure = op.failure.replace(/^Failed to (?=[a-z])/, '')
    return `  ${quoted([address, failure, digit(scopes.indexOf(op.scope) * KEYS + keyOf(address, op))].join('|'))},`
  })
  const placesOf = (of: (op: Operation) => number) => quoted(sorted.map(([, op]) => digit(of(op))).join(''))
  const rolesOf = placesOf((op) => roles.placeOf(everyRole.filter((role) => op.roles.includes(role))))
  const pagesOf = placesOf((op) => pages.placeOf(PAGES.filter((page) => op.pages.includes(page))))
  const table = (name: string, lists: readonly string[], names: string) => [
    `const ${name} = lists(${names}, [`,
    ...lists.map((list) => `  ${list},`),
    '])',
    '',
  ]
  const facts = [
    HEAD,
    "import type { Call } from '#domain/api/index.ts'",
    "import type { Access } from '#domain/permissions.ts'",
    '',
    `const SCOPES = [${scopes.map(quoted).join(', ')}] as const`,
    '',
    "type Facts = Pick<Access, 'scope'> & { failure: string; key: number }",
    `/** Of a line "call|failure|scope and key", the last as one character from 0 on: the scope's place times ${KEYS}, and the key. "Failed to" is left out. */`,
    'const factsOf = (line: string): [string, Facts] => {',
    "  const [call = '', text = '', kind = ''] = line.split('|')",
    '  const n = kind.charCodeAt(0) - 48',
    `  return [call, { failure: /^[a-z]/.test(text) ? \`Failed to \${text}\` : text, scope: SCOPES[Math.floor(n / ${KEYS})]!, key: n % ${KEYS} }]`,
    '}',
    '',
    '/**',
    ' * What the screens need to know of each call: what to say when it fails without a message of its own (SPEC §8), its scope (CONTRACT §2),',
    ' * and what the Idempotency-Key of its actions depends on (CONTRACT §1, attempt.ts): 0 it takes none, 1 it sets a state, 2 it says one step more, 3 it creates',
    ' * something, 4 something that may be meant again soon.',
    ' */',
    'export const FACTS = Object.fromEntries(',
    '  [',
    ...calls.map((line) => `  ${line}`),
    '  ].map(factsOf),',
    ') as Record<Call, Facts>',
    '',
  ]
  const access = [
    HEAD,
    "import type { Call } from '#domain/api/index.ts'",
    "import { type Access, PAGES } from '#domain/permissions.ts'",
    "import { ROLES } from '#domain/roles.ts'",
    "import { FACTS } from './facts.ts'",
    '',
    '/** Each text is a list: its characters are places in `names`, in base 36. */',
    'const lists = <T>(names: readonly T[], texts: readonly string[]): T[][] =>',
    '  texts.map((text) => [...text].map((place) => names[parseInt(place, 36)] as T))',
    '',
    ...table('R', roles.lists, "[...ROLES, 'public' as const]"),
    ...table('P', pages.lists, 'PAGES'),
    '// The places in R and P of each call, in the order of FACTS, each as one character from 0 on.',
    `const ROLES_OF = ${rolesOf}`,
    `const PAGES_OF = ${pagesOf}`,
    '',
    'const ACCESS = Object.fromEntries(',
    '  Object.entries(FACTS).map(([call, { scope }], i) => [',
    '    call,',
    '    { scope, roles: R[ROLES_OF.charCodeAt(i) - 48]!, pages: P[PAGES_OF.charCodeAt(i) - 48]! },',
    '  ]),',
    ')',
    '',
    '/** Who may make a call, and from which pages (CONTRACT §2). */',
    'export const accessOf = (call: Call): Access => ACCESS[call]!',
    '',
  ]
  return { facts: facts.join('\n'), access: access.join('\n') }
}

if (import.meta.main) {
  const texts = factsTexts()
  for (const name of ['facts', 'access'] as const) writeFileSync(FACTS_FILES[name], texts[name])
  console.log('wrote web/core/facts.ts and web/core/access.ts')
}
