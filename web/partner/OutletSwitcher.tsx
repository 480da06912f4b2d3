import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, Store } from 'lucide-react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'

/** Goes to the dashboard of one outlet or of all, and keeps its days. */
export function OutletSwitcher() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const { data } = useQuery(apiQuery('GET /partner/outlets'))
  const outlets = data?.outlets.filter(({ approved }) => approved) ?? []
  if (outlets.length === 0) return null
  const here = pathname === to.partnerDashboard()
  const chosen = here ? params.get('outlet') : null
  const days = here ? { period: params.get('period'), from: params.get('from'), to: params.get('to') } : {}
  const entry = (id: string | null, label: string): MenuEntry => ({
    key: id ?? 'all',
    label,
    checked: here && chosen === id,
    onSelect: () => void navigate(to.partnerDashboard({ outlet: id ?? undefined, ...days })),
  })
  const name = outlets.find(({ _id }) => _id === chosen)?.establishment_name ?? 'All outlets'
  return (
    <Menu
      align="start"
      trigger={
        <Button
          size={32}
          icon={<Store className="size-4" />}
          iconEnd={<ChevronsUpDown className="size-4" />}
          className="max-w-40"
          aria-label={`Outlet: ${name}`}
        >
          {name}
        </Button>
      }
      items={[entry(null, 'All outlets'), ...outlets.map(({ _id, establishment_name }) => entry(_id, establishment_name))]}
    />
  )
}
