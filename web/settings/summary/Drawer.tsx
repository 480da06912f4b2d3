import { type ReactNode, useState } from 'react'
import { countText, type DrawerKind, floatsOf, shiftsOf } from '#domain/drawer.ts'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { DrawerButtons, DrawerMoves, MoveDialog } from '#web/shared/drawer/entries.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { Summary } from './Figures.tsx'

const alert = (missed: boolean) => (missed ? 'font-semibold text-danger' : 'text-muted')

/** The cash drawer of a day: what should be in it and why, what was counted, and who took the cash. `running`: entries are made for the day that runs alone. */
export function Drawer({ summary, running }: { summary: Summary; running: boolean }) {
  const dates = useDates()
  const [asking, setAsking] = useState<DrawerKind | null>(null)
  const { cashTaken = 0, cashByPerson = [], drawer } = summary
  const rows = [
    ['Float', drawer?.float ?? 0],
    ['Cash taken, with tips', cashTaken],
    ['Cash in', drawer?.in ?? 0],
    ['Cash out', -(drawer?.out ?? 0)],
  ] as const
  const last = drawer?.counted
  const shifts = drawer ? shiftsOf(drawer.moves) : []
  const changes = floatsOf(drawer?.moves ?? []).slice(1)
  return (
    <Card title="Cash drawer" note={running ? 'now' : 'at the day’s end'} padded>
      <dl className="grid gap-1 text-14">
        {rows.map(([label, rupees]) =>
          rupees !== 0 ? (
            <Line key={label} label={<span className="text-muted">{label}</span>}>
              <Money rupees={rupees} />
            </Line>
          ) : null,
        )}
        <div className="flex justify-between gap-3 border-t border-hairline pt-1 font-semibold">
          <dt>Expected in the drawer</dt>
          <dd>
            <Money rupees={drawer?.expected ?? cashTaken} />
          </dd>
        </div>
        {last ? (
          <Line
            label={
              <>
                Counted at <span className="num">{dates.clock(last.at)}</span>
                <span className={alert(last.amount !== last.expected)}>
                  , {countText(toPaise(last.amount), toPaise(last.expected ?? 0), formatPaise)}
                </span>
              </>
            }
          >
            <Money rupees={last.amount} />
          </Line>
        ) : null}
      </dl>
      {changes.length > 0 ? (
        <Group title="Float changed">
          {changes.map(({ _id, at, by, reason, from, amount }) => (
            <Line
              key={_id}
              label={
                <>
                  <span className="num">{dates.clock(at)}</span>, {[by, reason].filter(Boolean).join(': ')}
                </>
              }
            >
              <span className="font-semibold text-danger">
                {formatRupees(from ?? 0)} to {formatRupees(amount)}
              </span>
            </Line>
          ))}
        </Group>
      ) : null}
      {cashByPerson.length > 0 ? (
        <Group title="Cash by person">
          {cashByPerson.map(({ by, amount, from, to }) => (
            <Line
              key={by}
              label={
                <>
                  {by}, <span className="num text-muted">{[...new Set([dates.clock(from), dates.clock(to)])].join('–')}</span>
                </>
              }
            >
              <Money rupees={amount} />
            </Line>
          ))}
        </Group>
      ) : null}
      {shifts.length > 0 ? (
        <Group title="Each shift by itself">
          {shifts.map(({ at, by, difference }) => (
            <Line
              key={at}
              label={
                <>
                  Until <span className="num">{dates.clock(at)}</span>, counted by {by}
                </>
              }
            >
              <span className={alert(difference !== 0)}>{countText(difference, 0, formatPaise)}</span>
            </Line>
          ))}
        </Group>
      ) : null}
      {running ? (
        <div className="mt-3">
          <DrawerButtons onPress={setAsking} />
        </div>
      ) : null}
      {drawer ? <DrawerMoves moves={drawer.moves} className="mt-3 border-t border-hairline pt-2 text-12" /> : null}
      {asking ? <MoveDialog kind={asking} date={summary.date} moves={drawer?.moves ?? []} onClose={() => setAsking(null)} /> : null}
    </Card>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-3 border-t border-hairline pt-2 text-14">
      <h3 className="font-semibold">{title}</h3>
      <dl className="mt-1 grid gap-1">{children}</dl>
    </section>
  )
}

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex justify-between gap-3">
    <dt className="min-w-0 wrap-anywhere">{label}</dt>
    <dd className="flex-none">{children}</dd>
  </div>
)
