import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { ROOT } from './build.ts'

const git = (...words: string[]): string[] =>
  (spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '').split('\n').filter(Boolean)

/** The folders of features in which a file differs from main, as `worker/orders` or `web/settings/tax`. */
export function changedFeatures(): { worker: string[]; web: string[] } {
  const base = git('merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD'
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const folders = (side: string, suffix: string, of: (file: string) => (string | undefined)[]) =>
    [...new Set(changed.flatMap(of).filter((name) => name !== undefined))]
      .map((name) => `${side}/${name}`)
      .filter((folder) => globSync(`${folder}/**/*.${suffix}`, { cwd: ROOT }).length > 0)
      .sort()
  return {
    // Also where the file in domain/ has the feature's name.
    worker: folders('worker', 'test.ts', (file) => {
      const [, inWorker] = /^worker\/([^/]+)\//.exec(file) ?? []
      const [, inDomain] = /^domain\/(?:api\/)?(\w+?)(?:\.test)?\.ts$/.exec(file) ?? []
      return [inWorker, inDomain, inDomain && `${inDomain}s`]
    }),
    // Some folders have their tests in the one above.
    web: folders('web', 'dom.test.tsx', (file) => {
      const [, area, folder] = /^web\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? []
      const own = `${area}/${folder}`
      const isParted = folder && ['settings', 'shared', 'diner', 'partner', 'backoffice'].includes(area ?? '')
      return [isParted && globSync(`web/${own}/**/*.dom.test.tsx`, { cwd: ROOT }).length > 0 ? own : area]
    }),
  }
}
