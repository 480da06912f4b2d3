/**
 * A new id: UUID version 7 (RFC 9562), sortable by creation time, 74 random bits. Runs in the browser, Node and workerd.
 * `at` is in milliseconds since 1970 and defaults to now.
 */
export function randomId(at: number = Date.now()): string {
  const b = crypto.getRandomValues(new Uint8Array(16))
  let t = at
  for (let i = 5; i >= 0; i--) {
    b[i] = t % 256
    t = Math.floor(t / 256)
  }
  b[6] = ((b[6] ?? 0) & 0x0f) | 0x70
  b[8] = ((b[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
