import { Check, Download, LogOut } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { datesIn } from '#web/core/dates.ts'
import { signOut } from '#web/core/session.ts'
import { usePageTitle } from '#web/app/title.ts'
import { ConfirmEmail } from '#web/shared/email/ConfirmEmail.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useCorrecting } from './correction.ts'
import { Documents } from './Documents.tsx'
import { Pairs } from './Pairs.tsx'
import { ChangeButton, CorrectCard, PendingCard } from './PendingPage.tsx'
import { Questions } from './Questions.tsx'
import { TopBar } from './SignupFrame.tsx'
import { detailsOf, useApplication } from './useApplication.ts'

/** Shown after the application was sent (SPEC §2, "Post-application success screen"), until it is decided. */
export function AppliedPage() {
  const { restaurant, name, rejection } = useApplication()
  const [soon, setSoon] = useState(false)
  const [correcting, setCorrecting] = useCorrecting(restaurant)
  usePageTitle('Application sent')
  if (rejection !== null) return <PendingCard />
  if (correcting && restaurant) return <CorrectCard restaurant={restaurant} rejection={null} onClose={() => setCorrecting(false)} />
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main className="applied">
        <div className="applied-parts divide-y divide-hairline rounded-card border border-hairline bg-surface">
          <header className="grid grid-cols-1 gap-2">
            <h1 className="text-24 font-bold [overflow-wrap:anywhere]">Great! {name} is on its way to Tawa!</h1>
            <p className="text-14 text-muted">Your application is under review by our team. Your dashboard opens once it is approved.</p>
            <ol aria-label="Where the application is" className="applied-track mt-3">
              <Mark state="past" title="Submitted" note={restaurant ? datesIn(restaurant.timezone).full(restaurant.createdAt) : '\u00a0'} />
              <Mark state="now" title="Under review" note="We email you the answer" />
              <Mark state="next" title="Dashboard opens" />
            </ol>
          </header>
          <div>
            <ConfirmEmail />
          </div>
          {restaurant ? (
            <div>
              <Documents restaurant={restaurant} />
            </div>
          ) : null}
          <div className="grid grid-cols-1 gap-2">
            {restaurant ? (
              <div>
                <Pairs rows={detailsOf(restaurant)} />
                <ChangeButton onClick={() => setCorrecting(true)} />
              </div>
            ) : null}
            <Questions />
          </div>
          <footer className="grid grid-cols-1 gap-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <Button size={44} icon={<Download />} className="applied-mou" onClick={() => setSoon(true)}>
                Download memorandum of understanding
              </Button>
              <Button size={44} variant="quiet" icon={<LogOut />} onClick={() => void signOut()}>
                Sign out
              </Button>
            </div>
            {soon ? (
              <Banner tone="info" role="alert" onDismiss={() => setSoon(false)}>
                The memorandum of understanding will be available soon.
              </Banner>
            ) : null}
          </footer>
        </div>
      </main>
    </div>
  )
}

function Mark({ state, title, note }: { state: 'past' | 'now' | 'next'; title: string; note?: ReactNode }) {
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="applied-mark">
      <span className="flex min-h-5 items-center" aria-hidden="true">
        <span
          className={cx(
            'grid size-4 flex-none place-items-center rounded-full border-2',
            state === 'past' ? 'border-success bg-success text-on-success' : state === 'now' ? 'border-accent bg-accent' : 'border-border',
          )}
        >
          {state === 'past' ? <Check /> : state === 'now' ? <span className="size-1.5 rounded-full bg-surface" /> : null}
        </span>
        {state === 'next' ? null : <span className={cx('applied-line', state === 'past' ? 'bg-success' : 'bg-hairline')} />}
      </span>
      <span>
        <span className={cx('block text-14', state === 'next' ? 'text-muted' : 'font-semibold')}>{title}</span>
        {note ? <span className="block text-12 text-muted">{note}</span> : null}
      </span>
    </li>
  )
}
