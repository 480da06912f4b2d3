import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Partner } from '#domain/api/partner.ts'
import { useDates } from '#web/core/dates.ts'
import { to } from '#web/core/to.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { Facts, Part, Status } from '../parts.tsx'
import { PartnerState } from './state.tsx'

type Props = { partner: Partner; onEdit: () => void; onRemove: () => void; onClose: () => void }

/** One partner beside the list, with the outlets. */
export function PartnerDrawer({ partner, onEdit, onRemove, onClose }: Props) {
  const dates = useDates()
  const { name, email, mobile_number: mobile, outlets, addressTaken, emailConfirmed } = partner
  return (
    <Drawer
      title={<span className="block text-18 [overflow-wrap:anywhere]">{name}</span>}
      status={<PartnerState partner={partner} />}
      subtitle={`Added ${dates.full(partner.createdAt)}`}
      onClose={onClose}
      footer={
        <div className="flex gap-2">
          <Button size={40} icon={<Pencil />} className="flex-1" onClick={onEdit}>
            Edit
          </Button>
          <Button size={40} variant="danger-quiet" icon={<Trash2 />} onClick={onRemove}>
            Delete
          </Button>
        </div>
      }
    >
      {addressTaken ? (
        <Banner tone="warning" role="note" flush>
          The email belongs to another account. Give them another one before they get outlets.
        </Banner>
      ) : null}
      <Part title="Contact">
        <Facts
          facts={[
            ['Mobile', mobile],
            ['Email', email],
            ['Confirmed', emailConfirmed ? 'Yes' : 'No'],
          ]}
        />
      </Part>
      <Part title={`Outlets (${outlets.length})`}>
        {outlets.length === 0 ? <p className="text-14 text-muted">None yet. Edit the partner to give them some.</p> : null}
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-hairline text-14">
          {outlets.map((o) => (
            <li key={o._id} className="flex min-h-9 items-center gap-3">
              <Link
                to={to.backofficeRestaurants({ q: o.establishment_name, restaurant: o._id })}
                className="min-w-0 flex-1 rounded-control py-1 [overflow-wrap:anywhere] font-medium text-accent-strong hover:underline"
              >
                {o.establishment_name}
              </Link>
              <Status status={o.approvalStatus as 'pending' | 'approved' | 'rejected'} />
            </li>
          ))}
        </ul>
      </Part>
    </Drawer>
  )
}
