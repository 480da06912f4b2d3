import { ArrowLeft, Ban, Check, ConciergeBell, Ellipsis, MessageSquareText, Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { type ItemStatus } from '#domain/order.ts'
import { senderOf } from '#domain/diner.ts'
import { isRecall } from '#domain/itemStatus.ts'
import { isLateRecall } from '#domain/recall.ts'
import { orderCan, stepsOf } from '#domain/orderCan.ts'
import { useItemStatus, useServe } from '#web/shared/floor/serve.ts'
import { CancelLineDialog } from '#web/shared/order/CancelLineDialog.tsx'
import { HeldTicket } from '#web/shared/order/HeldTicket.tsx'
import { askedFor, DECLINE_REASONS, inWords } from '#web/shared/order/askedFor.ts'
import { itemsText, waitingKots, waits } from '#web/shared/order/held.ts'
import { KotLines } from '#web/shared/order/KotLines.tsx'
import { LineUnsold } from '#web/shared/order/UnsoldMark.tsx'
import { kotName, orderLabel } from '#web/shared/order/label.ts'
import { ItemStatusChip } from '#web/shared/order/OrderStateChip.tsx'
import { useHeldTicket } from '#web/shared/order/useHeldTicket.tsx'
import { usePrint } from '#web/shared/print/print.tsx'
import { useDates } from '#web/core/dates.ts'
import { serverNow } from '#web/core/online.ts'
import { useProfile } from '#web/core/profile.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { why, type Who } from '#web/shared/order/why.ts'
import { LineNoteDialog } from '#web/shared/order/LineNoteDialog.tsx'
import { Gone } from '#web/app/form/Kept.tsx'
import { ReasonDialog } from '#web/app/form/ReasonDialog.tsx'

type Asked = { kind: 'cancel' | 'note'; kotId: string; lineId: string } | { kind: 'decline'; kotId: string }

export interface TicketsProps {
  order: OrderShape
  who: Who
  /** Lines that another device has just changed */
  lit: readonly string[]
}

/** The order's KOTs: tickets to accept first, then the newest. */
export function Tickets({ order, who, lit }: TicketsProps) {
  const dates = useDates()
  const { printKot } = usePrint()
  const [asked, setAsked] = useState<Asked | null>(null)
  // In a narrower drawer, amounts would leave no room for the dish's name.
  const amounts = useMediaQuery('(min-width: 1280px) or ((min-width: 480px) and (max-width: 1023.98px))')
  const menuFor = useLineMenu(order, who, setAsked)
  const waiting = waitingKots(order)
  const kots = [...order.kots].sort(
    (a, b) => Number(waiting.includes(b)) - Number(waiting.includes(a)) || (b.sentAt ?? b.createdAt).localeCompare(a.sentAt ?? a.createdAt),
  )
  const end = (kot: Kot) => (line: OrderItem) => (
    <Menu
      items={menuFor(kot, line)}
      trigger={
        <IconButton
          label={`More for ${line.itemName}`}
          icon={<Ellipsis />}
          disabledReason={line.status === 'Cancelled' ? 'It was cancelled' : order.orderStatus === 'pending' ? null : 'The order is over'}
        />
      }
    />
  )
  const kotAsked = asked ? order.kots.find((k) => k.kotId === asked.kotId) : undefined
  const lineAsked = asked && asked.kind !== 'decline' ? kotAsked?.items.find((l) => l.lineId === asked.lineId) : undefined
  return (
    <div>
      {kots.map((kot) => {
        const name = kotName(kot)
        if (waiting.includes(kot))
          return (
            <HeldTicket
              key={kot.kotId}
              order={order}
              kot={kot}
              label={orderLabel(order)}
              headClassName="min-h-12"
              onDecline={() => setAsked({ kind: 'decline', kotId: kot.kotId })}
            >
              <KotLines
                kot={kot}
                amounts={amounts}
                status={(line) => (line.status === 'In Cart' ? <LineUnsold kot={kot} line={line} /> : undefined)}
              />
            </HeldTicket>
          )
        return (
          <section key={kot.kotId} aria-label={name} className="border-hairline pb-1 not-first:border-t">
            <div className="flex min-h-12 items-center gap-2 pr-1 pl-4 text-14">
              <h3 className="num">{name}</h3>
              <span className="num min-w-0 truncate text-muted">
                {[dates.clock(kot.sentAt ?? kot.createdAt), senderOf(kot).split(' ')[0]].filter(Boolean).join(' · ')}
              </span>
              {/* A guest's ticket that was declined or ended with its order was never printed. */}
              {why.reprint(kot) ? null : (
                <Button
                  variant="link"
                  size={48}
                  className="ml-auto text-14!"
                  icon={<Printer className="size-4" />}
                  aria-label={`Reprint ${name}`}
                  onClick={() => printKot(order, kot)}
                >
                  Reprint
                </Button>
              )}
            </div>
            <KotLines kot={kot} amounts={amounts} status={chipOf(order)} end={end(kot)} highlight={(line) => lit.includes(line.lineId)} />
          </section>
        )
      })}
      {asked?.kind === 'cancel' && kotAsked && lineAsked ? (
        <CancelLineDialog order={order} kot={kotAsked} line={lineAsked} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.kind === 'note' && kotAsked && lineAsked ? (
        <LineNoteDialog order={order} kot={kotAsked} line={lineAsked} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.kind === 'decline' && kotAsked ? <Decline order={order} kot={kotAsked} onClose={() => setAsked(null)} /> : null}
    </div>
  )
}

/** Lines of a cancelled order that were not cooked are shown as cancelled, because nobody prepares them. */
const chipOf =
  ({ orderStatus }: OrderShape) =>
  ({ status }: OrderItem): ReactNode =>
    orderStatus === 'cancelled' && status === 'Preparing' ? null : <ItemStatusChip status={status} size={20} />

const STEP: Record<string, { label: string; icon: ReactNode }> = {
  Ready: { label: 'Mark ready', icon: <ConciergeBell /> },
  Served: { label: 'Mark served', icon: <Check /> },
}

const SETTLED = 'Its bill is settled: send it on a new KOT'

/** The entries of a line's ⋯ menu. Entries this person may not use are disabled, with the reason. */
function useLineMenu(order: OrderShape, who: Who, ask: (asked: Asked) => void) {
  const readyStep = useProfile()?.kotSettings.readyStep ?? true
  const { serve } = useServe()
  const set = useItemStatus()
  const label = orderLabel(order)

  const mark = (kot: Kot, line: OrderItem, to: ItemStatus) => {
    if (to === 'Served') return void serve(order, kot, line)
    const message = `${line.quantity} × ${line.itemName}, ${label}: ${to}`
    // Undo is a step back, which needs more rights than the step itself.
    const back = orderCan.recall(who.role) ? line.status : null
    if (back === null)
      return void set(order, kot, line, to, line.status).then(
        () => snack.success(message),
        (error: unknown) => showError(error),
      )
    void undoable({
      label: message,
      id: `step:${line.lineId}`,
      do: () => set(order, kot, line, to, line.status),
      undo: () => set(order, kot, line, back, to),
    })
  }

  return (kot: Kot, line: OrderItem): MenuEntry[] => {
    const cancelReason = why.cancelLine(order, kot, line, who)
    const noteReason = why.lineNote(order, line, who)
    return [
      ...stepsOf(line, readyStep).map((to): MenuEntry => {
        const back = isRecall(line.status, to)
        return {
          key: to,
          label: back ? `Back to ${to.toLowerCase()}` : (STEP[to]?.label ?? to),
          icon: back ? <ArrowLeft /> : STEP[to]?.icon,
          disabledReason: back && isLateRecall(order, line, serverNow()) ? SETTLED : why.step(order, line, to, who, readyStep),
          onSelect: () => mark(kot, line, to),
        }
      }),
      {
        key: 'note',
        label: line.additionalItemNote ? 'Change note' : 'Add note',
        icon: <MessageSquareText />,
        disabledReason: noteReason,
        onSelect: () => ask({ kind: 'note', kotId: kot.kotId, lineId: line.lineId }),
      },
      'separator',
      {
        key: 'cancel',
        label: 'Cancel item',
        icon: <Ban />,
        danger: true,
        disabledReason: cancelReason,
        onSelect: () => ask({ kind: 'cancel', kotId: kot.kotId, lineId: line.lineId }),
      },
    ]
  }
}

/** Why a guest's ticket can't be declined any more: somebody else has decided, or the order has ended. */
function decided({ orderStatus }: OrderShape, kot: Kot): string | null {
  if (orderStatus !== 'pending') return 'The order has ended meanwhile.'
  if (!kot.held) return 'It was accepted meanwhile, and the kitchen has it. Its items can be cancelled one by one.'
  return waits(kot) ? null : 'It was declined meanwhile.'
}

/** Asks why a guest's ticket is declined. It stays open when somebody else decides meanwhile, and says so (SCREENS G6). */
function Decline({ order, kot, onClose }: { order: OrderShape; kot: Kot; onClose: () => void }) {
  const held = useHeldTicket(order, kot, orderLabel(order))
  // As it was when it was asked.
  const [asked] = useState({ items: itemsText(kot), dishes: inWords(askedFor(kot, order)), label: orderLabel(order) })
  // What this device has declined may be in an event before the answer comes.
  const [own, setOwn] = useState(false)
  const run = async (reason: string) => {
    setOwn(true)
    try {
      await held?.declineBecause(reason)
    } catch (error) {
      setOwn(false)
      throw error
    }
  }
  return (
    <Gone value={own ? null : decided(order, kot)}>
      <ReasonDialog
        title={`Decline ${asked.items} for ${asked.label}?`}
        body={asked.dishes}
        confirmLabel={`Decline ${asked.items}`}
        reasons={DECLINE_REASONS}
        missing="A reason is needed to decline."
        onClose={onClose}
        run={run}
      />
    </Gone>
  )
}
