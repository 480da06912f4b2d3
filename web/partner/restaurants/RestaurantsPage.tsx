import { useQuery } from '@tanstack/react-query'
import { CircleX, Clock, Hourglass, LogIn, MapPin, Moon, Plus, Search, Store, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isStaff } from '#domain/roles.ts'
import { plural } from '#domain/text.ts'
import { agoText } from '#domain/time.ts'
import { Kept } from '#web/app/form/Kept.tsx'
import { Loaded } from '#web/app/Loaded.tsx'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { enterOutlet, useUser } from '#web/core/session.ts'
import { PermissionMatrix } from '#web/shared/permissions/PermissionMatrix.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Drawer } from '#web/ui/Drawer.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMediaQuery, useNow } from '#web/ui/hooks.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { isSought, SEARCHED_FROM } from '../find.ts'
import { OutletSheet } from './OutletSheet.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { hoursText, openText, type Outlet } from './words.ts'

/** In the address instead of an outlet's id: a new one. */
const NEW = 'new'

/** The partner's outlets (SCREENS §2.4 "/partner/restaurants"). The open sheet or drawer is in the address. */
export default function RestaurantsPage() {
  return <Loaded query={useQuery(apiQuery('GET /partner/outlets'))}>{({ outlets }) => <Outlets outlets={outlets} />}</Loaded>
}

function Outlets({ outlets }: { outlets: readonly Outlet[] }) {
  const [params, setParams] = useSearchParams()
  const [removing, setRemoving] = useState<Outlet | null>(null)
  const covers = useMediaQuery('(max-width: 1023.98px)')
  const may = useMay('POST /partner/restaurant', 'Only the partner can add, change or remove outlets')
  const sheet = params.get('outlet')
  const opened = outlets.find(({ _id }) => _id === sheet) ?? null
  const chosen = outlets.find(({ _id }) => _id === params.get('permissions'))
  const [sought, setSought] = useState('')
  const shown = outlets.filter((o) => isSought(sought, o.establishment_name, o.address))
  const go = (name: 'outlet' | 'permissions' | null, id = '') => setParams(name ? { [name]: id } : {})
  const add = (
    <Button variant="primary" size={40} icon={<Plus />} disabledReason={may.ok ? null : may.why} onClick={() => go('outlet', NEW)}>
      Add outlet
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label="Outlets"
        className={cx('@container min-w-0 flex-1 px-4 pb-6 sm:px-6 md:min-h-0 md:overflow-y-auto', covers && chosen && 'hidden')}
      >
        <div className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 py-3">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <h2 className="text-20 font-semibold">Restaurants</h2>
            <span role="status" className="text-14 whitespace-nowrap text-muted">
              {sought.trim() ? `${shown.length} of ${plural(outlets.length, 'outlet')}` : plural(outlets.length, 'outlet')}
            </span>
          </div>
          {outlets.length > SEARCHED_FROM ? (
            <div className="order-last basis-full @min-[560px]:order-none @min-[560px]:basis-72">
              <SearchInput size={44} label="Search outlets" value={sought} onChange={setSought} />
            </div>
          ) : null}
          {add}
        </div>
        {outlets.length === 0 ? (
          <EmptyState icon={<Store />} title="You have no outlet yet. Add one; it opens once Tawa has approved it." />
        ) : shown.length === 0 ? (
          <EmptyState
            icon={<Search />}
            title={`No outlet has “${sought.trim()}” in its name or address.`}
            action={<Button onClick={() => setSought('')}>Show all outlets</Button>}
          />
        ) : (
          <ul className="grid gap-3 @min-[560px]:grid-cols-2 @min-[920px]:grid-cols-3">
            {shown.map((outlet) => (
              <OutletCard
                key={outlet._id}
                outlet={outlet}
                chosen={outlet._id === chosen?._id}
                why={may.ok ? null : may.why}
                onEdit={() => go('outlet', outlet._id)}
                onPermissions={() => go('permissions', outlet._id)}
                onRemove={() => setRemoving(outlet)}
              />
            ))}
          </ul>
        )}
      </section>
      {chosen ? (
        <Drawer
          title={<span className="text-18">{chosen.establishment_name}, permissions</span>}
          subtitle="Which page each role may open. Other outlets are not touched."
          onClose={() => go(null)}
          className="lg:w-170!"
          bodyClassName="flex flex-col"
        >
          <PermissionMatrix key={chosen._id} area="partner" outlet={{ _id: chosen._id, name: chosen.establishment_name }} overlay />
        </Drawer>
      ) : null}
      {sheet === NEW && may.ok ? <OutletSheet outlet={null} onClose={() => go(null)} /> : null}
      {may.ok ? (
        <Kept key={sheet} row={opened} noun="outlet">
          {(outlet) => <OutletSheet outlet={outlet} onClose={() => go(null)} />}
        </Kept>
      ) : null}
      {removing ? <RemoveDialog outlet={removing} onClose={() => setRemoving(null)} /> : null}
    </div>
  )
}

