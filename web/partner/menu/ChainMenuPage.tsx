import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { BookCopy, History } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ChainPreview } from '#domain/api/chainMenu.ts'
import { plural } from '#domain/text.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { useDates } from '#web/core/dates.ts'
import { REFUSALS, useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { apiQuery } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMediaQuery, useNow } from '#web/ui/hooks.ts'
import { Select } from '#web/ui/Input.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { groupsOf } from './changes.ts'
import { PastPushes } from './PastPushes.tsx'
import { SourceTree } from './SourceTree.tsx'
import { Targets } from './Targets.tsx'
import type { Chain, Source } from './tree.ts'
import { previewTries, usePush } from './usePush.ts'
import { WhatChanges } from './WhatChanges.tsx'
import './menu.css'

/** The most outlets of one preview. */
const A_PREVIEW = 20

/** The chain menu: one outlet's dishes are pushed to the partner's others, and nothing changes before. */
export default function ChainMenuPage() {
  const [search, setSearch] = useSearchParams()
  const sourceId = search.get('source') ?? undefined
  const query = useQuery({
    ...apiQuery('GET /partner/menu', { query: { sourceId } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(chain) =>
        chain.source && chain.outlets.length > 1 ? (
          <Desk
            key={chain.source._id}
            chain={chain}
            source={chain.source}
            onSource={(id) => setSearch({ source: id }, { replace: true })}
          />
        ) : (
          <EmptyState icon={<BookCopy />} title="One menu for all your outlets" className="flex-1">
            Once you have a second outlet, you choose dishes of one here and push them to the others. You first see what would change, and
            an outlet may keep its own price.
          </EmptyState>
        )
      }
    </Loaded>
  )
}

type Pane = 'dishes' | 'changes' | 'outlets'
type DeskProps = { chain: Chain; source: Source; onSource: (id: string) => void }

function Desk({ chain, source, onSource }: DeskProps) {
  const others = useMemo(() => chain.outlets.filter((o) => o._id !== source._id), [chain.outlets, source._id])
  const [dishes, setDishes] = useState<ReadonlySet<string>>(new Set())
  const [targets, setTargets] = useState<ReadonlySet<string>>(() => usualTargets(others))
  const [pane, setPane] = useState<Pane>('dishes')
  const [past, setPast] = useState(false)
  const wide = useMediaQuery('(min-width: 1024px)')
  const may = useMay('POST /partner/menu/push')
  const online = useOnline()

  const chosen = useMemo(() => [...dishes], [dishes])
  // Ticks are shown at once; the previews follow.
  const asked = useDeferredValue(chosen)
  const outletIds = others.map((o) => o._id).filter((id) => targets.has(id))
  const parts = Array.from({ length: Math.ceil(outletIds.length / A_PREVIEW) }, (_, i) =>
    outletIds.slice(i * A_PREVIEW, (i + 1) * A_PREVIEW),
  )
  const queries = useQueries({
    queries: (asked.length === 0 ? [] : parts).map((part) => ({
      ...apiQuery('POST /partner/menu/preview', { body: { sourceId: source._id, outletIds: part, dishes: asked } }),
      staleTime: 0,
      gcTime: 60_000,
      placeholderData: keepPreviousData,
      ...previewTries,
    })),
  })
  const { progress, push, retry, busy, forget } = usePush(source._id, chosen)
  const failed = queries.find((q) => q.error)
  const previews = new Map<string, ChainPreview>(
    queries.flatMap((q) => q.data?.previews ?? []).flatMap((p) => (targets.has(p.outletId) ? [[p.outletId, p]] : [])),
  )
  const current = asked === chosen && queries.every((q) => !q.isFetching && !q.isPlaceholderData)
  const groups = groupsOf([...previews.values()], (id) => others.find((o) => o._id === id)?.name ?? '')
  const refresh = () => Promise.all(queries.map((q) => q.refetch()))
  const targetOf = (id: string) => ({ outletId: id, plan: previews.get(id)?.plan ?? '' })

  const refusal = !may.ok
    ? may.why
    : !online
      ? REFUSALS.offline
      : dishes.size === 0
        ? 'Tick a category or a dish first'
        : outletIds.length === 0
          ? 'Tick an outlet first'
          : failed
            ? 'What would change isn’t known yet'
            : !current && !busy
              ? 'Working out what would change'
              : null
  const instead =
    dishes.size === 0 ? (
      <EmptyState title="Tick categories or dishes to see what would change.">Nothing changes until you push.</EmptyState>
    ) : outletIds.length === 0 ? (
      <EmptyState title="Tick the outlets that should get these dishes." />
    ) : failed ? (
      <QueryError query={failed} className="m-4" />
    ) : previews.size === 0 ? (
      <Rows />
    ) : null

  const panes: Record<Pane, ReactNode> = {
    dishes: (
      <SourceTree
        source={source}
        ticked={dishes}
        disabled={busy}
        onTick={(next) => {
          setDishes(next)
          forget()
        }}
      />
    ),
    changes: <WhatChanges groups={groups} outlets={outletIds.length} instead={instead} busy={!current && previews.size > 0} />,
    outlets: (
      <Targets
        outlets={others}
        ticked={targets}
        onTick={setTargets}
        source={source.name}
        previews={previews}
        progress={progress}
        onRetry={(id) => void retry(targetOf(id), refresh)}
        onPush={() => void push(outletIds.map(targetOf), refresh)}
        pushing={busy}
        refusal={refusal}
      />
    ),
  }
  const changes = groups.reduce((sum, g) => sum + (g.kind === 'kept' ? 0 : g.count), 0)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline bg-raised px-4 py-2 sm:px-6">
        <p className="text-20 font-bold max-sm:hidden">One menu for your outlets</p>
        <p className="text-14 text-muted max-lg:hidden">Nothing changes until you push</p>
        <LastPush outlets={others} sourceId={source._id} />
        <Button size={40} icon={<History />} onClick={() => setPast(true)}>
          Past pushes
        </Button>
      </header>
      {may.ok ? null : (
        <Banner flush role="note">
          {may.why}. You can look at what would change.
        </Banner>
      )}
      <div className="chain-desk min-h-0 flex-1">
        {wide || pane === 'dishes' ? (
          <section aria-label="Dishes" className="flex min-h-0 flex-1 flex-col bg-surface">
            <div className="flex min-h-12 flex-none items-center gap-3 border-b border-hairline px-4 py-1.5 text-14">
              <span className="font-semibold" id="chain-from">
                From
              </span>
              <Select
                size={32}
                aria-labelledby="chain-from"
                value={source._id}
                disabled={busy}
                onChange={(event) => onSource(event.target.value)}
              >
                {chain.outlets.map((outlet) => (
                  <option key={outlet._id} value={outlet._id}>
                    {outlet.name}
                  </option>
                ))}
              </Select>
            </div>
            {panes.dishes}
          </section>
        ) : null}
        {wide ? (
          <>
            <section aria-label="Changes" className="flex min-h-0 flex-col bg-surface">
              {panes.changes}
            </section>
            <section aria-label="Outlets" className="flex min-h-0 flex-col border-l border-hairline bg-surface">
              {panes.outlets}
            </section>
          </>
        ) : (
          <>
            {pane === 'dishes' ? null : <div className="flex min-h-0 flex-1 flex-col bg-surface">{panes[pane]}</div>}
            <div className="flex-none border-t border-hairline bg-surface p-2">
              <Segmented
                full
                label="Part of the page"
                value={pane}
                onChange={setPane}
                options={[
                  { value: 'dishes', label: `Dishes ${dishes.size}` },
                  { value: 'changes', label: `Changes ${changes}` },
                  { value: 'outlets', label: `Outlets ${outletIds.length}` },
                ]}
              />
            </div>
          </>
        )}
      </div>
      {past ? <PastPushes onClose={() => setPast(false)} /> : null}
    </div>
  )
}

/** The outlets that already have dishes of the chain; before the first push, all outlets. */
function usualTargets(others: Chain['outlets']): Set<string> {
  const having = others.filter((o) => o.lastPush !== null)
  return new Set((having.length > 0 ? having : others).map((o) => o._id))
}

/** `On 3 of 4 outlets, 12 min ago`. */
function LastPush({ outlets, sourceId }: { outlets: Chain['outlets']; sourceId: string }) {
  const dates = useDates()
  const now = useNow()
  const pushes = outlets.flatMap(({ lastPush }) => (lastPush?.sourceId === sourceId ? [lastPush.at] : []))
  const last = pushes.toSorted().at(-1)
  return (
    <p className="chain-to-end text-12 text-muted" role="status">
      {last === undefined
        ? 'Not pushed yet'
        : `On ${pushes.length} of ${plural(outlets.length, 'outlet')}, ${dates.ago(last, Math.max(now, Date.parse(last)))}`}
    </p>
  )
}

const Rows = () => (
  <div role="status" aria-label="Working out what would change" className="grid gap-2 p-4">
    {Array.from({ length: 8 }, (_, i) => (
      <Skeleton key={i} className="h-8" />
    ))}
  </div>
)

/** In the shape of the page: bar, tree, changes, outlets. */
function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-14 flex-none items-center border-b border-hairline bg-raised px-4 sm:px-6">
        <Skeleton className="h-7 w-64" />
      </div>
      <div className="chain-desk min-h-0 flex-1">
        {[12, 8, 3].map((rows, i) => (
          <div key={rows} className={cx('grid content-start gap-2 bg-surface p-4', i > 0 && 'max-lg:hidden')}>
            {Array.from({ length: rows }, (_, n) => (
              <Skeleton key={n} className="h-8" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
