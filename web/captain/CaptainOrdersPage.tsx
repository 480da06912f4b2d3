import { usePageTitle } from '#web/app/title.ts'

export default function CaptainOrdersPage() {
  usePageTitle('Orders')
  return <p className="p-6 text-muted">Orders</p>
}
