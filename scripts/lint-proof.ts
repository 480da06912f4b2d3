import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './lib/build.ts'

const COMMON = new Set(['core', 'app', 'ui', 'shared', 'styles', 'public', 'test'])
const FEATURES = readdirSync(join(ROOT, 'web'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !COMMON.has(entry.name))
  .map((entry) => entry.name)

/**
 * Proves each import rule of DESIGN.md with a line that must fail and one beside it that must pass. Otherwise nobody would notice a pattern that matches
 * nothing, which happens easily with oxlint's globs. Returns what is wrong; [] when every rule holds.
 */
const RULES: { rule: string; file: string; fails: string[]; passes: string[] }[] = [
  {
    rule: 'domain imports zod and itself only',
    file: 'domain/proof.ts',
    fails: [
      'hono',
      'react',
      'node:fs',
      'drizzle-orm',
      '#worker/env.ts',
      '#web/app/api.ts',
      '../worker/env.ts',
      '../web/app/api.ts',
      'vitest',
    ],
    passes: ['zod', './money.ts', '#domain/money.ts'],
  },
  {
    rule: 'domain tests may use the test libraries',
    file: 'domain/proof.test.ts',
    fails: ['hono', '#worker/env.ts'],
    passes: ['vitest', 'fast-check', 'zod', './money.ts'],
  },
  {
    rule: 'worker never imports web',
    file: 'worker/proof.ts',
    fails: ['#web/app/api.ts', '../web/app/api.ts'],
    passes: ['hono', '#domain/money.ts', './env.ts', '#worker/env.ts'],
  },
  {
    rule: 'web never imports worker, and of domain/api types only',
    file: 'web/app/proof.ts',
    fails: ['#worker/env.ts', '../../worker/env.ts', '#domain/api/index.ts', '../../domain/api/index.ts', '#demo/load.ts', 'node:fs'],
    passes: ['#domain/money.ts', '#web/ui/cx.ts', './api.ts', 'react', 'type #domain/api/index.ts'],
  },
  {
    rule: 'web/ui imports React only',
    file: 'web/ui/proof.tsx',
    fails: [
      'react-router',
      '@tanstack/react-query',
      'react-hook-form',
      '#web/app/api.ts',
      '../app/api.ts',
      '#domain/money.ts',
      'sonner',
      'd3-array',
    ],
    passes: ['react', 'radix-ui', 'lucide-react', 'clsx', 'd3-shape', './cx.ts', '#web/ui/cx.ts'],
  },
  {
    rule: 'tests of web/ui may use the test libraries',
    file: 'web/ui/proof.test.tsx',
    fails: ['react-router', '#web/app/api.ts'],
    passes: ['vitest', '@testing-library/react', '@testing-library/user-event', './cx.ts'],
  },
  {
    rule: 'web/core imports neither ui, app, shared nor a feature',
    file: 'web/core/proof.ts',
    fails: ['#web/ui/cx.ts', '../app/title.ts', '#web/shared/order/drafts.ts', ...FEATURES.map((feature) => `#web/${feature}/x.ts`)],
    passes: ['./api.ts', '#web/core/api.ts', '#domain/money.ts'],
  },
  {
    rule: 'web/app imports neither shared nor a feature',
    file: 'web/app/shell/proof.tsx',
    fails: [
      '#web/shared/order/drafts.ts',
      '../../shared/order/drafts.ts',
      ...FEATURES.flatMap((f) => [`#web/${f}/x.ts`, `../../${f}/x.ts`]),
    ],
    passes: ['../title.ts', '#web/app/title.ts', '#web/core/api.ts', '#web/ui/cx.ts'],
  },
  {
    rule: 'web/shared imports no feature',
    file: 'web/shared/order/proof.tsx',
    fails: FEATURES.flatMap((f) => [`#web/${f}/x.ts`, `../../${f}/x.ts`]),
    passes: ['./drafts.ts', '../floor/floor.ts', '#web/shared/floor/floor.ts', '#web/app/title.ts', '#web/core/api.ts', '#web/ui/cx.ts'],
  },
  // Every other folder of web/ is a feature: a new one without its own rule fails here.
  ...FEATURES.map((feature) => {
    const others = FEATURES.filter((other) => other !== feature)
    return {
      rule: `web/${feature} never imports another feature`,
      file: `web/${feature}/proof.tsx`,
      fails: [...others.flatMap((other) => [`#web/${other}/x.ts`, `../${other}/x.ts`]), '#worker/env.ts', '#domain/api/index.ts'],
      passes: ['./x.ts', `#web/${feature}/x.ts`, '#web/shared/order/drafts.ts', '#web/app/title.ts', '#web/ui/cx.ts', '#domain/money.ts'],
    }
  }),
]

export function proveImportRules(): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'tawa-lint-'))
  try {
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(directory, '.oxlintrc.json'))
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
    const wrong: string[] = []
    for (const { file, fails, passes } of RULES) {
      const path = join(directory, file)
      mkdirSync(dirname(path), { recursive: true })
      const lines = [...fails, ...passes].map((name, i) =>
        name.startsWith('type ') ? `export type { Proof${i} } from '${name.slice(5)}'` : `export { proof${i} } from '${name}'`,
      )
      writeFileSync(path, `${lines.join('\n')}\n`)
    }
    const result = spawnSync(process.execPath, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '-f', 'unix', '.'], {
      cwd: directory,
      encoding: 'utf8',
      maxBuffer: 1 << 24,
    })
    const failing = new Set(
      result.stdout
        .split('\n')
        .filter((line) => line.includes('no-restricted-imports'))
        .map((line) => line.split(':').slice(0, 2).join(':').replace(/^\.\//, '')),
    )
    for (const { rule, file, fails, passes } of RULES) {
      for (const [i, name] of fails.entries()) if (!failing.has(`${file}:${i + 1}`)) wrong.push(`${rule}: "${name}" was let in (${file})`)
      for (const [i, name] of passes.entries())
        if (failing.has(`${file}:${fails.length + i + 1}`)) wrong.push(`${rule}: "${name}" was refused (${file})`)
    }
    return wrong
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const wrong = proveImportRules()
  for (const line of wrong) console.error(line)
  console.log(wrong.length === 0 ? `${RULES.length} import rules hold` : `${wrong.length} proofs failed`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
