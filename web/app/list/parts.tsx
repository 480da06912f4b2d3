import { ArrowUp, SearchX } from 'lucide-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { capitalised, plural } from '#domain/text.ts'
import { useDates } from '#web/core/dates.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Sheet } from '#web/ui/Dialog.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { FormSkeleton, Loaded } from '../Loaded.tsx'
import { useSingleKeys } from '../shortcuts.tsx'
import { rangeText } from './columns.ts'
import type { ListData, Waiting } from './rows.ts'
import type { ListView } from './useView.ts'

/** `one` and `many` are the singular and plural in lower case: order, orders. */
export type Noun = { one: string; many: string }

/** The frame in which the rows scroll; on a phone the page scrolls. */
export function Frame({ chip, stale, children }: { chip?: ReactNode; stale?: ReactNode; children: ReactNode }) {
  return (
    <div className="relative flex flex-1 flex-col bg-surface max-md:bg-transparent md:min-h-0">
      {chip}
      {stale}
      <div className="scroll-quiet flex-1 md:min-h-0 md:overflow-y-auto">{children}</div>
    </div>
  )
}

/** The chip for rows that arrived after the list was shown; a press shows them. */
export function NewChip({ noun, waiting: { count, show } }: { noun: Noun; waiting: Waiting }) {
  return (
    <>
      <Live>{count > 0 ? plural(count, `new ${noun.one}`, `new ${noun.many}`) : ''}</Live>
      {count > 0 ? (
        <button
          type="button"
          onClick={show}
          aria-keyshortcuts="N"
          className="absolute top-3 left-1/2 z-3 inline-flex h-12 -translate-x-1/2 items-center gap-1 rounded-full bg-accent-strong px-4 text-14 font-semibold text-on-accent-strong shadow-popover"
        >
          <ArrowUp className="size-4" aria-hidden="true" />
          <span className="num">{count} new</span>
        </button>
      ) : null}
    </>
  )
}

/** The rows are old: this device is offline, or the last fetch failed. */
export function Stale({ list: { failed, updatedAt } }: { list: Pick<ListData<unknown>, 'failed' | 'updatedAt'> }) {
  const dates = useDates()
  return (
    <Banner
      tone="warning"
      flush
      action={
        failed ? (
          <Button variant="link" loading={failed.isFetching} onClick={() => void failed.refetch()}>
            Try again
          </Button>
        ) : undefined
      }
    >
      Not up to date: as of {dates.clock(updatedAt)}
    </Banner>
  )
}

export type RowSearch = Pick<UseQueryResult, 'data' | 'error' | 'refetch' | 'isFetching' | 'errorUpdatedAt'>
type Absent = { noun: Noun; list: Pick<ListData<unknown>, 'total' | 'failed'>; finds?: RowSearch | undefined; onClose: () => void }

/** The drawer of a row that the loaded rows don't contain: they are still loading, could not be loaded, or the row is no longer among them. */
export function AbsentDrawer({ noun, list, finds, onClose }: Absent) {
  const { error = null, refetch = () => undefined, ...state } = list.failed ?? {}
  return (
    <div className="flex min-h-0 min-w-0 flex-1 lg:w-80 lg:flex-none xl:w-105">
      <Drawer className="min-w-0" title={capitalised(noun.one)} onClose={onClose}>
        <Loaded
          query={finds ?? { ...state, data: list.total ?? undefined, error, refetch }}
          skeleton={<FormSkeleton label={`Loading the ${noun.one}`} fields={3} />}
          className="m-4"
        >
          {() => <NotListed noun={noun} onClose={onClose} />}
        </Loaded>
      </Drawer>
    </div>
  )
}

/** The sheet of such a row. It waits for the rows: the list behind it shows that they are loading, or why they are not there. */
export function AbsentSheet({ noun, list, onClose }: Absent) {
  if (list.total === null) return null
  return (
    <Sheet open onOpenChange={onClose} title={capitalised(noun.one)}>
      <NotListed noun={noun} onClose={onClose} />
    </Sheet>
  )
}

const NotListed = ({ noun, onClose }: Pick<Absent, 'noun' | 'onClose'>) => (
  <EmptyState icon={<SearchX />} title={`This ${noun.one} is no longer in this list.`} action={<Button onClick={onClose}>Close</Button>} />
)

/**
 * The pagination. Before the number of rows is known it is an empty place, not a line that moves up when they are fewer than expected. Dense, it is lower and begins
 * with what the keys do.
 */
export function Pager({
  noun,
  view,
  list,
  dense = false,
  keys = [],
}: {
  noun: Noun
  view: ListView
  list: Pick<ListData<unknown>, 'page' | 'pages' | 'perPage' | 'total' | 'old'>
  dense?: boolean
  /** Keys and what they do, the word last: J, K, move. */
  keys?: readonly (readonly string[])[]
}) {
  const { page, pages, perPage, total, old } = list
  const [single] = useSingleKeys()
  if (total === 0) return null
  return (
    <div
      className={cx(
        'flex flex-none items-center gap-4 border-t border-hairline px-4',
        dense ? 'min-h-10 py-1' : 'min-h-16 py-2',
        pages === 1 && 'max-md:hidden',
        total === null && 'invisible',
      )}
    >
      {dense && single ? (
        <p aria-hidden="true" className="flex flex-none gap-3 text-12 text-muted max-lg:hidden pointer-coarse:hidden">
          {keys.map((named) => (
            <span key={named.at(-1)} className="flex items-center gap-1">
              {named.slice(0, -1).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
              {named.at(-1)}
            </span>
          ))}
        </p>
      ) : null}
      {total === null ? null : (
        <Pagination
          label={`Pages of ${noun.many}`}
          className="min-w-0 flex-1"
          size={dense ? 32 : undefined}
          range={page > pages ? '' : rangeText(page, perPage, total)}
          hasPrevious={page > 1}
          hasNext={page < pages}
          loading={old}
          onPrevious={() => view.change({ page: Math.min(page - 1, pages) })}
          onNext={() => view.change({ page: page + 1 })}
        />
      )}
    </div>
  )
}
