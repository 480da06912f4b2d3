/** `by` takes the place of `find`: of a text that stands there once, or of every match of a pattern (`g`, without groups) that has at least one. */
export type Edit = { module: RegExp; find: string | RegExp; by: string }

/** Zod's modules, whose schemas the built Worker only asks by `safeParse`. */
const zod = (path: string) => new RegExp(`/zod/v4/${path}\\.js$`)
const SCHEMAS = /\/zod\/v4\/(?:core|classic)\/schemas\.js$/

const ZOD: readonly Edit[] = [
  // Checks that answer later. `safeParse` throws for one, so that every test of such a call would have failed.
  { module: SCHEMAS, find: /\b\w+ instanceof Promise\b/g, by: 'false' },
  { module: zod('core/schemas'), find: 'if (ctx.async) {', by: 'if (false) {' },
  // Values that are written back (`encode`), and a parse that stops at the first issue (`validate`).
  { module: SCHEMAS, find: /\b_?ctx\??\.direction === "backward"/g, by: 'false' },
  { module: zod('core/schemas'), find: /\bctx\??\.direction !== "backward"/g, by: 'true' },
  { module: zod('core/schemas'), find: /\bctx\??\.(?:skipChecks|abortEarly)\b/g, by: 'false' },
  // What follows values that contain themselves, which no JSON does (`withoutUnused` of contract.ts never starts it).
  { module: zod('core/schemas'), find: /\bcore\.globalConfig\.memoizer\b/g, by: 'undefined' },
  { module: zod('core/schemas'), find: 'if (payload.memo)', by: 'if (false)' },
  // Patterns of schemas within a template literal.
  { module: zod('core/schemas'), find: /^ {4}util\.defineLazyInternal\(inst, "pattern", \(zod\) => \{\n(?: {8}.*\n)+ {4}\}\);/gm, by: '' },
  { module: zod('core/schemas'), find: /^ {4}inst\._zod\.pattern = (?:def\.pattern \?\? )?regexes\.\w+;/gm, by: '' },
  // The interface of a "standard schema".
  { module: SCHEMAS, find: /^ {4}get "~standard"\(\) \{\n(?: {8}.*\n)+ {4}\},/gm, by: '' },
  { module: SCHEMAS, find: /^ {4}set "~standard"\(value\) \{\n(?: {8}.*\n)+ {4}\},/gm, by: '' },
  // A parse that throws.
  { module: zod('classic/schemas'), find: /^ {4}parse(?:Async)?: (?:async )?function _parse.*\n(?: {8}.*\n)+ {4}\},/gm, by: '' },
  // What only describes a schema.
  { module: zod('classic/schemas'), find: /\butil\.derived\(\{\n(?: {4}.*\n)+?\}, (?=\{)/g, by: '(' },
  { module: zod('classic/schemas'), find: /^ {4}get description\(\) \{\n(?: {8}.*\n)+ {4}\},/gm, by: '' },
  {
    module: zod('core/registries'),
    find: '(_a = globalThis).__zod_globalRegistry ?? (_a.__zod_globalRegistry = registry());\nexport const globalRegistry = globalThis.__zod_globalRegistry;',
    by: 'export const globalRegistry = null;',
  },
  // `zod/compile`, which nobody imports.
  { module: zod('core/core'), find: /^ {8}const pp = .*\n.*\n {12}pp\(inst\);/gm, by: '' },
  // Other forms of a list of issues.
  {
    module: zod('classic/errors'),
    find: /^ {4}const proto = Object\.getPrototypeOf\(inst\);\n(?: {4}.*\n)+?(?=\};\nexport const ZodError )/gm,
    by: '',
  },
  // What is told to who writes a schema wrongly, who hears it when the sources are loaded.
  { module: zod('core/util'), find: /(?<=throw new Error\()(?:"[^"]*"|`[^`]*`)(?=\);)/g, by: '' },
]

/** jose's modules: one secret (bytes) signs and verifies Tawa's own tokens, a set of keys from Google verifies Google's. */
const jose = (path: string) => new RegExp(`/jose/dist/webapi/${path}\\.js$`)

const JOSE: readonly Edit[] = [
  // Keys of other kinds: those in JSON and Node's own. Who gives one is refused.
  {
    module: jose('lib/key'),
    find: /^ {2}let normalized, keyObject;\n {2}if \(isObject\(key\)\) \{\n(?: {4}.*\n)+ {2}\} else \{\n {4}if \(!isKeyLike\(key\)\)/gm,
    by: '  {\n    if (!isCryptoKey(key))',
  },
  {
    module: jose('lib/key'),
    find: /^ {4}if \(isCryptoKey\(key\)\)\n {6}return key;\n {4}if \(keyObject = key,.*\n(?:.*\n)+?(?=\}\nlet cache;)/gm,
    by: '    return key;\n  }\n',
  },
  {
    module: jose('lib/key'),
    find: 'const types = ["CryptoKey", "KeyObject", "JSON Web Key"];\n  return secret && types.push("Uint8Array"), new TypeError(message(`Key for the ${alg} algorithm must be `, actual, ...types));',
    by: 'return new TypeError(`Key for the ${alg} algorithm is of another type`);',
  },
  // Spans of time as texts ("2 hours"); ours are numbers, and who gives a text is refused as for any that can't be read.
  {
    module: jose('lib/jwt_claims_set'),
    find: /(?<=^ {2})typeof str != "string" && invalidDuration\(\);\n(?: {2}.*\n)+?(?=\}\nfunction validateInput)/gm,
    by: 'invalidDuration();\n',
  },
  // Base64 for platforms without their own.
  {
    module: jose('lib/buffer_utils'),
    find: /if \(Uint8Array\.(?:prototype\.toBase64|fromBase64)\)\n {4}(?=return )/g,
    by: '',
  },
  // A store for keys, and what tells about them.
  { module: jose('jwks/remote'), find: /^ {2}if \(cache && typeof cache == "object"\) \{\n(?: {4}.*\n)+ {2}\}/gm, by: '' },
  { module: jose('jwks/remote'), find: ', cache = opts[jwksCache];', by: ';' },
  { module: jose('jwks/remote'), find: 'cache && (cache.uat = updatedAt, cache.jwks = json), ', by: '' },
  {
    module: jose('jwks/remote'),
    find: 'return Object.defineProperties(async (protectedHeader, token) => {',
    by: 'return (async (protectedHeader, token) => {',
  },
  { module: jose('jwks/remote'), find: /(?<=^ {2}\}), \{\n {4}coolingDown: \{\n(?: {4}.*\n)+ {2}\}(?=\);)/gm, by: '' },
]

/** What the Worker's libraries have for those who use them in another way than Tawa does. */
/** React Router's modules of which pages load something. */
const ROUTER: readonly Edit[] = [
  'components',
  'hooks',
  'dom/lib',
  'router/history',
  'router/matcher-route-pattern',
  'router/router',
  'router/utils',
].map((path) => ({
  module: new RegExp(`/react-router/dist/production/lib/${path}\\.js$`),
  // What is told to who uses it wrongly, who hears it in tests, which run the whole library.
  find: /(?<=\b(?:invariant|warning)\(.*, )(?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)(?=\);)/g,
  by: '0',
}))

export const EDITS: readonly Edit[] = [
  ...ROUTER,
  ...ZOD,
  ...JOSE,
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
  // SQL by a template: the room has its own (worker/realtime/sql.ts).
  { module: /\/partyserver\/dist\/index\.js$/, find: /^\tsql\(strings, \.\.\.values\) \{\n(?:\t\t.*\n)+\t\}/gm, by: '' },
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
  // Paths with parts that may be missing (`:x?`) and with patterns (`:x{…}`). Whoever names one is told when the Worker starts.
  {
    module: /\/hono\/dist\/router\/trie-router\/router\.js$/,
    find: 'for (const result of checkOptionalParameter(path) || [path]) this.#node.insert(method, result, handler);',
    by: 'if (/[?{]/.test(path)) throw new Error(`${path}: scripts/lib/edits.ts`); this.#node.insert(method, path, handler);',
  },
  {
    module: /\/hono\/dist\/router\/trie-router\/node\.js$/,
    find: 'const parts = splitRoutingPath(path);',
    by: 'const parts = splitPath(path);',
  },
  {
    module: /\/hono\/dist\/router\/trie-router\/node\.js$/,
    find: /^\t{5}if \(matcher !== true\) \{\n(?:\t{6}.*\n)+\t{5}\}/gm,
    by: '',
  },
  {
    module: /\/hono\/dist\/router\/trie-router\/node\.js$/,
    find: 'const shifted = curNodesQueue.shift();\n\t\t\tcurNodes = shifted ? tempNodes.concat(shifted) : tempNodes;',
    by: 'curNodes = tempNodes;',
  },
  { module: /\/hono\/dist\/router\/trie-router\/node\.js$/, find: 'if (matcher === true || matcher.test(part)) {', by: '{' },
  {
    module: /\/hono\/dist\/utils\/url\.js$/,
    find: /^\t{3}if \(match\[2\]\) patternCache\[cacheKey\] = (?:.*\n)+?\t{3}else (?=patternCache)/gm,
    by: '\t\t\t',
  },
  // Calls of an app by itself, as tests make them, and an event of other platforms.
  { module: /\/hono\/dist\/hono-base\.js$/, find: /^\trequest = \((?:.*\n)+?\t\};/gm, by: '' },
  { module: /\/hono\/dist\/context\.js$/, find: /^\tget event\(\) \{\n(?:\t\t.*\n)+\t\}/gm, by: '' },
  // Headers are read, not written, and read from texts.
  ...['content-type', 'content-disposition'].flatMap((header) => [
    { module: new RegExp(`/@remix-run/headers/dist/lib/${header}\\.js$`), find: /^ {4}toString\(\) \{\n(?: {8}.*\n)+ {4}\}/gm, by: '' },
    {
      module: new RegExp(`/@remix-run/headers/dist/lib/${header}\\.js$`),
      find: /^ {12}else \{\n(?: {16}header\.\w+ = value\.\w+;\n)+ {12}\}/gm,
      by: '',
    },
  ]),
  // The Worker has Node's Buffer (`nodejs_compat`).
  {
    module: /\/@remix-run\/multipart-parser\/dist\/lib\/buffer-search\.js$/,
    find: "if (BufferClass && !('Bun' in globalThis || 'Deno' in globalThis)) {",
    by: 'if (true) {',
  },
]
