import { Ban, RotateCcw, History, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { isSoldOut } from '#domain/menu.ts'
import { plural } from '#domain/text.ts'
import { durationText } from '#domain/time.ts'
import { useOnline } from '#web/core/online.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { useSoldOut } from '#web/shared/menu/useSoldOut.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Sheet } from '#web/ui/Dialog.tsx'
import { DietMark } from '#web/ui/DietMark.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ageMinutes, type AgeLimits, ageTone, type AgeTone, allDay, type Bumped, type KitchenTicket, soldOutList } from './tickets.ts'

type Open = { open: boolean; onOpenChange: (open: boolean) => void }

const AGES: Record<AgeTone, string> = { fresh: 'text-muted', amber: 'font-semibold text-warning-icon', late: 'font-semibold text-danger' }

/**
 * The quantities still to be cooked, summed over the open tickets: beside the board, or below it on a phone, so that cooking goes on.
 */
export function AllDayPanel({
  tickets,
  now,
  limits,
  onClose,
}: {
  tickets: readonly KitchenTicket[]
  now: number
  limits: AgeLimits
  onClose: () => void
}) {
  const sums = useMemo(() => allDay(tickets), [tickets])
  return (
    <aside aria-label="All-day" className="flex min-h-0 flex-none flex-col border-hairline bg-surface max-md:max-h-[40dvh] md:w-80">
      <header className="flex flex-none items-center gap-2 border-b border-hairline py-2 pr-1 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="text-18 font-semibold">All-day</h2>
          <p className="text-14 text-muted">
            {sums.length === 0 ? 'Nothing to cook.' : `To cook, of ${plural(tickets.length, 'open ticket')}`}
          </p>
        </div>
        <IconButton label="Close All-day" icon={<X />} onClick={onClose} />
      </header>
      <ul className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-4 py-1">
        {sums.map((sum) => {
          const minutes = ageMinutes(sum, now)
          return (
            <li key={sum.key} className="flex min-h-14 items-center gap-3 border-t border-hairline py-2 first:border-t-0">
              <span className="num min-w-12 flex-none text-right text-24">
                <b className="font-bold">{sum.quantity}</b> <span className="text-20">×</span>
              </span>
              <span className="min-w-0 flex-1 text-18 font-semibold [overflow-wrap:anywhere]">
                {sum.name}
                {sum.variants.length > 0 ? <span className="block text-16 font-normal">{sum.variants.join(', ')}</span> : null}
              </span>
              <span className="flex-none text-right text-14 text-muted">
                <span className={cx('num block', AGES[ageTone(minutes, limits)])} title="Age of the oldest">
                  {durationText(minutes * 60_000)}
                </span>
                {plural(sum.tickets, 'ticket')}
              </span>
            </li>
          )
        })}
      </ul>
    </aside>
  )
}

type RecallProps = {
  list: readonly (Bumped & { lineIds: string[] | null })[]
  timeOf: (iso: string) => string
  reason: string | null
  onRecall: (entry: Bumped & { lineIds: string[] }) => void
}

/** The last 20 bumped tickets, which can be recalled to the board. */
export function RecallSheet({ open, onOpenChange, ...props }: Open & RecallProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Recall"
      description={props.list.length > 0 ? 'The last ones bumped, newest first' : undefined}
      bodyClassName="px-4 py-1"
    >
      {/* A component, so that a closed sheet renders no rows at each press on the board. */}
      <Recalls {...props} />
    </Sheet>
  )
}

function Recalls({ list, timeOf, reason, onRecall }: RecallProps) {
  if (list.length === 0) return <EmptyState icon={<History />} title="Nothing has been bumped yet." />
  return (
    <ul>
      {list.map((entry) => {
        const { lineIds } = entry
        return (
          <li key={entry.kotId} className="flex min-h-18 items-center gap-3 border-t border-hairline py-2 first:border-t-0">
            <span className="min-w-0 flex-1">
              <b className="text-18 font-semibold">{entry.label}</b>{' '}
              <span className="num text-muted">
                KOT {entry.kotNumber} · {timeOf(entry.at)}
              </span>
              <span className="line-clamp-2 text-14 [overflow-wrap:anywhere]">{entry.items}</span>
            </span>
            <Button
              icon={<RotateCcw />}
              aria-label={`Recall ${entry.label}, KOT ${entry.kotNumber}`}
              disabledReason={reason ?? (lineIds ? null : 'Its order is closed')}
              onClick={() => (lineIds ? onRecall({ ...entry, lineIds }) : undefined)}
            >
              Recall
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** Marks dishes sold out or back on sale; all menus update at once (SCREENS §3.11). */
export function SoldOutSheet({
  open,
  onOpenChange,
  items,
  query,
  reason,
}: Open & {
  items: readonly MenuItemShape[]
  query: { data: unknown; error: unknown; refetch: () => unknown; isFetching: boolean; errorUpdatedAt: number }
  reason: string | null
}) {
  const [search, setSearch] = useState('')
  const online = useOnline()
  const off = items.filter(isSoldOut).length
  const list = open ? soldOutList(items, search) : []
  const why = reason ?? (online ? null : 'You are offline')
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        setSearch('')
        onOpenChange(next)
      }}
      title="Sold out"
      description={items.length > 0 ? (off === 0 ? 'Everything is on sale' : `Off: ${off} of ${items.length}`) : undefined}
      bodyClassName=""
    >
      <div className="sticky top-0 z-1 border-b border-hairline bg-surface px-4 py-3">
        <SearchInput label="Search dishes" value={search} onChange={setSearch} />
      </div>
      <div className="px-4 py-1">
        <Loaded query={query} skeleton={<DishesSkeleton />} className="my-3">
          {() =>
            list.length === 0 ? (
              <EmptyState
                icon={<Ban />}
                title={search ? `No dish matches “${search}”.` : 'The menu is empty.'}
                action={search ? <Button onClick={() => setSearch('')}>Clear search</Button> : undefined}
              />
            ) : (
              <ul>
                {list.map((item) => (
                  <Dish key={item._id} item={item} reason={why} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Sheet>
  )
}

function DishesSkeleton() {
  return (
    <div role="status" aria-label="Loading the menu" className="grid gap-3 py-3">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className="h-12" />
      ))}
    </div>
  )
}

function Dish({ item, reason }: { item: MenuItemShape; reason: string | null }) {
  const { setAvailable, pending } = useSoldOut()
  const off = isSoldOut(item)
  return (
    <li className="flex min-h-16 items-center gap-3 border-t border-hairline py-2 first:border-t-0">
      <DietMark diet={item.dietType} isAlcohol={item.isAlcohol} />
      <span className="min-w-0 flex-1">
        <span className="block text-16 font-medium [overflow-wrap:anywhere]">{item.name}</span>
        <span className="block text-14 text-muted">
          {off ? <b className="font-semibold text-danger">{item.available ? 'None left' : 'Sold out'}</b> : item.categoryName}
          {!off && item.remaining !== null ? ` · ${item.remaining} left` : ''}
        </span>
      </span>
      <Button
        variant={off ? 'success-outline' : 'outline'}
        loading={pending}
        disabledReason={reason}
        aria-label={off ? `Back on sale: ${item.name}` : `Mark sold out: ${item.name}`}
        onClick={() => setAvailable(item, off)}
      >
        {off ? 'Back on sale' : 'Mark sold out'}
      </Button>
    </li>
  )
}
