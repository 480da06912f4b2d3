import { Inbox, LogIn, MapPin, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Outlet } from '#domain/api/partner.ts'
import { useDates } from '#web/core/dates.ts'
import { enterOutlet } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { Documents } from '../Documents.tsx'
import { Facts, mapAddress, Part, Status } from '../parts.tsx'

/** One restaurant beside the list: its place, its owner and its documents. */
export function RestaurantDrawer({ outlet, onExpired, onClose }: { outlet: Outlet; onExpired: () => void; onClose: () => void }) {
  const dates = useDates()
  const { establishment_name: name, approvalStatus: status, rejectionReason } = outlet
  return (
    <Drawer
      title={<span className="block text-18 [overflow-wrap:anywhere]">{name}</span>}
      status={<Status status={status} />}
      subtitle={
        outlet.appliedAt
          ? `Applied ${dates.full(outlet.appliedAt)}, sent again ${dates.full(outlet.createdAt)}`
          : `Added ${dates.full(outlet.createdAt)}`
      }
      onClose={onClose}
      footer={
        status === 'pending' ? (
          <Button asChild icon={<Inbox className="size-4.5" />} size={40} variant="primary">
            <Link to={to.backofficePending({ restaurant: outlet._id })}>Look at the application</Link>
          </Button>
        ) : status === 'approved' ? (
          <div className="flex gap-2">
            <Button size={40} icon={<LogIn />} className="flex-1" onClick={() => enterOutlet({ _id: outlet._id, name })}>
              Enter the outlet
            </Button>
            <Button asChild size={40} icon={<ShieldCheck />} className="flex-1">
              <Link to={to.backofficePermissions(outlet._id)}>Permissions</Link>
            </Button>
          </div>
        ) : null
      }
    >
      {status === 'rejected' && rejectionReason ? (
        <Banner tone="danger" role="note" flush>
          Rejected: {rejectionReason}
        </Banner>
      ) : null}
      <Part title="Restaurant">
        <Facts
          facts={[
            ['Partner', outlet.partnerName ?? 'None'],
            ['Last order', outlet.lastOrderAt ? dates.full(outlet.lastOrderAt) : 'None yet'],
            ['GSTIN', outlet.gstNumber || 'None'],
            ['FSSAI', outlet.fssaiNumber || 'None'],
          ]}
        />
      </Part>
      <Part title="Place">
        <p className="text-14 [overflow-wrap:anywhere]">{outlet.address || 'No address'}</p>
        {outlet.address || outlet.location ? (
          <Button asChild icon={<MapPin className="size-4" />} size={32} className="justify-self-start">
            <a href={mapAddress(outlet)} target="_blank" rel="noopener noreferrer">
              Open the map
            </a>
          </Button>
        ) : null}
      </Part>
      <Part title="Owner">
        <Facts
          facts={[
            ['Name', outlet.owner?.name],
            ['Mobile', outlet.owner?.mobile_number],
            ['Email', outlet.email],
            ['Confirmed', outlet.email ? (outlet.emailConfirmed ? 'Yes' : 'No') : null],
          ]}
        />
      </Part>
      <Part title="Contact person">
        <Facts
          facts={[
            ['Name', outlet.user_name],
            ['Mobile', outlet.user_contact_number],
          ]}
        />
      </Part>
      {outlet.documents.length > 0 ? (
        <Part title="Documents">
          <Documents documents={outlet.documents} onExpired={onExpired} />
        </Part>
      ) : null}
    </Drawer>
  )
}
