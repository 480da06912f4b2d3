import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** A printer draws a QR code's squares six dots wide, and a column has twelve (bytes.ts). */
const COLUMNS_PER_SQUARE = 0.5

/** A QR code in black on white, on paper as wide as a receipt printer draws it; or `width` wide. */
export function QrCode({ text, width }: { text: string; width?: string }) {
  const code = generate(text)
  return (
    <svg
      viewBox={`-2 -2 ${code.size + 4} ${code.size + 4}`}
      role="img"
      aria-label="QR code to pay by UPI"
      style={{ display: 'block', width: width ?? `${code.size * COLUMNS_PER_SQUARE}ch`, margin: '0 auto', background: '#fff' }}
    >
      <path fill="#000" d={toSvgPath(code)} />
    </svg>
  )
}
