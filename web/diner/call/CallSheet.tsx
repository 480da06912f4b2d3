import { formatRupees } from '#domain/money.ts'
import '../order/order.css'
import { Icon } from '../Icon.tsx'
import { useNow } from '../now.ts'
import { Sheet } from '../Sheet.tsx'
import { useVisit } from '../visit.ts'
import { CALLS, callState, ownCall, sendCall, takeBack } from './calls.ts'

const INK = {
  called: { tone: 'info', icon: 'ringing' },
  onTheWay: { tone: 'success', icon: 'served' },
  failed: { tone: 'danger', icon: 'alert' },
} as const

/** "What do you need?": waiter, water, bill, clean table, each with its state and one button. */
export default function CallSheet({ onClose }: { onClose: () => void }) {
  const visit = useVisit()
  const { order } = visit
  const now = useNow()
  return (
    <Sheet title="What do you need?" note={<p className="small muted">Staff see it at once, with your table.</p>} onClose={onClose}>
      <ul aria-live="polite">
        {CALLS.map(({ type, name, ask, icon }) => {
          const shown = callState(type, visit, now)
          const ink = shown.state in INK ? INK[shown.state as keyof typeof INK] : null
          const button = shown.state === 'failed' ? 'Retry' : !ink ? ask : shown.mayCall ? `${ask} again` : null
          return (
            <li key={type} className="ask">
              <span className="tile">
                <Icon name={icon} />
              </span>
              <div className="grow">
                <p className="strong">{name}</p>
                {ink && (
                  <p className="ink small" data-tone={ink.tone}>
                    <Icon name={ink.icon} />
                    {shown.text}
                  </p>
                )}
                {shown.state === 'sending' && <p className="small muted">{shown.text}</p>}
                {shown.state === 'free' && type === 'bill' && order && (
                  <p className="small muted">
                    Total so far <span className="num">{formatRupees(order.grandTotal)}</span>
                  </p>
                )}
              </div>
              {ownCall(type, visit) && !button && (
                <button type="button" className="link" aria-label={`Take back: ${name}`} onClick={() => void takeBack(type)}>
                  Take back
                </button>
              )}
              {button && (
                <button
                  type="button"
                  className="button-quiet"
                  aria-label={`${button}: ${name}`}
                  aria-disabled={!shown.mayCall}
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
