import { usePageTitle } from '#web/app/title.ts'

export default function DashboardPage() {
  usePageTitle('Dashboard')
  return <p className="p-6 text-muted">Dashboard</p>
}
