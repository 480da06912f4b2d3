import { usePageTitle } from '#web/app/title.ts'

export default function CaptainMenuPage() {
  usePageTitle('Menu')
  return <p className="p-6 text-muted">Menu</p>
}
