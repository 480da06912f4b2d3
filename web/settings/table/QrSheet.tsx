import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { ArrowLeft, Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { useProfile } from '#web/core/profile.ts'
import { to } from '#web/core/to.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import './qr.css'

/** How many codes fit on a page of A4. */
const SIZES = [
  { value: '1', label: '1' },
  { value: '4', label: '4' },
  { value: '9', label: '9' },
  { value: '16', label: '16' },
] as const
type Size = (typeof SIZES)[number]['value']

/** The content of a table's code: the full address that opens the menu at that table (`qrUrl`, CONTRACT §4). */
export const addressOf = ({ qrUrl }: Pick<TableShape, 'qrUrl'>, origin: string): string => new URL(qrUrl, origin).href

/** The codes of the tables, as a page to look at, print or save as PDF (SCREENS §2.3 "/table"). */
export default function QrSheet({ tables }: { tables: readonly TableShape[] }) {
  const profile = useProfile()
  const [size, setSize] = useState<Size>(tables.length > 1 ? '9' : '1')
  const sheet = <Sheet tables={tables} size={size} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-16 flex-none flex-wrap items-center gap-3 border-b border-hairline px-4 py-2">
        <Button asChild icon={<ArrowLeft />}>
          <Link to={to.settingsTable()}>Tables</Link>
        </Button>
        <p className="text-14 text-muted">{tables.length === 0 ? 'This table no longer exists.' : plural(tables.length, 'code')}</p>
        <div className="ml-auto flex flex-wrap items-center gap-3">
          <span aria-hidden="true" className="text-14 text-muted max-sm:hidden">
            On a page
          </span>
          <Segmented label="Codes on a page" options={SIZES} value={size} onChange={setSize} />
          <Button
            variant="primary"
            icon={<Printer />}
            disabledReason={tables.length === 0 ? 'There is nothing to print' : null}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </div>
      </div>
      {profile?.qrSettings.enableQrMenu === false ? (
        <Banner tone="warning" flush>
          The QR menu is switched off: guests who scan are told to ask the staff for the menu.
        </Banner>
      ) : null}
      {/* A frame that scrolls can be reached by keyboard. */}
      <div
        role="region"
        aria-label="Sheet"
        tabIndex={0}
        className="scroll-quiet min-h-0 flex-1 overflow-y-auto bg-raised p-4 focus-visible:-outline-offset-2"
      >
        <div className="mx-auto max-w-190 bg-white p-2 shadow-popover" data-theme="light">
          {sheet}
        </div>
      </div>
      {/* Printed instead of the page, because the page's frames would cut it. */}
      {createPortal(<div id="qr-print">{sheet}</div>, document.body)}
    </div>
  )
}

function Sheet({ tables, size }: { tables: readonly TableShape[]; size: Size }) {
  const profile = useProfile()
  const image = profile?.showStoreImageOnQR ? profile.image : null
  const orders = profile?.qrSettings.enableOrderViaQr !== false
  return (
    <ul className="qr-sheet" data-size={size} aria-label="QR codes">
      {tables.map((table) => (
        <li key={table._id} className="qr-card">
          {image ? <img src={image} alt="" className="qr-image" /> : null}
          <p className="qr-restaurant">{profile?.establishment_name}</p>
          <Code table={table} />
          <p className="qr-table">{tableLabel(table.tableNumber)}</p>
          {table.area ? <p className="qr-area">{table.area}</p> : null}
          <p className="qr-hint">{orders ? 'Scan to see the menu and order' : 'Scan to see the menu'}</p>
        </li>
      ))}
    </ul>
  )
}

function Code({ table }: { table: TableShape }) {
  const address = addressOf(table, window.location.origin)
  const code = generate(address)
  // Four modules of quiet zone on each side, as ISO 18004 asks.
  const side = code.size + 8
  return (
    <svg
      role="img"
      aria-label={`QR code of ${tableLabel(table.tableNumber)}`}
      viewBox={`-4 -4 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="qr-code"
    >
      <title>{address}</title>
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  )
}
