import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { type Columns, logoWidthFor, type PaperLine, paperText } from '#domain/print/lines.ts'
import { logoOf } from '#domain/print/store.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Paper } from '#web/ui/Paper.tsx'
import { logoFailed, useLogoProblem } from './logo.ts'
import { withStop } from './problems.ts'
import { DOTS_PER_COLUMN, logoAddress } from './raster.ts'
import { QrCode } from './QrCode.tsx'
import './print.css'

type PaperAndPrintProps = {
  /** `edited`: a line that is not saved yet; it is marked on the screen but not on paper. */
  lines: readonly (PaperLine & { edited?: boolean })[]
  columns: Columns
  /** What the paper is: 'Bill 0042' */
  label: string
  logo?: ReactNode
  /** Why it may not be printed: the browser's own Ctrl+P prints this instead. */
  refusal?: string | null
}

/** Lines for the screen: with their QR codes as pictures. */
export const onScreen = (lines: readonly PaperLine[]) =>
  lines.map((line) => (line.qr ? { ...line, picture: <QrCode text={line.qr} /> } : line))

/** Lines on the screen, and the same lines for the printer: `window.print()` prints these and nothing else of the page. When two are open, the later one. */
export function PaperAndPrint({ lines, columns, label, logo, refusal = null }: PaperAndPrintProps) {
  return (
    <>
      <Paper lines={onScreen(lines)} columns={columns} label={label} logo={logo} />
      {createPortal(
        <div id="print-root" data-columns={columns} aria-hidden="true">
          {refusal === null ? logo : refusal}
          {(refusal === null ? lines : []).map((line, index) => (
            <div key={index} style={{ fontWeight: line.bold || line.big ? 700 : undefined, fontSize: line.big ? '2em' : undefined }}>
              {line.qr ? <QrCode text={line.qr} /> : paperText(line, columns) || ' '}
            </div>
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}

type WithLogo = { restaurant: Parameters<typeof logoOf>[0] }

/** The logo above a bill: at most 240 dots wide on 48 columns, 160 on 32 (SPEC §5). As on paper, nothing is shown without an image, or when it can't be read. */
export function BillLogo({ restaurant, columns }: WithLogo & { columns: Columns }) {
  const image = logoOf(restaurant)
  const problem = useLogoProblem(image)
  if (!image || problem) return null
  return (
    <img
      src={logoAddress(image)}
      alt=""
      style={{ maxWidth: `${logoWidthFor(columns) / DOTS_PER_COLUMN}ch` }}
      onError={() => logoFailed(image)}
    />
  )
}

/** Why the bill has no logo, and what to do about it. Stands above the preview of a bill; nothing while the logo can be read. */
export function LogoProblem({ restaurant }: WithLogo) {
  const problem = useLogoProblem(logoOf(restaurant))
  if (!problem) return null
  return (
    <Banner tone="warning">
      <b className="font-semibold">{withStop(problem.message)}</b> {problem.fix}
    </Banner>
  )
}
