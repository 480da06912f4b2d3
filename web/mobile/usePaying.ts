import { useNavigate, useSearchParams } from 'react-router'
import { to } from '#web/core/to.ts'
import { useSettling } from '#web/shared/order/useSettling.ts'
import type { Ticket } from '#web/shared/order/useTicket.ts'
import { keep } from './kept.ts'
import type { Current } from './useCurrent.ts'

/** Bill & settle with its pay panel. */
export function usePaying(current: Current, ticket: Ticket, { onUnsent }: { onUnsent: () => void }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return useSettling(current, {
    on: search.get('pay') === '1',
    sending: ticket.sending,
    send: ticket.sendNow,
    show: (pay) => void navigate(to.mobileOrder({ draft: current.key, pay }), { replace: !pay }),
    onUnsent,
    onEnded: () => {
      keep(null)
      void navigate(to.mobileOrders(), { replace: true })
    },
  })
}
export type Paying = ReturnType<typeof usePaying>
