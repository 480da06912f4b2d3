import { documentKind, totalRows } from '#domain/bill.ts'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { tableName } from '#domain/text.ts'
import { clockText, dayText, wallClock } from '#domain/time.ts'
import { Fragment, useEffect } from 'react'
import { to } from '#web/core/to.ts'
import { Icon } from '../Icon.tsx'
import '../order/order.css'
import { choicesOf } from '../order/words.ts'
import { restoreScroll, usePath } from '../router.ts'
import { type Receipt, useReceipt } from '../visit.ts'
import { Feedback } from './Feedback.tsx'
import { saveBill, usePaper } from './paper.ts'

/** After the order was settled (SPEC §2): the receipt, kept on this phone, and feedback. The guest is signed out already. */
export default function ThanksPage() {
  const receipt = useReceipt()
  const path = usePath()
  useEffect(() => {
    document.title = 'Thank you'
    restoreScroll(path)
  }, [path])
  if (receipt) return <Shown receipt={receipt} />
  return (
    <main className="empty">
      <h1>No recent order here</h1>
      <p>Your receipt appears here once your table is settled.</p>
      <a className="button" href={to.dinerMenu()}>
        To the menu
      </a>
    </main>
  )
}

function Shown({ receipt }: { receipt: Receipt }) {
  const { order, restaurant, guestName, isFinal, seenAt } = receipt
  const { timezone } = restaurant
  const name = guestName || order.user.name || order.customer_name
  const at = new Date(order.completedAt ?? seenAt)
  const total = formatRupees(order.grandTotal)
  const by = order.paymentMethod && order.paymentMethod !== 'Split' ? ` by ${order.paymentMethod}` : ''
  const table = order.tableNumber ? tableName(order.tableNumber) : ''
  const kind = documentKind(order, { gstNumber: restaurant.gstNumber ?? '' })
  const lines = order.kots.flatMap((kot) => kot.items).filter((item) => item.status !== 'Cancelled')
  const paper = usePaper(receipt)
  return (
    <>
      {paper && (
        <pre className="paper" aria-hidden="true">
          {paper.map(({ text, bold }, i) => (
            <Fragment key={i}>
              {bold ? <b>{text}</b> : text}
              {'\n'}
            </Fragment>
          ))}
        </pre>
      )}
      <main>
        <section style={{ display: 'flex', alignItems: 'center', gap: 16, padding: '28px 16px 20px' }}>
          <span className="ink no-print flex-none" data-tone="success">
            <svg width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
              <path d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M9 12l2 2 4-4" strokeLinecap="round" strokeLinejoin="round" />
            </svg>
          </span>
          <div className="min-w-0">
            <h1 className="headline" style={{ overflowWrap: 'anywhere' }}>
              Thank you{name ? `, ${name}` : ''}
            </h1>
            <p className="muted">
              {isFinal ? (
                <>
                  {order.paymentMethod || order.grandTotal !== 0 ? (
                    <>
                      <span className="num">{total}</span> paid{by}
                    </>
                  ) : (
                    'No charge'
                  )}{' '}
                  at {clockText(at, timezone)}
                </>
              ) : (
                <>
                  Your visit has ended. This is your order as this phone last saw it, at {clockText(at, timezone)}. The restaurant’s own
                  bill counts.
                </>
              )}
            </p>
          </div>
        </section>
        <div className="pad">
          <section className="card" aria-label="Receipt">
            <div className="ends" style={{ padding: '12px 16px', borderBottom: '1px solid var(--hairline)' }}>
              <div>
                <h2 className="strong">{restaurant.establishment_name}</h2>
                <p className="small muted">
                  {[
                    order.billNumber === null ? `Order ${order.serialNumber}` : `Bill ${String(order.billNumber).padStart(4, '0')}`,
                    dayText(wallClock(at, timezone).date, { year: true }),
                    table,
                  ]
                    .filter(Boolean)
                    // A line ends between them, never within "Table 7".
                    .map((fact) => fact.replaceAll(' ', '\u00a0'))
                    .join(' · ')}
                </p>
                {isFinal && order.invoiceNumber && <p className="small muted">Invoice {order.invoiceNumber}</p>}
                {restaurant.gstNumber && <p className="small muted">GSTIN {restaurant.gstNumber}</p>}
              </div>
              {isFinal && kind !== 'BILL' && (
                <span className="small flex-none" style={{ color: 'var(--accent-strong)' }}>
                  {kind === 'TAX INVOICE' ? 'Tax invoice' : 'Bill of supply'}
                </span>
              )}
            </div>
            <div className="totals slim" style={{ padding: '12px 16px' }}>
              {lines.map((item) => (
                <div key={item.lineId}>
                  <span>
                    {item.quantity} × {item.itemName}
                    <small className="block small muted">{choicesOf(item)}</small>
                  </span>
                  <span className="num">{formatRupees(item.amount)}</span>
                </div>
              ))}
              {totalRows(order)
                .filter((row) => !row.informs)
                .map(({ label, amount }, i) => (
                  <div key={label} className={i === 0 ? 'muted cut' : 'muted'}>
                    <span>{label}</span>
                    <span className="num">{amount < 0 ? `− ${formatPaise(-amount)}` : formatPaise(amount)}</span>
                  </div>
                ))}
              <div className="strong">
                <span>Total</span>
                <span className="num">{formatPaise(toPaise(order.grandTotal))}</span>
              </div>
            </div>
            <div className="no-print" style={{ display: 'flex', gap: 8, padding: '0 16px 12px' }}>
              {paper && (
                <button type="button" className="button-quiet grow" onClick={() => void saveBill(paper, receipt)}>
                  <Icon name="save" />
                  Save
                </button>
              )}
              <button type="button" className="button-quiet grow" onClick={() => print()}>
                <Icon name="print" />
                Print
              </button>
            </div>
            <p
              className="small muted no-print"
              style={{ display: 'flex', gap: 8, padding: '10px 16px', borderTop: '1px solid var(--hairline)' }}
            >
              <Icon name="phone" />
              Saved on this phone, also after a reload
            </p>
          </section>
          <Feedback receipt={receipt} />
        </div>
        <p className="small muted no-print" style={{ padding: '20px 16px', textAlign: 'center', textWrap: 'balance' }}>
          You are signed out{table ? ` of ${table}` : ''}. To order again, scan the code on your table.
        </p>
      </main>
    </>
  )
}
