import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'

/** Calls `gone` when the process that started this one has died, if that was scripts/run.mjs, which holds the other end of a pipe. */
export function onParentGone(gone: () => void): void {
  const fd = Number(process.env.TAWA_LIFELINE)
  delete process.env.TAWA_LIFELINE
  if (!Number.isInteger(fd) || fd < 3 || !isPipe(fd)) return
  const pipe = new Socket({ fd, readable: true, writable: false })
  pipe.once('close', gone)
  pipe.on('error', () => pipe.destroy())
  pipe.resume()
  pipe.unref()
}

/** Our own child processes inherit the variable but not the pipe, so they have nothing to watch. */
function isPipe(fd: number): boolean {
  try {
    const stat = fstatSync(fd)
    return stat.isFIFO() || stat.isSocket()
  } catch {
    return false
  }
}
