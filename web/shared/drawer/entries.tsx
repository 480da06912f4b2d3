import { countText, type DrawerKind, floatsOf } from '#domain/drawer.ts'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { MoneyField, TextField } from '#web/app/form/fields.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { Money } from '#web/app/Money.tsx'
import { type Answer, ApiError } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { queryClient } from '#web/core/query.ts'
import { askForPaper } from '#web/shared/print/asked.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

/** What is entered for the cash drawer, at the till and in the day's summary (docs/decisions/033-drawer.md). */

export type Move = Answer<'GET /orders/drawer'>['moves'][number]

/** What is entered, by kind: its button with its key, and the dialog. */
const KINDS: Record<DrawerKind, { button: string; key: string; title: string; hint: string; done: string }> = {
  float: {
    button: 'Float',
    key: 'F',
    title: 'Opening float',
    hint: 'The cash with which the day opens. Entered again, it replaces the first, and the day’s paper names both. At a handover, count instead.',
    done: 'The float is saved',
  },
  in: {
    button: 'Cash in',
    key: 'I',
    title: 'Cash added',
    hint: 'Cash put into the drawer beside the bills, such as change from the bank.',
    done: 'Cash in is saved',
  },
  out: {
    button: 'Cash out',
    key: 'O',
    title: 'Cash taken out',
    hint: 'Cash that leaves the drawer beside the bills: an expense, or to the bank.',
    done: 'Cash out is saved',
  },
  count: { button: 'Count', key: 'C', title: 'Count the drawer', hint: 'All the cash that is in the drawer now.', done: '' },
}
export const DRAWER_KEYS = Object.entries(KINDS).map(([kind, { key, button }]) => ({ kind: kind as DrawerKind, key, button }))
const WORDS: Record<DrawerKind, string> = { float: 'Float', in: 'Cash in', out: 'Cash out', count: 'Counted' }

/** `, Rs. 20.00 short`; empty for those who count without knowing what should be there. */
const missed = ({ amount, expected }: Move): string =>
  expected === null ? '' : `, ${countText(toPaise(amount), toPaise(expected), formatPaise)}`

/** A button for each kind of entry; `till`: large, with their keys. */
export function DrawerButtons({ onPress, till = false }: { onPress: (kind: DrawerKind) => void; till?: boolean }) {
  const may = useMay('POST /orders/drawer')
  return (
    <div className={till ? 'grid grid-cols-2 gap-2' : 'flex flex-wrap gap-2'}>
      {DRAWER_KEYS.map(({ kind, key, button }) => (
        <Button
          key={kind}
          size={till ? 48 : 32}
          full={till}
          kbd={till ? key : undefined}
          disabledReason={may.ok ? null : may.why}
          onClick={() => onPress(kind)}
        >
          {button}
        </Button>
      ))}
    </div>
  )
}

/** The day's entries, the newest first. */
export function DrawerMoves({ moves, className }: { moves: readonly Move[]; className?: string }) {
  const dates = useDates()
  const before = new Map(floatsOf(moves).map(({ _id, from }) => [_id, from]))
  const what = ({ _id, kind }: Move) => {
    const from = before.get(_id)
    return from == null ? WORDS[kind] : `Float, ${formatRupees(from)} before`
  }
  return (
    <ul aria-label="Entries of the cash drawer" className={cx('grid gap-1 text-muted', className)}>
      {moves.toReversed().map((move) => (
        <li key={move._id} className="flex justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            <span className="num">{dates.clock(move.at)}</span> {what(move)}, {[move.by, move.reason].filter(Boolean).join(': ')}
            {move.kind === 'count' ? missed(move) : ''}
          </span>
          <Money rupees={move.kind === 'out' ? -move.amount : move.amount} />
        </li>
      ))}
    </ul>
  )
}

const READ = ['GET /orders/daily-summary', 'GET /orders/drawer'] as const

type MoveDialogProps = { kind: DrawerKind; date: string; moves: readonly Move[]; onClose: () => void }

/** `date`: the business day of what is shown, which may have ended meanwhile; `moves`: its entries. */
export function MoveDialog({ kind, date, moves, onClose }: MoveDialogProps) {
  const { title, hint, done } = KINDS[kind]
  const form = useCallForm({
    call: 'POST /orders/drawer',
    defaults: { amount: null as number | null, reason: '' },
    toBody: ({ amount, reason }) => ({ kind, amount: amount ?? 0, reason: reason.trim(), date }),
    invalidates: READ,
    onRefused: (error) => {
      // Another business day has begun, or somebody has entered a float: the entries are shown, and what is typed can be saved for them.
      if (error instanceof ApiError && error.errors.some(({ path }) => path === 'date' || path === 'reason'))
        for (const call of READ) void queryClient.invalidateQueries({ queryKey: [call] })
    },
    onSaved: ({ move }) => {
      snack.success(kind === 'count' ? `${formatRupees(move.amount)} counted${missed(move)}` : done)
      // The drawer of this device's printer opens also on a page that prints nothing else.
      if (kind === 'in' || kind === 'out') askForPaper()
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
      {kind === 'float' && floatsOf(moves).length > 0 ? (
        <TextField form={form} name="reason" label="Why it changes" maxLength={120} required="Say why the float changes." />
      ) : null}
    </FormDialog>
  )
}
