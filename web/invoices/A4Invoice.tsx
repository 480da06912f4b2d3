import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { OrderShape } from '#domain/api/order.ts'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import {
  asIssued,
  billFacts,
  type BillItem,
  type BillRow,
  DECLARATION,
  documentKind,
  legalNumbers,
  modifiers,
  orderNotes,
  paymentRows,
  revisionText,
  SAC,
  sections,
  totalRows,
} from '#domain/bill.ts'
import { plainPaise, toPaise } from '#domain/money.ts'
import { upiPayment } from '#domain/print/upi.ts'
import { amountInWords } from '#domain/words.ts'
import { QrCode } from '#web/shared/print/QrCode.tsx'
import '#web/shared/print/print.css'
import './a4.css'

type InvoiceProps = { order: OrderShape; restaurant: RestaurantShape; reprint?: boolean; logo?: ReactNode }

/**
 * A bill on A4, by the same rules as the receipt (domain/bill.ts): on the screen as a small page, and for the printer, where `window.print()` prints it and
 * nothing else of the page. The outlet, the number and the columns' names stand on each page. `refusal`: why it may not be printed, which is printed instead.
 */
export function A4Invoice({ label, refusal, ...invoice }: InvoiceProps & { label: string; refusal: string | null }) {
  return (
    <>
      <div role="region" aria-label={label} tabIndex={0} className="a4-page rounded-card border border-hairline bg-white">
        <Sheet {...invoice} />
      </div>
      {createPortal(
        <div id="print-root" data-paper="a4" aria-hidden="true">
          {refusal ?? <Sheet {...invoice} />}
        </div>,
        document.body,
      )}
    </>
  )
}

function Sheet({ order, restaurant, reprint = false, logo }: InvoiceProps) {
  const { showNotes, header, footer } = restaurant.printSettings
  const parts = sections(order.kots)
  const notes = showNotes ? orderNotes(order) : []
  const total = toPaise(order.grandTotal)
  const lines = parts.flatMap(({ items }) => items)
  const upi = upiPayment(order, restaurant)
  const seller = asIssued(order, restaurant)
  return (
    <div className="a4">
      <table>
        <thead>
          <tr>
            <th colSpan={5} className="a4-head">
              {header ? <p style={{ textAlign: 'center', whiteSpace: 'pre-line', marginBottom: '0.8em' }}>{header}</p> : null}
              <div style={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '2em' }}>
                <Seller restaurant={seller} logo={logo} />
                <Document order={order} restaurant={restaurant} reprint={reprint} />
              </div>
            </th>
          </tr>
          <tr className="a4-columns">
            <th style={{ width: '3em' }}>No.</th>
            <th>Item</th>
            <th className="a4-number">Qty</th>
            <th className="a4-number">Rate, Rs.</th>
            <th className="a4-number">Amount, Rs.</th>
          </tr>
        </thead>
        <tbody>
          {parts.flatMap(({ title, items, subtotal }) => [
            title ? (
              <tr key={title} className="a4-title">
                <td colSpan={5}>
                  <b>{title}</b>
                </td>
              </tr>
            ) : null,
            ...items.map((item) => <ItemRow key={item.lineId} number={lines.indexOf(item) + 1} item={item} note={showNotes} />),
            title ? (
              <tr key={`${title} subtotal`} className="a4-subtotal">
                <td colSpan={4}>{title} subtotal</td>
                <td className="a4-number">{plainPaise(subtotal)}</td>
              </tr>
            ) : null,
          ])}
        </tbody>
      </table>
      <div className="a4-end">
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '2em', marginTop: '0.8em' }}>
          <div>
            <p>
              <b>{amountInWords(total)}</b>
            </p>
            {notes.map((note) => (
              <p key={note} style={{ marginTop: '0.8em', whiteSpace: 'pre-line' }}>
                Note: {note}
              </p>
            ))}
            {upi ? (
              <div style={{ width: '11em', marginTop: '1.2em', textAlign: 'center' }}>
                <QrCode text={upi.link} width="100%" />
                Scan to pay Rs. {plainPaise(upi.amount)}
                <br />
                {upi.id}
              </div>
            ) : null}
          </div>
          <table>
            <tbody>
              {totalRows(order).map((row) => (
                <Row key={row.label} {...row} />
              ))}
              <Row label="Total, Rs." amount={total} bold />
              {paymentRows(order).map((row, i) => (
                <Row key={i} {...row} />
              ))}
            </tbody>
          </table>
        </div>
        <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'end', gap: '2em', marginTop: '3em' }}>
          <p style={{ whiteSpace: 'pre-line' }}>{footer.trim() || 'Thanks for dining with us!'}</p>
          <p style={{ textAlign: 'right' }}>
            For {seller.establishment_name}
            <br />
            <br />
            <br />
            Authorised signatory
          </p>
        </div>
      </div>
    </div>
  )
}

