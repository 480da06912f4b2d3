import { usePageTitle } from '#web/app/title.ts'

export default function CaptainHomePage() {
  usePageTitle('My work')
  return <p className="p-6 text-muted">My work</p>
}
