import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Partner } from '#domain/api/partner.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { apiQuery } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { useDebounced } from '#web/shared/useDebounced.ts'

type Outlets = Pick<Partner['outlets'][number], '_id' | 'establishment_name'>[]

/** A partner's restaurants, found by name. `known`: names of those that it has. An outlet of another partner is marked as that partner's. */
export function ChosenOutlets({ ids, known, onChange }: { ids: readonly string[]; known: Outlets; onChange: (ids: string[]) => void }) {
  const [added, setAdded] = useState<Outlets>([])
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const query = useQuery({
    ...apiQuery('GET /backoffice/restaurants', { query: { search, limit: 8 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const names = new Map([...known, ...added].map((o) => [o._id, o.establishment_name]))
  const found = search === '' ? [] : (query.data?.restaurants ?? []).filter((r) => !ids.includes(r._id))
  return (
    <div className="grid gap-2">
      <ul className="grid gap-1 empty:hidden">
        {ids.map((id) => (
          <li key={id} className="flex min-h-9 items-center gap-2 rounded-control bg-raised pl-2.5 text-14">
            <span className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">{names.get(id) ?? id}</span>
            <IconButton
              label={`Take out ${names.get(id) ?? id}`}
              icon={<X className="size-4" />}
              size={32}
              onClick={() => onChange(ids.filter((other) => other !== id))}
            />
          </li>
        ))}
      </ul>
      <SearchInput label="Find a restaurant to add" value={text} onChange={setText} maxLength={80} />
      {found.length > 0 ? (
        <ul aria-label="Restaurants found" className="grid gap-1">
          {found.map((r) => (
            <li key={r._id} className="flex min-h-9 items-center gap-2 text-14">
              <span className="min-w-0 flex-1">
                <span className="block [overflow-wrap:anywhere]">{r.establishment_name}</span>
                <span className="block text-12 text-muted [overflow-wrap:anywhere]">
                  {[r.city, r.partnerName ? `now of ${r.partnerName}` : null].filter(Boolean).join(', ')}
                </span>
              </span>
              <Button
                size={32}
                icon={<Plus />}
                aria-label={`Add ${r.establishment_name}`}
                onClick={() => {
                  setAdded([...added, r])
                  onChange([...ids, r._id])
                  setText('')
                }}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      ) : search !== '' && query.isError ? (
        <QueryError query={query} />
      ) : search !== '' && query.isFetched && !query.isFetching ? (
        <p className="text-14 text-muted">No restaurant has this name.</p>
      ) : null}
    </div>
  )
}