/** The seller: name, address and legal numbers, which are always printed. */
function Seller({ restaurant, logo }: Pick<InvoiceProps, 'restaurant' | 'logo'>) {
  const phone = restaurant.printSettings.showStoreDetails ? restaurant.international_phone_number : ''
  return (
    <div>
      {logo}
      <p style={{ fontSize: '1.6em', fontWeight: 700 }}>{restaurant.establishment_name}</p>
      <p style={{ whiteSpace: 'pre-line' }}>{restaurant.address}</p>
      {phone ? <p>Phone {phone}</p> : null}
      {legalNumbers(restaurant).map(([name, text]) => (
        <p key={name}>
          {name} {text}
        </p>
      ))}
    </div>
  )
}

/** The kind of document, its number, and the customer. */
function Document({ order, restaurant, reprint }: Pick<InvoiceProps, 'order' | 'restaurant' | 'reprint'>) {
  const kind = documentKind(order, restaurant)
  const revision = revisionText(order, restaurant)
  const { invoice, bill, date, table, type, biller, customer, mobile, gstin, address } = billFacts(order, restaurant)
  const facts = [
    ['Invoice', invoice],
    ['Bill No', bill],
    ['Date', date],
    ['Order type', type],
    ['Table', table],
    ['Biller', biller],
    ['Customer', customer],
    ['Mobile', mobile],
    ['Customer GSTIN', gstin],
    ['Address', address],
  ].filter(([, text]) => text)
  return (
    <div style={{ textAlign: 'right' }}>
      <p style={{ fontSize: '1.6em', fontWeight: 700 }}>{kind}</p>
      {kind === 'BILL' ? null : <p>SAC {SAC}</p>}
      {kind === 'BILL OF SUPPLY' ? <p>{DECLARATION}</p> : null}
      {revision ? <p style={{ fontWeight: 700 }}>{revision}</p> : null}
      {reprint ? <p style={{ fontWeight: 700 }}>REPRINT</p> : null}
      {facts.map(([name, text]) => (
        <p key={name} style={{ whiteSpace: 'pre-line' }}>
          {name}: {text}
        </p>
      ))}
    </div>
  )
}

function ItemRow({ number, item, note }: { number: number; item: BillItem; note: boolean }) {
  const amount = toPaise(item.amount)
  const below = [...modifiers(item), ...(note && item.additionalItemNote ? [`Note: ${item.additionalItemNote}`] : [])]
  return (
    <tr>
      <td>{number}</td>
      <td>
        {item.itemName}
        {below.map((text, i) => (
          <div key={i} style={{ paddingLeft: '1em', color: '#444' }}>
            {text}
          </div>
        ))}
      </td>
      <td className="a4-number">{item.quantity}</td>
      <td className="a4-number">{plainPaise(Math.round(amount / item.quantity))}</td>
      <td className="a4-number">{plainPaise(amount)}</td>
    </tr>
  )
}

function Row({ label, amount, informs = false, bold = false }: BillRow & { informs?: boolean; bold?: boolean }) {
  return (
    <tr style={{ fontWeight: bold ? 700 : undefined, color: informs ? '#444' : undefined }}>
      <td>{label}</td>
      <td className="a4-number">{plainPaise(amount)}</td>
    </tr>
  )
}
