import { ascii } from './lines.ts'

type Line = { text: string; bold: boolean }
/** Points. A character of Courier is 0.6 of its size wide. */
const [SIZE, LEADING, MARGIN] = [9, 11, 24]

/** One line as PDF's fonts have it: letters up to ÿ stay, all others become their nearest. */
const written = (text: string): string => [...text].map((c) => (c <= 'ÿ' ? c : ascii(c) || '?').replace(/[\\()]/g, '\\$&')).join('')

/** A paper as PDF: one page as long as its lines, `columns` characters wide, in Courier, which every reader has. Returns the file's bytes, one character each. */
export function pdfOf(lines: readonly Line[], columns: number): string {
  const [width, height] = [Math.ceil(columns * SIZE * 0.6) + 2 * MARGIN, lines.length * LEADING + 2 * MARGIN]
  const rows = lines.map(({ text, bold }) => `/${bold ? 'B' : 'R'} ${SIZE} Tf (${written(text)}) Tj T*`)
  const content = [`BT ${LEADING} TL ${MARGIN} ${height - MARGIN - SIZE} Td`, ...rows, 'ET'].join('\n')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /R 4 0 R /B 5 0 R >> >> /Contents 6 0 R >>`,
    font('Courier'),
    font('Courier-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const at = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
}
