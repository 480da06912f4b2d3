import { usePageTitle } from '#web/app/title.ts'

export default function CaptainTablesPage() {
  usePageTitle('Tables')
  return <p className="p-6 text-muted">Tables</p>
}
