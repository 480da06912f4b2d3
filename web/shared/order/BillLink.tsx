import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOpens } from '#web/app/PageButton.tsx'
import { to } from '#web/core/to.ts'

/** A bill's number that leads to its order, for those who may open Orders. */
export function BillLink({ orderId, children }: { orderId: string; children: ReactNode }) {
  const opens = useOpens(to.orders())
  if (!opens) return children
  return (
    <Link className="link" to={to.orders({ tab: 'completed', order: orderId })}>
      {children}
    </Link>
  )
}
