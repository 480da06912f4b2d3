import { KeyRound } from 'lucide-react'
import type { DeskUser } from '#domain/api/backoffice.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import { useDates } from '#web/core/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Facts, Part } from '../parts.tsx'

type Props = { user: DeskUser; resetRefusal: string | null; onReset: () => void; onClose: () => void }

export function UserDrawer({ user, resetRefusal, onReset, onClose }: Props) {
  const dates = useDates()
  return (
    <Drawer
      title={<span className="block text-18 [overflow-wrap:anywhere]">{user.name}</span>}
      status={
        user.isActive ? null : (
          <StatusChip size={20} tone="warning">
            Inactive
          </StatusChip>
        )
      }
      subtitle={ROLE_NAMES[user.role]}
      onClose={onClose}
      footer={
        <>
          <Button size={40} icon={<KeyRound />} disabledReason={resetRefusal} onClick={onReset}>
            Reset password
          </Button>
          {resetRefusal ? <p className="text-12 text-muted">{resetRefusal}</p> : null}
        </>
      }
    >
      <Part title="Account">
        <Facts
          facts={[
            ['Email', user.email],
            ['Mobile', user.mobile_number],
            ['Added', dates.full(user.createdAt)],
            ['Last sign-in', user.lastLoginAt ? dates.full(user.lastLoginAt) : 'Never'],
            ['Earlier names', user.formerNames.join(', ')],
          ]}
        />
      </Part>
    </Drawer>
  )
}
