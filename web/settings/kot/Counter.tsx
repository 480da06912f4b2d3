import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { dayText } from '#domain/time.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { TimeField } from '#web/app/form/fields.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { FormSkeleton, Loaded } from '#web/app/Loaded.tsx'
import type { Answer } from '#web/core/api.ts'
import { datesIn, useDates } from '#web/core/dates.ts'
import { REFUSALS, useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

type Kot = Answer<'GET /kot'>['kot']
const AFTER = ['GET /kot', 'GET /restaurant/profile'] as const

/** The counter of the running business day, and when a business day begins. */
export function Counter() {
  // Other devices send tickets meanwhile.
  const query = useQuery({ ...apiQuery('GET /kot'), staleTime: 0, refetchInterval: 15_000 })
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={2} />} className="">
      {({ kot }) => <CounterCard kot={kot} refetch={async () => (await query.refetch()).data?.kot ?? kot} />}
    </Loaded>
  )
}

function CounterCard({ kot, refetch }: { kot: Kot; refetch: () => Promise<Kot> }) {
  const dates = useDates()
  const [changing, setChanging] = useState(false)
  const blocked = useBlocked('GET /kot/reset')
  const blockedTime = useBlocked('POST /kot/reset-time')
  const confirm = useConfirm()
  const reset = useCommand('GET /kot/reset', { quiet: true, invalidates: AFTER })
  const zone = dates.zone()

  async function ask() {
    const { currentNumber } = await refetch()
    const done = await confirm({
      title: 'Reset the KOT counter?',
      body: `The last ticket was KOT ${currentNumber}. The next one will be KOT 1.`,
      confirmLabel: 'Reset now',
      tone: 'danger',
      run: () => reset.mutateAsync({}),
    })
    if (done) snack.success('The next ticket is KOT 1')
  }

  return (
    <Card title="Counter" note={dayText(kot.businessDate, { weekday: true })} padded>
      <div className="grid gap-3 text-14">
        <Row label="Last ticket" value={kot.currentNumber === 0 ? 'None yet' : `KOT ${kot.currentNumber}`}>
          <Button
            size={32}
            icon={<RotateCcw />}
            disabledReason={blocked ?? (kot.currentNumber === 0 ? 'The next ticket is KOT 1 already' : null)}
            onClick={() => void ask()}
          >
            Reset now
          </Button>
        </Row>
        <Row label="Starts at 1 again, with the business day" value={`${kot.resetTime} ${zone}`}>
          <Button size={32} disabledReason={blockedTime} onClick={() => setChanging(true)}>
            Change
          </Button>
        </Row>
        <p className="text-muted">
          {waitingText(kot.nextClock)}
          {kot.lastResetAt ? `Last reset by hand ${dates.ago(kot.lastResetAt)}.` : 'Not reset by hand today.'}
        </p>
      </div>
      {changing ? <ResetTime kot={kot} zone={zone} onClose={() => setChanging(false)} /> : null}
    </Card>
  )
}

/** A change that is still to take effect: `From Mon 23 Nov, 04:00 on: 05:00 IST. ` */
function waitingText(next: Kot['nextClock']): string {
  if (!next) return ''
  const there = datesIn(next.timezone)
  return `From ${there.dayAndTime(next.from)} on: ${next.resetTime} ${there.zone(next.from)}. `
}

function Row({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 basis-28">
        <span className="text-muted">{label}</span> <b className="num font-semibold">{value}</b>
      </p>
      {children}
    </div>
  )
}

function useBlocked(call: 'GET /kot/reset' | 'POST /kot/reset-time'): string | null {
  const may = useMay(call)
  const online = useOnline()
  return may.ok ? (online ? null : REFUSALS.offline) : may.why
}

/** When a business day begins. A change takes effect when the running day has ended, so that its figures stay. */
function ResetTime({ kot, zone, onClose }: { kot: Kot; zone: string; onClose: () => void }) {
  const form = useCallForm({
    call: 'POST /kot/reset-time',
    defaults: { resetTime: kot.nextClock?.resetTime ?? kot.resetTime },
    toBody: (values) => values,
    invalidates: AFTER,
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title="Reset time"
      description="The counter, reports and day-end begin a new day then. A change counts from the next business day on."
      onClose={onClose}
    >
      <TimeField form={form} name="resetTime" label={`Time in the restaurant, ${zone}`} required />
    </FormDialog>
  )
}
