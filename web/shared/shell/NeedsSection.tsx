import { Count } from '#web/ui/Count.tsx'
import { type Need, nobodyText } from './needs.ts'
import { NeedRow } from './NeedRow.tsx'
import { useDoublePress } from './NeedsRail.tsx'
import { PhoneNote, PhoneSection } from './PhoneSection.tsx'

/** On a phone's home page: tickets to accept, bills and calls, with one press each (SCREENS §6.27). */
export function NeedsSection({ needs, unknown }: { needs: readonly Need[]; unknown: boolean }) {
  const guard = useDoublePress()
  const waiting = needs.filter((need) => !need.taken).length
  if (needs.length === 0 && !unknown) return null
  return (
    <PhoneSection
      title="Needs a person"
      note={
        waiting > 0 ? (
          <Count value={waiting} tone="danger" />
        ) : (
          <PhoneNote>{needs.length === 0 ? nobodyText(unknown).toLowerCase() : 'all acknowledged'}</PhoneNote>
        )
      }
    >
      <ul className="grid gap-2" onClickCapture={guard}>
        {needs.map((need) => (
          <NeedRow key={need.key} need={need} />
        ))}
      </ul>
    </PhoneSection>
  )
}
