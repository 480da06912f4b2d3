import { Bell, BellRing } from 'lucide-react'
import { opensOnPress } from '#web/app/shell/OpensOnPress.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { Need } from './needs.ts'

const Opened = opensOnPress<{ needs: readonly Need[]; unknown: boolean }>('dialog', () => import('./AlertList.tsx'))

/** The bell with the number of needs that nobody has answered yet; pressing it lists all, oldest first. */
export function AlertBell({ needs = [], unknown }: { needs: readonly Need[] | undefined; unknown: boolean }) {
  const waiting = needs.filter((need) => !need.taken).length
  return (
    <Opened
      needs={needs}
      unknown={unknown}
      trigger={<IconButton label="Needs a person" icon={waiting > 0 ? <BellRing /> : <Bell />} count={waiting} />}
    />
  )
}
