import { useSearch } from '#web/app/useSearch.ts'
import { readView, type View, writeView } from '#web/shared/period/period.ts'
import { Comparison } from './Comparison.tsx'
import { OutletView } from './OutletView.tsx'

/** The default is a week compared with the week before, because a single day says little about an outlet. */
const FIRST = '7d'

/** All outlets side by side, or one of them (SCREENS §2.4 "/partner/dashboard"). The period is in the address and stays the same from outlet to outlet. */
export default function DashboardPage() {
  const [params, setSearch] = useSearch()
  const view = readView(params, FIRST)
  const show = (next: View) => setSearch((newest) => writeView(next, newest, FIRST))
  const outlet = params.get('outlet')
  return outlet ? <OutletView key={outlet} outletId={outlet} view={view} onShow={show} /> : <Comparison view={view} onShow={show} />
}
