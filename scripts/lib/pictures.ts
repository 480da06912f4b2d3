import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Picture } from '../demo/media.ts'
import { ROOT } from './build.ts'

/** The demo's pictures from the repository. */
export const picture = async (name: Picture): Promise<Uint8Array> =>
  new Uint8Array(await readFile(join(ROOT, 'scripts', 'demo', 'pictures', name)))
