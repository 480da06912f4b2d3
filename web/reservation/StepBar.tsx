import { Ellipsis } from 'lucide-react'
import { maySteps } from '#domain/reservation.ts'
import { mayReplaceSheet } from '#web/app/form/guard.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import type { Entry } from './book.ts'
import { LOOKS, stepEntries } from './stepEntries.tsx'
import type { Steps } from './useBook.ts'

/** The bar above an open booking: its status, and buttons for the next steps. */
export function StepBar({ entry, steps, onDone }: { entry: Entry; steps: Steps; onDone: () => void }) {
  const look = LOOKS[entry.status]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusChip tone={look.tone} icon={look.icon} className="mr-auto">
        {look.word}
      </StatusChip>
      {maySteps(entry.status, 'arrived') && entry.status !== 'seated' ? (
        <Button disabledReason={steps.refusal} onClick={() => steps.step(entry, 'arrived')}>
          Arrived
        </Button>
      ) : null}
      {maySteps(entry.status, 'seated') ? (
        <Button
          disabledReason={steps.seatRefusal(entry)}
          onClick={async () => {
            // The guests are seated as the booking was saved.
            if (!(await mayReplaceSheet())) return
            onDone()
            steps.seat(entry)
          }}
        >
          Seat
        </Button>
      ) : null}
      {maySteps(entry.status, 'completed') ? (
        <Button disabledReason={steps.refusal} onClick={() => steps.step(entry, 'completed')}>
          Left
        </Button>
      ) : null}
      <Menu trigger={<IconButton label="More for this booking" icon={<Ellipsis />} />} items={stepEntries(entry, steps, onDone)} />
    </div>
  )
}
