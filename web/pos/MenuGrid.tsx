import { UtensilsCrossed } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type Ref, type UIEvent } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { plural } from '#domain/text.ts'
import type { Search } from '#domain/dishSearch.ts'
import { to } from '#web/core/to.ts'
import type { MenuData } from '#web/shared/menu/menu.ts'
import { afterPaint } from '#web/app/afterPaint.ts'
import { createPart } from '#web/app/part.ts'
import { PageButton } from '#web/app/PageButton.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tile } from './Tile.tsx'

export interface MenuGridProps {
  menu: MenuData
  /** The typed search text, parsed; null without text */
  search: Search<MenuItemShape> | null
  /** The result that Enter adds */
  chosen: number
  /** Unsent portions by dish */
  counts: ReadonlyMap<string, number>
  onPick: (item: MenuItemShape, tile: HTMLElement) => void
  onFound: (item: MenuItemShape, row: HTMLElement) => void
  onMenu: (item: MenuItemShape, tile: HTMLElement) => void
}

const results = createPart(() => import('./SearchResults.tsx'))
/** Loaded right after the page, as the results are. */
let keys: typeof import('./tileKeys.ts') | null = null
async function fetchKeys() {
  keys ??= await import('./tileKeys.ts').catch(() => null)
}

type Section = { id: string; name: string; note: string; items: readonly MenuItemShape[] }
const grid = 'grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-2'
const TRENDING = 'trending'
/** Two rows of four */
const TRENDING_SHOWN = 8

/** Category rail and tiles: trending first, then the menu, in one scrolling list; search results are shown above them. */
export function MenuGrid({ menu: { sections, items, trending, query, isPending }, ...props }: MenuGridProps) {
  if (isPending || query.data === undefined)
    return <Frame rail={<RailSkeleton />}>{query.isError ? <QueryError query={query} className="mt-4" /> : <TilesSkeleton />}</Frame>
  if (items.length === 0)
    return (
      <Frame rail={null}>
        <EmptyState
          icon={<UtensilsCrossed />}
          title="The menu has no dishes yet"
          className="h-full"
          action={<PageButton to={to.settingsMenu()}>Add dishes</PageButton>}
        >
          Add dishes in Settings, Menu.
        </EmptyState>
      </Frame>
    )
  return <Dishes sections={sections} best={trending} {...props} />
}

type DishesProps = Omit<MenuGridProps, 'menu'> & Pick<MenuData, 'sections'> & { best: MenuData['trending'] }

const Dishes = memo(function Dishes({ sections, best, search, chosen, counts, onPick, onFound, onMenu }: DishesProps) {
  const shown = useMemo((): Section[] => {
    const trending = best.slice(0, TRENDING_SHOWN)
    return [
      ...(trending.length > 0 ? [{ id: TRENDING, name: 'Trending', note: 'last 30 days', items: trending }] : []),
      ...sections.map((s) => ({
        id: s.id,
        name: s.name,
        note: `${plural(s.items.length, 'item')}${s.soldOut ? `, ${s.soldOut} sold out` : ''}`,
        items: s.items,
      })),
    ]
  }, [best, sections])

  const frame = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<string | null>(null)
  const current = shown.find((s) => s.id === at)?.id ?? shown[0]?.id ?? null
  useEffect(() => {
    results.fetch()
    void fetchKeys()
  }, [])
  const asked = search?.text
  useEffect(() => {
    if (asked && frame.current) frame.current.scrollTop = 0
  }, [asked])

  // Tab reaches one tile and the arrow keys move between tiles, so that sixty dishes aren't sixty tab stops.
  const [focused, setFocused] = useState<string | null>(null)
  const ids = useMemo(() => new Set(shown.flatMap((s) => s.items.map((i) => `${s.id}:${i._id}`))), [shown])
  const first = shown[0]?.items[0]
  const tabbable = focused && ids.has(focused) ? focused : first ? `${shown[0]?.id}:${first._id}` : null
  const onFocus = useCallback((id: string) => setFocused(id), [])

  const jump = useCallback((id: string) => {
    const section = frame.current?.querySelector(`[data-section="${CSS.escape(id)}"]`)
    const box = frame.current
    if (!section || !box) return
    setAt(id)
    // The rail answers first: a slow device takes some frames to draw another part of the menu.
    afterPaint(() => (box.scrollTop += section.getBoundingClientRect().top - box.getBoundingClientRect().top))
  }, [])

  // Kept, so that another count on a tile doesn't render them.
  const categories = useMemo(
    () => ({
      rail: (
        <nav
          aria-label="Categories"
          className="scroll-quiet hidden min-h-0 overflow-y-auto border-r border-hairline p-2 @min-[56rem]:block"
        >
          {shown.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-current={current === id ? 'true' : undefined}
              onClick={() => jump(id)}
              className="relative flex min-h-13 w-full items-center rounded-control px-3 py-1 text-left leading-5 font-medium text-muted hover:bg-raised focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-on-accent-soft aria-[current]:before:absolute aria-[current]:before:inset-y-2.5 aria-[current]:before:left-0 aria-[current]:before:w-0.75 aria-[current]:before:rounded-full aria-[current]:before:bg-accent"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            </button>
          ))}
        </nav>
      ),
      chips: (
        <FilterChips
          label="Categories"
          scroll
          value={current}
          options={shown.map(({ id, name }) => ({ value: id, label: name }))}
          onToggle={jump}
          className="flex-none @min-[56rem]:hidden"
        />
      ),
    }),
    [shown, current, jump],
  )

  return (
    <Frame
      ref={frame}
      onKeyDown={(event) => (keys ? keys.moveAmongTiles(event) : void fetchKeys())}
      onScroll={(event) => {
        const id = sectionAt(event.currentTarget)
        if (id) setAt(id)
      }}
      {...categories}
    >
      {search ? <results.Part search={search} chosen={chosen} onPick={onFound} onMenu={onMenu} /> : null}
      {shown.map((section) => (
        <Tiles
          key={section.id}
          section={section}
          counts={counts}
          tabbable={tabbable?.startsWith(`${section.id}:`) ? tabbable : null}
          onPick={onPick}
          onMenu={onMenu}
          onFocus={onFocus}
        />
      ))}
      <div className="h-4" />
    </Frame>
  )
})

