import { Bell, BellRing } from 'lucide-react'
import { opensOnPress } from '#web/app/shell/OpensOnPress.tsx'
import { useAlerts } from '#web/shared/floor/alerts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

const Opened = opensOnPress('dialog', () => import('./AlertList.tsx'))

/** The bell with the number of waiting calls; pressing it lists them, oldest first. */
export function AlertBell() {
  const { waiting } = useAlerts()
  return <Opened trigger={<IconButton label="Table alerts" icon={waiting.length > 0 ? <BellRing /> : <Bell />} count={waiting.length} />} />
}
