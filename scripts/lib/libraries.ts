import type { Plugin } from 'vite'
import { EDITS } from './edits.ts'

/** A module of a library without its parts in `EDITS`, or null if it has none, on the same lines. Throws if the library is written otherwise. */
export function edited(code: string, id: string): string | null {
  const edits = EDITS.filter(({ module }) => module.test(id))
  if (edits.length === 0) return null
  return edits.reduce((left, { find, by }) => {
    const found = left.split(find).length - 1
    if (typeof find === 'string' ? found !== 1 : found === 0) throw new Error(`${id} has no "${find}" now (scripts/lib/edits.ts)`)
    // Line numbers stay the same.
    const lines = (text: string) => text.split('\n').length
    return left.replace(find, (gone) => by + '\n'.repeat(Math.max(0, lines(gone) - lines(by))))
  }, code)
}

/** A room of ours, wherever it is. */
const ROOM = /\bclass \w+ extends Server\b/
const HIBERNATES = /\bstatic (?:override )?options = \{ hibernate: true \}/

/** Whether this is a room's module. Throws if the room doesn't hibernate. */
export function isRoom(code: string, id: string): boolean {
  if (!/\/worker\//.test(id) || /\/node_modules\//.test(id) || !ROOM.test(code)) return false
  if (!HIBERNATES.test(code)) throw new Error('The room does not hibernate now (scripts/lib/libraries.ts)')
  return true
}

/** Builds Worker and pages without them. Throws if the Worker has no room, which this could not have looked at then. */
export function libraries(): Plugin {
  let rooms = 0
  return {
    name: 'tawa-libraries',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'tawa' || name === 'client',
    transform(code, id) {
      if (isRoom(code, id)) rooms += 1
      const left = edited(code, id)
      return left === null ? null : { code: left, map: null }
    },
    buildEnd(error) {
      if (!error && this.environment.name === 'tawa' && rooms === 0) throw new Error('No room was found (scripts/lib/libraries.ts)')
    },
  }
}
