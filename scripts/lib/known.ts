import type { Plugin, Rolldown } from 'vite'

/** A file of the build with those that it imports, and theirs. */
function closure(bundle: Rolldown.OutputBundle, from: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
  const seen = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(bundle[name])
  }
  visit(from)
  return [...seen]
}

const FILES = /\bm\.f=(\[[^\]]*\])/
const CALL = /__vite__mapDeps\((\[[\d,]*\])\)/g

/**
 * Before it loads a part of the pages, a file names all files that the part needs (parts.ts). It need not name those that it imports itself, and their styles: they
 * are there, or it would not run. A name is 30 letters that don't compress, and the point of sale had 90 of them.
 */
export function withoutKnown(code: string, known: ReadonlySet<string>): string {
  const found = FILES.exec(code)
  if (!found) return code
  const all = JSON.parse(found[1] ?? '[]') as string[]
  const left: string[] = []
  const placeOf = (name: string) => (left.includes(name) ? left.indexOf(name) : left.push(name) - 1)
  const called = code.replace(CALL, (_, list: string) => {
    const names = (JSON.parse(list) as number[]).map((i) => all[i] ?? '').filter((name) => !known.has(name))
    return `__vite__mapDeps(${JSON.stringify(names.map(placeOf))})`
  })
  return called.replace(FILES, () => `m.f=${JSON.stringify(left)}`)
}

/** Builds the pages so. */
export const known = (): Plugin => ({
  name: 'tawa-known',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    // After Vite has written the names.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const there = closure(bundle, chunk)
        chunk.code = withoutKnown(
          chunk.code,
          new Set(there.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])),
        )
      }
    },
  },
})
