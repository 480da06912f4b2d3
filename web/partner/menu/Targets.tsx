import { Check, CircleAlert, CircleDashed, RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import type { ChainPreview } from '#domain/api/chainMenu.ts'
import { plural } from '#domain/text.ts'
import { useDates } from '#web/core/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { isSought, SEARCHED_FROM } from '../find.ts'
import { isUpToDate, taxesText } from './changes.ts'
import { type Chain, withAll } from './tree.ts'
import type { Progress } from './usePush.ts'

type Outlet = Chain['outlets'][number]
type TargetsProps = {
  outlets: readonly Outlet[]
  ticked: ReadonlySet<string>
  onTick: (ticked: Set<string>) => void
  /** The name of the outlet whose menu it is. */
  source: string
  previews: ReadonlyMap<string, ChainPreview>
  progress: ReadonlyMap<string, Progress>
  onRetry: (outletId: string) => void
  onPush: () => void
  pushing: boolean
  /** Why nothing can be pushed now. */
  refusal: string | null
}

/** The outlets that get the push, each with its changes and its progress, and the button. */
export function Targets({ outlets, ticked, onTick, source, previews, progress, onRetry, onPush, pushing, refusal }: TargetsProps) {
  const [sought, setSought] = useState('')
  const shown = outlets.filter((o) => isSought(sought, o.name))
  const n = outlets.filter(({ _id }) => ticked.has(_id)).length
  // "Tick all" and "Untick all" change only the outlets that are shown.
  const ids = shown.map((o) => o._id)
  const none = !ids.some((id) => ticked.has(id))
  return (
    <>
      <div className="flex min-h-12 flex-none items-center gap-2 border-b border-hairline px-4 text-14">
        <h2 className="font-semibold">To</h2>
        <span className="text-muted">{plural(n, 'outlet')}</span>
        <Button variant="link" size={32} className="-mr-3 ml-auto" disabled={pushing} onClick={() => onTick(withAll(ticked, ids, none))}>
          {none ? 'Tick' : 'Untick'} {sought.trim() ? `these ${ids.length}` : 'all'}
        </Button>
      </div>
      {outlets.length > SEARCHED_FROM ? (
        <div className="flex-none border-b border-hairline px-4 py-2">
          <SearchInput size={32} label={`Search ${plural(outlets.length, 'outlet')}`} value={sought} onChange={setSought} />
        </div>
      ) : null}
      <ul className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        {shown.length === 0 ? <li className="px-4 py-3 text-14 text-muted">No outlet has “{sought.trim()}” in its name.</li> : null}
        {shown.map((outlet) => (
          <li key={outlet._id} className="border-b border-hairline px-4 py-2.5">
            <Checkbox
              size={20}
              className="w-full"
              disabled={pushing}
              checked={ticked.has(outlet._id)}
              onCheckedChange={(on) => onTick(withAll(ticked, [outlet._id], on))}
              label={<span className="font-semibold [overflow-wrap:anywhere]">{outlet.name}</span>}
            />
            <div className="grid chain-below gap-1 text-12 text-muted">
              <Pushed outlet={outlet} progress={progress.get(outlet._id)} onRetry={() => onRetry(outlet._id)} pushing={pushing} />
              {ticked.has(outlet._id) ? <Counts preview={previews.get(outlet._id)} source={source} /> : null}
            </div>
          </li>
        ))}
      </ul>
      <div className="grid flex-none gap-3 border-t border-hairline px-4 pt-3 pb-4">
        <p className="text-12 text-muted max-lg:hidden">
          Open menus follow at once. Orders already sent keep their prices. If one outlet fails, the others keep the new menu, and you can
          push again.
        </p>
        <Button variant="primary" full size={44} icon={<Send />} loading={pushing} disabledReason={refusal} onClick={onPush}>
          {n === 0 ? 'Push' : `Push to ${plural(n, 'outlet')}`}
        </Button>
      </div>
    </>
  )
}

/** What the push changes at an outlet, and whether the prices mean something else to its guests. */
function Counts({ preview, source }: { preview: ChainPreview | undefined; source: string }) {
  if (!preview) return null
  const { counts, addsTax } = preview
  const taxes = addsTax === undefined ? null : <p className="text-on-warning-soft">{taxesText(addsTax, source)}</p>
  if (isUpToDate(preview))
    return (
      <>
        <p>
          {counts.kept > 0
            ? `Nothing to change. ${plural(counts.kept, 'dish keeps its own value', 'dishes keep their own values')}`
            : 'Nothing to change'}
        </p>
        {taxes}
      </>
    )
  const words = [
    [counts.new, 'new'],
    [counts.price, 'price'],
    [counts.changed, 'other'],
    [counts.gone, 'gone'],
    [counts.kept, 'kept'],
    [counts.refused, 'can’t'],
  ] as const
  return (
    <>
      <p className="flex flex-wrap gap-x-3">
        {words
          .filter(([n]) => n > 0)
          .map(([n, word]) => (
            <span key={word}>
              <b className="num font-semibold text-text">{n}</b> {word}
            </span>
          ))}
      </p>
      {taxes}
    </>
  )
}

const waitText = (seconds: number | undefined): string => (seconds ? `Too many at once: continues in ${seconds} s` : 'Waiting')

type PushedProps = { outlet: Outlet; progress: Progress | undefined; onRetry: () => void; pushing: boolean }

function Pushed({ outlet, progress, onRetry, pushing }: PushedProps) {
  const dates = useDates()
  const now = useNow()
  const line = 'flex items-center gap-1.5 [&_svg]:size-4 [&_svg]:flex-none'
  if (progress && (progress.state === 'pushing' || progress.state === 'waiting'))
    return (
      <p className={line} role="status">
        {progress.state === 'pushing' ? <Spinner /> : <CircleDashed aria-hidden="true" />}
        {progress.state === 'pushing' ? 'Pushing' : waitText(progress.seconds)}
      </p>
    )
  if (progress?.state === 'failed')
    return (
      <div role="alert" className="grid justify-items-start gap-1">
        <p className="flex items-start gap-1.5 text-danger [&_svg]:size-4 [&_svg]:flex-none">
          <CircleAlert aria-hidden="true" />
          {progress.message}
        </p>
        <Button size={32} icon={<RotateCw />} disabled={pushing} aria-label={`Retry ${outlet.name}`} onClick={onRetry}>
          Retry
        </Button>
      </div>
    )
  if (!outlet.lastPush)
    return (
      <p className={line}>
        <CircleDashed aria-hidden="true" /> First push
      </p>
    )
  return (
    <p className={line} title={dates.full(outlet.lastPush.at)}>
      <Check aria-hidden="true" className="text-success" /> Pushed{' '}
      {dates.ago(outlet.lastPush.at, Math.max(now, Date.parse(outlet.lastPush.at)))}
    </p>
  )
}
