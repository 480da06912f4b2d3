import { useState } from 'react'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Input } from '#web/ui/Input.tsx'
import { askedFor, DECLINE_REASONS, inWords } from './askedFor.ts'
import { useUnsold } from './unsold.ts'
import { UnsoldMark } from './UnsoldMark.tsx'

/**
 * What a guest asks for, with choices and notes: whoever accepts it answers for them. In rows, or `inline` in one line that may be cut, with the whole as its title.
 * With `onReason` it asks below why it is declined, which may stay empty.
 */
export function AskedFor({
  kot,
  order,
  inline = false,
  onReason,
}: {
  kot: Kot
  order: OrderShape
  inline?: boolean
  onReason?: (reason: string) => void
}) {
  const { unsold } = useUnsold(kot)
  const asked = askedFor(kot, order, unsold)
  if (inline) return <span title={inWords(asked)}>{inWords(asked, 24)}</span>
  return (
    <>
      {asked.notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {asked.dishes.map(({ text, note, why }, i) => (
        <span key={i} className="block">
          {text} <UnsoldMark why={why} />
          {note ? <Note>{note}</Note> : null}
        </span>
      ))}
      {onReason ? <Reason onReason={onReason} /> : null}
    </>
  )
}

/** A guest's words, which look like no dish of the ticket. */
const Note = ({ children }: { children: string }) => (
  <span className="block border-l border-current pl-2 font-normal [overflow-wrap:anywhere]">{children}</span>
)

function Reason({ onReason }: { onReason: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const say = (now: string) => {
    setReason(now)
    onReason(now.trim())
  }
  return (
    <div className="mt-3 grid gap-2 text-text">
      <Input
        size={48}
        aria-label="What the guest reads"
        placeholder="The guest reads why, if you say it"
        maxLength={200}
        value={reason}
        onChange={(event) => say(event.target.value)}
      />
      <FilterChips
        label="Common reasons"
        options={DECLINE_REASONS.map((value) => ({ value, label: value }))}
        value={DECLINE_REASONS.find((one) => one === reason) ?? null}
        onToggle={(one) => say(one === reason ? '' : one)}
      />
    </div>
  )
}
