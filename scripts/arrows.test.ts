import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenArrows, importsOf, refusal } from './lib/arrows.ts'
import { ROOT } from './lib/build.ts'

/** Each rule of DESIGN.md about imports, with lines that must fail and lines beside them that must pass. */
const RULES: { rule: string; file: string; fails: string[]; passes: string[] }[] = [
  {
    rule: 'domain imports zod and itself only',
    file: 'domain/proof.ts',
    fails: [
      `import 'hono'`,
      `import type { A } from 'react'`,
      `import 'node:fs'`,
      `import 'vitest'`,
      `import '#worker/env.ts'`,
      `import type { A } from '../worker/env.ts'`,
      `import './../worker/env.ts'`,
      `import '../domain/../web/core/api.ts'`,
      `export * from '#web/core/api.ts'`,
      `import '../package.json'`,
    ],
    passes: [`import { z } from 'zod'`, `import './money.ts'`, `import '#domain/money.ts'`, `import './api/order.ts'`],
  },
  {
    rule: "domain's tests may use the test libraries",
    file: 'domain/proof.test.ts',
    fails: [`import 'hono'`, `import '#worker/env.ts'`, `import '../web/core/api.ts'`],
    passes: [`import 'vitest'`, `import 'fast-check'`, `import 'zod'`, `import './money.ts'`],
  },
  {
    rule: 'worker never imports web, in tests neither',
    file: 'worker/test/proof.test.ts',
    fails: [
      `import '#web/core/api.ts'`,
      `import '../../web/core/api.ts'`,
      `import './../../web/core/api.ts'`,
      `type A = import('#web/core/api.ts').A`,
    ],
    passes: [`import 'hono'`, `import '#domain/money.ts'`, `import '../env.ts'`],
  },
  {
    rule: 'web never imports worker or a tool, and of domain/api and zod types only',
    file: 'web/app/proof.ts',
    fails: [
      `import type { Env } from '#worker/env.ts'`,
      `import './../../worker/env.ts'`,
      `import '#demo/load.ts'`,
      `import '../../scripts/facts.ts'`,
      `import 'node:fs'`,
      `import 'hono'`,
      `import { order } from '#domain/api/order.ts'`,
      `import { type Order } from '#domain/api/order.ts'`,
      `import { order } from '../../domain/../domain/api/order.ts'`,
      `import { z } from 'zod'`,
    ],
    passes: [
      `import '#domain/money.ts'`,
      `import type { Order } from '#domain/api/order.ts'`,
      `import type { z } from 'zod'`,
      `import 'react'`,
    ],
  },
  {
    rule: 'ui imports a few packages and its neighbours only',
    file: 'web/ui/proof.tsx',
    fails: [
      `import 'react-router'`,
      `import type { A } from 'react-router'`,
      `import '@tanstack/react-query'`,
      `import 'react-hook-form'`,
      `import 'sonner'`,
      `import 'd3-array'`,
      `import 'vitest'`,
      `import '#web/app/title.ts'`,
      `import './../core/api.ts'`,
      `import '../../web/app/title.ts'`,
      `import '#domain/money.ts'`,
    ],
    passes: [
      `import 'react'`,
      `import 'radix-ui/dialog'`,
      `import 'lucide-react'`,
      `import 'clsx'`,
      `import 'd3-shape'`,
      `import '#web/ui/cx.ts'`,
    ],
  },
  {
    rule: "ui's tests keep its arrows",
    file: 'web/ui/proof.test.tsx',
    fails: [`import 'react-router'`, `import '#web/app/title.ts'`, `import '../core/api.ts'`],
    passes: [`import 'vitest'`, `import '@testing-library/react'`, `import './cx.ts'`],
  },
  {
    rule: 'core imports itself and domain only',
    file: 'web/core/proof.ts',
    fails: [
      `import './../ui/cx.ts'`,
      `import '../../web/ui/cx.ts'`,
      `import type { A } from '#web/app/title.ts'`,
      `import '#web/shared/order/drafts.ts'`,
      `const page = () => import('#web/pos/PosPage.tsx')`,
      `const page = (name: string) => import(name)`,
      `import '#web/main.tsx'`,
      `import '../routes.tsx'`,
      `import 'radix-ui/dialog'`,
      `import 'sonner'`,
      `import { useNavigate } from 'react-router'`,
    ],
    passes: [`import './api.ts'`, `import '#web/core/api.ts'`, `import '#domain/money.ts'`, `import type { A } from 'react-router'`],
  },
  {
    rule: "core's tests keep its arrows",
    file: 'web/core/proof.test.ts',
    fails: [`import '#web/app/title.ts'`, `import '../pos/useOpened.ts'`, `import '#worker/env.ts'`],
    passes: [`import 'vitest'`, `import 'node:fs'`, `import '#web/test/dom.tsx'`, `import '../../scripts/facts.ts'`],
  },
  {
    rule: 'app imports neither shared nor a feature',
    file: 'web/app/shell/proof.tsx',
    fails: [
      `import '#web/shared/order/drafts.ts'`,
      `import '../../shared/order/drafts.ts'`,
      `import './../../pos/PosPage.tsx'`,
      `const page = () => import('#web/pos/PosPage.tsx')`,
      `import '#web/a-new-feature/Page.tsx'`,
      `import '../../routes.tsx'`,
      `import 'react-hook-form'`,
    ],
    passes: [`import '../title.ts'`, `import '#web/core/api.ts'`, `import '#web/ui/cx.ts'`, `import 'sonner'`],
  },
  {
    rule: 'the table of screens names pages by import() only',
    file: 'web/app/screens.ts',
    fails: [
      `import '#web/pos/PosPage.tsx'`,
      `import type { A } from '#web/pos/PosPage.tsx'`,
      `const worker = () => import('#worker/env.ts')`,
    ],
    passes: [`const page = () => import('#web/pos/PosPage.tsx')`, `const shell = () => import('#web/shared/shell/StaffShell.tsx')`],
  },
  {
    rule: 'so do the tables of the other areas',
    file: 'web/app/screens/partner.ts',
    fails: [`import '#web/partner/DashboardPage.tsx'`, `const worker = () => import('#worker/env.ts')`],
    passes: [`const page = () => import('#web/partner/DashboardPage.tsx')`, `import { to } from '#web/core/to.ts'`],
  },
  {
    rule: 'the form kit alone uses react-hook-form',
    file: 'web/app/form/proof.tsx',
    fails: [`import 'sonner'`, `import '#web/shared/order/drafts.ts'`],
    passes: [`import 'react-hook-form'`, `import 'cmdk'`, `import '../title.ts'`],
  },
  {
    rule: 'only what prints loads the print agent’s client and the encoder of a printer’s bytes',
    file: 'web/shared/print/proof.ts',
    fails: [`import '#web/pos/useOpened.ts'`, `import 'cmdk'`],
    passes: [`const qz = () => import('qz-tray')`, `const encoder = () => import('@point-of-sale/receipt-printer-encoder')`],
  },
  {
    rule: 'shared imports no feature',
    file: 'web/shared/order/proof.tsx',
    fails: [
      `import '#web/pos/useOpened.ts'`,
      `import '../../pos/useOpened.ts'`,
      `const page = () => import('../../pos/useOpened.ts')`,
      `import '../../routes.tsx'`,
      `import 'sonner'`,
    ],
    passes: [`import './drafts.ts'`, `import '../floor/floor.ts'`, `import '#web/app/title.ts'`, `import '#web/core/api.ts'`],
  },
  {
    rule: 'a feature never imports another, and a new folder is a feature without any entry',
    file: 'web/a-new-feature/proof.tsx',
    fails: [
      `import '#web/pos/useOpened.ts'`,
      `import '../pos/useOpened.ts'`,
      `const page = () => import('./../pos/useOpened.ts')`,
      `import '../another-new-feature/x.ts'`,
      `import '#worker/env.ts'`,
      `import 'react-hook-form'`,
      `import '../main.tsx'`,
      `import '#web/test/dom.tsx'`,
    ],
    passes: [`import './x.ts'`, `import '#web/a-new-feature/x.ts'`, `import '#web/shared/order/drafts.ts'`, `import '#web/ui/cx.ts'`],
  },
  {
    rule: "a feature's tests keep its arrows",
    file: 'web/pos/proof.test.ts',
    fails: [`import '#web/orders/view.ts'`, `import '../settings/offer/offers.ts'`],
    passes: [`import './target.ts'`, `import 'vitest'`, `import '#web/test/dom.tsx'`],
  },
  {
    rule: 'the diner imports core and domain only, and none of its tests’ helpers',
    file: 'web/diner/proof.tsx',
    fails: [
      `import '#web/ui/cx.ts'`,
      `import '../app/title.ts'`,
      `import 'react-router'`,
      `import 'vitest'`,
      `import './test/table.ts'`,
      `import '#web/diner/test/evening.tsx'`,
    ],
    passes: [`import './live.ts'`, `import '#web/core/api.ts'`, `import '#domain/money.ts'`, `import 'react'`],
  },
  {
    rule: "the helpers of the diner's tests may use what its tests use",
    file: 'web/diner/test/proof.tsx',
    fails: [`import '#web/app/title.ts'`, `import '#web/pos/useOpened.ts'`, `import 'react-router'`],
    passes: [
      `import 'vitest'`,
      `import '@testing-library/react'`,
      `import '#web/test/dom.tsx'`,
      `import '../live.ts'`,
      `import './table.ts'`,
    ],
  },
  {
    rule: 'each page of the settings is a feature',
    file: 'web/settings/print/proof.tsx',
    fails: [`import '../offer/offers.ts'`, `import '#web/settings/offer/offers.ts'`, `import '#web/pos/useOpened.ts'`],
    passes: [`import './x.ts'`, `import '#web/app/title.ts'`],
  },
]