type TilesProps = Pick<MenuGridProps, 'counts' | 'onPick' | 'onMenu'> & {
  section: Section
  /** The tile of this section that Tab reaches */
  tabbable: string | null
  onFocus: (id: string) => void
}

/** The tiles of one section; a line that is added renders only the sections with its dish. */
const Tiles = memo(
  function Tiles({ section, counts, tabbable, onPick, onMenu, onFocus }: TilesProps) {
    return (
      <section data-section={section.id} aria-labelledby={`section-${section.id}`}>
        <h2 id={`section-${section.id}`} className="flex items-baseline gap-2 pt-3.5 pb-2.5 text-16 leading-5">
          {section.name}
          <span className="text-14 font-normal text-muted">{section.note}</span>
        </h2>
        <div className={grid}>
          {section.items.map((item) => {
            const id = `${section.id}:${item._id}`
            return (
              <Tile
                key={id}
                id={id}
                item={item}
                count={counts.get(item._id) ?? 0}
                tabbable={id === tabbable}
                onPick={onPick}
                onMenu={onMenu}
                onFocus={onFocus}
              />
            )
          })}
        </div>
      </section>
    )
  },
  ({ counts: before, ...old }, { counts, ...next }) =>
    Object.entries(next).every(([key, value]) => old[key as keyof typeof old] === value) &&
    (before === counts || next.section.items.every(({ _id }) => before.get(_id) === counts.get(_id))),
)

type FrameProps = {
  rail: ReactNode
  chips?: ReactNode
  children: ReactNode
  ref?: Ref<HTMLDivElement>
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  onScroll?: (event: UIEvent<HTMLElement>) => void
}

function Frame({ rail, chips, children, ref, onKeyDown, onScroll }: FrameProps) {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] @min-[56rem]:grid-cols-[168px_minmax(0,1fr)]">
      {rail ?? <div className="hidden border-r border-hairline @min-[56rem]:block" />}
      <div className="flex min-h-0 min-w-0 flex-col">
        {chips ? <div className="flex-none overflow-hidden px-4 pt-2 empty:hidden @min-[56rem]:hidden">{chips}</div> : null}
        {/* Keyboard focus goes to its tiles */}
        <div
          ref={ref}
          onKeyDown={onKeyDown}
          onScroll={onScroll}
          className="scroll-quiet relative min-h-0 flex-1 scroll-py-14 overflow-y-auto px-4"
        >
          {children}
        </div>
      </div>
    </div>
  )
}

/** The section at the top of the scrolled list, which the rail marks as current. */
function sectionAt(box: HTMLElement): string | null {
  // At the end of the scroll the last sections can't reach the top.
  if (box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 2) return null
  const top = box.getBoundingClientRect().top + 8
  let found: string | null = null
  for (const section of box.querySelectorAll<HTMLElement>('[data-section]'))
    if (section.getBoundingClientRect().top <= top) found = section.dataset.section ?? null
  return found
}

function RailSkeleton() {
  return (
    <div className="hidden content-start gap-1 border-r border-hairline p-2 @min-[56rem]:grid">
      {Array.from({ length: 9 }, (_, i) => (
        <Skeleton key={i} className="h-12" />
      ))}
    </div>
  )
}

function TilesSkeleton() {
  return (
    <div role="status" aria-label="Loading the menu">
      {[8, 8].map((n, s) => (
        <div key={s}>
          <Skeleton className="mt-3.5 mb-2.5 h-5 w-40" />
          <div className={grid}>
            {Array.from({ length: n }, (_, i) => (
              <Skeleton key={i} className="h-24 rounded-card" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
