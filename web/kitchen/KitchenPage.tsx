import { usePageTitle } from '#web/app/title.ts'

export default function KitchenPage() {
  usePageTitle('Kitchen')
  return <p className="p-6 text-muted">Kitchen</p>
}
