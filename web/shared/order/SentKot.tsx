import { CheckCheck, ChevronRight, CircleX, Ellipsis, MessageSquareText, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { isCancelled } from '#domain/order.ts'
import { toPaise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { KotLines } from './KotLines.tsx'
import { kotName } from './label.ts'
import { ItemStatusChip, kotStatus } from './OrderStateChip.tsx'
import { usePrint } from '#web/shared/print/print.tsx'
import { useDates } from '#web/core/dates.ts'
import { canServe, useServe } from '#web/shared/floor/serve.ts'
import { useWho, why } from './why.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'

export interface SentKotProps {
  order: OrderShape
  kot: Kot
  highlighted: readonly string[]
  onCancel: (line: OrderItem) => void
  onNote: (line: OrderItem) => void
}

/** A sent ticket: one row that expands to its lines. */
export function SentKot({ order, kot, highlighted, onCancel, onNote }: SentKotProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const dates = useDates()
  const { printKot } = usePrint()
  const live = kot.items.filter((line) => !isCancelled(line))
  const portions = live.reduce((sum, line) => sum + line.quantity, 0)
  const amount = live.reduce((sum, line) => sum + toPaise(line.amount), 0)
  const fresh = kot.items.some((line) => highlighted.includes(line.lineId))
  const name = kotName(kot)
  const lineMenu = (line: OrderItem) => <LineMenu order={order} kot={kot} line={line} onCancel={onCancel} onNote={onNote} />
  return (
    <section aria-label={name} className={cx('@container border-b border-hairline', fresh && 'bg-accent-soft')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-13 w-full items-center gap-2 py-1 pr-4 pl-3 text-left hover:bg-raised focus-visible:-outline-offset-2"
      >
        <ChevronRight className={cx('transition-transform duration-(--press)', open && 'rotate-90')} aria-hidden="true" />
        <span className="min-w-0 flex-1 leading-5">
          <b className="block truncate font-semibold">{name}</b>
          <span className="block truncate text-14 leading-4.5 text-muted">
            {dates.clock(kot.sentAt ?? kot.createdAt)} ·{' '}
            {portions === 0 ? 'nothing left' : kot.held ? 'to accept' : plural(portions, 'item')}
          </span>
        </span>
        <span className="flex flex-none items-center gap-2 @max-[23rem]:flex-col @max-[23rem]:items-end @max-[23rem]:gap-0.5">
          <ItemStatusChip status={kotStatus(kot)} />
          <Money paise={amount} />
        </span>
      </button>
      {open ? (
        <div id={id} className="pb-2">
          <KotLines kot={kot} amounts="below" highlight={(line) => highlighted.includes(line.lineId)} end={lineMenu} />
          {why.reprint(kot) ? null : (
            <Button variant="link" size={40} icon={<Printer />} className="ml-1.5" onClick={() => printKot(order, kot)}>
              Reprint {name}
            </Button>
          )}
        </div>
      ) : null}
    </section>
  )
}

function LineMenu({
  order,
  kot,
  line,
  onCancel,
  onNote,
}: Pick<SentKotProps, 'order' | 'kot' | 'onCancel' | 'onNote'> & { line: OrderItem }) {
  const who = useWho()
  const { serve } = useServe()
  return (
    <Menu
      trigger={<IconButton label={`More for ${line.itemName}`} icon={<Ellipsis />} />}
      items={[
        canServe(line)
          ? {
              key: 'serve',
              label: 'Mark served',
              icon: <CheckCheck />,
              disabledReason: why.serve(order, line, who),
              onSelect: () => void serve(order, kot, line),
            }
          : null,
        {
          key: 'note',
          label: 'Note',
          icon: <MessageSquareText />,
          disabledReason: why.lineNote(order, line, who),
          onSelect: () => onNote(line),
        },
        {
          key: 'cancel',
          label: 'Cancel item',
          icon: <CircleX />,
          danger: true,
          disabledReason: why.cancelLine(order, kot, line, who),
          onSelect: () => onCancel(line),
        },
      ]}
    />
  )
}