describe.each(RULES)('$rule', ({ file, fails, passes }) => {
  const reasons = (line: string) => importsOf(file, line).map((one) => refusal(file, one))
  it.each(fails)('refuses %s', (line) => expect(reasons(line)).toEqual([expect.any(String)]))
  it.each(passes)('allows %s', (line) => expect(reasons(line)).toEqual([null]))
})

it('every import of the project keeps to its layer', () => expect(brokenArrows()).toEqual([]))

/** The files among these, by name and text, in which oxlint finds this rule broken. */
function brokenIn(rule: string, files: Record<string, string>): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'tawa-lint-'))
  try {
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(directory, '.oxlintrc.json'))
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true })
      writeFileSync(join(directory, name), text)
    }
    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint')
    const { stdout } = spawnSync(process.execPath, [oxlint, '-f', 'unix', '.'], { cwd: directory, encoding: 'utf8' })
    const broken = stdout.split('\n').filter((line) => line.includes(rule))
    return broken.map((line) => line.replace(/^\.\//, '').split(':')[0] ?? '').sort()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

it('lint refuses two files that import each other, by their types too', () =>
  expect(
    brokenIn('no-cycle', {
      'one.ts': `import { two } from './two.ts'\nexport const one = two\n`,
      'two.ts': `import type { one } from './one.ts'\nexport const two = {} as { of: typeof one }\n`,
      'three.ts': `import { one } from './one.ts'\nexport const three = one\n`,
    }),
  ).toEqual(['one.ts', 'two.ts']))

it('lint refuses a form of its own outside the form kit', () => {
  const form = `export const Own = () => <form />\n`
  expect(brokenIn('forbid-elements', { 'web/pos/Own.tsx': form, 'web/app/form/Own.tsx': form, 'web/app/form/shells.tsx': form })).toEqual([
    'web/app/form/Own.tsx',
    'web/pos/Own.tsx',
  ])
})

it('lint refuses a file of more than 500 lines', () => {
  const lines = (n: number) => `export const list = [\n${'  0,\n'.repeat(n - 2)}]\n`
  expect(brokenIn('max-lines', { 'worker/fits.ts': lines(500), 'worker/long.ts': lines(501) })).toEqual(['worker/long.ts'])
})
