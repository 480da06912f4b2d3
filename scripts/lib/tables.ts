import { parseAst, type Plugin } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, any>

/**
 * A module of tables as the Worker needs it: without the third argument of `sqliteTable`, which has the keys, indexes and checks. Only migrations are made from
 * these, by drizzle-kit, which reads the sources. Line numbers stay the same.
 */
export function withoutIndexes(code: string): string {
  const edits: { start: number; end: number }[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const one = node as Node
    if (one.type === 'CallExpression' && one.callee.name === 'sqliteTable') {
      const [, columns, more] = one.arguments as Node[]
      if (columns?.type !== 'ObjectExpression') throw new Error('Columns are an object (scripts/lib/libraries.ts)')
      if (more) edits.push({ start: columns.end, end: more.end })
      return
    }
    for (const [key, value] of Object.entries(one)) if (key !== 'type') visit(value)
  }
  visit(parseAst(code))
  return edits.reduceRight(
    (left, { start, end }) => left.slice(0, start) + left.slice(start, end).replace(/[^\n]/g, '') + left.slice(end),
    code,
  )
}

/** Builds the Worker without what only drizzle-kit reads of its tables. */
export const tables = (): Plugin => ({
  name: 'tawa-tables',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.name === 'tawa',
  transform: (code, id) => (/\/worker\//.test(id) && code.includes('sqliteTable(') ? { code: withoutIndexes(code), map: null } : null),
})
