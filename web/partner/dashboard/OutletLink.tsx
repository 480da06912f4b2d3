import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { to } from '#web/core/to.ts'

/** The dashboard of one outlet, or of all (`id` null), over the same days. */
export function useOutletAddress(): (id: string | null) => string {
  const [params] = useSearchParams()
  const days = { period: params.get('period'), from: params.get('from'), to: params.get('to') }
  return (id) => to.partnerDashboard({ outlet: id ?? undefined, ...days })
}

export function OutletLink({
  id,
  label,
  className,
  children,
  ...props
}: {
  id: string
  label?: string
  className?: string
  children?: ReactNode
}) {
  const address = useOutletAddress()
  return (
    <Link {...props} to={address(id)} aria-label={label} className={className}>
      {children}
    </Link>
  )
}
