import { rateLimited } from './limit.ts'

/**
 * How many bytes of strangers' forms an isolate holds at once. One form may have 51 MiB, and an isolate has 128 MB for everything: two or three such forms at once
 * would end it, with the staff's calls that run in it.
 */
export const FORM_SPACE = 60 * 1024 * 1024
/** A form of which nothing more was heard for so long (milliseconds) counts as gone, because its request was cut off. A piece may take 20 s. */
const HEARD_WITHIN = 120_000
/** Whoever finds no room is told to come back after so many seconds. */
const COME_BACK = 60

type Held = { bytes: number; at: number }
/** In memory, so each isolate counts what it holds itself. */
const all = new Set<Held>()

/**
 * Room for the form of a caller whom nobody has let in yet. `takes` counts the bytes of a piece as they come, and throws 429 where there is no room for them;
 * `ends` is called when the form is no longer needed.
 */
export function formSpace(): { takes: (bytes: number) => void; ends: () => void } {
  const own: Held = { bytes: 0, at: Date.now() }
  return {
    takes(bytes) {
      own.at = Date.now()
      own.bytes += bytes
      all.add(own)
      let held = 0
      for (const one of all) {
        if (own.at - one.at > HEARD_WITHIN) all.delete(one)
        else held += one.bytes
      }
      // A form that is alone is held up by its own limits only.
      if (held > FORM_SPACE && held > own.bytes) throw rateLimited(COME_BACK)
    },
    ends: () => void all.delete(own),
  }
}
