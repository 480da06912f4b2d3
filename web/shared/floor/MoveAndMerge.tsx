import { Combine, Move } from 'lucide-react'
import { useState } from 'react'
import { canMergeInto, canMoveTo } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { areasOf, type FloorTable, listed, togetherLabel } from './floor.ts'
import { mergedTotal } from './mergedTotal.ts'
import { useMerge, useMove } from './moving.ts'
import { CHOICES, TableChoice } from './TableChoice.tsx'
import type { Floor } from './useFloor.ts'

/** `4 seats`, and of a reserved table first when its guests come: `20:15 · 4 seats`. */
const seatsOf = ({ bookedFor, seats }: FloorTable) => [bookedFor, plural(seats, 'seat')].filter(Boolean).join(' · ')

type MoveDialogProps = {
  entry: FloorTable
  floor: Floor
  onClose: (to?: FloorTable) => void
  /** Called when the order has moved to this table. */
  onMoved?: (to: FloorTable) => void
  onUndone?: (to: FloorTable) => void
  onMergeInstead: (into: FloorTable) => void
}

/** Journey 4: ⋮ → Move → target. Only free tables can be chosen; a taken one offers to merge instead. */
export function MoveDialog({ entry, floor, onClose, onMoved, onUndone, onMergeInstead }: MoveDialogProps) {
  const { move, pending } = useMove()
  const who = useWho()
  const order = entry.order
  // Why this person can't move it now. If the order is gone, a banner says so.
  const refusal = order ? why.move(order, who) : null
  const targets = floor.tables.filter((t) => t.table._id !== entry.table._id && canMoveTo(t.table))
  const taken = floor.tables.filter((t) => t.order && !t.parent && t.table._id !== entry.table._id && canMergeInto(entry.table, t.table))
  const areas = areasOf(targets)
  const name = togetherLabel(entry)

  function choose(to: FloorTable) {
    if (pending || refusal || !order) return
    // The dialog closes at once: the cards show the result and the snackbar offers Undo.
    void move(order, entry.table, to.table, { onUndone: () => onUndone?.(to), onTaken: () => onMergeInstead(to) }).then((done) =>
      done ? onMoved?.(to) : undefined,
    )
    onClose(to)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="lg"
      title={`Move ${name}`}
      description={targets.length > 0 ? 'Choose a free table. The order, its tickets and its guests move with it.' : undefined}
    >
      <div className="grid gap-4 pb-2">
        {refusal ? <Banner tone="warning">{refusal}. Nothing can be moved.</Banner> : null}
        {!order ? <Banner tone="info">{name} has no open order any more.</Banner> : null}
        {targets.length === 0 ? <EmptyState icon={<Move />} title="No free tables" /> : null}
        {areas.map(({ area, tables }) => (
          <section key={area} aria-label={area || 'Free tables'}>
            {area ? <h3 className="mb-1.5 text-14">{area}</h3> : null}
            <ul className={CHOICES}>
              {tables.map((to) => (
                <TableChoice
                  key={to.table._id}
                  entry={to}
                  detail={seatsOf(to)}
                  disabled={!order || refusal !== null}
                  onPress={() => choose(to)}
                />
              ))}
            </ul>
          </section>
        ))}
        {taken.length > 0 && order ? (
          <section aria-label="Taken tables">
            <h3 className="text-14">Taken</h3>
            <p className="mb-1.5 text-14 text-muted">Merge instead?</p>
            <div className="flex flex-wrap gap-2">
              {taken.map((into) => (
                <Button
                  key={into.table._id}
                  icon={<Combine />}
                  aria-label={`Merge ${entry.label} into ${into.label} instead?`}
                  disabledReason={refusal}
                  onClick={() => onMergeInstead(into)}
                >
                  {into.label}
                </Button>
              ))}
            </div>
          </section>
        ) : null}
      </div>
    </Dialog>
  )
}

type MergeDialogProps = {
  entry: FloorTable
  floor: Floor
  chosen?: readonly string[]
  onClose: () => void
  onMerged?: (parent: FloorTable) => void
}

/** Journey 5: ⋮ → Merge → n children → "Merge T8 into T7". */
export function MergeDialog({ entry, floor, chosen = [], onClose, onMerged }: MergeDialogProps) {
  const { merge, pending } = useMerge()
  const refusal = why.merge(useWho())
  const [picked, setPicked] = useState<readonly string[]>(chosen)
  const [error, setError] = useState<string | null>(null)
  const possible = floor.tables.filter((t) => canMergeInto(t.table, entry.table))
  const children = possible.filter((t) => picked.includes(t.table._id))
  const names = listed(children.map((t) => t.label))
  // Tables with an order first, then free ones.
  const busy = possible.filter((t) => t.order)
  const free = possible.filter((t) => !t.order)
  const withoutOrder = !entry.order && !children.some((t) => t.order)
  const billed = [entry, ...children].some((t) => t.order?.billPrintedAt)
  const total = mergedTotal([entry, ...children].flatMap((t) => t.order ?? []))
  const toggle = (id: string) => {
    setError(null)
    setPicked((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  }

  async function go() {
    const failure = await merge(
      entry.table,
      children.map((t) => t.table),
    )
    if (failure !== null) return failure ? setError(failure) : undefined
    onMerged?.(entry)
    onClose()
  }

  const reason =
    refusal ?? (children.length === 0 ? 'Choose one or more tables' : withoutOrder ? 'None of these tables has an open order' : null)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || pending ? undefined : onClose())}
      size="lg"
      title={`Merge into ${entry.label}`}
      description={`Choose the tables that join ${entry.label}: one order, one bill.`}
      footer={
        <>
          <Button disabledReason={pending ? 'The tables are being merged' : null} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" icon={<Combine />} loading={pending} disabledReason={reason} onClick={() => void go()}>
            {children.length > 0 ? `Merge ${names} into ${entry.label}` : `Merge into ${entry.label}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        {refusal ? <Banner tone="warning">{refusal}. Nothing can be merged.</Banner> : null}
        {possible.length === 0 ? <EmptyState icon={<Combine />} title="No other table to merge" /> : null}
        {[
          { title: 'With an order', tables: busy },
          { title: 'Free', tables: free },
        ].map(({ title, tables }) =>
          tables.length > 0 ? (
            <section key={title} aria-label={title}>
              <h3 className="mb-1.5 text-14">{title}</h3>
              <ul className={CHOICES}>
                {tables.map((t) => (
                  <TableChoice
                    key={t.table._id}
                    entry={t}
                    pressed={picked.includes(t.table._id)}
                    detail={t.order ? <Money rupees={t.order.grandTotal} /> : seatsOf(t)}
                    onPress={() => toggle(t.table._id)}
                  />
                ))}
              </ul>
            </section>
          ) : null,
        )}
        <div aria-live="polite" className="grid gap-2 empty:hidden">
          {children.length > 0 && !withoutOrder ? (
            <p className="text-14 text-muted">
              Together so far <Money paise={total} className="font-semibold text-text" />
              {billed ? '. A bill was already printed: print it again.' : null}
            </p>
          ) : null}
        </div>
        {error ? (
          <p role="alert" className="rounded-control bg-danger-soft px-3 py-2.5 text-14 font-medium text-on-danger-soft">
            {error}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
