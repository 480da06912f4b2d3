import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/core/query.ts'

/** The support contact (SPEC §2). Shows nothing while it is loading, or if there is none. */
export function Questions() {
  const support = useQuery(apiQuery('GET /support')).data?.support?.email
  if (!support) return null
  return (
    <p className="text-14 text-muted">
      Questions? Write to{' '}
      <a href={`mailto:${support}`} className="link inline-block py-1 [overflow-wrap:anywhere]">
        {support}
      </a>
    </p>
  )
}
