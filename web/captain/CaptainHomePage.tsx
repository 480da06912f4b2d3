import { Armchair, Check, ClipboardList, ConciergeBell, ShoppingBag, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isOpen } from '#domain/order.ts'
import { plural } from '#domain/text.ts'
import { modsOf } from '#domain/ticket.ts'
import { floorElapsed, type FloorTable, headOf } from '#web/shared/floor/floor.ts'
import { UNDO_MS, useServe, useServing } from '#web/shared/floor/serve.ts'
import { TableCard } from '#web/shared/floor/TableCard.tsx'
import { type Floor, useFloor } from '#web/shared/floor/useFloor.ts'
import { NeedsSection } from '#web/shared/shell/NeedsSection.tsx'
import { PhoneNote, PhoneSection } from '#web/shared/shell/PhoneSection.tsx'
import { useNeeds } from '#web/shared/shell/useNeeds.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { useDates } from '#web/core/dates.ts'
import { useProfile } from '#web/core/profile.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { useUser } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useElapsed, useMediaQuery } from '#web/ui/hooks.ts'
import { Live } from '#web/ui/Live.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useReadyChime, useReadyLines } from './readyChime.ts'
import { foremost, myTables, type ReadyLine } from './work.ts'
import { to } from '#web/core/to.ts'

/** "My work now" (SCREENS §2.2 "Captain"): tables on top for reading, controls in the lower 60%, within the thumb's reach. */
export default function CaptainHomePage() {
  const floor = useFloor()
  const { needs, unknown } = useNeeds()
  const tables = useProfile()?.isTableEnabled !== false
  const ready = useReadyLines()
  const news = useReadyChime({ tell: false })
  if (floor.failed)
    return (
      <div className="p-4">
        <QueryError query={floor.failed} />
      </div>
    )
  return (
    <div className="flex h-full flex-col px-4 lg:grid lg:h-auto lg:grid-cols-[minmax(0,1fr)_400px] lg:items-start lg:gap-x-8">
      <Live>{news}</Live>
      {floor.isPending || !needs ? (
        <HomeSkeleton />
      ) : (
        <>
          {tables ? <MyTables floor={floor} /> : <RunningOrders />}
          <div className="min-w-0 flex-none pb-6">
            <NeedsSection needs={needs} unknown={unknown} />
            <ReadyToServe lines={ready ?? []} />
          </div>
        </>
      )}
    </div>
  )
}

/** The upper 40% is for reading, and buttons start below it, within the thumb's reach. If the rows need the height, it is only as high as its cards. */
const upper = 'max-lg:flex-[0_1_auto] max-sm:basis-[calc(40dvh-56px)]'
/** How many tables are shown at first (two rows); a button shows the rest, so that "Ready to serve" stays in view. */
const ROOMY = 4
const SHOWN = 6
const SHOWN_WIDE = 12

