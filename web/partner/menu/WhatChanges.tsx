import { Ban, CircleAlert, IndianRupee, Lock, Pencil, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { plural } from '#domain/text.ts'
import { download } from '#web/app/list/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DietMark } from '#web/ui/DietMark.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { changesCsv, type Group, type Kind, KIND_NAMES, outletsText, type ShownRow } from './changes.ts'

const ICONS: Record<Kind, ReactNode> = {
  new: <Plus className="text-success" />,
  price: <IndianRupee className="chain-info" />,
  changed: <Pencil className="chain-info" />,
  gone: <Ban className="text-on-warning-soft" />,
  kept: <Lock className="text-muted" />,
  refused: <CircleAlert className="text-danger" />,
}
const NOTES: Partial<Record<Kind, string>> = {
  gone: 'switched off, not deleted',
  kept: 'the chain’s value is not used there',
  refused: 'everything else is pushed',
}
const SHORT: Record<Kind, string> = { ...KIND_NAMES, changed: 'Other', kept: 'Kept', refused: 'Can’t' }
const COLUMNS = 'chain-row'

type WhatChangesProps = {
  groups: readonly Group[]
  /** How many outlets are ticked. */
  outlets: number
  /** Shown instead of the table: nothing is ticked, or the preview has failed. */
  instead: ReactNode
  busy: boolean
}

/** What the push would change, by kind, with the values before and after it. */
export function WhatChanges({ groups, outlets, instead, busy }: WhatChangesProps) {
  const [kind, setKind] = useState<Kind | null>(null)
  const has = groups.some((g) => g.kind === kind)
  const shown = kind !== null && has ? groups.filter((g) => g.kind === kind) : groups
  return (
    <>
      <div className="flex min-h-12 flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline px-4 py-1.5">
        <h2 className="text-14 font-semibold">What would change</h2>
        {groups.length > 1 ? (
          <FilterChips
            size={32}
            scroll
            className="chain-to-end"
            label="Show only"
            options={groups.map((g) => ({ value: g.kind, label: SHORT[g.kind], count: g.count }))}
            value={has ? kind : null}
            onToggle={(value) => setKind(value === kind ? null : value)}
          />
        ) : null}
      </div>
      <div
        aria-busy={busy}
        className={cx('scroll-quiet min-h-0 flex-1 overflow-y-auto', busy && 'opacity-60')}
        role="region"
        aria-label="What would change"
        tabIndex={0}
      >
        {instead}
        {instead === null && groups.length === 0 ? (
          <EmptyState title="Nothing would change: the ticked outlets have these dishes as they are here." />
        ) : null}
        {instead === null && groups.length > 0 ? (
          <div role="table" aria-label="Changes">
            <div role="row" className={cx(COLUMNS, 'border-b border-hairline py-2 text-12 text-muted')}>
              <span role="columnheader">Dish</span>
              <span role="columnheader" className="text-right">
                There now
              </span>
              <span role="columnheader" className="text-right">
                After <span className="max-sm:hidden">the push</span>
              </span>
              <span role="columnheader" className="max-sm:hidden">
                Outlets
              </span>
            </div>
            {shown.map((group) => (
              <div key={group.kind} role="rowgroup" aria-label={KIND_NAMES[group.kind]}>
                <div role="row">
                  <p
                    role="cell"
                    className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-hairline bg-raised px-4 py-1 text-14 [&_svg]:size-4"
                  >
                    {ICONS[group.kind]}
                    <b className="font-semibold">{KIND_NAMES[group.kind]}</b>
                    <span className="num rounded-full bg-surface px-2 text-12 font-semibold">{group.count}</span>
                    <span className="text-12 text-muted">
                      {NOTES[group.kind] ??
                        (group.rows.length < group.count ? `${plural(group.rows.length, 'dish', 'dishes')} in several outlets` : '')}
                    </span>
                  </p>
                </div>
                {group.rows.map((row) => (
                  <Change key={row.key} row={row} kind={group.kind} outlets={outlets} />
                ))}
              </div>
            ))}
          </div>
        ) : null}
      </div>
      <div className="flex min-h-10 flex-none items-center justify-between gap-3 border-t border-hairline px-4 text-12 text-muted max-lg:hidden">
        <span>A dish counts once for each outlet.</span>
        {groups.length > 0 ? (
          <Button variant="link" size={32} onClick={() => download('chain-menu.csv', changesCsv(groups))}>
            Download as CSV
          </Button>
        ) : null}
      </div>
    </>
  )
}

function Change({ row, kind, outlets }: { row: ShownRow; kind: Kind; outlets: number }) {
  return (
    <div role="row" className={cx(COLUMNS, 'min-h-9 border-b border-hairline py-1.5 text-14')}>
      <span role="cell" className="flex min-w-0 items-baseline gap-2">
        <DietMark diet={row.dietType} isAlcohol={row.isAlcohol} className="self-start pt-0.5" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {row.name}
          {row.details.map((detail) => (
            <span key={detail} className={cx('line-clamp-3 text-12', kind === 'refused' ? 'text-danger' : 'text-muted')}>
              {detail}
            </span>
          ))}
          <span className="block text-12 text-muted sm:hidden">{outletsText(row.outlets, outlets)}</span>
        </span>
      </span>
      <span role="cell" className="num text-right text-muted [overflow-wrap:anywhere]">
        {row.from}
      </span>
      <span role="cell" className={cx('num text-right [overflow-wrap:anywhere]', kind === 'kept' ? 'text-muted' : 'font-semibold')}>
        {row.to}
      </span>
      <span role="cell" className="max-sm:hidden">
        {outletsText(row.outlets, outlets)}
      </span>
    </div>
  )
}
