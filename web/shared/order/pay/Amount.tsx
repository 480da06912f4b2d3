import { useId } from 'react'
import { groupedWholeRupees, type Paise, toRupees } from '#domain/money.ts'
import { quickCash, typedText } from '#domain/tender.ts'
import { Money } from '#web/app/Money.tsx'
import { cx } from '#web/ui/cx.ts'
import { Keypad } from '#web/ui/Keypad.tsx'
import type { useTender } from './useTender.ts'

const PARTS = [
  ['Half', 2],
  ['Third', 3],
  ['Quarter', 4],
] as const

/** The amount received (typed, by keypad, or a suggested sum) and the change. */
export function Amount({ tender }: { tender: ReturnType<typeof useTender> }) {
  const { split, cash, left, typed, type, takes, last } = tender
  const due = tender.due + tender.cashTip
  const id = useId()
  const field = split === 'amounts' && !cash ? 'Amount' : 'Cash received'
  const shown = typed?.text ?? typedText(due)
  const quick =
    split === 'amounts' && !cash
      ? PARTS.map(([words, n]) => ({ words, amount: Math.floor(left / n) }))
      : quickCash(due).map((amount) => ({ words: groupedWholeRupees(toRupees(amount)), amount }))
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={id} className="text-14 leading-5 font-medium text-muted">
        {field}
      </label>
      <div className="mt-1 flex h-16 short:h-14 flex-none items-center justify-between gap-2 rounded-card border-2 border-primary bg-surface px-4 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary">
        <span aria-hidden="true" className="text-18 text-muted">
          Rs.
        </span>
        <input
          id={id}
          inputMode="none"
          autoComplete="off"
          value={typed && !typed.fresh ? typed.text : grouped(shown)}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => type({ text: event.target.value.replace(/[^\d.,]/g, ''), fresh: false })}
          className="num min-w-0 flex-1 bg-transparent text-right text-30 font-bold tracking-tight outline-none"
        />
      </div>
      <div role="group" aria-label="Amounts" data-enter="page" className="my-2 grid flex-none auto-cols-fr grid-flow-col gap-2">
        <Quick on={typed === null} onClick={() => type(null)}>
          {split === 'amounts' ? 'All' : 'Exact'}
        </Quick>
        {quick.map(({ words, amount }) => (
          <Quick key={words} on={typed?.text === typedText(amount)} onClick={() => type({ text: typedText(amount), fresh: true })}>
            {words}
          </Quick>
        ))}
      </div>
      <Keypad
        label="Keypad"
        value={shown}
        fresh={typed === null || typed.fresh}
        onChange={(text) => type({ text, fresh: false })}
        className="flex-1 short:auto-rows-[minmax(48px,1fr)]"
      />
      <Change
        cash={cash}
        change={takes.change}
        short={takes.problem && typed !== null ? takes.problem : null}
        after={split === 'amounts' && !last ? left - takes.pays : null}
      />
    </div>
  )
}

/** Groups the digits like money while the text is an amount. */
function grouped(text: string): string {
  const [whole = '', part] = text.split('.')
  if (!/^\d+$/.test(whole)) return text
  return groupedWholeRupees(Number(whole)) + (part === undefined ? '' : `.${part}`)
}

function Quick({ on, onClick, children }: { on: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      data-long={children.length > 7 || undefined}
      onClick={onClick}
      className="num h-12 min-w-0 truncate rounded-control border border-border bg-surface font-medium data-long:text-14 select-none hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-on-accent-soft"
    >
      {children}
    </button>
  )
}

function Change({ cash, change, short, after }: { cash: boolean; change: Paise; short: string | null; after: Paise | null }) {
  const look =
    'mt-3 flex h-16 short:mt-2 short:h-12 flex-none items-center justify-between gap-3 rounded-card px-4 text-18 font-semibold [--money-unit:currentColor]'
  if (short) return <p className={cx(look, 'bg-warning-soft text-on-warning-soft')}>{short}</p>
  if (after !== null)
    return (
      <p className={cx(look, 'bg-raised')}>
        <span>Left after this</span>
        <Money paise={after} className="text-24 font-bold" />
      </p>
    )
  if (!cash) return null
  return (
    <p className={cx(look, 'bg-success-soft text-on-success-soft')}>
      <span className="min-w-0">Change to give</span>
      <Money paise={change} className="text-30 font-bold tracking-tight" />
    </p>
  )
}
