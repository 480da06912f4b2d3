import { Check, Hourglass, Minus, TriangleAlert } from 'lucide-react'
import type { Partner } from '#domain/api/partner.ts'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'

type State = { word: string; tone: Tone; icon: typeof Check }

/** A partner's state, from the email and the outlets. Without an approved outlet a partner can't work yet. */
export function stateOf({ addressTaken, outlets }: Pick<Partner, 'addressTaken' | 'outlets'>): State {
  if (addressTaken) return { word: 'Email taken', tone: 'danger', icon: TriangleAlert }
  if (outlets.some((o) => o.approvalStatus === 'approved')) return { word: 'Live', tone: 'success', icon: Check }
  return outlets.length > 0 ? { word: 'Pending', tone: 'warning', icon: Hourglass } : { word: 'No outlets', tone: 'neutral', icon: Minus }
}

export function PartnerState({ partner }: { partner: Partner }) {
  const { word, tone, icon: Icon } = stateOf(partner)
  return (
    <StatusChip size={20} tone={tone} icon={<Icon />}>
      {word}
    </StatusChip>
  )
}
