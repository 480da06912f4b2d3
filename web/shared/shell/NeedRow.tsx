import { useQuery } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { Smartphone, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { alertIcon, useAlertActions } from '#web/shared/floor/alerts.tsx'
import { floorElapsed } from '#web/shared/floor/floor.ts'
import { itemsText, summaryOf } from '#web/shared/order/held.ts'
import { addPath } from '#web/shared/order/paths.ts'
import { useHeldTicket } from '#web/shared/order/useHeldTicket.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useElapsed } from '#web/ui/hooks.ts'
import type { Need } from './needs.ts'

/** One row of "Needs a person", with what one press does about it. A list item: put it in a `ul`. */
export function NeedRow({ need, className }: { need: Need; className?: string }) {
  return need.kind === 'ticket' ? <Ticket need={need} className={className} /> : <Call need={need} className={className} />
}

function Ticket({ need, className }: { need: Extract<Need, { kind: 'ticket' }>; className?: string }) {
  const { order, kot, label } = need
  const who = useWho()
  const held = useHeldTicket(order, kot, label)
  if (!held) return null
  const refusal = why.accept(order, who)
  const path = addPath(order, who)
  const items = itemsText(kot)
  return (
    <Row
      look="bg-info-soft text-on-info-soft [&>svg]:text-info"
      icon={Smartphone}
      need={need}
      detail={items}
      title={summaryOf(kot)}
      to={path}
      className={className}
    >
      <Button disabledReason={refusal} aria-label={`Decline ${label}, ${items}`} onClick={held.decline} className="px-3">
        Decline
      </Button>
      <Button
        variant="primary"
        disabledReason={refusal}
        loading={held.accepting}
        aria-label={`Accept ${label}, ${items}`}
        onClick={held.accept}
        className="px-3"
      >
        Accept
      </Button>
    </Row>
  )
}

function Call({ need, className }: { need: Extract<Need, { kind: 'call' }>; className?: string }) {
  const { alert, order, label, word } = need
  const who = useWho()
  const { acknowledge, clear } = useAlertActions()
  const { printBill, printing } = usePrint()
  // The area is shown where the page has loaded the tables already.
  const area = useQuery({ ...apiQuery('GET /tables'), enabled: false }).data?.tables.find((t) => t._id === alert.tableId)?.area
  const refusal = why.answerCall(who)
  const prints = alert.alertType === 'bill' && order !== null && why.bill(order, who) === null
  if (alert.acknowledged)
    return (
      <Row
        look="bg-raised text-text [&>svg]:text-muted"
        icon={alertIcon(alert.alertType)}
        need={need}
        aged={false}
        detail={alert.acknowledgedBy ? `${firstName(alert.acknowledgedBy)} is going` : 'On the way'}
        className={className}
      >
        <Button
          variant="quiet"
          className="px-3"
          aria-label={`Clear ${label} ${word}`}
          disabledReason={refusal}
          onClick={() => clear(alert)}
        >
          Clear
        </Button>
      </Row>
    )
  return (
    <Row
      look="bg-danger-soft text-on-danger-soft [&>svg]:text-danger"
      icon={alertIcon(alert.alertType)}
      need={need}
      detail={area ?? ''}
      className={className}
    >
      {prints ? (
        <Button
          variant="danger"
          className="px-3"
          loading={printing === order._id}
          disabledReason={refusal}
          aria-label={`Print the bill of ${label}`}
          onClick={() => printBill(order, () => acknowledge(alert))}
        >
          Print bill
        </Button>
      ) : (
        <Button
          variant="danger"
          className="px-3"
          aria-label={`Acknowledge ${label} ${word}`}
          disabledReason={refusal}
          onClick={() => acknowledge(alert)}
        >
          Acknowledge
        </Button>
      )}
    </Row>
  )
}

type RowProps = {
  look: string
  icon: LucideIcon
  need: Need
  /** The second line, before the age. */
  detail: string
  /** Without its age: it no longer matters. */
  aged?: boolean
  title?: string
  /** Where its words lead. */
  to?: string | null
  className?: string
  children: ReactNode
}

function Row({ look, icon, need: { label, word, since }, detail, aged = true, title, to, className, children }: RowProps) {
  const ms = useElapsed(since)
  const dates = useDates()
  const words = (
    <>
      <span className="line-clamp-2 [overflow-wrap:anywhere]">
        <b className="num font-bold">{label}</b> {word}
      </span>
      <span className="block truncate text-14">
        {detail}
        {detail && aged ? ' · ' : null}
        {aged ? (
          <time dateTime={since} title={dates.clock(since)} className="num">
            {floorElapsed(ms)}
          </time>
        ) : null}
      </span>
    </>
  )
  return (
    <li className={cx('flex min-h-13 min-w-0 items-center gap-3 rounded-[8px] py-0.5 pr-0.5 pl-3', look, className)}>
      {createElement(icon, { className: 'size-6 flex-none', 'aria-hidden': true })}
      {to ? (
        <Link to={to} title={title} className="min-w-0 flex-1 rounded-control leading-5 text-inherit no-underline hover:underline">
          {words}
        </Link>
      ) : (
        <span title={title} className="min-w-0 flex-1 leading-5">
          {words}
        </span>
      )}
      <span className="flex flex-none gap-1.5">{children}</span>
    </li>
  )
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name
