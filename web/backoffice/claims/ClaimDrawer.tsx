import { Check, MailPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Claim } from '#domain/api/claims.ts'
import type { ClaimAction } from '#domain/claim.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { ReasonDialog } from '#web/app/form/ReasonDialog.tsx'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { ApiError } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { REFUSALS } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { useCommand } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { claimedName } from '../claimed.ts'
import { Documents } from '../Documents.tsx'
import { Facts, Part } from '../parts.tsx'
import { useDecideKeys } from '../useDecideKeys.ts'
import { BesideListing } from './BesideListing.tsx'
import { CLAIM_NAMES, CLAIM_TONES } from './names.ts'

const GONE = 'The restaurant was removed'
const REASONS = ['The documents show another name', 'A document can’t be read', 'The restaurant has its owner']
const LISTS = ['GET /backoffice/restaurants/claims/pending', 'GET /backoffice/restaurants/claims'] as const

type Props = { claim: Claim; rejecting: boolean; onReject: () => void; onRefresh: () => void; onClose: () => void }

/** One claim: its evidence, who makes it, and the decision. An approved claim's link can be mailed again until its owner has a password. */
export function ClaimDrawer({ claim, rejecting, onReject, onRefresh, onClose }: Props) {
  const dates = useDates()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const process = useProcess(onRefresh)
  const { name, email, restaurantName, status, hasOwner, reason, message } = claim
  const refusal = online ? null : REFUSALS.offline
  const again = status === 'approved'
  const gone = restaurantName === ''
  const open = status === 'pending' && !rejecting
  const confirm = useConfirm()
  const footer = useDecideKeys({ open, reject: () => refusal === null && onReject() })
  const approve = async () => {
    // Once the link was used, nothing takes it back.
    const question = {
      title: `Approve the claim of ${name}?`,
      body: `${restaurantName} has an owner already. With the link that goes to ${email}, ${name} becomes another one.`,
      confirmLabel: 'Approve',
    }
    if (hasOwner && !again && !(await confirm(question))) return
    setBusy(true)
    try {
      const mine = await process(claim, 'approve')
      if (mine) snack.success(again ? `A new link went to ${email}` : `${name} gets a link to take over ${restaurantName}`)
      onClose()
    } catch (error) {
      showError(error)
      setBusy(false)
    }
  }
  return (
    <Drawer
      title={<span className="block text-18 [overflow-wrap:anywhere]">{claimedName(claim)}</span>}
      status={
        <StatusChip size={20} tone={CLAIM_TONES[status]}>
          {CLAIM_NAMES[status]}
        </StatusChip>
      }
      subtitle={`Claimed ${dates.full(claim.createdAt)} by ${name}`}
      onClose={onClose}
      footer={
        status === 'pending' || again ? (
          <div ref={footer} className="flex flex-wrap items-center gap-2">
            {again ? <p className="basis-full text-12 text-muted">Either makes the link void that was mailed</p> : null}
            <Button variant="danger-outline" size={40} disabledReason={refusal} onClick={onReject}>
              {again ? 'Withdraw' : 'Reject'}
            </Button>
            {again ? null : <p className="min-w-0 flex-1 text-right text-12 text-muted">Approving mails a link to set a password</p>}
            <Button
              variant={again ? 'outline' : 'primary'}
              size={40}
              icon={again ? <MailPlus /> : <Check />}
              className="ml-auto"
              loading={busy}
              disabledReason={refusal ?? (gone ? GONE : null)}
              onClick={() => void approve()}
            >
              {again ? 'Mail a new link' : 'Approve'}
            </Button>
          </div>
        ) : null
      }
    >
      {gone ? (
        <Banner tone="warning" role="note" flush>
          {GONE}.{status === 'pending' ? ' The claim can only be rejected.' : again ? ' The link that was mailed opens nothing.' : ''}
        </Banner>
      ) : hasOwner && status !== 'completed' ? (
        <Banner tone="warning" role="note" flush>
          The restaurant has an owner already. Whoever completes this claim becomes another one.
        </Banner>
      ) : null}
      <Part title="Evidence">
        <Documents documents={claim.documents} onExpired={onRefresh} />
      </Part>
      <Part title="Claimant">
        <Facts
          facts={[
            ['Name', name],
            ['Mobile', claim.mobile_number],
            ['Email', email],
            ['Message', message],
            ['Reason', reason],
          ]}
        />
      </Part>
      {gone ? null : (
        <Part title="Beside the listing">
          <BesideListing claim={claim} />
          <Button asChild size={32} className="justify-self-start">
            <Link to={to.backofficeRestaurants({ q: restaurantName, restaurant: claim.restaurantId })}>See the restaurant</Link>
          </Button>
        </Part>
      )}
    </Drawer>
  )
}

type Rejection = { claim: Claim; onRefresh: () => void; onDone: () => void; onClose: () => void }

/** Asks why a claim is rejected or its approval withdrawn. The page shows it, not the drawer, so that what was typed stays when a colleague decides meanwhile and the drawer goes (SCREENS G6). */
export function RejectClaim({ claim, onRefresh, onDone, onClose }: Rejection) {
  const process = useProcess(onRefresh)
  const { name, email, restaurantName } = claim
  // What was asked stays when a colleague decides meanwhile.
  const [withdraws] = useState(claim.status === 'approved')
  return (
    <ReasonDialog
      title={withdraws ? `Withdraw the approval for ${name}?` : `Reject the claim of ${name}?`}
      body={`${email} gets the reason by mail.${withdraws ? ' The link that was mailed opens nothing then, and the claim is rejected.' : ''}`}
      confirmLabel={withdraws ? 'Withdraw' : 'Reject'}
      reasons={restaurantName === '' ? [GONE] : REASONS}
      missing={withdraws ? 'Enter why it is withdrawn.' : 'Enter why it is rejected.'}
      run={async (text) => {
        const mine = await process(claim, withdraws ? 'withdraw' : 'reject', text)
        onDone()
        if (mine) snack.success(withdraws ? `The approval for ${name} is withdrawn` : `The claim of ${name} is rejected`)
      }}
      onClose={onClose}
    />
  )
}

/** Decides a claim; resolves once the lists have been asked again. True if this person decided; a colleague's decision is said. Throws any other refusal. */
function useProcess(onRefresh: () => void) {
  const { mutateAsync } = useCommand('POST /backoffice/restaurants/claims/process', {
    quiet: true,
    refreshes: LISTS,
    invalidates: ['GET /backoffice/analytics'],
  })
  return async ({ _id, name, hasOwner }: Claim, action: ClaimAction, reason?: string): Promise<boolean> => {
    try {
      await mutateAsync({ body: { claimId: _id, action, hasOwner, ...(reason ? { reason } : null) } })
      return true
    } catch (error) {
      // The claim then says that the restaurant has an owner, or was removed, and can be decided again.
      if (error instanceof ApiError && ['owner_changed', 'restaurant_gone'].includes(error.code)) onRefresh()
      if (!(error instanceof ApiError) || error.code !== 'already_decided') throw error
      const { status } = error.details.claim as Claim
      onRefresh()
      // The answer to an earlier press was lost.
      if (error.details.mine === true && action !== 'approve' && status === 'rejected') return true
      const who = error.details.mine === true ? 'You have decided already' : 'A colleague has decided meanwhile'
      snack.info(
        action === 'approve' && status === 'approved'
          ? `The claim of ${name} is approved, and its link was mailed less than a minute ago.`
          : `${who}: the claim of ${name} is ${CLAIM_NAMES[status].toLowerCase()}.`,
      )
      return false
    }
  }
}
