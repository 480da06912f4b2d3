import { Ban, BellRing, ChevronRight, CircleCheck, CircleDashed, type LucideIcon, PackageMinus, Printer, Timer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#domain/api/analytics.ts'
import { canOpen } from '#domain/permissions.ts'
import { alertWord, useAlerts } from '#web/shared/floor/alerts.tsx'
import { useOpens } from '#web/app/PageButton.tsx'
import { switchedOn } from '#web/app/pages.ts'
import { createPart } from '#web/app/part.ts'
import { useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { useProfile } from '#web/core/profile.ts'
import { useSession, useUser } from '#web/core/session.ts'
import type { Step } from '#web/shared/settings/setup.ts'
import { useSetup } from '#web/shared/settings/useSetup.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Count } from '#web/ui/Count.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type Attention, attentionOf } from '#web/shared/period/figures.ts'
import { to } from '#web/core/to.ts'

const ICONS: Record<Attention['key'], LucideIcon> = {
  late: Timer,
  alerts: BellRing,
  unprinted: Printer,
  soldOut: Ban,
  lowStock: PackageMinus,
}

type Place = { to: string; label: string }
/** The pages where a problem can be solved, the best one first. The button leads to the first one that this person may open. */
const placesOf = ({ key, orderId }: Attention): Place[] => {
  const order = { to: to.orders({ order: orderId }), label: 'Orders' }
  if (key === 'late') return [{ to: to.kitchen(), label: 'Kitchen' }, order]
  if (key === 'alerts') return [{ to: to.tables(), label: 'Tables' }]
  if (key === 'unprinted') return [order]
  // Its list begins with what has run out and what is low.
  return key === 'soldOut' ? [{ to: to.pos(), label: 'POS' }] : [{ to: to.inventory(), label: 'Inventory' }]
}

const soldOutNow = createPart(() => import('./SoldOutNow.tsx'))

const NOTHING: Omit<Dashboard['attention'], 'alerts'> = { lateTickets: [], unavailableItems: [], lowStock: [], unprinted: [] }

/**
 * What needs somebody now, independent of the chosen period. `attention` is undefined while the dashboard call runs and after it failed; table alerts come over
 * the live connection and are shown anyway.
 */
export function AttentionCard({
  attention,
  isNew = false,
  loading = false,
}: {
  attention: Dashboard['attention'] | undefined
  /** True if nothing was sold as far as the figures go back: then the card lists what is still to be set up. */
  isNew?: boolean
  loading?: boolean
}) {
  const { role } = useUser()
  const { permissions } = useSession()
  const profile = useProfile()
  const { waiting } = useAlerts()
  const putsBack = useMay('PATCH /menus/item/:id/availability').ok
  const [reviewing, setReviewing] = useState(false)
  const online = useOnline()
  const now = useNow()
  const opensSettings = useOpens(to.settings())
  const missing = useSetup(profile, isNew && opensSettings).filter((step) => step.done === false)
  const rows = attentionOf(attention ?? NOTHING, waiting, { now, alertWord })
  const open = ({ to }: Place) => {
    const path = to.split('?')[0] ?? to
    return canOpen({ role }, path, permissions).ok && switchedOn(path, profile)
  }
  return (
    <Card
      // On a phone, the setup comes before charts that are still empty.
      className={missing.length > 0 ? '@max-[919px]:order-first' : undefined}
      title={
        <span className="flex items-center gap-2">
          Needs attention
          {rows.length > 0 ? <Count value={rows.length} tone="danger" /> : null}
        </span>
      }
    >
      {loading && rows.length === 0 ? (
        <div className="grid gap-3 px-4 pt-2 pb-4">
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-8 w-full" />
        </div>
      ) : rows.length === 0 && (!attention || !online) ? (
        <p className="px-4 pb-4 text-14 text-muted">
          {online
            ? 'No table is calling. Late tickets and sold-out items could not be loaded.'
            : 'What needs attention could not be loaded.'}
        </p>
      ) : rows.length === 0 && missing.length > 0 ? (
        <ToSetUp steps={missing} />
      ) : rows.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="Nothing needs attention" className="py-8" />
      ) : (
        <ul>
          {rows.map((row) => {
            const Icon = ICONS[row.key]
            const place = placesOf(row).find(open)
            return (
              <li key={row.key} className="flex min-h-14 items-center gap-3 border-t border-hairline px-4 py-2 text-14">
                <Icon aria-hidden="true" className={cx('flex-none', row.bad ? 'text-danger' : 'text-warning-icon')} />
                <span className="min-w-0 flex-1 leading-4.5">
                  <b className="block font-semibold">{row.title}</b>
                  <span className="line-clamp-2 text-12 text-muted">{row.detail}</span>
                </span>
                {row.key === 'soldOut' && putsBack ? (
                  <Button
                    size={32}
                    aria-label={`Put back: ${row.title}`}
                    aria-haspopup="dialog"
                    onPointerEnter={soldOutNow.fetch}
                    onClick={() => {
                      soldOutNow.fetch()
                      setReviewing(true)
                    }}
                  >
                    Put back
                  </Button>
                ) : place ? (
                  <Button asChild size={32}>
                    <Link to={place.to} aria-label={`${place.label}: ${row.title}`}>
                      {place.label}
                    </Link>
                  </Button>
                ) : null}
              </li>
            )
          })}
        </ul>
      )}
      {reviewing ? <soldOutNow.Part onClose={() => setReviewing(false)} /> : null}
    </Card>
  )
}

/** What a new restaurant still has to set up, each with a link. */
function ToSetUp({ steps }: { steps: readonly Step[] }) {
  return (
    <>
      <p className="px-4 pb-3 text-14 text-muted">Set up your restaurant before the first guest:</p>
      <ul>
        {steps.map(({ label, detail, to: path }) => (
          <li key={label} className="border-t border-hairline">
            <Link to={path} className="flex min-h-14 items-center gap-3 px-4 py-2 text-14 hover:bg-raised focus-visible:-outline-offset-2">
              <CircleDashed aria-hidden="true" className="flex-none text-muted" />
              <span className="min-w-0 flex-1 leading-4.5">
                <b className="block font-semibold">{label}</b>
                <span className="text-12 text-muted">{detail}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 flex-none text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
