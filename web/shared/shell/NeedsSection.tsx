import { ChevronDown } from 'lucide-react'
import { Count } from '#web/ui/Count.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Need, nobodyText } from './needs.ts'
import { NeedRow } from './NeedRow.tsx'
import { useDoublePress } from './NeedsRail.tsx'
import { PhoneNote, PhoneSection } from './PhoneSection.tsx'

/** On a phone's home page: tickets to accept, bills and calls, with one press each (SCREENS §6.27). */
export function NeedsSection({ needs, unknown }: { needs: readonly Need[]; unknown: boolean }) {
  const guard = useDoublePress()
  const waiting = needs.filter((need) => !need.taken)
  if (needs.length === 0 && !unknown) return null
  return (
    <PhoneSection
      title="Needs a person"
      note={
        waiting.length > 0 ? (
          <Count value={waiting.length} tone="danger" />
        ) : (
          <PhoneNote>{needs.length === 0 ? nobodyText(unknown).toLowerCase() : 'all acknowledged'}</PhoneNote>
        )
      }
    >
      <ul className="grid gap-2" onClickCapture={guard}>
        {waiting.map((need) => (
          <NeedRow key={need.key} need={need} full />
        ))}
      </ul>
      <TakenNeeds needs={needs.filter((need) => need.taken)} className={waiting.length > 0 ? 'mt-2' : undefined} />
    </PhoneSection>
  )
}

/** Calls that somebody answers already: several are one line that unfolds, because nobody else is needed and they may stand there for long. */
export function TakenNeeds({ needs, className }: { needs: readonly Need[]; className?: string }) {
  const guard = useDoublePress()
  if (needs.length === 0) return null
  const rows = (
    <ul className="grid gap-2" onClickCapture={guard}>
      {needs.map((need) => (
        <NeedRow key={need.key} need={need} />
      ))}
    </ul>
  )
  if (needs.length === 1) return <div className={className}>{rows}</div>
  return (
    <details className={cx('group/taken', className)}>
      <summary className="flex min-h-12 list-none items-center gap-2 rounded-[8px] bg-raised px-3 text-14 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 truncate">
          <b className="font-semibold">{needs.length} answered</b>{' '}
          <span className="text-muted">{needs.map((need) => `${need.label} ${need.word}`).join(', ')}</span>
        </span>
        <ChevronDown aria-hidden="true" className="text-muted group-open/taken:rotate-180" />
      </summary>
      <div className="pt-2">{rows}</div>
    </details>
  )
}
