import { parseAst, type Plugin } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, any>

/**
 * A module whose SQL has no indents: of each line within a template `sql` the spaces at its beginning are gone, which SQLite does not read. Throws where they
 * would be within a quoted text. Line numbers stay the same.
 */
export function withoutIndents(code: string): string {
  const found: Node[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const one = node as Node
    if (one.type === 'TaggedTemplateExpression' && one.tag.name === 'sql') found.push(...(one.quasi.quasis as Node[]))
    for (const [key, value] of Object.entries(one)) if (key !== 'type') visit(value)
  }
  visit(parseAst(code))
  let left = code
  for (const { start, end } of found.toSorted((a, b) => b.start - a.start)) {
    const text = code.slice(start, end)
    if (!text.includes('\n')) continue
    const isQuoted = text.split(/['"]/).some((part, i) => i % 2 === 1 && part.includes('\n'))
    if (isQuoted) throw new Error(`A quoted text of several lines in SQL (scripts/lib/statements.ts): ${text}`)
    left = left.slice(0, start) + text.replace(/\n[ \t]+/g, '\n') + left.slice(end)
  }
  return left
}

/** Builds the Worker with statements that have no indents. */
export const statements = (): Plugin => ({
  name: 'tawa-statements',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.name === 'tawa',
  transform: (code, id) => (/\/worker\/.*\.ts$/.test(id) && code.includes('sql`') ? { code: withoutIndents(code), map: null } : null),
})
