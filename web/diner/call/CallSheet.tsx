import { formatRupees } from '#domain/money.ts'
import '../order/order.css'
import { Icon } from '../Icon.tsx'
import { useNow } from '../now.ts'
import { Sheet } from '../Sheet.tsx'
import { useVisit } from '../visit.ts'
import { CALLS, callState, sendCall } from './calls.ts'

/** "What do you need?": waiter, water, bill, clean table, each with its state and one button. */
export default function CallSheet({ onClose }: { onClose: () => void }) {
  const { alerts, skew, order, sendings } = useVisit()
  const now = useNow()
  return (
    <Sheet title="What do you need?" note={<p className="small muted">Staff see it at once, with your table.</p>} onClose={onClose}>
      <ul aria-live="polite">
        {CALLS.map(({ type, name, ask, icon }) => {
          const shown = callState(type, alerts, sendings[type], now - skew)
          const button =
            shown.state === 'failed'
              ? 'Retry'
              : shown.state === 'called'
                ? shown.mayRepeat
                  ? `${ask} again`
                  : null
                : shown.state === 'onTheWay'
                  ? null
                  : ask
          return (
            <li key={type} className="ask">
              <span className="tile">
                <Icon name={icon} />
              </span>
              <div className="grow">
                <p className="strong">{name}</p>
                {shown.state === 'called' && (
                  <p className="ink small" data-tone="info">
                    <Icon name="ringing" />
                    {shown.text}
                  </p>
                )}
                {shown.state === 'onTheWay' && (
                  <p className="ink small" data-tone="success">
                    <Icon name="served" />
                    On the way
                  </p>
                )}
                {shown.state === 'failed' && (
                  <p className="ink small" data-tone="danger">
                    <Icon name="alert" />
                    {shown.text}
                  </p>
                )}
                {shown.state === 'sending' && <p className="small muted">Sending…</p>}
                {shown.state === 'free' && type === 'bill' && order && (
                  <p className="small muted">
                    Total so far <span className="num">{formatRupees(order.grandTotal)}</span>
                  </p>
                )}
              </div>
              {button && (
                <button
                  type="button"
                  className="button-quiet"
                  aria-label={`${button}: ${name}`}
                  aria-disabled={shown.state === 'sending'}
                  onClick={() => void sendCall(type)}
                >
                  {shown.state === 'failed' && <Icon name="retry" />}
                  {button}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <div className="pad" style={{ height: 20 }} />
    </Sheet>
  )
}
