import type { Plugin } from 'vite'

type Edit = { module: RegExp; find: string; by: string }

/** What the Worker's libraries have for those who use them in another way than Tawa does. */
export const EDITS: readonly Edit[] = [
  // Columns that a function makes; ours are objects, which tables.ts makes sure of. It brings all kinds of column.
  {
    module: /\/drizzle-orm\/sqlite-core\/table\.js$/,
    find: 'typeof columns === "function" ? columns(getSQLiteColumnBuilders()) : columns',
    by: 'columns',
  },
  // Only drizzle-kit reads foreign keys, and it reads the sources.
  {
    module: /\/drizzle-orm\/sqlite-core\/table\.js$/,
    find: 'rawTable[InlineForeignKeys].push(...colBuilder.buildForeignKeys(column, rawTable));',
    by: '',
  },
  // A room whose sockets end when it sleeps. Ours keeps them (`hibernate`), which the build makes sure of below.
  {
    module: /\/partyserver\/dist\/index\.js$/,
    find: 'this.#options.hibernate ? new HibernatingConnectionManager(this.ctx) : new InMemoryConnectionManager()',
    by: 'new HibernatingConnectionManager(this.ctx)',
  },
  {
    module: /\/partyserver\/dist\/index\.js$/,
    find: 'if (!this.#options.hibernate) this.#attachSocketEventHandlers(connection);',
    by: '',
  },
  // The router that is fastest where it can tell all paths apart. It can't (`/orders/table/:tableId`, `/orders/:id/bill`), so the other one has always served.
  {
    module: /\/hono\/dist\/hono\.js$/,
    find: 'new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] })',
    by: 'new TrieRouter()',
  },
]

/** A module of a library without its parts in `EDITS`, or null if it has none. Throws if the library is written otherwise. */
export function edited(code: string, id: string): string | null {
  const edits = EDITS.filter(({ module }) => module.test(id))
  if (edits.length === 0) return null
  return edits.reduce((left, { find, by }) => {
    if (left.split(find).length !== 2) throw new Error(`${id} has no "${find}" now (scripts/lib/libraries.ts)`)
    return left.replace(find, () => by)
  }, code)
}

/** A room of ours, wherever it is. */
const ROOM = /\bclass \w+ extends Server\b/
const HIBERNATES = /\bstatic (?:override )?options = \{ hibernate: true \}/

/** Whether this is a room's module. Throws if the room doesn't hibernate. */
export function isRoom(code: string, id: string): boolean {
  if (!/\/worker\//.test(id) || /\/node_modules\//.test(id) || !ROOM.test(code)) return false
  if (!HIBERNATES.test(code)) throw new Error('The room does not hibernate now (scripts/lib/libraries.ts)')
  return true
}

/** Builds the Worker without them. Throws if it has no room, which this could not have looked at then. */
export function libraries(): Plugin {
  let rooms = 0
  return {
    name: 'tawa-libraries',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'tawa',
    transform(code, id) {
      if (isRoom(code, id)) rooms += 1
      const left = edited(code, id)
      return left === null ? null : { code: left, map: null }
    },
    buildEnd(error) {
      if (!error && rooms === 0) throw new Error('No room was found (scripts/lib/libraries.ts)')
    },
  }
}