type CardProps = {
  outlet: Outlet
  chosen: boolean
  /** Why this person may change nothing; null if they may. */
  why: string | null
  onEdit: () => void
  onPermissions: () => void
  onRemove: () => void
}

function OutletCard({ outlet, chosen, why, onEdit, onPermissions, onRemove }: CardProps) {
  const { role } = useUser()
  const name = outlet.establishment_name
  const rejected = outlet.approvalStatus === 'rejected'
  const hours = hoursText(outlet.opening_hours?.periods ?? [])
  const row = 'flex items-start gap-2 text-14 text-muted'
  const icon = 'mt-0.5 size-4 flex-none'
  return (
    <li
      aria-label={name}
      className={cx(
        'flex min-w-0 flex-col items-start gap-2 rounded-card border bg-surface p-4',
        chosen ? 'border-accent' : 'border-hairline',
      )}
    >
      <h3 className="max-w-full text-16 font-semibold [overflow-wrap:anywhere]">{name}</h3>
      <Status outlet={outlet} />
      {rejected ? <p className="text-14 [overflow-wrap:anywhere]">{outlet.rejectionReason || 'No reason was given.'}</p> : null}
      <p className={row}>
        <MapPin className={icon} aria-label="Address" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{outlet.address || 'No address'}</span>
      </p>
      <p className={row}>
        <Clock className={icon} aria-label="Hours" />
        {hours || 'No hours set, so it counts as open'}
      </p>
      <div className="-mx-3 -mb-1 mt-auto flex flex-wrap items-center self-stretch pt-1">
        {outlet.approved && !isStaff(role) ? (
          <Button
            variant="quiet"
            size={40}
            icon={<LogIn className="size-4" />}
            aria-label={`Enter ${name}`}
            onClick={() => enterOutlet({ _id: outlet._id, name })}
          >
            Enter
          </Button>
        ) : null}
        <Button variant="quiet" size={40} disabledReason={why} aria-label={`${rejected ? 'Correct' : 'Edit'} ${name}`} onClick={onEdit}>
          {rejected ? 'Correct and resubmit' : 'Edit'}
        </Button>
        <Button
          variant="quiet"
          size={40}
          aria-label={`Permissions of ${name}`}
          aria-pressed={chosen}
          className="aria-pressed:bg-accent-soft aria-pressed:text-on-accent-soft"
          onClick={onPermissions}
        >
          Permissions
        </Button>
        <span className="ml-auto">
          <IconButton variant="danger" size={32} label={`Remove ${name}`} icon={<Trash2 />} disabledReason={why} onClick={onRemove} />
        </span>
      </div>
    </li>
  )
}

function Status({ outlet }: { outlet: Outlet }) {
  const now = new Date(useNow())
  if (outlet.approvalStatus === 'rejected')
    return (
      <StatusChip tone="danger" icon={<CircleX />}>
        Rejected
      </StatusChip>
    )
  if (!outlet.approved)
    return (
      <StatusChip tone="warning" icon={<Hourglass />}>
        Pending approval, sent {agoText(new Date(outlet.createdAt), now, outlet.timezone)}
      </StatusChip>
    )
  const { open, text } = openText(outlet.opening_hours?.periods ?? [], now, outlet.timezone)
  return (
    <StatusChip tone={open ? 'success' : 'neutral'} icon={open ? <Store /> : <Moon />}>
      {text}
    </StatusChip>
  )
}
