import { useState } from 'react'
import { countText, type DrawerKind } from '#domain/drawer.ts'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { MoneyField, TextField } from '#web/app/form/fields.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { Summary } from './Figures.tsx'

type Move = NonNullable<Summary['drawer']>['moves'][number]

/** What is entered, by kind: its button, and the dialog. */
const KINDS: Record<DrawerKind, { button: string; title: string; hint: string; done: string }> = {
  float: {
    button: 'Float',
    title: 'Opening float',
    hint: 'The cash with which the drawer opens. Entered again, it replaces the first.',
    done: 'The float is saved',
  },
  in: {
    button: 'Cash in',
    title: 'Cash added',
    hint: 'Cash put into the drawer beside the bills, such as change from the bank.',
    done: 'Cash in is saved',
  },
  out: {
    button: 'Cash out',
    title: 'Cash taken out',
    hint: 'Cash that leaves the drawer beside the bills: an expense, or to the bank.',
    done: 'Cash out is saved',
  },
  count: { button: 'Count', title: 'Count the drawer', hint: 'All the cash that is in the drawer now.', done: '' },
}
const WORDS: Record<DrawerKind, string> = { float: 'Float', in: 'Cash in', out: 'Cash out', count: 'Counted' }

const counted = ({ amount, expected }: Pick<Move, 'amount' | 'expected'>) => countText(toPaise(amount), toPaise(expected ?? 0), formatPaise)

/** The cash drawer of a day: what should be in it and why, and what was counted. `running`: entries are made for the day that runs alone. */
export function Drawer({ summary, running }: { summary: Summary; running: boolean }) {
  const dates = useDates()
  const may = useMay('POST /orders/drawer')
  const [asking, setAsking] = useState<DrawerKind | null>(null)
  const { cashTaken, drawer } = summary
  const rows = [
    ['Float', drawer?.float ?? 0],
    ['Cash taken, with tips', cashTaken],
    ['Cash in', drawer?.in ?? 0],
    ['Cash out', -(drawer?.out ?? 0)],
  ] as const
  const last = drawer?.counted
  return (
    <Card title="Cash drawer" note={running ? 'now' : 'at the day’s end'} padded>
      <dl className="grid gap-1 text-14">
        {rows.map(([label, rupees]) =>
          rupees !== 0 ? (
            <div key={label} className="flex justify-between gap-3">
              <dt className="text-muted">{label}</dt>
              <dd>
                <Money rupees={rupees} />
              </dd>
            </div>
          ) : null,
        )}
        <div className="flex justify-between gap-3 border-t border-hairline pt-1 font-semibold">
          <dt>Expected in the drawer</dt>
          <dd>
            <Money rupees={drawer?.expected ?? cashTaken} />
          </dd>
        </div>
        {last ? (
          <div className="flex justify-between gap-3">
            <dt>
              Counted at <span className="num">{dates.clock(last.at)}</span>
              <span className={last.amount === last.expected ? 'text-muted' : 'font-semibold text-danger'}>, {counted(last)}</span>
            </dt>
            <dd>
              <Money rupees={last.amount} />
            </dd>
          </div>
        ) : null}
      </dl>
      {running ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {(Object.keys(KINDS) as DrawerKind[]).map((kind) => (
            <Button key={kind} size={32} disabledReason={may.ok ? null : may.why} onClick={() => setAsking(kind)}>
              {KINDS[kind].button}
            </Button>
          ))}
        </div>
      ) : null}
      {drawer ? <Moves moves={drawer.moves} /> : null}
      {asking ? <MoveDialog kind={asking} date={summary.date} onClose={() => setAsking(null)} /> : null}
    </Card>
  )
}

/** The day's entries, the newest first. */
function Moves({ moves }: { moves: readonly Move[] }) {
  const dates = useDates()
  return (
    <ul aria-label="Entries of the cash drawer" className="mt-3 grid gap-1 border-t border-hairline pt-2 text-12 text-muted">
      {moves.toReversed().map((move) => (
        <li key={move._id} className="flex justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            <span className="num">{dates.clock(move.at)}</span> {WORDS[move.kind]}, {[move.by, move.reason].filter(Boolean).join(': ')}
            {move.kind === 'count' ? ` (${counted(move)})` : ''}
          </span>
          <Money rupees={move.kind === 'out' ? -move.amount : move.amount} />
        </li>
      ))}
    </ul>
  )
}

/** `date`: the business day of the figures that are shown, which may have ended meanwhile. */
function MoveDialog({ kind, date, onClose }: { kind: DrawerKind; date: string; onClose: () => void }) {
  const { title, hint, done } = KINDS[kind]
  const form = useCallForm({
    call: 'POST /orders/drawer',
    defaults: { amount: null as number | null, reason: '' },
    toBody: ({ amount, reason }) => ({ kind, amount: amount ?? 0, reason: reason.trim(), date }),
    invalidates: ['GET /orders/daily-summary'],
    onSaved: ({ move }) => {
      snack.success(kind === 'count' ? `${formatRupees(move.amount)} counted, ${counted(move)}` : done)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <MoneyField form={form} name="amount" label="Amount" required="Enter an amount." hint={hint} />
      {kind === 'in' || kind === 'out' ? (
        <TextField
          form={form}
          name="reason"
          label="What for"
          placeholder={kind === 'out' ? 'Vegetables' : 'Change from the bank'}
          maxLength={120}
          {...(kind === 'out' ? { required: 'Say what it was for.' } : { optional: true })}
        />
      ) : null}
    </FormDialog>
  )
}
