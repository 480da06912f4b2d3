import { Armchair, ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { plural } from '#domain/text.ts'
import { type FloorTable, headOf } from '#web/shared/floor/floor.ts'
import { TableCard } from '#web/shared/floor/TableCard.tsx'
import { type Floor, useFloor } from '#web/shared/floor/useFloor.ts'
import { NeedsSection, TakenNeeds } from '#web/shared/shell/NeedsSection.tsx'
import { PhoneNote, PhoneSection } from '#web/shared/shell/PhoneSection.tsx'
import { useNeeds } from '#web/shared/shell/useNeeds.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { useProfile } from '#web/core/profile.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { useUser } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Live } from '#web/ui/Live.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useReadyChime, useReadyLines } from './readyChime.ts'
import { ReadyToServe } from './ReadyToServe.tsx'
import { foremost, myTables } from './work.ts'
import { to } from '#web/core/to.ts'

/** "My work now" (SCREENS §2.2 "Captain"): tables on top for reading, controls in the lower 60%, within the thumb's reach. */
export default function CaptainHomePage() {
  const floor = useFloor()
  const { needs, unknown } = useNeeds()
  const waiting = (needs ?? []).filter((need) => !need.taken)
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
            <NeedsSection needs={waiting} unknown={unknown} />
            <ReadyToServe lines={ready ?? []} above={waiting.map((need) => need.key)} />
            {/* Below, because somebody is on the way: they may stand there for long. */}
            <TakenNeeds needs={needs.filter((need) => need.taken)} className="mt-3" />
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
