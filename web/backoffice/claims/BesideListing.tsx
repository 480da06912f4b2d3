import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import type { Claim } from '#domain/api/claims.ts'
import { apiQuery } from '#web/core/query.ts'
import { besideListing, type Beside } from './beside.ts'

const CELL = 'py-1 pr-2 [overflow-wrap:anywhere]'
const WORDS = { same: 'Same', other: 'Another', none: 'Not given' } as const

/** The claim's number and email beside the listing's, and the place, for comparison with the documents. Shows nothing if the listing can't be read. */
export function BesideListing({ claim }: { claim: Claim }) {
  const { data } = useQuery(apiQuery('GET /restaurant/:id/details', { params: { id: claim.restaurantId } }))
  if (!data) return null
  const { restaurant } = data
  return (
    <table className="w-full table-fixed text-12" aria-label="The claim beside the listing">
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="w-14 font-normal">
            <span className="sr-only">What</span>
          </th>
          <th scope="col" className="font-normal">
            In the claim
          </th>
          <th scope="col" className="font-normal">
            In the listing
          </th>
          <th scope="col" className="w-20">
            <span className="sr-only">Compared</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {besideListing(claim, restaurant).map((row) => (
          <tr key={row.name}>
            <th scope="row" className="py-1 text-left font-normal text-muted">
              {row.name}
            </th>
            <td className={CELL}>{row.claim}</td>
            <td className={CELL}>{row.listing || '–'}</td>
            <td>
              <Verdict verdict={row.verdict} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-1 text-left font-normal text-muted">
            Place
          </th>
          <td colSpan={3} className={CELL}>
            {restaurant.address || 'No address in the listing'}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Verdict({ verdict }: { verdict: Beside['verdict'] }) {
  const Icon = verdict === 'same' ? Check : TriangleAlert
  return (
    <span className="flex items-center justify-end gap-1 whitespace-nowrap text-muted">
      {verdict === 'none' ? null : (
        <Icon className={verdict === 'same' ? 'size-3.5 text-success' : 'size-3.5 text-warning-icon'} aria-hidden="true" />
      )}
      {WORDS[verdict]}
    </span>
  )
}
