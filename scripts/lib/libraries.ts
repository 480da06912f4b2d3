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
  // Advice to who names rooms otherwise than `getByName` does, as Tawa always does; the sentence before it stays.
  {
    module: /\/partyserver\/dist\/index\.js$/,
    find: ': this.ctx.id.name is undefined, no legacy __ps_name storage record is present, and no x-partykit-room header was supplied. Likely causes:\n  1. The stub was built via idFromString()/newUniqueId(). PartyServer requires name-based addressing (idFromName/getByName).\n  2. The workerd/wrangler runtime is too old to expose ctx.id.name — update to a recent wrangler release.\n  3. You called stub.fetch() directly without going through routePartykitRequest()/getServerByName(). Prefer those, or set the x-partykit-room header.',
    by: '\n\n\n',
  },
  {
    module: /\/partyserver\/dist\/index\.js$/,
    find: ', but this.ctx.id.name is not set and no ${NAME_STORAGE_KEY} fallback record is available. PartyServer requires DOs to be addressed via idFromName()/getByName(), or explicitly bootstrapped with setName() when using idFromString()/newUniqueId(). If this happens in an alarm handler firing on a stale alarm record, initialize the DO from a fetch/RPC entry point first so PartyServer can persist the fallback name.',
    by: '',
  },
  {
    module: /\/partyserver\/dist\/index\.js$/,
    find: '. This is most likely an issue in PartyServer, please open an issue at https://github.com/cloudflare/partykit/issues',
    by: '',
  },
  // The platform refuses such tags itself (`acceptWebSocket`).
  {
    module: /\/partyserver\/dist\/index\.js$/,
    find: '\tif (tags.length > 10) throw new Error("A connection can only have 10 tags, including the default id tag.");\n\tfor (const tag of tags) {\n\t\tif (typeof tag !== "string") throw new Error(`A connection tag must be a string. Received: ${tag}`);\n\t\tif (tag === "") throw new Error("A connection tag must not be an empty string.");\n\t\tif (tag.length > 256) throw new Error("A connection tag must not exceed 256 characters");\n\t}\n',
    by: '\n\n\n\n\n\n',
  },
  // Signatures by other algorithms than those that a session's, a reset's and Google's token have; each call names its own besides.
  ...[
    '  HS384: hmac(384),\n  HS512: hmac(512),\n',
    '  RS384: rsa(384),\n  RS512: rsa(512),\n  PS256: rsa(256, 32),\n  PS384: rsa(384, 48),\n  PS512: rsa(512, 64),\n',
    ',\n  ES384: ecdsa("P-384", 384),\n  ES512: ecdsa("P-521", 512),\n  EdDSA: eddsa(),\n  Ed25519: eddsa(),\n  "ML-DSA-44": mldsa(44),\n  "ML-DSA-65": mldsa(65),\n  "ML-DSA-87": mldsa(87)',
  ].map((find) => ({ module: /\/jose\/dist\/webapi\/lib\/jws_algorithms\.js$/, find, by: '' })),
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