function MyTables({ floor }: { floor: Floor }) {
  const { name } = useUser()
  const navigate = useNavigate()
  const [all, setAll] = useState(false)
  const { mine, tables } = myTables(floor.tables, name)
  const wide = useMediaQuery('(min-width: 640px)')
  const compact = !wide && tables.length > ROOMY
  const most = wide ? SHOWN_WIDE : SHOWN
  const shown = all ? tables : foremost(tables, most)
  const open = (entry: FloorTable) => void navigate(to.captainMenu({ table: headOf(entry, floor.tables).table._id }))
  return (
    <PhoneSection
      title={mine ? 'My tables' : 'Running tables'}
      note={
        <PhoneNote>{tables.length === 0 ? 'none' : mine ? `${tables.length} running` : `${tables.length}, none of them yours`}</PhoneNote>
      }
      className={upper}
    >
      {tables.length === 0 ? (
        <EmptyState
          icon={<Armchair />}
          title="No running tables"
          action={
            <Button variant="primary" onClick={() => void navigate(to.captainTables())}>
              Choose a table
            </Button>
          }
          className="py-4!"
        />
      ) : (
        <ul className={cx('grid gap-2', compact ? 'grid-cols-3' : 'grid-cols-2', 'sm:grid-cols-[repeat(auto-fill,minmax(160px,1fr))]')}>
          {shown.map((entry) => (
            <TableCard key={entry.table._id} entry={entry} compact={compact} onOpen={() => open(entry)} />
          ))}
        </ul>
      )}
      {tables.length > most ? (
        <Button variant="link" full aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${tables.length}`}
        </Button>
      ) : null}
    </PhoneSection>
  )
}

/** In place of the tables, where there are none. */
function RunningOrders() {
  const { orders } = useOpenOrders()
  const navigate = useNavigate()
  return (
    <PhoneSection title="Running orders" note={<PhoneNote>{orders.length || 'none'}</PhoneNote>} className={upper}>
      {orders.length === 0 ? (
        <EmptyState icon={<ClipboardList />} title="No running orders" className="py-4!" />
      ) : (
        <Button full icon={<ClipboardList />} onClick={() => void navigate(to.captainOrders())}>
          See {plural(orders.length, 'running order')}
        </Button>
      )}
    </PhoneSection>
  )
}

type Served = { row: ReadyLine; undo: () => boolean; at: number }
/** A second tap this soon is an accidental double tap, not Undo. */
const DOUBLE_TAP_MS = 400

function ReadyToServe({ lines }: { lines: readonly ReadyLine[] }) {
  const { serve } = useServe()
  const serving = useServing()
  const who = useWho()
  const [served, setServed] = useState<ReadonlyMap<string, Served>>(new Map())
  const [words, setWords] = useState('')
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach((timer) => clearTimeout(timer))
  }, [])

  const forget = (id: string) => {
    // Served again, it has its 5 seconds anew.
    clearTimeout(timers.current.get(id))
    setServed((old) => new Map([...old].filter(([one]) => one !== id)))
  }
  function press(row: ReadyLine) {
    const id = row.line.lineId
    const held = served.get(id)
    const what = `${row.line.quantity} × ${row.line.itemName}, ${row.where}`
    if (held) {
      if (Date.now() - held.at < DOUBLE_TAP_MS) return
      if (held.undo()) setWords(`${what} is ready again`)
      forget(id)
      return
    }
    const undo = serve(row.order, row.kot, row.line, { quiet: true, takenBack: () => forget(id) })
    if (!undo) return
    setServed((old) => new Map(old).set(id, { row, undo, at: Date.now() }))
    setWords(`${what} served. Undo within 5 seconds.`)
    timers.current.set(
      id,
      setTimeout(() => {
        passFocusOn(id)
        forget(id)
      }, UNDO_MS),
    )
  }

  // A row stays in place while it can be undone, and goes when it is sent.
  const open = lines.filter((r) => served.has(r.line.lineId) || !serving.has(r.line.lineId))
  const gone = [...served.values()].map((s) => s.row).filter((r) => !open.some((o) => o.line.lineId === r.line.lineId))
  const rows = [...open, ...gone].sort((a, b) => a.since.localeCompare(b.since))
  const waiting = rows.filter((r) => !served.has(r.line.lineId)).length
  return (
    <PhoneSection
      title="Ready to serve"
      note={rows.length > 0 ? <PhoneNote>{waiting > 1 ? 'oldest first' : waiting === 0 ? 'all served' : null}</PhoneNote> : null}
    >
      <Live>{words}</Live>
      {rows.length === 0 ? (
        <p className="flex min-h-16 items-center gap-3 rounded-card border border-hairline bg-surface px-3 text-14 text-muted">
          <ConciergeBell className="size-6!" aria-hidden="true" />
          Nothing is ready yet. A chime plays when something is.
        </p>
      ) : (
        <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
          {rows.map((row) => (
            <ReadyRow
              key={row.line.lineId}
              row={row}
              served={served.has(row.line.lineId)}
              refusal={why.serve(row.order, row.line, who)}
              onPress={() => press(row)}
            />
          ))}
        </ul>
      )}
    </PhoneSection>
  )
}

/** When a focused row disappears, the focus moves to the next row. */
function passFocusOn(lineId: string): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-ready]')
  if (row?.dataset.ready !== lineId) return
  ;(row.nextElementSibling ?? row.previousElementSibling)?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
}

function ReadyRow({ row, served, refusal, onPress }: { row: ReadyLine; served: boolean; refusal: string | null; onPress: () => void }) {
  const { line, where, order, since } = row
  const ms = useElapsed(since)
  const dates = useDates()
  const mods = modsOf(line)
  return (
    <li data-ready={line.lineId} className="flex min-h-16 items-center gap-3 py-2 pr-2 pl-3 leading-5">
      <b
        className={cx(
          'num w-11 flex-none',
          order.tableNumber && where.length <= 4 ? 'text-20 font-bold' : 'text-14 font-semibold whitespace-normal [overflow-wrap:anywhere]',
        )}
      >
        {order.tableNumber ? (
          where
        ) : (
          <span className="flex items-center gap-0.5">
            <ShoppingBag className="size-4" aria-hidden="true" />
            <span className="sr-only">{order.orderType} </span>
            {order.serialNumber}
          </span>
        )}
      </b>
      <span className="min-w-0 flex-1">
        <span className={cx('block font-medium [overflow-wrap:anywhere]', served && 'text-muted line-through')}>
          {line.quantity} × {line.itemName}
        </span>
        {mods.length > 0 ? <span className="block text-14 text-muted">{mods.join(' · ')}</span> : null}
        <span className="block text-14 text-muted">
          {served ? (
            'Served'
          ) : (
            <>
              Ready{' '}
              <time dateTime={since} title={dates.clock(since)} className="num">
                {floorElapsed(ms)}
              </time>
              {isOpen(order) ? null : ` · bill ${order.paymentStatus === 'refunded' ? 'refunded' : 'paid'}`}
            </>
          )}
        </span>
      </span>
      <Button
        variant={served ? 'outline' : 'success-outline'}
        icon={served ? <Undo2 /> : <Check />}
        disabledReason={served ? null : refusal}
        aria-label={served ? `Undo serving ${line.itemName}, ${where}` : `Serve ${line.itemName}, ${where}`}
        onClick={onPress}
        className="w-28"
      >
        {served ? 'Undo' : 'Serve'}
      </Button>
    </li>
  )
}

function HomeSkeleton() {
  return (
    <div role="status" aria-label="Loading your work" className="lg:col-span-2">
      <div className={upper}>
        <Skeleton className="mt-3 mb-2 h-5 w-28" />
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(160px,1fr))]">
          {Array.from({ length: 4 }, (_, i) => (
            <Skeleton key={i} className="h-28 rounded-card" />
          ))}
        </div>
      </div>
      <Skeleton className="mt-3 mb-2 h-5 w-36" />
      {Array.from({ length: 3 }, (_, i) => (
        <Skeleton key={i} className="mb-px h-16" />
      ))}
    </div>
  )
}
