import { isAbsolute, relative } from 'node:path'
import { parseAst, type Plugin } from 'vite'
import { ROOT } from './build.ts'

type Node = { type: string; start: number; end: number } & Record<string, any>

/**
 * Called by the language or by the platform: methods of a Durable Object, of iterators, Proxies, streams and HTMLRewriter, what a property's descriptor has, and
 * what is called of a list, an expression or a date by methods that are given one.
 */
const PLATFORM = new Set(
  (
    'fetch alarm scheduled webSocketMessage webSocketClose webSocketError handleEvent constructor toString toJSON valueOf then next return throw ' +
    'get set value has apply construct ownKeys deleteProperty defineProperty getOwnPropertyDescriptor getPrototypeOf setPrototypeOf isExtensible ' +
    'preventExtensions start pull cancel transform flush write close abort element text comments doctype end name message stack cause ' +
    'add exec size highWaterMark toISOString toLocaleString resolve keys flags join'
  ).split(' '),
)

/** Where the bundler says which module follows. */
const MODULE = /^\/\/ ((?:\\0|\0)\S+|\S+\.[cm]?[jt]sx?)$/gm
const LIBRARY = /(?:^|\/)node_modules\//
/** The methods of schemas, whose names texts and lists have too (`includes`, `trim`). Only the contract makes schemas. */
const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/
/** Objects that are lists of methods. An object of another library may be asked for a name that comes from outside (a header, a message). */
const METHODS = /(?:^|\/)node_modules\/zod\//
const MAKES_SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$|(?:^|\/)domain\/api\//

const namesOf = (...objects: object[]) => objects.flatMap((one) => Object.getOwnPropertyNames(one))
/** Of these methods a name that is said outside of the contract is one of a text or a list, not of a schema. */
const BUILT_IN = new Set(
  namesOf(String, String.prototype, Array.prototype, Number, Number.prototype, Object, Date, Date.prototype, JSON, Math, Promise.prototype)
    .concat(namesOf(Function.prototype, RegExp.prototype, Map.prototype, Set.prototype, TextEncoder.prototype, TextDecoder.prototype))
    .filter((name) => !['constructor', 'length', 'name'].includes(name)),
)

/**
 * A part of the code that runs only if somebody says `name`: a method or a function in a property (`.name`), or a function of a module (`name`). The whole code
 * outside of such parts is one for each module, without a name. `asks` has those of the names that are properties in the code, not texts.
 */
type Part = {
  name: string
  node: Node
  module: string
  within: Part | null
  says: Set<string>
  asks: Set<string>
  live: boolean
  removable: boolean
}

const isFunction = (node: Node | null | undefined) => node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression'
const keyOf = (key: Node): string => `.${key.type === 'PrivateIdentifier' ? '#' : ''}${key.name ?? key.value}`

/** `x`, `this`, `x.prototype`: nothing runs when it is read. */
const isPlain = (node: Node): boolean =>
  ['Identifier', 'ThisExpression'].includes(node.type) || (node.type === 'MemberExpression' && !node.computed && isPlain(node.object))

/** `x.name = function…`, of which only the function depends on the name. */
function assigned(node: Node): Node | null {
  const { expression } = node
  const isOne =
    expression.type === 'AssignmentExpression' &&
    expression.operator === '=' &&
    expression.left.type === 'MemberExpression' &&
    !expression.left.computed &&
    isPlain(expression.left.object) &&
    isFunction(expression.right)
  return isOne ? expression : null
}

/** The parts of a bundle, each with the names that it says; `moduleAt` tells where a position is. */
function partsOf(program: Node, moduleAt: (position: number) => string): Part[] {
  const parts: Part[] = []
  const roots = new Map<string, Part>()
  const rootOf = (node: Node) => {
    const module = moduleAt(node.start)
    const known = roots.get(module)
    if (known) return known
    const root: Part = { name: '', node, module, within: null, says: new Set(), asks: new Set(), live: true, removable: false }
    roots.set(module, root)
    parts.push(root)
    return root
  }
  let current = rootOf(program)
  const inside = (name: string, node: Node, visitAll: () => void) => {
    const before = current
    const removable = name.startsWith('.')
    // What our own objects have may be listed or sent, so it counts as used.
    if (removable && !(node.type === 'Property' ? METHODS : LIBRARY).test(before.module)) return visitAll()
    current = { name, node, module: before.module, within: before, says: new Set(), asks: new Set(), live: false, removable }
    parts.push(current)
    visitAll()
    current = before
  }
  const ask = (name: string) => {
    current.says.add(name)
    current.asks.add(name)
  }
  /** A text may be a name, or in a library a list of names; ours are sentences. */
  const read = (text: string) => {
    if (/^[\w$]+$/.test(text)) current.says.add(`.${text}`)
    else if (LIBRARY.test(current.module)) for (const word of text.match(/[\w$]+/g) ?? []) current.says.add(`.${word}`)
  }
  const children = (node: Node) => {
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value)
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const one = node as Node
    switch (one.type) {
      case 'Literal':
        return typeof one.value === 'string' ? read(one.value) : undefined
      case 'TemplateElement':
        return read(one.value.cooked ?? one.value.raw)
      case 'Identifier':
        return void current.says.add(one.name)
      case 'PrivateIdentifier':
        return void current.says.add(keyOf(one))
      case 'MemberExpression':
        visit(one.object)
        return one.computed ? visit(one.property) : ask(keyOf(one.property))
      case 'ExpressionStatement': {
        const assignment = assigned(one)
        if (!assignment) return children(one)
        visit(assignment.left.object)
        return inside(keyOf(assignment.left.property), one, () => visit(assignment.right))
      }
      case 'ObjectPattern':
        for (const { key, computed } of one.properties) if (key && !computed) ask(keyOf(key))
        return children(one)
      case 'MethodDefinition':
      case 'PropertyDefinition':
      case 'Property':
        if (one.computed) visit(one.key)
        else if (one.kind !== 'constructor' && one.key.type !== 'Literal' && isFunction(one.value))
          return inside(keyOf(one.key), one, () => visit(one.value))
        return visit(one.value)
      default:
        return children(one)
    }
  }
  for (const statement of program.body as Node[]) {
    current = rootOf(statement)
    const declared: Node[] = statement.type === 'VariableDeclaration' ? statement.declarations : [statement]
    for (const one of declared) {
      const isOfModule = one.type === 'FunctionDeclaration' || (one.type === 'VariableDeclarator' && isFunction(one.init))
      if (isOfModule && one.id.type === 'Identifier') inside(one.id.name, one, () => visit([one.params, one.body, one.init]))
      else if (one.type === 'VariableDeclarator') visit([one.id.type === 'Identifier' ? null : one.id, one.init])
      else visit(one)
    }
  }
  return parts
}

