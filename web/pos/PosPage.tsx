import { usePageTitle } from '#web/app/title.ts'

export default function PosPage() {
  usePageTitle('Point of sale')
  return <p className="p-6 text-muted">Point of sale</p>
}
