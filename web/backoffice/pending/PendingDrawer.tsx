import { Check, MapPin } from 'lucide-react'
import { useState } from 'react'
import type { Outlet } from '#domain/api/partner.ts'
import { Gone } from '#web/app/form/Kept.tsx'
import { ReasonDialog } from '#web/app/form/ReasonDialog.tsx'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { useDates } from '#web/core/dates.ts'
import { REFUSALS } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { checksOf } from '../checks.ts'
import { ChecksList } from '../Checks.tsx'
import { Documents } from '../Documents.tsx'
import { Facts, mapAddress, Part } from '../parts.tsx'
import { useDecideKeys } from '../useDecideKeys.ts'
import { useDecide } from './decide.ts'

const REASONS = ['The licence is in another name', 'The licence has run out', 'A document can’t be read', 'The place already exists']

type Props = { outlet: Outlet; rejecting: boolean; onReject: () => void; onExpired: () => void; onClose: () => void }

/** One application: its checks, documents, place and applicant; approved by one press, rejected with a reason, for which `onReject` opens the dialog. */
export function PendingDrawer({ outlet, rejecting, onReject, onExpired, onClose }: Props) {
  const dates = useDates()
  const online = useOnline()
  const { approve } = useDecide()
  const [busy, setBusy] = useState(false)
  const { establishment_name: name, address, location, email, addressTaken, partnerAddressTaken, documents, sentBack } = outlet
  const refusal = online ? null : REFUSALS.offline
  const footer = useDecideKeys({ open: !rejecting, reject: () => refusal === null && onReject() })

  const press = async () => {
    setBusy(true)
    try {
      const mine = await approve(outlet)
      onClose()
      if (mine) snack.success(`${name} is approved`, { detail: `${email} gets a mail.` })
    } catch (error) {
      showError(error)
      setBusy(false)
    }
  }
  return (
    <Drawer
      title={<span className="block text-18 [overflow-wrap:anywhere]">{name}</span>}
      subtitle={
        outlet.appliedAt
          ? `Applied ${dates.full(outlet.appliedAt)} by ${outlet.user_name}, sent again ${dates.full(outlet.createdAt)}`
          : `Applied ${dates.full(outlet.createdAt)} by ${outlet.user_name}`
      }
      onClose={onClose}
      footer={
        <div ref={footer} className="flex gap-2">
          <Button variant="danger-outline" size={40} disabledReason={refusal} onClick={onReject}>
            Reject with reason
          </Button>
          <Button
            variant="primary"
            size={40}
            icon={<Check />}
            loading={busy}
            disabledReason={
              refusal ??
              (addressTaken
                ? 'The email belongs to another account'
                : partnerAddressTaken
                  ? 'The partner’s email belongs to another account'
                  : null)
            }
            className="ml-auto"
            onClick={() => void press()}
          >
            Approve
          </Button>
        </div>
      }
    >
      {sentBack ? (
        <Banner tone="warning" role="note" flush>
          Sent again. Rejected {dates.full(sentBack.at)} by {sentBack.by}: {sentBack.reason}
        </Banner>
      ) : null}
      <Part title="Checks">
        <ChecksList checks={checksOf(outlet)} />
      </Part>
      <Part title="Documents">
        {/* Files that are added come last: of an application that was sent back, those are the ones to read. */}
        <Documents documents={sentBack ? documents.toReversed() : documents} onExpired={onExpired} />
      </Part>
      <Part title="Place">
        <p className="text-14 [overflow-wrap:anywhere]">{address}</p>
        {location ? (
          <p className="num text-12 text-muted">
            {location.latitude.toFixed(4)}, {location.longitude.toFixed(4)}
          </p>
        ) : null}
        <Button asChild icon={<MapPin className="size-4" />} size={32} className="justify-self-start">
          <a href={mapAddress(outlet)} target="_blank" rel="noopener noreferrer">
            Open the map
          </a>
        </Button>
      </Part>
      <Part title="Applicant">
        <Facts
          facts={[
            ['Name', outlet.user_name],
            ['Mobile', outlet.user_contact_number],
            ['Email', email],
            ['Partner', outlet.partnerName],
            [
              'Hours',
              outlet.opening_hours?.weekday_text.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              )),
            ],
          ]}
        />
      </Part>
    </Drawer>
  )
}

/**
 * Asks why an application is rejected. The page shows it, not the drawer, so that what was typed stays when a colleague decides meanwhile and the drawer goes
 * (SCREENS G6). `waits`: the application is still in the list.
 */
export function RejectDialog({
  outlet,
  waits,
  onDone,
  onClose,
}: {
  outlet: Outlet
  waits: boolean
  onDone: () => void
  onClose: () => void
}) {
  const { reject } = useDecide()
  // This person's own rejection takes it from the list before the answer is handled.
  const [own, setOwn] = useState(false)
  const { establishment_name: name, email, addressTaken } = outlet
  const run = async (reason: string) => {
    setOwn(true)
    try {
      const mine = await reject(outlet, reason)
      onDone()
      if (mine) snack.success(`${name} is rejected`)
    } catch (error) {
      setOwn(false)
      throw error
    }
  }
  return (
    <Gone value={waits || own ? null : 'A colleague has decided meanwhile. What you typed stays here until you close it.'}>
      <ReasonDialog
        title={`Reject ${name}?`}
        body={
          addressTaken
            ? `No mail is sent, because ${email} belongs to another account. The applicant reads the reason after signing in and can correct the application.`
            : `${email} gets the reason by mail and can correct the application.`
        }
        confirmLabel="Reject"
        reasons={REASONS}
        missing="Enter why it is rejected."
        run={run}
        onClose={onClose}
      />
    </Gone>
  )
}