/** Follows from what always runs which parts may run. */
function follow(parts: readonly Part[]): void {
  const said = new Set<string>()
  const saidOfSchemas = new Set<string>()
  const askedOfSchemas = new Set<string>()
  const hear = ({ says, asks, module }: Part) => {
    for (const name of says) {
      said.add(name)
      if (MAKES_SCHEMAS.test(module)) saidOfSchemas.add(name)
    }
    // Another library is given no schema, and a method of one is never called by its name as a text.
    if (METHODS.test(module) || !LIBRARY.test(module)) for (const name of asks) askedOfSchemas.add(name)
  }
  const isSaid = ({ name, node, module }: Part) => {
    const isSchemas = SCHEMAS.test(module) && node.kind === 'init'
    const heard = !isSchemas ? said : BUILT_IN.has(name.slice(1)) ? saidOfSchemas : askedOfSchemas
    return (name.startsWith('.') && PLATFORM.has(name.slice(1))) || heard.has(name)
  }
  for (const part of parts) if (part.live) hear(part)
  for (let found = true; found;) {
    found = false
    for (const part of parts)
      if (!part.live && part.within?.live && isSaid(part)) {
        part.live = found = true
        hear(part)
      }
  }
}

/**
 * The Worker's whole code without those methods of libraries that nothing in it calls: whose name is said nowhere but in code that can't run either, neither as
 * a property nor as a text. What is removed becomes spaces, so that every position stays. Also says what is gone. Throws if the bundler doesn't say which module
 * follows, since it could not tell a library's method from one of ours, whose names clients may say.
 */
export function withoutUncalled(code: string): { code: string; gone: string[] } {
  const modules = [...code.matchAll(MODULE)].map(({ index, 1: path = '' }) => ({ index, path }))
  if (!modules.some(({ path }) => LIBRARY.test(path))) throw new Error('The bundle does not name its modules (scripts/lib/uncalled.ts)')
  const parts = partsOf(parseAst(code) as unknown as Node, (position) => modules.findLast(({ index }) => index <= position)?.path ?? '')
  follow(parts)
  let left = code
  const gone = parts.filter((part) => part.removable && !part.live && part.within?.live)
  for (const { node } of gone) {
    // The comma after an object's property goes too.
    // A statement stays one, since it may be all that follows an `if`.
    const instead = node.type === 'ExpressionStatement' ? ';' : ' '
    const end = node.type === 'Property' ? node.end + (/^\s*,/.exec(code.slice(node.end, node.end + 50))?.[0].length ?? 0) : node.end
    left = left.slice(0, node.start) + instead + code.slice(node.start + 1, end).replace(/[^\n]/g, ' ') + left.slice(end)
  }
  return { code: left, gone: gone.map(({ name, module }) => `${module.replace(/^.*node_modules\//, '')} ${name.slice(1)}`) }
}

/** Of these modules of ours (their paths), those that the bundle doesn't name: their methods would count as those of the module before. */
export function unnamedModules(code: string, paths: readonly string[]): string[] {
  const named = new Set([...code.matchAll(MODULE)].map(([, path]) => path))
  return paths.filter((path) => !LIBRARY.test(path) && !named.has(path))
}

/** Builds the Worker without what its libraries could do besides. */
export const uncalled = (): Plugin => ({
  name: 'tawa-uncalled',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'tawa',
  renderChunk(code, { modules }, _, { chunks }) {
    // A method that only another file calls would be gone.
    if (Object.keys(chunks).length > 1) throw new Error('The Worker must be one file (scripts/lib/uncalled.ts)')
    const paths = Object.entries(modules).flatMap(([id, { renderedLength }]) =>
      isAbsolute(id) && renderedLength > 0 ? [relative(ROOT, id)] : [],
    )
    const unnamed = unnamedModules(code, paths)
    if (unnamed.length > 0) throw new Error(`The bundle does not name ${unnamed.join(', ')} (scripts/lib/uncalled.ts)`)
    return { code: withoutUncalled(code).code, map: null }
  },
})
