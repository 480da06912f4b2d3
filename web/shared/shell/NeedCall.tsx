import { Armchair, BellRing, GlassWater, type LucideIcon, ReceiptText, Sparkles } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/core/query.ts'
import { useAlertActions } from '#web/shared/floor/alerts.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Need } from './needs.ts'
import { Row } from './NeedRow.tsx'

const ICONS: Record<string, LucideIcon> = { callWaiter: BellRing, water: GlassWater, bill: ReceiptText, clean: Sparkles }
/** Guests write their own types, and each object has something under words such as `constructor`. */
const alertIcon = (type: string): LucideIcon => (Object.hasOwn(ICONS, type) && ICONS[type]) || Armchair

/** A table's call: its bill is printed or the call acknowledged in one press; then it says who is going. */
export default function Call({ need, className }: { need: Extract<Need, { kind: 'call' }>; className?: string }) {
  const { alert, order, label, word } = need
  const who = useWho()
  const { acknowledge, clear } = useAlertActions()
  const { printBill, printing } = usePrint()
  // The area is shown where the page has loaded the tables already.
  const area = useQuery({ ...apiQuery('GET /tables'), enabled: false }).data?.tables.find((t) => t._id === alert.tableId)?.area
  const refusal = why.answerCall(who)
  // The network comes and goes, and the button keeps its words: only its reason changes.
  const prints = alert.alertType === 'bill' && order !== null && why.bill(order, { ...who, online: true }) === null
  if (alert.acknowledged)
    return (
      <Row
        look="bg-raised text-text [&>svg]:text-muted"
        icon={alertIcon(alert.alertType)}
        need={need}
        aged={false}
        detail={alert.acknowledgedBy ? `${firstName(alert.acknowledgedBy)} is going` : 'On the way'}
        className={className}
      >
        <Button
          variant="quiet"
          className="px-3"
          aria-label={`Clear ${label} ${word}`}
          disabledReason={refusal}
          onClick={() => clear(alert)}
        >
          Clear
        </Button>
      </Row>
    )
  return (
    <Row
      look="bg-danger-soft text-on-danger-soft [&>svg]:text-danger"
      icon={alertIcon(alert.alertType)}
      need={need}
      detail={area ?? ''}
      className={className}
    >
      {prints ? (
        <Button
          variant="danger"
          className="px-3"
          loading={printing === order._id}
          disabledReason={refusal}
          aria-label={`Print the bill of ${label}`}
          onClick={() => printBill(order, () => acknowledge(alert))}
        >
          Print bill
        </Button>
      ) : (
        <Button
          variant="danger"
          className="px-3"
          aria-label={`Acknowledge ${label} ${word}`}
          disabledReason={refusal}
          onClick={() => acknowledge(alert)}
        >
          Acknowledge
        </Button>
      )}
    </Row>
  )
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name
