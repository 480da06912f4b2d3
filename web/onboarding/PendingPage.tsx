import { Hourglass, LogOut, Pencil, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { CardPage } from '#web/app/CardPage.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { usePageTitle } from '#web/app/title.ts'
import { ApiError } from '#web/core/api.ts'
import { checkAgain, sessionNow, signOut } from '#web/core/session.ts'
import { ConfirmEmail } from '#web/shared/email/ConfirmEmail.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Live } from '#web/ui/Live.tsx'
import { useCorrecting } from './correction.ts'
import { CorrectForm } from './CorrectForm.tsx'
import { Documents } from './Documents.tsx'
import { Pairs } from './Pairs.tsx'
import { Questions } from './Questions.tsx'
import { type Application, detailsOf, useApplication } from './useApplication.ts'

/** The page for a restaurant that isn't approved (SPEC §2): the submitted details, documents and "Check again"; after a rejection the reason, and a form to correct it. */
export default function PendingPage() {
  return <PendingCard />
}

export function PendingCard() {
  const { query, restaurant, name, rejection } = useApplication()
  const [checking, setChecking] = useState(false)
  const [found, setFound] = useState<'waiting' | 'unknown' | null>(null)
  const [correcting, setCorrecting] = useCorrecting(restaurant)
  const title = rejection === null ? `${name} is under review` : `${name} was not approved`
  usePageTitle(title)

  async function check() {
    setChecking(true)
    setFound(null)
    await checkAgain()
    if (sessionNow().status !== 'pending') return
    // It may have been rejected.
    const { error } = await query.refetch()
    setChecking(false)
    // A refusal is also an answer: the application still waits.
    setFound(error instanceof ApiError && (error.network || error.status >= 500) ? 'unknown' : 'waiting')
  }

  if (correcting && restaurant) return <CorrectCard restaurant={restaurant} rejection={rejection} onClose={() => setCorrecting(false)} />
  return (
    <CardPage title={title} width={560}>
      {rejection === null ? (
        <p className="flex items-start gap-3 text-14 text-muted">
          <Hourglass className="mt-0.5 flex-none" aria-hidden="true" />
          Our team looks at every application. You can use Tawa as soon as it is approved.
        </p>
      ) : (
        <Reason text={rejection} />
      )}
      <Live visible={found !== null} className="text-14 text-muted">
        {found === 'unknown' ? 'Tawa can’t be reached. Check again in a moment.' : null}
        {found === 'waiting' ? (rejection === null ? 'Still under review.' : 'Still not approved.') : null}
      </Live>
      <div className="flex flex-wrap gap-2">
        {rejection === null ? null : (
          <Button variant="primary" size={44} disabled={!restaurant} onClick={() => setCorrecting(true)}>
            Correct and resubmit
          </Button>
        )}
        <Button
          variant={rejection === null ? 'primary' : 'outline'}
          size={44}
          icon={<RotateCw />}
          loading={checking}
          onClick={() => void check()}
        >
          Check again
        </Button>
        <Button size={44} icon={<LogOut />} onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
      {restaurant ? (
        <>
          <section aria-label="What was sent" className="rounded-card border border-hairline p-4">
            <Pairs rows={detailsOf(restaurant)} />
            {rejection === null ? <ChangeButton onClick={() => setCorrecting(true)} /> : null}
          </section>
          <Documents restaurant={restaurant} />
          <ConfirmEmail />
        </>
      ) : (
        <QueryError query={query} />
      )}
      <Questions />
    </CardPage>
  )
}

/** The submitted details can also be corrected while nobody has decided. */
export const ChangeButton = ({ onClick }: { onClick: () => void }) => (
  <Button size={44} className="mt-3" icon={<Pencil />} onClick={onClick}>
    Change what was sent
  </Button>
)

type InCorrectCard = { restaurant: Application; rejection: string | null; onClose: () => void }
export const CorrectCard = ({ restaurant, rejection, onClose }: InCorrectCard) => (
  <CardPage title="Correct the application" width={560}>
    {rejection === null ? null : <Reason text={rejection} />}
    <CorrectForm restaurant={restaurant} onDone={onClose} onCancel={onClose} />
  </CardPage>
)

const Reason = ({ text }: { text: string }) => (
  <Banner tone="danger" role="note">
    <span className="[overflow-wrap:anywhere]">{text || 'Our team gave no reason.'}</span>
  </Banner>
)
