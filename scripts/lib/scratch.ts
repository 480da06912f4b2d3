import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
/** In bytes. The databases of a whole run take a tenth of it. A container often has 64 MB there. */
const ROOM = 4 * 1024 ** 3

/** A new folder for files that a run throws away, in memory where there is room: a database on a disk waits at every commit, which is a quarter of a test's time. */
export function scratch(name: string): string {
  return mkdtempSync(join(existsSync(MEMORY) && room() >= ROOM ? MEMORY : tmpdir(), `tawa-${name}-`))
}

/** In bytes. What is kept there takes memory from everything else that runs. */
function room(): number {
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem() / 2)
}
