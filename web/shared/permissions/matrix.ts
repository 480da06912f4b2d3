import { PAGES, pageName, type Page, type Permissions, rolesOf } from '#domain/permissions.ts'
import { ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#domain/roles.ts'

/** Roles whose pages can be changed. A mobile admin sees every page whatever the map says, so there is nothing to tick. */
export const COLUMNS = STAFF_ROLES.filter((role) => role !== 'mobileAdmin')
export type Column = (typeof COLUMNS)[number]

/** A page's line: whether it is on, and the roles that are ticked, which it keeps while it is off. */
export type Line = { on: boolean; ticks: readonly Column[] }
export type Matrix = Record<Page, Line>

const byDefault = (page: Page): readonly Column[] => ticksIn(rolesOf(page, null))
const ticksIn = (roles: readonly string[]): Column[] => COLUMNS.filter((role) => roles.includes(role))

/** A role that a page can be given to: by default, or where it has it already. A map takes pages away and gives none beyond the default (CONTRACT §2). */
export const isOffered = (page: Page, role: Column, saved: Permissions): boolean =>
  byDefault(page).includes(role) || (saved[page] ?? []).includes(role)

/** The pages that somebody besides the mobile admin may open: only these can be switched. */
export const isSwitchable = (page: Page): boolean => byDefault(page).length > 0

/** The lines of a map. A page that is switched off shows the ticks that it gets when it is switched on again. */
export const matrixOf = (saved: Permissions): Matrix =>
  Object.fromEntries(
    PAGES.map((page): [Page, Line] => {
      const ticks = ticksIn(rolesOf(page, saved))
      return [page, ticks.length === 0 && isSwitchable(page) ? { on: false, ticks: byDefault(page) } : { on: true, ticks }]
    }),
  ) as Matrix

/** Every page with its default of SPEC §2. Pages that were off forget their ticks. */
export const defaultMatrix = (): Matrix => matrixOf({})

export const switched = (matrix: Matrix, page: Page, on: boolean): Matrix => ({ ...matrix, [page]: { ...matrix[page], on } })

/** Ticks or unticks a role. A page without any role is off; when it is switched on again it has the last role. */
export function ticked(matrix: Matrix, page: Page, role: Column, on: boolean): Matrix {
  const { ticks } = matrix[page]
  const next = COLUMNS.filter((column) => (column === role ? on : ticks.includes(column)))
  return { ...matrix, [page]: next.length === 0 ? { on: false, ticks } : { on: true, ticks: next } }
}

const opensTo = ({ on, ticks }: Line): readonly Column[] => (on ? ticks : [])
const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((role) => b.includes(role))

/** What saving would change on a page. `off` and `on` are of the whole page; gained and lost are roles. */
export type Change = { page: Page; name: string; switched: 'off' | 'on' | null; gained: Column[]; lost: Column[] }

/** Every change between two matrices, in the order of the pages. A page that is switched off has no further changes. */
export const changesOf = (before: Matrix, after: Matrix): Change[] =>
  PAGES.flatMap((page): Change[] => {
    const [was, is] = [before[page], after[page]]
    if (isSame(opensTo(was), opensTo(is)) && was.on === is.on) return []
    const change = { page, name: pageName(page) }
    if (was.on && !is.on) return [{ ...change, switched: 'off', gained: [], lost: [] }]
    return [
      {
        ...change,
        switched: was.on ? null : 'on',
        gained: is.ticks.filter((role) => !opensTo(was).includes(role)),
        lost: opensTo(was).filter((role) => !is.ticks.includes(role)),
      },
    ]
  })

/** How many single changes there are: a switched page counts as one. */
export const countOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, change) => sum + (change.switched ? 1 : change.gained.length + change.lost.length), 0)

const list = (roles: readonly StaffRole[]) => roles.map((role) => ROLE_NAMES[role]).join(', ')
/** A change in words: `Page off for everyone`, `General manager loses it`. */
export function changeLines({ switched, gained, lost }: Change): { sign: '+' | '−'; text: string }[] {
  if (switched === 'off') return [{ sign: '−', text: 'Page off for everyone' }]
  if (switched === 'on') return [{ sign: '+', text: `Page on for ${list(gained)}` }]
  return [
    ...gained.map((role) => ({ sign: '+' as const, text: ROLE_NAMES[role] })),
    ...lost.map((role) => ({ sign: '−' as const, text: ROLE_NAMES[role] })),
  ]
}

/**
 * The map to save: that of the server with these changes made in it, so that what others changed meanwhile stays, also on the same page: a role that they took
 * away doesn't come back, and a page that they switched off stays off. A page that is as by default is left out and goes on following the default; elsewhere the
 * mobile admin keeps its own pages, though it sees them whatever the map says.
 */
export function mapWith(saved: Permissions, changes: readonly Change[]): Permissions {
  const map: Permissions = { ...saved }
  for (const { page, switched, gained, lost } of changes) {
    const now = ticksIn(rolesOf(page, saved))
    // A page that is switched on opens to the roles that this screen shows, and to those alone.
    const ticks = switched
      ? gained
      : COLUMNS.filter((role) => now.length > 0 && !lost.includes(role) && (now.includes(role) || gained.includes(role)))
    if (ticks.length === 0) map[page] = []
    else if (isSame(ticks, byDefault(page))) delete map[page]
    else map[page] = [...ticks, ...rolesOf(page, null).filter((role) => role === 'mobileAdmin')]
  }
  return map
}

// ------------------------------------------------------------ groups and search

const GROUPS: { name: string; has: (page: Page) => boolean }[] = [
  { name: 'Captain', has: (page) => page.startsWith('/restaurant/captain') },
  { name: 'Mobile POS', has: (page) => page.startsWith('/restaurant/pos-mobile') },
  { name: 'Settings', has: (page) => page.startsWith('/restaurant/settings') },
  { name: 'App listing', has: (page) => !isSwitchable(page) },
  {
    name: 'Management',
    has: (page) => ['customers', 'reports', 'users', 'invoices', 'inventory', 'feedback'].some((name) => page === `/restaurant/${name}`),
  },
  { name: 'Service', has: () => true },
]
const ORDER = ['Service', 'Captain', 'Mobile POS', 'Management', 'App listing', 'Settings']

/** The name of a page within its group: `orders` for `Captain: orders`. */
export const shortName = (page: Page): string => {
  const [, rest] = pageName(page).split(': ')
  return rest ? rest.charAt(0).toUpperCase() + rest.slice(1) : pageName(page)
}

/** The pages whose name or group has the words, by group. */
export function groupsOf(search: string): { name: string; pages: Page[] }[] {
  const words = search.trim().toLowerCase()
  const groupOf = (page: Page) => GROUPS.find(({ has }) => has(page))?.name ?? 'Service'
  return ORDER.flatMap((name) => {
    const pages = PAGES.filter((page) => groupOf(page) === name && `${name} ${pageName(page)}`.toLowerCase().includes(words))
    return pages.length > 0 ? [{ name, pages }] : []
  })
}
