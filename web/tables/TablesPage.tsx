import { usePageTitle } from '#web/app/title.ts'

export default function TablesPage() {
  usePageTitle('Tables')
  return <p className="p-6 text-muted">Tables</p>
}
