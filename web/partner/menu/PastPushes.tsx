import { useQuery } from '@tanstack/react-query'
import { plural } from '#domain/text.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** What was pushed where, newest first. */
export function PastPushes({ onClose }: { onClose: () => void }) {
  const dates = useDates()
  const query = useQuery({ ...apiQuery('GET /partner/menu/pushes'), staleTime: 0 })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="Past pushes" size="lg">
      <Loaded query={query} className="">
        {({ pushes }) =>
          pushes.length === 0 ? (
            <EmptyState title="Nothing has been pushed yet." />
          ) : (
            <ul className="grid">
              {pushes.map(({ _id, at, by, sourceName, outletName, counts }) => (
                <li key={_id} className="border-b border-hairline py-2.5 text-14">
                  <p className="flex flex-wrap justify-between gap-x-4 [overflow-wrap:anywhere]">
                    <b className="font-semibold">{outletName}</b>
                    <time dateTime={at} className="text-muted">
                      {dates.dayAndTime(at)}
                    </time>
                  </p>
                  <p className="text-12 text-muted [overflow-wrap:anywhere]">
                    {[
                      counts.new > 0 ? `${counts.new} new` : null,
                      counts.price > 0 ? `${plural(counts.price, 'price')}` : null,
                      counts.changed > 0 ? plural(counts.changed, 'other change') : null,
                      counts.gone > 0 ? `${counts.gone} switched off` : null,
                      counts.kept > 0 ? `${counts.kept} kept` : null,
                      counts.refused > 0 ? `${counts.refused} not possible` : null,
                    ]
                      .filter(Boolean)
                      .join(', ') || 'Nothing to change'}{' '}
                    · from {sourceName} · {by}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
