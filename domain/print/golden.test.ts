import { describe, expect, it } from 'vitest'
import { documents } from '../test/papers.ts'
import { linesOf } from './document.ts'
import { asText } from './lines.ts'

/**
 * Compares each paper with its text in domain/print/golden. After an intended change run `vitest run --project domain domain/print/golden -u` and read the
 * diff.
 */
describe.each([32, 48] as const)('on %i columns', (columns) => {
  it.each(documents.map((one) => [one.name, one] as const))('%s', async (name, { document, restaurant, stamp }) => {
    const lines = linesOf(document, { columns, restaurant, stamp })
    const text = lines.some(({ qr }) => qr)
      ? asText(
          lines.map((line) => (line.qr ? { text: `QR ${line.qr}` } : line)),
          columns,
        )
      : asText(lines, columns)
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${name}-${columns}.txt`)
  })
})
