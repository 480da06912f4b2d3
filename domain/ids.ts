/** Crockford's alphabet in lower case: without i, l, o and u, and in the order of its character codes, so ids sort by time. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Random bytes for 32 ids, because requesting them costs more than the rest of an id. Each byte is used once. */
const pool = new Uint8Array(512)
/** How many of them are left. */
let left = 0

/**
 * A new id in ULID's form: 10 characters of milliseconds since 1970, 16 of randomness (80 bits). Opaque, URL-safe, unguessable and sortable by creation
 * time (CONTRACT §1); 26 characters, so that an alert's id (table id plus timestamp, SPEC §3) stays within 40. Runs in the browser, Node and workerd.
 */
export function randomId(at: number = Date.now()): string {
  let id = ''
  for (let i = 0, t = at; i < 10; i++, t = Math.floor(t / 32)) id = DIGITS[t % 32] + id
  for (let i = 0; i < 16; i++) {
    if (left === 0) left = crypto.getRandomValues(pool).length
    id += DIGITS[pool[--left]! % 32]
  }
  return id
}
